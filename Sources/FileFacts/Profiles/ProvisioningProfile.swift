package import PropertyLists

/// A provisioning profile (`embedded.mobileprovision`, `embedded.provisionprofile`): a property list in a signed message.
///
/// Keys and their meaning are from Apple's Technical Note TN3125. The signature is not verified, neither with the signer's key nor by the
/// chain of certificates.
package struct ProvisioningProfile: Sendable {
  package static let fileExtensions = ["mobileprovision", "provisionprofile"]

  /// The distribution method for which the profile allows code to run.
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
  /// The team identifiers; normally one.
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
  /// Whether the code may run on all devices.
  package let provisionsAllDevices: Bool
  /// The certificates that code may be signed with.
  package let certificates: [SigningCertificate]
  package let isXcodeManaged: Bool
  /// Whether the property list matches the signed digest; nil if that cannot be determined.
  package let isIntact: Bool?

  /// A value of the property list by its top-level key.
  package func property(_ key: String) -> PropertyList.Node? { properties.value(of: properties.root, forKey: key) }
}
