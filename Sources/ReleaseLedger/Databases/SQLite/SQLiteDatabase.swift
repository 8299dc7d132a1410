internal import Basics
internal import CSQLite

/// A ledger in a file, stored by SQLite.
///
/// This uses SQLite's own interface: existing wrappers need all of Foundation, which would make every start of the
/// program two thirds slower, with a ledger or without.
final class SQLiteDatabase: LedgerDatabase {
  let dialect = LedgerDialect(
    bytes: "BLOB", integer: "INTEGER", clustered: " WITHOUT ROWID",
    covered: ", path, verdict, platform, short_version, build, digest")
  let isWritable: Bool

  /// How long a statement waits for other processes, in milliseconds.
  static let patience: Int32 = 30_000

  private let handle: OpaquePointer
  private let shown: String
  private var statements: [String: OpaquePointer] = [:]

  /// The maximum bytes of a value or a row. A row within `RowLimits` has fewer.
  static let lengthLimit: Int32 = 64 << 20

  /// Opens an existing file. Throws unless it is a ledger, or `isNew`. Without a path, opens a database in memory.
  init(
    path: String?, shown: String, isWritable: Bool, isNew: Bool = false, patience: Int32 = SQLiteDatabase.patience
  ) throws(LedgerError) {
    var opened: OpaquePointer?
    // SQLite must not read the name as a URI or as ":memory:".
    let flags = (isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
    let name = path.map { $0.hasPrefix("/") ? $0 : "./" + $0 } ?? ":memory:"
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else {
      throw LedgerError(.failed, "there is not enough memory to open the ledger", file: shown)
    }
    guard code == SQLITE_OK else {
      let error = SQLiteFailure.error(code, of: opened, shown)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.shown = shown
    self.isWritable = isWritable
    sqlite3_extended_result_codes(handle, 1)
    if !isNew { try SQLiteHeader.check(try header(), shown: shown) }
    sqlite3_busy_timeout(handle, patience)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.lengthLimit)
    guard bundlepolicy_sqlite_defend(handle) == SQLITE_OK else { throw failure(SQLITE_ERROR) }
    // When a transaction has ended, the removal of the journal is on the disk, too.
    try execute("PRAGMA synchronous = EXTRA")
    // On the Mac, only this waits for the disk itself.
    try execute("PRAGMA fullfsync = ON")
    // Detects damage where it is, not where it leads to.
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA temp_store = MEMORY")
    // At most 64 MiB: an import adds to the index of versions everywhere.
    try execute("PRAGMA cache_size = -65536")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  private func header() throws(LedgerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: SQLiteHeader.count)
    let code = bytes.withUnsafeMutableBytes { bundlepolicy_sqlite_read(handle, $0.baseAddress, Int32($0.count)) }
    guard code == SQLITE_OK else { throw failure(code) }
    return bytes
  }

  func run(_ statement: String, _ values: [LedgerValue], row: ([LedgerValue]) throws(LedgerError) -> Bool)
    throws(LedgerError)
  {
    let prepared = try prepare(statement)
    defer {
      sqlite3_reset(prepared)
      sqlite3_clear_bindings(prepared)
    }
    for (position, value) in values.enumerated() { try bind(value, at: Int32(position) + 1, of: prepared) }
    while true {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      guard try row((0..<sqlite3_column_count(prepared)).map { Self.value(of: prepared, column: $0) }) else { return }
    }
  }

  func begin(writing: Bool) throws(LedgerError) { try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN") }

  func commit() throws(LedgerError) { try execute("COMMIT") }

  func damages() throws(LedgerError) -> [String] {
    try rows("PRAGMA integrity_check(10)").compactMap { $0.first?.text }.filter { $0 != "ok" }
      .map { "the file is damaged: \($0)" }
  }

  func rollBack() {
    // Some failures have already ended the transaction.
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// Prepares a statement, or returns the one prepared before. There are few statements, and each runs often.
  private func prepare(_ text: String) throws(LedgerError) -> OpaquePointer {
    if let known = statements[text] { return known }
    var prepared: OpaquePointer?
    // To SQLite, `$1` would be a name, numbered by occurrence; `?1` is always the first value.
    let numbered = String(text.map { $0 == "$" ? "?" : $0 })
    let code = sqlite3_prepare_v3(handle, numbered, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code == SQLITE_OK ? SQLITE_ERROR : code) }
    statements[text] = prepared
    return prepared
  }

  private func bind(_ value: LedgerValue, at position: Int32, of statement: OpaquePointer) throws(LedgerError) {
    let code: Int32
    let copies = bundlepolicy_sqlite_copies()
    switch value {
    case .null: code = sqlite3_bind_null(statement, position)
    case .integer(let number): code = sqlite3_bind_int64(statement, position, number)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // SQLite takes a string without an address for NULL.
          $0.baseAddress == nil
            ? sqlite3_bind_text(statement, position, "", 0, copies)
            : sqlite3_bind_text64(statement, position, $0.baseAddress, UInt64($0.count), copies, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes):
      code =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, position, 0)
        : bytes.withUnsafeBytes {
          sqlite3_bind_blob64(statement, position, $0.baseAddress, UInt64($0.count), copies)
        }
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// A value that no recorded row contains.
  private static let neverRecorded = LedgerValue.text("\0")

  private static func value(of statement: OpaquePointer, column: Int32) -> LedgerValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
      // SQLite does not check that a string is UTF-8. Invalid UTF-8 must not be repaired into what was recorded.
      return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? neverRecorded
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    case SQLITE_NULL: return .null
    // No column of a ledger contains a real number.
    default: return neverRecorded
    }
  }

  private func failure(_ code: Int32) -> LedgerError { SQLiteFailure.error(code, of: handle, shown) }
}

/// The errors for SQLite's result codes (SQLite documentation, "Result and Error Codes").
enum SQLiteFailure {
  static func error(_ code: Int32, of handle: OpaquePointer, _ shown: String) -> LedgerError {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "SQLite error \(code)"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return LedgerError(
        .busy, "another process has locked the ledger for too long", file: shown,
        hint: "try again; if it keeps failing, look for a hanging process that has the file open")
    case SQLITE_FULL:
      return LedgerError(
        .unwritable, "the disk with the ledger is full; nothing was recorded", file: shown,
        hint: "free some disk space and run the command again; recording a build twice changes nothing")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return LedgerError(
        .unwritable, "the ledger cannot be written (\(message))", file: shown,
        hint: "give this user write permission for the file and its folder, where SQLite keeps its journal")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return LedgerError(
        .corrupt, "the ledger is damaged (\(message))", file: shown,
        hint: "restore a backup, and check it with 'bundlepolicy ledger verify'")
    case SQLITE_CANTOPEN:
      return LedgerError(
        .unwritable, "the ledger or its journal cannot be opened (\(message))", file: shown,
        hint: "check the permissions of the file and its folder")
    case SQLITE_IOERR:
      var error = LedgerError(
        .failed, "the ledger cannot be read or written: the disk reports an error (\(message))", file: shown,
        hint: "check the disk and its free space; only builds reported as recorded were recorded")
      error.reason = SystemError(EIO)
      return error
    default: return LedgerError(.failed, "SQLite failed: \(message) (code \(code))", file: shown)
    }
  }
}
