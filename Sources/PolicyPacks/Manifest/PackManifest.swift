import Basics
import CheckerPlugIns
package import ProjectFiles
import StructuredText

/// The packs that a project uses, as listed in `bundlepolicy.yml` in its top-level folder.
///
///     packs:
///       acme: { source: git+https://host/policies.git, ref: v3, path: mobile, signed: tag, signers: allowed_signers }
///       base: { source: oci://host/name, version: ^1.2 }
///       shared: { source: ../policies }
package struct PackManifest: Hashable, Sendable {
  package static let fileName = ProjectFile.name
  static let maximumCount = 256

  package var packs: [String: PackRequest]

  package init(packs: [String: PackRequest] = [:]) { self.packs = packs }

  package func text(changing text: String, of old: PackManifest, file: String) throws(PackError) -> String {
    let names = Set(packs.keys).union(old.packs.keys).filter { packs[$0] != old.packs[$0] }.sortedByBytes()
    return try mapError(try ProjectFileText.changing(text, packs: names.map { ($0, packs[$0]?.fields) }, file: file)) {
      (error: ProjectFileError) in
      PackError(error)
    }
  }
}

extension PackError {
  init(_ error: ProjectFileError) {
    self.init(.manifest, error.message, file: error.file, place: error.place, hint: error.hint)
  }
}

extension PackRequest {
  fileprivate var fields: ProjectFileText.Pack {
    let fields: [(PackField, String?)] = [
      (.source, source.text), (.version, range?.text), (.ref, ref), (.path, path),
      (.signed, requiredSignature?.object.rawValue), (.signers, requiredSignature?.signers),
    ]
    return fields.compactMap { field, value in value.map { (field.rawValue, $0) } }
  }
}

extension PackManifest {
  package init(_ file: ProjectFile) throws(PackError) { try self.init(file.value(.packs), file.file) }

  package static func read(_ bytes: [UInt8], file: String) throws(PackError) -> PackManifest {
    let packs = try mapError(try ProjectFile.value(of: .packs, in: bytes, file: file)) { (error: ProjectFileError) in
      PackError(error)
    }
    return try PackManifest(packs, file)
  }

  private init(_ value: StructuredValue?, _ file: String) throws(PackError) {
    self.init()
    guard case .mapping(let entries)? = value?.content else { return }
    if entries.count > Self.maximumCount {
      throw PackError(
        .manifest, "there are more than \(Self.maximumCount) packs", file: file, place: value?.place ?? Place())
    }
    for entry in entries {
      if let problem = PackName.problem(in: entry.key) {
        throw PackError(.manifest, problem, file: file, place: entry.place)
      }
      packs[entry.key] = try Self.request(entry, file)
    }
  }

  private static func request(_ entry: StructuredValue.Entry, _ file: String) throws(PackError) -> PackRequest {
    let value = entry.value
    func refuse(_ message: String, _ place: Place? = nil, _ hint: String? = nil) -> PackError {
      PackError(.manifest, "pack '\(entry.key)': \(message)", file: file, place: place ?? entry.place, hint: hint)
    }
    guard case .mapping(let members) = value.content else { throw refuse("expected a mapping, found \(value.phrase)") }
    let known = PackField.allCases.map(\.rawValue)
    if let unknown = members.first(where: { !known.contains($0.key) }) {
      let nearest = SpellingCorrector.suggestion(for: unknown.key, among: known)
      throw PackError(.manifest, "unknown field '\(unknown.key)'\(nearest)", file: file, place: unknown.place)
    }
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
    let source = try mapError(try PackSource(address)) { (error: PackError) in
      refuse(error.message, value["source"]?.place, error.hint)
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
      request.range = try mapError(try VersionRange(version)) { (error: PackError) in
        refuse(error.message, value["version"]?.place, error.hint)
      }
    }
    if case .registry = source, ref == nil, request.range == nil {
      throw refuse(
        "the version is missing: a registry has no default", nil, "add a version, such as 'version: ^1.2', or a ref")
    }
    let (signed, signers) = (try text("signed"), try text("signers"))
    guard let signed else {
      if signers != nil { throw refuse("'signers' has no effect without 'signed'", value["signers"]?.place) }
      return request
    }
    guard let object = LockedPack.Kind(rawValue: signed), object.canBeSigned else {
      throw refuse("'signed' must be tag or commit, not '\(signed)'", value["signed"]?.place)
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
