import Basics
internal import Bundles
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

/// The digests of a policy repository's checkers, in its lock file.
extension PolicyLock {
  /// The folder of a repository's checkers.
  package static let checkerFolder = "Plugins"

  /// The lock of the checkers in a repository's `Plugins` folder as they are now, with the packs of its lock file.
  ///
  /// Throws if there are no checkers, if one cannot be read or is malformed, and for a malformed lock file.
  package static func lockingCheckers(of repository: String) throws(PlugInError) -> PolicyLock {
    let checkers = try checkerDigests(of: repository)
    if checkers.isEmpty { throw CheckerFolder.empty("\(repository)/\(checkerFolder)") }
    var lock = try read("\(repository)/\(fileName)") ?? PolicyLock()
    lock.checkers = checkers
    return lock
  }

  /// The digests of the checkers in a repository's `Plugins` folder, by their paths in it. Throws if it cannot be
  /// listed, and if a checker cannot be read or is malformed.
  package static func checkerDigests(of repository: String) throws(PlugInError) -> [String: String] {
    let folder = "\(repository)/\(checkerFolder)"
    var checkers: [String: String] = [:]
    for path in try CheckerFolder.list(folder) {
      let bundle = try CheckerBundle.open(path)
      try CheckerLinkage.check(path, shownAs: path)
      // To the file system, names are bytes; in the lock file, two of them may be the same text.
      if checkers.updateValue(try bundle.digest(), forKey: checkerFolder + path.dropFirst(folder.count)) != nil {
        throw PlugInError(
          .untrusted, "another checker has the same name, in another form of Unicode", file: path,
          hint: "rename one of them")
      }
    }
    return checkers
  }

  static func read(_ bytes: [UInt8], file: String) throws(PlugInError) -> PolicyLock {
    try mapError(try read(bytes)) { (error: StructuredTextError) in
      PlugInError(
        .untrusted, error.message, file: error.place == Place() ? file : "\(file):\(error.place)",
        hint:
          "correct the lock file, or delete it and create it again with 'bundlepolicy plugin lock' and 'bundlepolicy pack update'"
      )
    }
  }

  /// The lock in a file; nil if the file does not exist.
  static func read(_ path: String) throws(PlugInError) -> PolicyLock? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let root = parts.dropLast().joined(separator: "/")
    let bytes: [UInt8]
    do throws(StorageError) {
      let storage = try DirectoryStorage(path: root.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : root)
      bytes = try storage.read(String(parts.last ?? ""), limit: limit)
    } catch {
      if error.code == .notFound { return nil }
      throw PlugInError(.untrusted, "the lock file cannot be read: \(error.description)", file: path)
    }
    return try read(bytes, file: path)
  }
}

package struct LockedPack: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A tag, which should not move; if it does, that is reported.
    case tag
    /// A branch, or the remote's `HEAD`, which moves.
    case branch
    case commit
    case digest
    /// An archive, whose address has no versions.
    case archive

    /// Whether git can sign it.
    package var canBeSigned: Bool { self == .tag || self == .commit }

    package var isFixed: Bool { self != .branch }
  }

  package struct Signature: Hashable, Sendable {
    package var object: Kind
    package var principal: String
    package var key: String

    package init(object: Kind, principal: String, key: String) {
      self.object = object
      self.principal = principal
      self.key = key
    }
  }

  /// The address in the manifest: `git+https://…`. It contains no password.
  package var source: String
  /// The tag, branch, commit or digest in the manifest, or the tag that the range selected; nil for the remote's
  /// `HEAD`, and for an archive.
  package var ref: String?
  package var range: String?
  package var path: String?
  package var kind: Kind
  /// The identity of the version: a commit's id, of 40 or 64 hexadecimal digits; or `sha256:` and 64 digits, of the
  /// bytes of an archive or of the manifest of an artifact.
  package var revision: String
  /// The id of git's tree for the folder; nil if it does not come from a repository.
  package var tree: String?
  /// `sha256:` and 64 hexadecimal digits over the names, modes and contents of all files.
  package var digest: String
  package var tag: String?
  package var signature: Signature?
  /// The digests of the native checkers that may be loaded, by their paths in the pack.
  package var checkers: [String: String]

  package init(
    source: String, ref: String?, range: String? = nil, path: String?, kind: Kind, revision: String, tree: String?,
    digest: String, tag: String? = nil, signature: Signature? = nil, checkers: [String: String] = [:]
  ) {
    self.source = source
    self.ref = ref
    self.range = range
    self.path = path
    self.kind = kind
    self.revision = revision
    self.tree = tree
    self.digest = digest
    self.tag = tag
    self.signature = signature
    self.checkers = checkers
  }
}
