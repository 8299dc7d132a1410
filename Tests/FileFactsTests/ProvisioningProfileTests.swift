import SampleFiles
@testable import FileFacts
import Basics
import PropertyLists
import Testing

@Suite struct ProvisioningProfileTests {
  private static func list(_ keys: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(keys)</dict></plist>".utf8)
  }

  private static func read(_ bytes: [UInt8]) throws -> ProvisioningProfile {
    try #require(try ProvisioningProfile.read(ByteArray(bytes), file: "App.app/embedded.mobileprovision"))
  }

  private static func read(keys: String) throws -> ProvisioningProfile { try read(SampleProfile(list(keys)).bytes) }

  private static func failure(_ bytes: [UInt8]) -> FileFactError? {
    do throws(FileFactError) {
      _ = try ProvisioningProfile(ByteArray(bytes), file: "embedded.mobileprovision")
      return nil
    } catch {
      return error
    }
  }

  private static func failure(keys: String) -> String? { failure(SampleProfile(list(keys)).bytes)?.message }

  /// A profile as written by Apple's portal for ad hoc distribution.
  private static let adHoc = """
    <key>AppIDName</key><string>Hello</string>
    <key>ApplicationIdentifierPrefix</key><array><string>OLD1234567</string></array>
    <key>CreationDate</key><date>2026-01-02T03:04:05Z</date>
    <key>Platform</key><array><string>iOS</string><string>xrOS</string><string>visionOS</string></array>
    <key>IsXcodeManaged</key><true/>
    <key>DeveloperCertificates</key><array><data>\(Base64.encode(SampleCertificate().bytes))</data></array>
    <key>Entitlements</key><dict>
      <key>application-identifier</key><string>OLD1234567.com.example.hello</string>
      <key>get-task-allow</key><false/>
    </dict>
    <key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
    <key>Name</key><string>Hello ad hoc</string>
    <key>ProvisionedDevices</key><array><string>0123</string><string>4567</string></array>
    <key>TeamIdentifier</key><array><string>ABCDE12345</string></array>
    <key>TeamName</key><string>Example</string>
    <key>UUID</key><string>5D7F4B0A-0000-4000-8000-000000000000</string>
    """

  @Test func readsAProfile() throws {
    let profile = try Self.read(keys: Self.adHoc)
    #expect(profile.name == "Hello ad hoc" && profile.uuid == "5D7F4B0A-0000-4000-8000-000000000000")
    #expect(profile.kind == .adHoc && profile.isXcodeManaged && !profile.provisionsAllDevices)
    #expect(profile.teams == ["ABCDE12345"] && profile.teamName == "Example")
    #expect(profile.appID == "OLD1234567.com.example.hello" && profile.appIDPrefixes == ["OLD1234567"])
    #expect(profile.appIDName == "Hello" && profile.platforms == ["ios", "visionos"])
    #expect(profile.devices == ["0123", "4567"] && profile.isIntact == true)
    let expires = try #require(profile.property("ExpirationDate"))
    #expect(profile.properties.date(of: expires) == 820_551_845)
    // A text list has places, which would be mistaken for places in the file.
    #expect(profile.properties.format == .binary)
  }

  @Test func readsACertificate() throws {
    let certificate = try #require(try Self.read(keys: Self.adHoc).certificates.first)
    #expect(certificate.commonName == "Apple Distribution: Example (ABCDE12345)")
    #expect(certificate.team == "ABCDE12345" && certificate.organization == "Example")
    // 2020-01-01 with two digits for the year, and 2099-12-31 with four.
    #expect(certificate.starts == 599_529_600 && certificate.expires == 3_124_051_200)
    // As printed by `openssl x509 -fingerprint` for these bytes.
    #expect(certificate.sha256 == SHA256Digest(of: SampleCertificate().bytes).hexadecimal)
    #expect(certificate.sha1.count == 40)
  }

  @Test(arguments: [
    ("", "store"), ("<key>ProvisionedDevices</key><array/>", "ad_hoc"),
    ("<key>ProvisionsAllDevices</key><true/><key>ProvisionedDevices</key><array/>", "enterprise"),
    ("<key>ProvisionsAllDevices</key><false/>", "store"),
    (
      "<key>ProvisionedDevices</key><array/><key>Entitlements</key><dict><key>get-task-allow</key><true/></dict>",
      "development"
    ),
    ("<key>Platform</key><array><string>OSX</string></array>", "store"),
    ("<key>Platform</key><array><string>OSX</string></array><key>ProvisionedDevices</key><array/>", "development"),
    ("<key>Platform</key><array><string>OSX</string></array><key>ProvisionsAllDevices</key><true/>", "developer_id"),
    ("<key>Entitlements</key><dict><key>com.apple.security.get-task-allow</key><true/></dict>", "development"),
  ]) func kinds(_ keys: String, _ kind: String) throws {
    #expect(try Self.read(keys: keys).kind.rawValue == kind)
  }

  @Test func otherFilesAreNone() throws {
    for name in ["embedded.mobileprovision.txt", "mobileprovision", "Info.plist"] {
      #expect(try ProvisioningProfile.read(ByteArray([]), file: name) == nil)
    }
    let bytes = SampleProfile(Self.list("")).bytes
    #expect(try ProvisioningProfile.read(ByteArray(bytes), file: "embedded.provisionprofile") != nil)
  }

  /// Messages of indefinite length, whose content is in several pieces.
  @Test(arguments: [1, 7, 100_000]) func pieces(_ size: Int) throws {
    let content = Self.list(Self.adHoc)
    let profile = try Self.read(SampleProfile(content) { $0.pieceSize = size }.bytes)
    #expect(profile.name == "Hello ad hoc" && profile.isIntact == true)
  }

  @Test func whatWasChangedIsNotIntact() throws {
    let content = Self.list(Self.adHoc)
    func isIntact(_ change: (inout SampleProfile) -> Void) throws -> Bool? {
      try Self.read(SampleProfile(content, change).bytes).isIntact
    }
    #expect(try isIntact { $0.isIntact = false } == false)
    #expect(try isIntact { $0.signerCount = 2 } == true)
    #expect(try isIntact { ($0.isIntact, $0.signerCount) = (false, 2) } == false)
    #expect(try isIntact { $0.algorithm = SampleProfile.sha1 } == true)
    #expect(try isIntact { ($0.isIntact, $0.algorithm) = (false, SampleProfile.sha1) } == false)
    #expect(try isIntact { ($0.isIntact, $0.algorithm, $0.signerCount) = (false, [0x2A, 0x03], 2) } == nil)
    #expect(try isIntact { $0.hasDigest = false } == nil)
    #expect(try isIntact { $0.algorithm = [0x2A, 0x03] } == nil)
    // A byte of the property list, as changed by an editor.
    var bytes = SampleProfile(content).bytes
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Hello ad hoc".utf8)) })
    bytes[place] = UInt8(ascii: "J")
    let changed = try Self.read(bytes)
    #expect(changed.name == "Jello ad hoc" && changed.isIntact == false)
  }

  @Test func whatIsNoSignedMessage() {
    func message(_ bytes: [UInt8]) -> String? { Self.failure(bytes)?.message }
    #expect(message([]) == "the profile is empty")
    #expect(message(Self.list("")) == "the profile is a bare property list; it must be signed")
    #expect(message(Array("bplist00".utf8)) == "the profile is a bare property list; it must be signed")
    #expect(message([0xFF]) == "the profile starts with 0xFF; a signed message starts with 0x30")
    #expect(message([0x30]) == "the signed message is malformed: it ends early")
    #expect(message([0x30, 0x00]) == "the signed message has no valid element for the type of the message")
    #expect(message([0x30, 0x03, 0x06, 0x01, 0x2A]) == "the profile is not a signed message")
    let whole = SampleProfile(Self.list("")).bytes
    #expect(message(Array(whole.dropLast(2)))?.hasSuffix("only \(whole.count - 5) are left") == true)
    #expect(message(whole + [0]) == "the signed message is malformed: it is not valid ASN.1")
  }

  @Test func everyCutIsAnError() {
    for pieces in [nil, 40] {
      let whole = SampleProfile(Self.list(Self.adHoc)) { $0.pieceSize = pieces }.bytes
      for count in 0..<whole.count { #expect(Self.failure(Array(whole[..<count])) != nil, "\(count) bytes") }
    }
  }

  @Test func anyByteMayBeWrong() {
    let whole = SampleProfile(Self.list(Self.adHoc)).bytes
    for position in whole.indices {
      for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[position] = value
        if let error = Self.failure(bytes) {
          #expect(!error.message.isEmpty && (error.place.byteOffset ?? .max) <= UInt64(whole.count))
        }
      }
    }
  }

  @Test func valuesOfTheWrongType() {
    #expect(Self.failure(keys: "<key>Name</key><true/>") == "Name in the profile must be a string, not boolean")
    #expect(
      Self.failure(keys: "<key>TeamIdentifier</key><string>A</string>")
        == "TeamIdentifier in the profile must be an array, not string")
    #expect(
      Self.failure(keys: "<key>ProvisionedDevices</key><array><true/></array>")
        == "ProvisionedDevices in the profile must be an array of strings, not boolean")
    #expect(
      Self.failure(keys: "<key>ExpirationDate</key><string>2026</string>")
        == "ExpirationDate in the profile must be a date, not string")
    #expect(
      Self.failure(keys: "<key>CreationDate</key><true/>") == "CreationDate in the profile must be a date, not boolean")
    #expect(
      Self.failure(keys: "<key>Entitlements</key><array/>")
        == "Entitlements in the profile must be a dictionary, not array")
    #expect(
      Self.failure(keys: "<key>ProvisionsAllDevices</key><string>YES</string>")
        == "ProvisionsAllDevices in the profile must be a Boolean, not string")
    #expect(
      Self.failure(keys: "<key>DeveloperCertificates</key><array><string/></array>")
        == "DeveloperCertificates in the profile must be an array of data, not string")
    #expect(
      Self.failure(keys: "<key>Name</key><string>a</string><key>Name</key><string>b</string>")?
        .hasPrefix("tools read this profile differently:") == true)
    #expect(
      Self.failure(SampleProfile(Array("<plist><array/></plist>".utf8)).bytes)?.message
        == "the property list of the profile must be a dictionary, not array")
    #expect(
      Self.failure(SampleProfile(Array("<plist>".utf8)).bytes)?.message
        .hasPrefix("the property list of the profile is malformed:") == true)
    // The start of the property list.
    #expect(Self.failure(SampleProfile(Array("<plist>".utf8)).bytes)?.place.byteOffset ?? 0 > 20)
  }

  @Test func certificatesThatAreNone() {
    func message(_ bytes: [UInt8]) -> String? {
      Self.failure(keys: "<key>DeveloperCertificates</key><array><data>\(Base64.encode(bytes))</data></array>")
    }
    #expect(message([]) == "certificate 1 of the profile is malformed: the certificate is malformed: it ends early")
    #expect(
      message([0x30, 0])
        == "certificate 1 of the profile is malformed: the certificate has no valid element for the signed part")
    let whole = SampleCertificate().bytes
    for count in 0..<whole.count { #expect(message(Array(whole[..<count])) != nil) }
    #expect(message(whole) == nil)
  }

  // MARK: Hostile profiles

  private static func nested(_ depth: Int, _ element: ([UInt8]) -> [UInt8]) -> [UInt8] {
    (0..<depth).reduce([]) { bytes, _ in element(bytes) }
  }

  // Work that grows with the square of the size would take hours.
  @Test(.timeLimit(.minutes(30))) func deepStructures() {
    #expect(Self.failure(Self.nested(3_000) { EncodedBytes.element(0x30, $0) }) != nil)
    // Indefinite length without an end.
    #expect(Self.failure([UInt8](repeating: [0x30, 0x80], count: 400_000)) != nil)
    #expect(Self.failure([0x30, 0x80] + [UInt8](repeating: [0x24, 0x80], count: 49) + [0x04, 0x01, 0x41]) != nil)
  }

  @Test func hugeLengths() {
    for length in [[0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88] + [UInt8](repeating: 0xFF, count: 8), [0xFF]] as [[UInt8]] {
      #expect(Self.failure([0x30] + length + [0x06, 0x01, 0x2A]) != nil)
      #expect(Self.failure([0x30, 0x80, 0x06] + length + [0x2A]) != nil)
    }
    #expect(
      Self.failure([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])?.message
        == "the signed message states 4294967295 bytes, but only 0 are left")
  }

  @Test(.timeLimit(.minutes(30))) func manyElements() {
    // As many elements as the size limit allows.
    let elements = [UInt8](repeating: [0x05, 0x00], count: (ProvisioningProfile.sizeLimit - 8) / 2)
    #expect(Self.failure(EncodedBytes.element(0x30, elements)) != nil)
    let pieces = SampleProfile(Array("<plist><dict/></plist>".utf8) + [UInt8](repeating: 0x20, count: 300_000)) {
      $0.pieceSize = 1
    }
    #expect(Self.failure(pieces.bytes) == nil)
  }

  @Test func limits() {
    func devices(_ count: Int, _ text: String) -> String {
      "<key>ProvisionedDevices</key><array>"
        + String(repeating: "<string>\(text)</string>", count: count) + "</array>"
    }
    #expect(
      Self.failure(keys: devices(100_000, "00008030-000000000000002E"))?.hasPrefix("the profile has ") == true)
    #expect(
      Self.failure(keys: devices(10_001, "0"))
        == "ProvisionedDevices in the profile has 10001 elements; the limit is 10000")
    #expect(Self.failure(keys: devices(10_000, "0")) == nil)
    #expect(
      Self.failure(
        keys: "<key>DeveloperCertificates</key><array>" + String(repeating: "<data></data>", count: 1_001) + "</array>")
        == "DeveloperCertificates in the profile has 1001 elements; the limit is 1000")
    #expect(
      Self.failure(SampleProfile(Self.list("")) { $0.signerCount = 17 }.bytes)?.message
        == "the signed message has more than 16 signers")
  }

  @Test func whatCannotBeRead() {
    let source = CountingSource(SampleProfile(Self.list("")).bytes)
    source.failsFrom = 0
    #expect(throws: FileFactError.self) { try ProvisioningProfile(source, file: "a.mobileprovision") }
  }
}

extension [UInt8] {
  fileprivate init(repeating pattern: [UInt8], count: Int) { self = (0..<count).flatMap { _ in pattern } }
}
