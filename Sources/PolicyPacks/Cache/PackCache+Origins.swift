import Basics
import CheckerPlugIns
import GitRepositories

// What an entry was got for.
extension PackCache {
  /// Throws where somebody else may change what is in the cache: an entry's name would say nothing, and git works there.
  func checkOwners(_ digest: String? = nil) throws(PackError) {
    for folder in [root, packs] + (digest.map { [place(of: $0)] } ?? []) {
      guard let trouble = CacheFolder.trouble(with: folder) else { continue }
      let isShared = trouble == .shared
      throw PackError(
        .cache, isShared ? "other users may write to the cache" : "the cache belongs to another user", file: folder,
        hint: isShared
          ? "run 'chmod go-w' on it, or name another folder with BUNDLEPOLICY_CACHE"
          : "name a folder of your own with BUNDLEPOLICY_CACHE")
    }
  }

  private func origin(of locked: LockedPack, _ signers: [UInt8]?) -> String {
    "\(place(of: locked.digest))/\(PackOrigin.name(of: locked, signers: signers))"
  }

  /// Whether the entry came from what is locked, and not from elsewhere, signed by one of those who may.
  func knows(_ locked: LockedPack, signers: [UInt8]?) -> Bool {
    var status = stat()
    return lstat(origin(of: locked, signers), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Remembers that the digest was found to be that of the commit, by whom the lock says it is signed.
  func note(_ locked: LockedPack, signers: [UInt8]?) throws(PackError) {
    let path = origin(of: locked, signers)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FolderTree.failure("the cache cannot be written", path) }
    close(descriptor)
  }

  /// The entry of what is locked. Throws when there is none, when it came from elsewhere, and when anything in it is not what
  /// it was; `pack` is its name.
  func entry(of locked: LockedPack, signers: [UInt8]?, pack: String) throws(PackError) -> Entry {
    try checkOwners(locked.digest)
    if has(locked.digest), !knows(locked, signers: signers) {
      if locked.signature != nil {
        throw PackError(
          .missing,
          "pack '\(pack)' is in the cache, but its signature was not verified with the current allowed signers",
          hint: "verify it with 'bundlepolicy pack fetch'")
      }
      throw PackError(
        .missing,
        "pack '\(pack)' is not in the cache: files with the locked digest are, but they were not fetched for "
          + "\(locked.shortRevision) of \(locked.source)",
        hint: "run 'bundlepolicy pack fetch', which verifies the lock against the repository")
    }
    return try entry(locked.digest, of: pack)
  }
}

/// The name that a pack's entry in the cache keeps for one line of a lock file that it was held against.
///
/// A digest says what a pack's files are, and not whose: what was got from one repository must not be taken for a version of
/// another because somebody wrote its digest beside that version. So an entry counts for those locks alone that were made, or
/// held against the repository, when it was got.
enum PackOrigin {
  /// How such names begin.
  static let beginning = "origin-"

  /// The name: the SHA-256 over all of the lock but the range, which only led to the tag, and the checkers, which are the project's own choice; and over the signers who
  /// were allowed, for one who is taken off the list must not count any more.
  static func name(of locked: LockedPack, signers: [UInt8]?) -> String {
    let fields = [
      locked.source, locked.ref, locked.path, locked.kind.rawValue, locked.revision, locked.tree, locked.digest,
      locked.tag,
      locked.signature?.object.rawValue, locked.signature?.principal, locked.signature?.key,
      signers.map { SHA256Digest(of: $0).hexadecimal },
    ]
    // With their lengths no two locks have one text.
    let text = fields.map { field in field.map { "\($0.utf8.count) \($0)\n" } ?? "-\n" }.joined()
    return beginning + SHA256Digest(of: Array(("bundlepolicy-pack-origin 2\n" + text).utf8)).hexadecimal
  }
}
