import Basics
import GitRepositories

/// The folder of the cache that holds the copy of a branch: a bare repository, and the files that processes take turns by.
struct GitLedgerCache {
  /// An absolute path.
  let folder: String

  /// Makes the folder where it is missing. Throws where somebody else may change it.
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
      guard let trouble = CacheFolder.trouble(with: folder) else { continue }
      throw LedgerError(
        .unwritable,
        trouble == .shared ? "other users may write to the cache" : "the cache belongs to another user", file: folder,
        hint: trouble == .shared
          ? "run 'chmod go-w' on it, or name another folder with BUNDLEPOLICY_CACHE"
          : "name a folder of your own with BUNDLEPOLICY_CACHE")
    }
    guard let real = FileSystem.realPath(path) else {
      throw FolderTree<LedgerCode>.failure("the cache cannot be used", path)
    }
    folder = real
  }

  /// The turn of whoever records: nobody else does on this machine, so that fewer races are lost.
  func turnToRecord(_ shown: String) throws(LedgerError) -> FileTurn { try FileTurn("\(folder)/recording", shown) }

  /// The turn of whoever lets git work here.
  func turnToWork(_ shown: String) throws(LedgerError) -> FileTurn {
    let turn = try FileTurn("\(folder)/working", shown)
    removeStaleLocks()
    return turn
  }

  /// Locks of a git that was killed: another one works here only when the process that started it was killed, and not for long.
  private func removeStaleLocks() {
    let recently = time(nil) - 60
    for folder in ["\(folder)/git", "\(folder)/git/refs/bundlepolicy"] {
      for name in FolderTree<LedgerCode>.names(in: folder) where name.hasSuffix(".lock") {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
        #if os(macOS)
          let age = status.st_mtimespec.tv_sec
        #else
          let age = status.st_mtim.tv_sec
        #endif
        if age < recently { unlink("\(folder)/\(name)") }
      }
    }
  }
}

/// A lock on a file that one process has at a time, for as long as this lives; the system releases it with the process.
final class FileTurn {
  /// How long it is waited for, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000

  private let descriptor: Int32

  init(_ path: String, _ shown: String) throws(LedgerError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FolderTree<LedgerCode>.failure("the cache cannot be written", path) }
    let deadline = Clocks.nanoseconds() &+ Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks: the server's rule decides all the same.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline {
        throw LedgerError(
          .busy, "another process has used the copy of the ledger for too long", file: shown,
          hint: "try again; if it keeps failing, look for a hanging process that has \(path) open")
      }
      usleep(.random(in: 3_000...15_000))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
