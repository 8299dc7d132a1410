import Basics

/// One result of a statement, freed when it goes.
final class PostgreSQLResult {
  private let result: PostgreSQLLibrary.Result
  private let library: PostgreSQLLibrary

  /// Takes a result over.
  init(_ result: PostgreSQLLibrary.Result, library: PostgreSQLLibrary) {
    self.result = result
    self.library = library
  }

  deinit { library.clear(result) }

  /// What kind of result it is; nil for kinds that our statements don't have.
  var status: PostgreSQLResultStatus? { PostgreSQLResultStatus(rawValue: library.resultStatus(result)) }

  /// What was done, like `COMMIT`.
  var command: String { text(library.commandStatus(result)) }

  /// The error's five characters (PostgreSQL documentation, appendix "PostgreSQL Error Codes"); nil for one that libpq made.
  var errorState: String? { library.errorField(result, PostgreSQLErrorField.state).map { String(cString: $0) } }

  /// What went wrong, in the server's words or libpq's.
  var errorMessage: String {
    library.errorField(result, PostgreSQLErrorField.message).map { String(cString: $0) }
      ?? text(library.resultError(result))
  }

  /// Its first row, which a result in single-row mode has. Throws when a value is not of a type that ledgers use.
  func row(shown: String) throws(LedgerError) -> [LedgerValue] {
    guard library.rowCount(result) > 0 else { return [] }
    var values: [LedgerValue] = []
    for column in 0..<max(0, library.columnCount(result)) { values.append(try value(column, shown)) }
    return values
  }

  private func value(_ column: CInt, _ shown: String) throws(LedgerError) -> LedgerValue {
    if library.isNull(result, 0, column) != 0 { return .null }
    let start = library.value(result, 0, column)
    let bytes = UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : max(0, Int(library.length(result, 0, column))))
    let type = library.columnType(result, column)
    switch type {
    case PostgreSQLType.bytes: return .bytes(Array(bytes))
    case PostgreSQLType.text, PostgreSQLType.varchar, PostgreSQLType.name:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw LedgerError(.corrupt, "the server sent text that is not UTF-8", file: shown)
      }
      return .text(text)
    case PostgreSQLType.int8 where bytes.count == 8, PostgreSQLType.int4 where bytes.count == 4,
      PostgreSQLType.int2 where bytes.count == 2:
      // Two's complement: the first byte has the sign.
      let first = Int64(Int8(truncatingIfNeeded: bytes[0]))
      return .integer(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) })
    // SQLite has integers in their place.
    case PostgreSQLType.boolean where bytes.count == 1: return .integer(bytes[0] == 0 ? 0 : 1)
    default:
      throw LedgerError(
        .failed,
        "the server sent a value of type \(type) with \(counted(bytes.count, "byte")), which a ledger never contains",
        file: shown,
        hint: "check that 'bundlepolicy ledger init' created the tables in the schema bundlepolicy")
    }
  }

  private func text(_ text: PostgreSQLLibrary.Text?) -> String { text.map { String(cString: $0) } ?? "" }
}

/// The descriptor of a connection, which libpq owns.
struct PostgreSQLSocket {
  /// What to wait for.
  enum Event {
    case reading
    case readingOrWriting
  }

  private let descriptor: CInt

  /// A descriptor that libpq gave; a negative one is that of a lost connection.
  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Waits until it can be read, or written, if that is awaited, or is closed: says whether it can be read. Nil when none of it
  /// happens for so long.
  func wait(for event: Event, milliseconds: Int) -> Bool? {
    // Reading will tell.
    guard descriptor >= 0 else { return true }
    let awaited = event == .reading ? POLLIN : POLLIN | POLLOUT
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: awaited), revents: 0)
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    while true {
      let left = max(.zero, end - clock.now)
      let (seconds, attoseconds) = left.components
      let timeout = seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
      let count = poll(&entry, 1, CInt(clamping: timeout))
      // A signal is no news of the server.
      if count < 0, errno == EINTR { continue }
      if count == 0 { return nil }
      return count < 0 || entry.revents & ~Int16(truncatingIfNeeded: POLLOUT) != 0
    }
  }
}
