/// What a repository of policies was when somebody looked at it: `bundlepolicy.lock`, JSON, in the repository's top folder.
///
///     { "format": "bundlepolicy-lock", "version": 1,
///       "checkers": { "Plugins/Icons.checker": "sha256:…" },
///       "packs": { "acme": { "source": "git+https://…", "commit": "…", "digest": "sha256:…", … } } }
///
/// A file may have either or both.
public struct PolicyLock: Hashable, Sendable {
  /// The file's name.
  public static let fileName = "bundlepolicy.lock"
  /// The largest file that is read: 1 MiB.
  public static let limit = 1 << 20

  /// Digests of the repository's own checkers, by their paths in it.
  public var checkers: [String: String]
  /// The packs that it uses, by their names.
  public var packs: [String: LockedPack]

  /// Makes a lock.
  public init(checkers: [String: String] = [:], packs: [String: LockedPack] = [:]) {
    self.checkers = checkers
    self.packs = packs
  }
}
