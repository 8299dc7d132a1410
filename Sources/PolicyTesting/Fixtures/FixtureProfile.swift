import SampleFiles
import Basics
import FileFacts
import PolicySchema
import LuaRuntime
import PolicyEngine

/// An unsigned provisioning profile, described by a fixture: `{ kind = "ad_hoc", devices = { "0123" }, expires = "2026-11-30"
/// }`.
struct FixtureProfile {
  static let definition = APIClass(
    "ProfileDescription", .declaration,
    "A provisioning profile of a described bundle; omitted fields have the values of a valid one for the App Store.",
    fields: [
      APIField("kind?", "ProfileKind", "How code with this profile may be distributed; by default, `store`."),
      APIField("name?", "string", "Its name."),
      APIField("uuid?", "string", "Its UUID."),
      APIField("team?", "string", "The identifier of the team; by default, `ABCDE12345`."),
      APIField(
        "app_id?", "string", "The app identifier with its prefix; by default, that of the team and `com.example.app`."),
      APIField("platform?", "string", "`ios macos tvos visionos`; by default, `ios`."),
      APIField("created?", "string", "The day on which it was created."),
      APIField("expires?", "string", "The day on which it expires; by default, in 2099."),
      APIField("devices?", "string|string[]", "The identifiers of the devices."),
      APIField(
        "entitlements?", "table<string, any>",
        "The entitlements that it allows, in addition to those that every profile has."),
      APIField("certificates?", "CertificateDescription[]", "The certificates; by default, one."),
      APIField("is_xcode_managed?", "boolean", "Whether Xcode manages it."),
      APIField("is_intact?", "boolean", "Whether its content has the digest that was signed; by default, it has."),
      APIField("has_digest?", "boolean", "Whether a digest of its content was signed; by default, one was."),
      APIField(
        "properties?", "table<string, any>", "Keys of its property list; replaces those that the other fields write."),
    ])

  static let certificateDefinition = APIClass(
    "CertificateDescription", .declaration, "A certificate of a described profile or signature.",
    fields: [
      APIField("common_name?", "string", "The name of its subject."),
      APIField("team?", "string", "The identifier of the team; by default, that of the profile or signature."),
      APIField("organization?", "string", "The organization of its subject."),
      APIField("issuer?", "string", "The name of the certificate that issued it; by default, as for its name."),
      APIField("issuer_organization?", "string", "The organization that issued it; by default, `Apple Inc.`."),
      APIField("starts?", "string", "The day from which it is valid."),
      APIField("expires?", "string", "The day until which it is valid; by default, in 2099."),
    ])

  private static let platforms = [
    "ios": ["iOS"], "macos": ["OSX"], "tvos": ["tvOS"], "visionos": ["xrOS", "visionOS"],
  ]

  let bytes: [UInt8]

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    let team = try reader.text("team") ?? "ABCDE12345"
    let platform = try reader.text("platform") ?? "ios"
    guard let platforms = Self.platforms[platform] else {
      throw .unknown("platform", platform, among: Self.platforms.keys.sorted(), in: place)
    }
    let kind = try reader.word("kind", ProvisioningProfile.Kind.self) ?? .store
    var entries: [(key: String, value: LuaValue)] = [
      ("Name", .string(try reader.text("name") ?? "Example")),
      ("UUID", .string(try reader.text("uuid") ?? "5D7F4B0A-0000-4000-8000-000000000000")),
      ("TeamIdentifier", .list([.string(team)])),
      ("TeamName", .string("Example")),
      ("AppIDName", .string("Example")),
      ("ApplicationIdentifierPrefix", .list([.string(team)])),
      ("Platform", .list(platforms.map(LuaValue.string))),
      ("CreationDate", try Self.date("created", reader, "2020-01-01")),
      ("ExpirationDate", try Self.date("expires", reader, "2099-12-31")),
      ("IsXcodeManaged", .boolean(try reader.boolean("is_xcode_managed") ?? false)),
      ("DeveloperCertificates", try Self.certificates(reader, team)),
      ("Entitlements", try Self.entitlements(kind, platform, team, reader)),
    ]
    switch kind {
    case .development, .adHoc: entries.append(("ProvisionedDevices", .list([.string("00008030-000000000000002E")])))
    case .enterprise, .developerID: entries.append(("ProvisionsAllDevices", .boolean(true)))
    case .store: break
    }
    if let devices = try reader.texts("devices") {
      Self.set("ProvisionedDevices", .list(devices.map(LuaValue.string)), &entries)
    }
    for (key, value) in try reader.entries("properties") {
      Self.set(key, value, &entries)
    }
    let text = try PropertyListWriter.text(entries, in: place)
    let isIntact = try reader.boolean("is_intact") ?? true
    let hasDigest = try reader.boolean("has_digest") ?? true
    bytes = SampleProfile(Array(text.utf8)) { ($0.isIntact, $0.hasDigest) = (isIntact, hasDigest) }.bytes
  }

  private static func set(_ key: String, _ value: LuaValue, _ entries: inout [(key: String, value: LuaValue)]) {
    entries.removeAll { $0.key == key }
    entries.append((key, value))
  }

  private static func entitlements(
    _ kind: ProvisioningProfile.Kind, _ platform: String, _ team: String, _ reader: DeclarationReader
  ) throws(DeclarationError) -> LuaValue {
    let appID = LuaValue.string(try reader.text("app_id") ?? "\(team).com.example.app")
    var entries: [(key: String, value: LuaValue)] = [
      ("com.apple.developer.team-identifier", .string(team)), ("keychain-access-groups", .list([.string("\(team).*")])),
    ]
    if platform == "macos" {
      entries.append(("com.apple.application-identifier", appID))
    } else {
      entries.append(("application-identifier", appID))
      entries.append(("get-task-allow", .boolean(kind == .development)))
      if kind == .store { entries.append(("beta-reports-active", .boolean(true))) }
    }
    for (key, value) in try reader.entries("entitlements") {
      set(key, value, &entries)
    }
    return .record(entries.map { ($0.key, $0.value) })
  }

  private static func certificates(_ reader: DeclarationReader, _ team: String) throws(DeclarationError) -> LuaValue {
    var given = try reader.tables("certificates", limit: 100)
    if !reader.has("certificates") { given = [(.table(LuaTable(entries: [])), "\(reader.place), certificates[1]")] }
    var certificates: [LuaValue] = []
    for (value, place) in given {
      let certificate = try FixtureIdentity.certificate(value, team: team, in: place)
      certificates.append(.record([("$data", .string(Base64.encode(certificate.bytes)))]))
    }
    return certificates.isEmpty ? .record([("$array", .boolean(true))]) : .list(certificates)
  }

  private static func date(
    _ field: String, _ reader: DeclarationReader, _ usual: String
  ) throws(DeclarationError) -> LuaValue {
    .record([("$date", .string("\(try day(field, reader)?.text ?? usual)T00:00:00Z"))])
  }

  /// A day in the format of certificates.
  static func time(_ day: CalendarDate) -> String { day.text.filter { $0 != "-" } + "000000Z" }

  static func day(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> CalendarDate? {
    guard let text = try reader.text(field) else { return nil }
    guard let day = CalendarDate(text) else {
      throw DeclarationError("\(reader.place): '\(field)' must be a date such as \"2026-11-30\", not '\(text)'")
    }
    return day
  }
}
