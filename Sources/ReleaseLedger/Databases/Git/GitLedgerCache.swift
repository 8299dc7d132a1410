import Basics
import GitRepositories

/// The folder in the cache with the copy of a branch: a bare repository, and the lock files that processes use.
struct GitLedgerCache {
  let folder: String
  /// How long to wait for a lock, in seconds.
  private static let patience = 30

  init(_ address: GitLedgerAddress) throws(LedgerError) {
    guard let root = address.cache ?? CacheFolder.standard else {
      throw LedgerError(
        .unwritable, "the copy of the ledger has no location because HOME is not set",
        hint: "name a folder with BUNDLEPOLICY_CACHE")
    }
    let key = SHA256Digest(of: Array("\(address.url)\n\(address.branch)".utf8)).hexadecimal.prefix(32)
    let path = "\(root)/ledgers/\(key)"
    try FolderTree<LedgerCode>.make(path)
    for folder in [root, root + "/ledgers", path] {
      guard let problem = CacheFolder.problem(with: folder) else { continue }
      throw LedgerError(.unwritable, problem.message, file: folder, hint: problem.hint)
    }
    guard let real = FileSystem.realPath(path) else {
      throw FolderTree<LedgerCode>.failure("the cache cannot be used", path)
    }
    folder = real
  }

  /// Locks recording on this machine, so that fewer races are lost.
  func lockForRecording(_ shown: String) throws(LedgerError) -> FileLock { try lock("\(folder)/recording", shown) }

  func lockForGit(_ shown: String) throws(LedgerError) -> FileLock {
    let working = try lock("\(folder)/working", shown)
    removeStaleLocks()
    return working
  }

  /// Without working locks, the server still refuses all pushes but the first.
  private func lock(_ path: String, _ shown: String) throws(LedgerError) -> FileLock {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FolderTree<LedgerCode>.failure("the cache cannot be written", path) }
    if let lock = FileLock(descriptor, seconds: Self.patience) { return lock }
    throw LedgerError(
      .busy, "another process has used the copy of the ledger for too long", file: shown,
      hint: "try again; if it keeps failing, look for a hanging process that has \(path) open")
  }

  /// Removes the locks of a git that was killed. Another git can only still be running here if the process that
  /// started it was killed, and not for long.
  private func removeStaleLocks() {
    let recently = time(nil) - 60
    for folder in ["\(folder)/git", "\(folder)/git/refs/bundlepolicy"] {
      for name in FileSystem.names(in: folder) ?? [] where name.hasSuffix(".lock") {
        guard let status = FileSystem.status("\(folder)/\(name)", followingLinks: false) else { continue }
        if status.modificationTime.tv_sec < recently { unlink("\(folder)/\(name)") }
      }
    }
  }
}
