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
