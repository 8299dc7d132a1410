internal import PolicyLock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// What an entry was got for.
extension PackCache {
  private func origin(of locked: LockedPack) -> String { "\(place(of: locked.digest))/\(PackOrigin.name(of: locked))" }

  /// Whether the entry came from what is locked, and not from elsewhere.
  func knows(_ locked: LockedPack) -> Bool {
    var status = stat()
    return lstat(origin(of: locked), &status) == 0
  }

  /// Remembers that the digest was found to be that of the commit, by whom the lock says it is signed.
  func note(_ locked: LockedPack) throws(PackError) {
    let path = origin(of: locked)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FolderTree.failure("the cache cannot be written", path) }
    close(descriptor)
  }

  /// The entry of what is locked. Throws when there is none, when it came from elsewhere, and when anything in it is not what
  /// it was; `pack` is its name.
  func entry(of locked: LockedPack, pack: String) throws(PackError) -> Entry {
    if has(locked.digest), !knows(locked) {
      throw PackError(
        .missing,
        "pack '\(pack)' is not in the cache: files with the digest that is locked are, but they were not got for commit "
          + "\(locked.commit.prefix(12)) of \(locked.source)",
        hint: "run 'bundlepolicy pack fetch', which holds what is locked against the repository")
    }
    return try entry(locked.digest, of: pack)
  }
}
