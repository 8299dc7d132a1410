package import PropertyLists

/// A provisioning profile (`embedded.mobileprovision`, `embedded.provisionprofile`): a property list in a signed message.
///
/// Keys and their meaning are from Apple's Technical Note TN3125. The signature is not verified, neither with the signer's key nor by the
/// chain of certificates.
package struct ProvisioningProfile: Sendable {
  package static let fileExtensions = ["mobileprovision", "provisionprofile"]

  package enum Kind: String, Sendable, CaseIterable {
    case development
    case adHoc = "ad_hoc"
    case enterprise, store
    case developerID = "developer_id"
  }

  /// The whole property list, in the binary format, without positions.
  package let properties: PropertyList
  package let kind: Kind
  package let name: String?
  package let uuid: String?
  package let teams: [String]
  package let teamName: String?
  package let appIDName: String?
  /// The prefixes of the app identifier; an old app's prefix may differ from the team.
  package let appIDPrefixes: [String]
  /// The app identifier with its prefix: `ABCDE12345.com.example.app`, `ABCDE12345.*`.
  package let appID: String?
  /// The platforms, as named in policies: `ios`, `macos`. Others are in lower case.
  package let platforms: [String]
  package let devices: [String]
  package let provisionsAllDevices: Bool
  package let certificates: [SigningCertificate]
  package let isXcodeManaged: Bool
  /// Whether the property list matches the signed digest; nil if that cannot be determined.
  package let isIntact: Bool?

  package func property(_ key: String) -> PropertyList.Node? { properties.value(of: properties.root, forKey: key) }
}
