internal import Basics
internal import CSQLite

/// What SQLite's result codes mean to whoever waits for the release (SQLite documentation, "Result and Error Codes").
enum SQLiteFailure {
  static func error(_ code: Int32, of handle: OpaquePointer, _ shown: String) -> LedgerError {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "SQLite error \(code)"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return LedgerError(
        .busy, "other processes have kept the ledger locked for too long", file: shown,
        hint: "try again; if it stays so, look for a process that hangs with the file open")
    case SQLITE_FULL:
      return LedgerError(
        .unwritable, "the disk with the ledger is full; nothing was recorded", file: shown,
        hint: "make room and run again: recording a build twice changes nothing")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return LedgerError(
        .unwritable, "the ledger cannot be written (\(message))", file: shown,
        hint: "give this user the right to write the file and its folder, where SQLite keeps its journal")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return LedgerError(
        .corrupt, "the ledger is damaged (\(message))", file: shown,
        hint: "put back a copy; 'bundlepolicy ledger verify' tells whether one is whole")
    case SQLITE_CANTOPEN:
      return LedgerError(
        .unwritable, "the ledger or its journal cannot be opened (\(message))", file: shown,
        hint: "look at the rights of the file and its folder")
    case SQLITE_IOERR:
      var error = LedgerError(
        .failed, "the ledger cannot be read or written: the disk reports an error (\(message))", file: shown,
        hint: "look at the disk and the room on it; nothing is recorded that was not reported as recorded")
      error.reason = SystemError(EIO)
      return error
    default: return LedgerError(.failed, "SQLite refuses: \(message) (code \(code))", file: shown)
    }
  }
}
