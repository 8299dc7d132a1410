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
  /// The tag, branch or commit that the manifest names; nil for the remote's `HEAD`.
  package var ref: String?
  /// The folder of the repository that it is; nil for the whole.
  package var path: String?
  /// What the ref named.
  package var kind: Kind
  /// The commit's id: 40 or 64 hexadecimal digits.
  package var commit: String
  /// The id of the tree that the folder is.
  package var tree: String
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
    source: String, ref: String?, path: String?, kind: Kind, commit: String, tree: String, digest: String,
    tag: String? = nil, signature: Signature? = nil, checkers: [String: String] = [:]
  ) {
    self.source = source
    self.ref = ref
    self.path = path
    self.kind = kind
    self.commit = commit
    self.tree = tree
    self.digest = digest
    self.tag = tag
    self.signature = signature
    self.checkers = checkers
  }
}
