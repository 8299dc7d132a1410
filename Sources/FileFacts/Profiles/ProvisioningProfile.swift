package import PropertyLists

/// A provisioning profile (`embedded.mobileprovision`, `embedded.provisionprofile`): a property list in a signed message.
///
/// Keys and their meaning are those of Apple's Technical Note TN3125. The signature is not verified: neither is the chain of its
/// certificates looked at, nor whether it was made with the key of the first.
package struct ProvisioningProfile: Sendable {
  /// The extensions of the files.
  package static let fileExtensions = ["mobileprovision", "provisionprofile"]

  /// How the code may be distributed that the profile is for.
  package enum Kind: String, Sendable, CaseIterable {
    case development
    case adHoc = "ad_hoc"
    case enterprise, store
    case developerID = "developer_id"
  }

  /// The whole property list, in the binary format: its places are no places of the file.
  package let properties: PropertyList
  package let kind: Kind
  package let name: String?
  package let uuid: String?
  /// The teams, of which there is one.
  package let teams: [String]
  package let teamName: String?
  package let appIDName: String?
  /// The prefixes of the app identifier; that of an old app may differ from the team.
  package let appIDPrefixes: [String]
  /// The app identifier with its prefix: `ABCDE12345.com.example.app`, `ABCDE12345.*`.
  package let appID: String?
  /// The platforms, as elsewhere: `ios`, `macos`. Those that have no such name are in lower case.
  package let platforms: [String]
  /// The identifiers of the devices.
  package let devices: [String]
  /// Whether code runs on all devices.
  package let provisionsAllDevices: Bool
  /// The certificates that code may be signed with.
  package let certificates: [SigningCertificate]
  package let isXcodeManaged: Bool
  /// Whether the property list has the digest that was signed; nil when that can't be told.
  package let isIntact: Bool?

  /// A value of the property list that `key` names at the top.
  package func property(_ key: String) -> PropertyList.Node? { properties.value(of: properties.root, forKey: key) }
}
