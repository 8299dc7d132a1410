import Basics
internal import Bundles

/// The files that remain if a process is killed while it creates a ledger: `builds.db.new-PID-XXXXXX`, and its
/// journal.
struct SQLiteLeftovers {
  /// The number of characters that `mkstemp` fills in.
  private static let randomCount = 6
  private static let journal = "-journal"
  /// After this many seconds a process id may belong to another process.
  private static let longest: Int = 3600

  private let path: String
  private let folder: String
  private let prefix: String

  init(of path: String) {
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    prefix = path.split(separator: "/", omittingEmptySubsequences: false).last.map { $0 + ".new-" } ?? ".new-"
  }

  static func template(for path: String) -> String {
    "\(path).new-\(getpid())-" + String(repeating: "X", count: randomCount)
  }

  private var all: [(path: String, process: Int32)] {
    guard let entries = try? DirectoryStorage(path: folder).list("") else { return [] }
    return entries.compactMap { entry in
      guard entry.isNameValid, entry.type == .file, entry.name.hasPrefix(prefix) else { return nil }
      let name = entry.name.hasSuffix(Self.journal) ? entry.name.dropLast(Self.journal.count) : entry.name[...]
      let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].utf8.count == Self.randomCount, let process = Int32(parts[0]), process > 0 else {
        return nil
      }
      return (folder + entry.name, process)
    }
  }

  func clear() {
    for (file, process) in all {
      guard let status = FileSystem.status(file, followingLinks: false), status.type == S_IFREG else { continue }
      let age = time(nil) - Int(status.modificationTime.tv_sec)
      let isGone = kill(process, 0) != 0 && errno == ESRCH
      guard process != getpid(), isGone || abs(age) > Self.longest, !isLocked(file) else { continue }
      unlink(file)
    }
    // SQLite would roll back the journal of a removed ledger into the new one.
    guard !FileSystem.exists(path), errno == ENOENT else { return }
    for end in [Self.journal, "-wal", "-shm"]
    where FileSystem.status(path + end, followingLinks: false)?.type == S_IFREG {
      unlink(path + end)
    }
  }

  /// How many of them are hard links to the file with this `status`: a process was killed, or is about to remove it.
  func count(sameAs status: stat) -> Int {
    all.count { leftover in
      let own = FileSystem.status(leftover.path, followingLinks: false)
      return own?.st_ino == status.st_ino && own?.st_dev == status.st_dev
    }
  }

  /// Whether another process has the file open for writing, on any machine. Not for files of this process, which
  /// would lose its locks.
  private func isLocked(_ file: String) -> Bool {
    let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }
}
