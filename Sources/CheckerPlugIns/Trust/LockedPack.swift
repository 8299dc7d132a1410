/// What a pack was when it was locked.
package struct LockedPack: Hashable, Sendable {
  /// What its ref named.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A tag: it stays where it is, and one that moved is told of.
    case tag
    /// A branch, or what the remote's `HEAD` is: it moves on.
    case branch
    /// A commit, by its id.
    case commit
    /// An artifact of a registry, by its digest.
    case digest
    /// An archive, whose address has no versions.
    case archive

    /// Whether it has a signature of git's.
    package var canBeSigned: Bool { self == .tag || self == .commit }

    /// Whether what it names must never change.
    package var isFixed: Bool { self != .branch }
  }

  /// Whose signature was found good.
  package struct Signature: Hashable, Sendable {
    /// What bears it: `tag` or `commit`.
    package var object: Kind
    /// The principal of the file of allowed signers.
    package var principal: String
    /// The key's fingerprint, `SHA256:…`.
    package var key: String

    /// Makes a signature.
    package init(object: Kind, principal: String, key: String) {
      self.object = object
      self.principal = principal
      self.key = key
    }
  }

  /// Where it comes from, as the manifest says: `git+https://…`. It holds no password.
  package var source: String
  /// The tag, branch, commit or digest that the manifest names, or the tag that the range led to; nil for the remote's `HEAD`, and for an
  /// archive.
  package var ref: String?
  /// The range of versions that the manifest asks for.
  package var range: String?
  /// The folder of the repository that it is; nil for the whole.
  package var path: String?
  /// What the ref named.
  package var kind: Kind
  /// What identifies the version where it comes from: a commit's id, of 40 or 64 hexadecimal digits; `sha256:` and 64 of the bytes of an
  /// archive, or of the manifest of an artifact.
  package var revision: String
  /// The id of git's tree that the folder is; nil for what is not of a repository.
  package var tree: String?
  /// `sha256:` and 64 hexadecimal digits over the names, modes and contents of all files.
  package var digest: String
  /// The id of the tag's own object, where there is one.
  package var tag: String?
  /// The signature that the manifest demands.
  package var signature: Signature?
  /// Digests of the native checkers that may be loaded, by their paths in the pack.
  package var checkers: [String: String]

  /// Makes an entry.
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
