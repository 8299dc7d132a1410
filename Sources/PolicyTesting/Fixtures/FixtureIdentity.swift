import Basics
import FileFacts
import LuaRuntime
import PolicySchema
import SampleFiles

/// The signer of described code, and the signature's properties.
struct FixtureIdentity: Sendable {
  /// Replaces the bundle's identifier.
  var identifier: String?
  var team: String?
  private var certificate: SampleCertificate?
  /// `YYYYMMDDhhmmssZ`
  private var signingTime: String?
  private var timestamp: String?
  private var hashes: [SignatureHash] = []
  private var hasHardenedRuntime = false
  /// The entitlements in DER form; nil if there are none.
  private var encodedEntitlements: [UInt8]?
  private(set) var fields: [(name: String, value: LuaValue)] = []

  static let definitions = [
    APIField("identifier?", "string", "The identifier in its signature; by default, the bundle identifier."),
    APIField("team?", "string", "The team that signed it; by default, that in the name of the signer."),
    APIField("signer?", "string", "The name of the certificate that signed it; by default, it is signed ad hoc."),
    APIField("certificate?", "CertificateDescription", "The certificate that signed it, instead of `signer`."),
    APIField("signing_time?", "string", "The day on which it was signed, according to the signer: `2026-11-30`."),
    APIField("timestamp?", "string", "The day in a secure timestamp; by default, there is none."),
    APIField(
      "hashes?", "SignatureHash|SignatureHash[]", "The kinds of its hashes, one directory each; by default, `sha256`."),
    APIField("has_hardened_runtime?", "boolean", "Whether it asks for the hardened runtime; by default, it does not."),
    APIField("der_entitlements?", "table<string, any>", "Its entitlements in DER form; by default, none."),
  ]

  init() {}

  init(_ reader: DeclarationReader, of names: [String]) throws(DeclarationError) {
    let place = reader.place
    identifier = try reader.text("identifier")
    team = try reader.text("team")
    if reader.has("certificate") {
      certificate = try Self.certificate(
        reader.value("certificate"), team: team ?? "ABCDE12345", in: "\(place), certificate")
      if reader.has("signer") {
        throw DeclarationError("\(place): 'signer' is the name of the 'certificate'; omit one")
      }
      team = team ?? certificate?.team
    } else if let name = try reader.text("signer") {
      team = team ?? Self.team(in: name)
      certificate = Self.certificate(named: name)
      if let team { certificate?.team = team }
    }
    signingTime = try FixtureProfile.day("signing_time", reader).map(FixtureProfile.time)
    timestamp = try FixtureProfile.day("timestamp", reader).map(FixtureProfile.time)
    for name in try reader.texts("hashes") ?? [] {
      guard let hash = SignatureHash.allCases.first(where: { $0.name == name }) else {
        throw .unknown("hash", name, among: SignatureHash.allCases.map(\.name), in: place)
      }
      hashes.append(hash)
    }
    hasHardenedRuntime = try reader.boolean("has_hardened_runtime") ?? false
    if reader.has("der_entitlements") {
      var values: [(key: String, value: EntitlementValue)] = []
      for (key, value) in try reader.entries("der_entitlements") {
        values.append((key, try Self.entitlement(value, in: "\(place), der_entitlements, \(key)")))
      }
      encodedEntitlements = SampleEntitlements.encoded(values)
    }
    fields = names.compactMap { reader.has($0) ? ($0, reader.value($0)) : nil }
  }

  var isCertified: Bool { team != nil || certificate != nil }

  /// Applies the description to an ad hoc signature.
  func apply(to signature: inout SampleSignature) {
    if let identifier { signature.identifier = identifier }
    if let team { signature.team = team }
    if isCertified { (signature.flags, signature.isCertified) = (signature.flags & ~2, true) }
    if hasHardenedRuntime { signature.flags |= CodeSignatureFlags.hardenedRuntime.rawValue }
    if let first = hashes.first { (signature.hash, signature.alternateHashes) = (first, Array(hashes.dropFirst())) }
    if let encodedEntitlements { signature.encodedEntitlements = encodedEntitlements }
    if let message { signature.message = message }
  }

  var hash: SignatureHash { hashes.first ?? .sha256 }

  /// The signed message that names the signer; nil without one.
  private var message: [UInt8]? {
    guard certificate != nil || signingTime != nil || timestamp != nil else { return nil }
    return SampleProfile([]) { message in
      message.certificate = certificate ?? Self.certificate(named: "Apple Distribution: Example (ABCDE12345)")
      message.hasContent = false
      message.issuers = [
        SampleCertificate {
          $0.commonName = message.certificate?.issuerName ?? ""
          $0.organization = message.certificate?.issuerOrganization ?? ""
          ($0.issuerName, $0.isAuthority, $0.serial) = ("Apple Root CA", true, 2)
        }
      ]
      (message.signingTime, message.timestamp) = (signingTime, timestamp)
    }.bytes
  }

  // MARK: Certificates

  /// Apple's markers, by the prefix of the certificate's name.
  private static let markers: [(name: String, markers: [UInt8])] = [
    ("Developer ID Application", [13]), ("Developer ID Installer", [14]), ("Apple Distribution", [4, 7]),
    ("iPhone Distribution", [4]), ("3rd Party Mac Developer Application", [7]),
    ("3rd Party Mac Developer Installer", [8]), ("Apple Development", [2, 12]), ("iPhone Developer", [2]),
    ("Mac Developer", [12]), ("Apple iPhone OS Application Signing", [3]), ("Apple Mac OS Application Signing", [9]),
  ]

  private static func certificate(named name: String) -> SampleCertificate {
    SampleCertificate {
      $0.commonName = name
      $0.markers = markers.first { name.hasPrefix($0.name) }?.markers ?? []
      $0.issuerName =
        name.hasPrefix("Developer ID")
        ? "Developer ID Certification Authority" : "Apple Worldwide Developer Relations Certification Authority"
    }
  }

  static func certificate(
    _ value: LuaValue, team: String, in place: String
  ) throws(DeclarationError) -> SampleCertificate {
    let reader = try DeclarationReader(value, place: place, of: FixtureProfile.certificateDefinition)
    var certificate = Self.certificate(named: try reader.text("common_name") ?? SampleCertificate().commonName)
    certificate.team = try reader.text("team") ?? team
    if let organization = try reader.text("organization") { certificate.organization = organization }
    if let issuer = try reader.text("issuer") { certificate.issuerName = issuer }
    if let organization = try reader.text("issuer_organization") { certificate.issuerOrganization = organization }
    if let day = try FixtureProfile.day("starts", reader) { certificate.starts = FixtureProfile.time(day) }
    if let day = try FixtureProfile.day("expires", reader) { certificate.expires = FixtureProfile.time(day) }
    return certificate
  }

  /// `ABCDE12345` of `Apple Distribution: Example (ABCDE12345)`.
  private static func team(in name: String) -> String? {
    guard name.hasSuffix(")"), let start = name.lastIndex(of: "(") else { return nil }
    let team = name[name.index(after: start)...].dropLast()
    return team.isEmpty ? nil : String(team)
  }

  private static func entitlement(_ value: LuaValue, in place: String) throws(DeclarationError) -> EntitlementValue {
    switch value {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .string(let text): return .string(text)
    case .table(let table):
      if let list = table.list {
        var values: [EntitlementValue] = []
        for element in list { values.append(try entitlement(element, in: place)) }
        return .array(values)
      }
      var entries: [(key: String, value: EntitlementValue)] = []
      for (key, value) in try FixtureReader.entries(value, place) {
        entries.append((key, try entitlement(value, in: place)))
      }
      return .dictionary(entries)
    default: throw DeclarationError("\(place): entitlements in DER form have no value such as a \(value.typeName)")
    }
  }
}
