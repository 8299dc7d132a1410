import Basics

/// Checks a file before SQLite opens it: SQLite would change a file that is not a ledger, even if only to clean up
/// after another program's crash.
struct SQLiteHeader {
  /// `application_id` of a ledger: "bply" (SQLite documentation, "Database File Format", 1.3).
  static let application: Int32 = 0x6270_6C79

  /// The path of the file itself, with links resolved: its journal is next to it.
  let path: String
  let isWritable: Bool

  static let count = 100

  init(path: String, shown: String) throws(LedgerError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw LedgerError(
        .missing, "the name of the ledger is not a path", file: shown, hint: "name a file such as builds.db")
    }
    guard let status = FileSystem.status(path) else { throw Self.failure(errno, shown) }
    guard status.type == S_IFREG else { throw Self.foreign("it is not a file", shown) }
    guard status.st_size > 0 else { throw Self.foreign("it is empty", shown) }
    guard access(path, R_OK) == 0 else { throw Self.failure(errno, shown) }
    isWritable = access(path, W_OK) == 0
    guard let path = FileSystem.realPath(path) else { throw Self.failure(errno, shown) }
    self.path = path
    // A process that uses another hard link does not find the journal next to this one, and takes a half-finished
    // transaction for a whole one.
    if status.st_nlink > 1, Int(status.st_nlink) - SQLiteLeftovers(of: path).count(sameAs: status) > 1 {
      // The process that creates it may still have been at work.
      guard let status = FileSystem.status(path) else { throw Self.failure(errno, shown) }
      if status.st_nlink > 1 {
        throw LedgerError(
          .failed,
          "the ledger's file has \(status.st_nlink) hard links, but its journal would be next to only one of them",
          file: shown, hint: "remove the other hard links, or copy the file; use a symbolic link for a second name")
      }
    }
    if Self.isMountPoint(path) {
      throw LedgerError(
        .failed, "the ledger's file is mounted on its own, so other processes would not find its journal",
        file: shown, hint: "mount the folder that contains the file")
    }
    // SQLite would wait forever for a pipe in the journal's place.
    if let journal = FileSystem.status(path + "-journal", followingLinks: false), journal.type != S_IFREG {
      throw LedgerError(
        .failed, "the path of the ledger's journal is not a regular file", file: shown + "-journal",
        hint: "move it away")
    }
  }

  /// Whether a file is mounted over this one, as containers do (proc_pid_mountinfo(5)).
  private static func isMountPoint(_ path: String) -> Bool {
    #if os(Linux)
      guard let file = fopen("/proc/self/mountinfo", "re") else { return false }
      defer { fclose(file) }
      var line: UnsafeMutablePointer<CChar>?
      var room = 0
      defer { free(line) }
      let escaped = path.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case 0x20: Array("\\040".utf8)
        case 0x09: Array("\\011".utf8)
        case 0x0A: Array("\\012".utf8)
        case UInt8(ascii: "\\"): Array("\\134".utf8)
        default: [byte]
        }
      }
      while true {
        let count = getline(&line, &room, file)
        guard count > 0, let line else { return false }
        let bytes = UnsafeRawBufferPointer(start: line, count: count)
        let fields = bytes.split(separator: 0x20, maxSplits: 5, omittingEmptySubsequences: false)
        if fields.count > 4, fields[4].elementsEqual(escaped) { return true }
      }
    #else
      return false
    #endif
  }

  static func check(_ bytes: [UInt8], shown: String) throws(LedgerError) {
    guard bytes.count == count, bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw foreign("it is not an SQLite database", shown)
    }
    let application = UInt32(bigEndianBytes: bytes[68..<72])
    guard application == UInt32(bitPattern: Self.application) else {
      throw foreign("it is a database of another program", shown)
    }
  }

  private static func foreign(_ what: String, _ shown: String) -> LedgerError {
    LedgerError(
      .foreign, "this is not a ledger: \(what); it was not changed", file: shown,
      hint: "name the ledger's file, or create a new one with 'bundlepolicy ledger init'")
  }

  private static func failure(_ number: Int32, _ shown: String) -> LedgerError {
    switch number {
    case ENOENT, ENOTDIR:
      LedgerError(
        .missing, "no ledger at this path", file: shown,
        hint: "check the path, or create a ledger with 'bundlepolicy ledger init --ledger \(shown)'")
    default:
      LedgerError(
        .failed, "the ledger cannot be opened: \(SystemError(number).text)", file: shown,
        hint: "check the permissions of the file and its folders")
    }
  }
}
