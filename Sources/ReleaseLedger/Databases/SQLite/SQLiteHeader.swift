#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a file shows before anything is asked of it: one that is no ledger is not read as one, so nothing of it is changed, not
/// even by the clearing up that SQLite does after another program's crash.
struct SQLiteHeader {
  /// `application_id` of a ledger: "bply" (SQLite documentation, "Database File Format", 1.3).
  static let application: Int32 = 0x6270_6C79

  /// Whether this process may write the file.
  let isWritable: Bool

  /// Bytes of the header of every SQLite database.
  static let count = 100

  /// Looks at what lies at `path`, without opening it. Throws when there is nothing, or no file that may be read.
  init(path: String, shown: String) throws(LedgerError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw LedgerError(
        .missing, "the name of the ledger is no path", file: shown, hint: "name a file such as builds.db")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.failure(errno, shown) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Self.foreign("it is no file", shown) }
    guard status.st_size > 0 else { throw Self.foreign("it is empty", shown) }
    guard access(path, R_OK) == 0 else { throw Self.failure(errno, shown) }
    isWritable = access(path, W_OK) == 0
    // SQLite would wait for ever for a pipe in the journal's place.
    if lstat(path + "-journal", &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw LedgerError(
        .failed, "in the place of the ledger's journal lies what is no file", file: shown + "-journal",
        hint: "move it away")
    }
  }

  /// Throws unless these first bytes are those of a ledger.
  static func check(_ bytes: [UInt8], shown: String) throws(LedgerError) {
    guard bytes.count == count, bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw foreign("it is no SQLite database", shown)
    }
    let application = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard application == UInt32(bitPattern: Self.application) else {
      throw foreign("it is a database of another program", shown)
    }
  }

  private static func foreign(_ what: String, _ shown: String) -> LedgerError {
    LedgerError(
      .foreign, "this is no ledger: \(what); it was left as it is", file: shown,
      hint: "name the ledger's own file, or begin one elsewhere with 'bundlepolicy ledger init'")
  }

  private static func failure(_ number: Int32, _ shown: String) -> LedgerError {
    switch number {
    case ENOENT, ENOTDIR:
      LedgerError(
        .missing, "there is no ledger here", file: shown,
        hint: "check the path, or begin a ledger with 'bundlepolicy ledger init --ledger \(shown)'")
    default:
      LedgerError(
        .failed, "the ledger cannot be opened: \(String(cString: strerror(number)))", file: shown,
        hint: "look at the rights of the file and its folders")
    }
  }
}
