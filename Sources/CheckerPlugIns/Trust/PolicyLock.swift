import Basics
package import StructuredText

/// The digests of a policy repository when it was last reviewed: `bundlepolicy.lock`, JSON, in the repository's top
/// folder.
///
///     { "format": "bundlepolicy-lock", "version": 1,
///       "checkers": { "Plugins/Icons.checker": "sha256:…" },
///       "packs": { "acme": { "source": "git+https://…", "commit": "…", "digest": "sha256:…", … } } }
///
/// A file may have either or both.
package struct PolicyLock: Hashable, Sendable {
  package static let fileName = "bundlepolicy.lock"
  package static let limit = 1 << 20

  /// The digests of the repository's own checkers, by their paths in it.
  package var checkers: [String: String]
  package var packs: [String: LockedPack]

  package init(checkers: [String: String] = [:], packs: [String: LockedPack] = [:]) {
    self.checkers = checkers
    self.packs = packs
  }
}

extension PolicyLock {
  package static func read(_ bytes: [UInt8]) throws(StructuredTextError) -> PolicyLock {
    let root = try mapError(try JSONReader.read(bytes)) { (error: StructuredTextError) in
      StructuredTextError("the lock file is malformed: \(error.message)", at: error.place)
    }
    guard root["format"]?.string == "bundlepolicy-lock" else {
      throw StructuredTextError("this is not a lock file of bundlepolicy", at: Place())
    }
    guard case .integer(1)? = root["version"]?.content else {
      throw StructuredTextError(
        "this version of bundlepolicy does not support the lock file's version", at: root["version"]?.place ?? Place())
    }
    var lock = PolicyLock()
    if root["checkers"] == nil, root["packs"] == nil {
      throw StructuredTextError("the lock file has no 'checkers' and no 'packs'", at: Place())
    }
    lock.checkers = try digests(root["checkers"], "'checkers' in the lock file")
    for entry in try entries(root["packs"], "'packs' in the lock file") { lock.packs[entry.key] = try pack(entry) }
    return lock
  }

  private static func entries(
    _ value: StructuredValue?, _ what: String
  ) throws(StructuredTextError) -> [StructuredValue.Entry] {
    guard let value else { return [] }
    guard case .mapping(let entries) = value.content else {
      throw StructuredTextError("\(what) must be a mapping", at: value.place)
    }
    return entries
  }

  private static func digests(_ value: StructuredValue?, _ what: String) throws(StructuredTextError) -> [String: String]
  {
    var digests: [String: String] = [:]
    for entry in try entries(value, what) {
      guard let digest = entry.value.string, HexDigest.isSHA256(digest) else {
        throw StructuredTextError(
          "'\(entry.key)' is locked to a value that is not a SHA-256 digest", at: entry.value.place)
      }
      digests[entry.key] = digest
    }
    return digests
  }

  private static let fields: Set<String> = [
    "source", "ref", "version", "path", "kind", "commit", "tree", "object", "digest", "tag", "signature", "checkers",
  ]

  private static func pack(_ entry: StructuredValue.Entry) throws(StructuredTextError) -> LockedPack {
    let value = entry.value
    let members = try entries(value, "the pack '\(entry.key)'")
    if let unknown = members.first(where: { !fields.contains($0.key) }) {
      throw StructuredTextError("the pack '\(entry.key)' has an unknown field '\(unknown.key)'", at: unknown.place)
    }
    func text(_ name: String) throws(StructuredTextError) -> String? {
      guard let field = value[name] else { return nil }
      guard let text = field.string else {
        throw StructuredTextError(
          "the pack '\(entry.key)': '\(name)' must be a string, found \(field.phrase)", at: field.place)
      }
      return text
    }
    func required(
      _ name: String, _ what: String, _ isRight: (String) -> Bool
    ) throws(StructuredTextError) -> String {
      guard let text = try text(name), isRight(text) else {
        throw StructuredTextError(
          "the pack '\(entry.key)': '\(name)' must be \(what)", at: value[name]?.place ?? value.place)
      }
      return text
    }
    let kind = try required("kind", "tag, branch, commit, digest or archive") { LockedPack.Kind(rawValue: $0) != nil }
    // A pack that does not come from a repository has one digest instead of git's two ids.
    let isObject = value["object"] != nil
    if isObject, let other = members.first(where: { ["commit", "tree", "tag", "signature"].contains($0.key) }) {
      throw StructuredTextError(
        "the pack '\(entry.key)': 'object' and '\(other.key)' cannot be combined", at: other.place)
    }
    var pack = LockedPack(
      source: try required("source", "where the pack comes from") { !$0.isEmpty }, ref: try text("ref"),
      range: try text("version"), path: try text("path"), kind: LockedPack.Kind(rawValue: kind) ?? .branch,
      revision: isObject
        ? try required("object", "a SHA-256", HexDigest.isSHA256)
        : try required("commit", "the id of a commit", HexDigest.isObject),
      tree: isObject ? nil : try required("tree", "the id of a tree", HexDigest.isObject),
      digest: try required("digest", "a SHA-256", HexDigest.isSHA256))
    if value["tag"] != nil { pack.tag = try required("tag", "the id of a tag", HexDigest.isObject) }
    if let field = value["signature"] { pack.signature = try signature(field, of: entry.key) }
    pack.checkers = try digests(value["checkers"], "the pack '\(entry.key)': 'checkers'")
    return pack
  }

  private static func signature(
    _ value: StructuredValue, of pack: String
  ) throws(StructuredTextError) -> LockedPack.Signature {
    guard let object = value["object"]?.string.flatMap(LockedPack.Kind.init(rawValue:)), object.canBeSigned,
      let principal = value["principal"]?.string, let key = value["key"]?.string
    else {
      throw StructuredTextError(
        "the pack '\(pack)': 'signature' must have an object, a principal and a key", at: value.place)
    }
    return LockedPack.Signature(object: object, principal: principal, key: key)
  }
}

extension PolicyLock {
  package var text: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "bundlepolicy-lock")
      writer.member("version", 1)
      if !checkers.isEmpty || packs.isEmpty { Self.write(checkers, "checkers", to: &writer) }
      if packs.isEmpty { return }
      writer.object("packs") { writer in
        for (name, pack) in packs.sorted(byBytesOf: \.key) { writer.object(name) { Self.write(pack, to: &$0) } }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ digests: [String: String], _ name: String, to writer: inout JSONWriter) {
    writer.object(name) { writer in
      for (path, digest) in digests.sorted(byBytesOf: \.key) { writer.member(path, digest) }
    }
  }

  private static func write(_ pack: LockedPack, to writer: inout JSONWriter) {
    func member(_ name: String, _ text: String?) { if let text { writer.member(name, text) } }
    member("source", pack.source)
    member("version", pack.range)
    member("ref", pack.ref)
    member("path", pack.path)
    member("kind", pack.kind.rawValue)
    member(pack.tree == nil ? "object" : "commit", pack.revision)
    member("tag", pack.tag)
    member("tree", pack.tree)
    member("digest", pack.digest)
    if let signature = pack.signature {
      writer.object(
        "signature",
        [
          "object": signature.object.rawValue, "principal": signature.principal, "key": signature.key,
        ])
    }
    if !pack.checkers.isEmpty { write(pack.checkers, "checkers", to: &writer) }
  }
}
