import Basics
import CheckerPlugIns
import StructuredText

/// The packs that a project uses, as listed in `bundlepolicy.json` in its top-level folder.
///
///     { "format": "bundlepolicy-manifest", "version": 1,
///       "packs": { "acme": { "source": "git+https://host/policies.git", "ref": "v3", "path": "mobile",
///                            "signed": "tag", "signers": "allowed_signers" },
///                  "base": { "source": "oci://host/name", "version": "^1.2" },
///                  "shared": { "source": "../policies" } } }
package struct PackManifest: Hashable, Sendable {
  package static let fileName = "bundlepolicy.json"
  /// The largest manifest that is read: 1 MiB.
  static let limit = 1 << 20
  static let maximumCount = 256

  package var packs: [String: PackRequest]

  package init(packs: [String: PackRequest] = [:]) { self.packs = packs }

  /// The text of the file, with packs sorted by name.
  package var text: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "bundlepolicy-manifest")
      writer.member("version", 1)
      writer.name("packs")
      writer.object { writer in
        for (name, pack) in packs.sorted(byBytesOf: \.key) {
          writer.name(name)
          writer.object { writer in
            writer.member("source", pack.source.text)
            if let range = pack.range { writer.member("version", range.text) }
            if let ref = pack.ref { writer.member("ref", ref) }
            if let path = pack.path { writer.member("path", path) }
            if let requirement = pack.requiredSignature {
              writer.member("signed", requirement.object.rawValue)
              writer.member("signers", requirement.signers)
            }
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension PackManifest {
  /// Parses a manifest; `file` is its name in messages. Throws if it is malformed or a field is invalid.
  package static func read(_ bytes: [UInt8], file: String) throws(PackError) -> PackManifest {
    func refuse(_ message: String, _ place: Place?) -> PackError {
      PackError(.manifest, message, file: file, place: place ?? Place())
    }
    let root: StructuredValue
    do throws(StructuredTextError) {
      root = try JSONReader.read(bytes)
    } catch {
      throw refuse("the manifest is malformed: \(error.message)", error.place)
    }
    guard root["format"]?.string == "bundlepolicy-manifest", case .mapping(let members) = root.content else {
      throw refuse(
        "this is not a manifest of packs: it must have \"format\": \"bundlepolicy-manifest\"", root.place)
    }
    guard case .integer(1)? = root["version"]?.content else {
      throw refuse("this version of bundlepolicy does not support the manifest's version", root["version"]?.place)
    }
    try check(members, among: ["format", "version", "packs"], file)
    guard case .mapping(let entries)? = root["packs"]?.content else {
      throw refuse("the manifest has no 'packs'", root["packs"]?.place)
    }
    if entries.count > maximumCount { throw refuse("the manifest has more than \(maximumCount) packs", nil) }
    var manifest = PackManifest()
    for entry in entries {
      if let problem = PackName.problem(in: entry.key) { throw refuse(problem, entry.place) }
      manifest.packs[entry.key] = try request(entry, file)
    }
    return manifest
  }

  private static func check(
    _ members: [StructuredValue.Entry], among known: [String], _ file: String
  ) throws(PackError) {
    guard let unknown = members.first(where: { !known.contains($0.key) }) else { return }
    let nearest = SpellingCorrector.suggestion(for: unknown.key, among: known)
    throw PackError(
      .manifest, "unknown field '\(unknown.key)'\(nearest)", file: file, place: unknown.place)
  }

  private static func request(_ entry: StructuredValue.Entry, _ file: String) throws(PackError) -> PackRequest {
    let value = entry.value
    func refuse(_ message: String, _ place: Place? = nil, _ hint: String? = nil) -> PackError {
      PackError(
        .manifest, "pack '\(entry.key)': \(message)", file: file, place: place ?? entry.place,
        hint: hint)
    }
    guard case .mapping(let members) = value.content else {
      throw refuse("expected a mapping, found \(value.phrase)")
    }
    try check(members, among: ["source", "version", "ref", "path", "signed", "signers"], file)
    func text(_ name: String) throws(PackError) -> String? {
      guard let field = value[name] else { return nil }
      guard let text = field.string, !text.isEmpty else {
        throw refuse("'\(name)' must be a non-empty string, found \(field.phrase)", field.place)
      }
      return text
    }
    guard let address = try text("source") else {
      throw refuse("'source' is missing: the repository or folder of the pack")
    }
    let source: PackSource
    do throws(PackError) {
      source = try PackSource(address)
    } catch {
      throw refuse(error.message, value["source"]?.place, error.hint)
    }
    let allowed = source.fields
    if let other = members.first(where: { !allowed.contains($0.key) }) {
      throw refuse("'\(other.key)' does not apply to \(source.words)", other.place)
    }
    let (ref, path) = (try text("ref"), try text("path"))
    if let ref, let problem = source.problem(inRef: ref) { throw refuse(problem, value["ref"]?.place) }
    if let path, let problem = PackPath.problem(in: path) { throw refuse(problem, value["path"]?.place) }
    var request = PackRequest(source: source, ref: ref, path: path)
    if let version = try text("version") {
      if ref != nil {
        throw refuse("'version' and 'ref' cannot be combined: name a range of versions or one ref", value["ref"]?.place)
      }
      do throws(PackError) {
        request.range = try VersionRange(version)
      } catch {
        throw refuse(error.message, value["version"]?.place, error.hint)
      }
    }
    if case .registry = source, ref == nil, request.range == nil {
      throw refuse(
        "the version is missing: a registry has no default", nil, "add a \"version\", such as \"^1.2\", or a \"ref\"")
    }
    let (signed, signers) = (try text("signed"), try text("signers"))
    guard let signed else {
      if signers != nil { throw refuse("'signers' has no effect without 'signed'", value["signers"]?.place) }
      return request
    }
    guard let object = LockedPack.Kind(rawValue: signed), object.canBeSigned else {
      throw refuse("'signed' must be \"tag\" or \"commit\", not '\(signed)'", value["signed"]?.place)
    }
    guard let signers else {
      throw refuse(
        "'signers' is missing: the file of allowed signers", value["signed"]?.place,
        "it has lines such as: release@example.com ssh-ed25519 AAAA… (ssh-keygen(1), ALLOWED SIGNERS)")
    }
    request.requiredSignature = PackRequest.RequiredSignature(object: object, signers: signers)
    return request
  }
}
