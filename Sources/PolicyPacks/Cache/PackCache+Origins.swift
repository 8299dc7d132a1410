import Basics
import CheckerPlugIns
import GitRepositories

// The locks for which an entry was fetched.
extension PackCache {
  /// Throws if another user owns the cache or may write to it: then the contents cannot be trusted, and git must not run there.
  func checkOwners(_ digest: String? = nil) throws(PackError) {
    for folder in [root, packs] + (digest.map { [place(of: $0)] } ?? []) {
      guard let problem = CacheFolder.problem(with: folder) else { continue }
      throw PackError(.cache, problem.message, file: folder, hint: problem.hint)
    }
  }

  /// Whether the entry was fetched for this lock and, if it is signed, verified with these allowed signers.
  func isVerified(_ locked: LockedPack, signers: [UInt8]?) -> Bool {
    FileSystem.status(marker(of: locked, signers: signers), followingLinks: false)?.type == S_IFREG
  }

  /// Records that the entry was fetched for this lock and verified with these allowed signers.
  func recordVerification(_ locked: LockedPack, signers: [UInt8]?) throws(PackError) {
    let path = marker(of: locked, signers: signers)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FolderTree.failure("the cache cannot be written", path) }
    close(descriptor)
  }

  /// Returns the entry of a lock. Throws if it does not exist, was fetched for another lock, or has been altered. `pack` is the name for
  /// messages.
  func entry(of locked: LockedPack, signers: [UInt8]?, pack: String) throws(PackError) -> Entry {
    try checkOwners(locked.digest)
    if has(locked.digest), !isVerified(locked, signers: signers) {
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

  /// The marker file in a cache entry for one lock that the entry was verified against.
  ///
  /// A digest identifies the files of a pack but not their origin: files fetched from one repository must not pass for a version of another
  /// because someone wrote their digest into the lock. So an entry counts only for the locks that were created from, or verified against,
  /// the repository when it was fetched.
  ///
  /// Its name is SHA-256 over the lock without its range (which only selected the tag) and checkers (which are the project's own choice),
  /// and over the allowed signers, so that the marker no longer counts after a signer is removed.
  private func marker(of locked: LockedPack, signers: [UInt8]?) -> String {
    let fields = [
      locked.source, locked.ref, locked.path, locked.kind.rawValue, locked.revision, locked.tree, locked.digest,
      locked.tag,
      locked.signature?.object.rawValue, locked.signature?.principal, locked.signature?.key,
      signers.map { SHA256Digest(of: $0).hexadecimal },
    ]
    // The lengths make the encoding unambiguous.
    let text = fields.map { field in field.map { "\($0.utf8.count) \($0)\n" } ?? "-\n" }.joined()
    let name = SHA256Digest(of: Array(("bundlepolicy-pack-origin 2\n" + text).utf8)).hexadecimal
    return "\(place(of: locked.digest))/origin-\(name)"
  }
}
