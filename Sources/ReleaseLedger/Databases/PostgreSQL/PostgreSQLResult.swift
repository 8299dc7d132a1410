import Basics

final class PostgreSQLResult {
  private let result: PostgreSQLLibrary.Result
  private let library: PostgreSQLLibrary

  /// Takes ownership of a result.
  init(_ result: PostgreSQLLibrary.Result, library: PostgreSQLLibrary) {
    self.result = result
    self.library = library
  }

  deinit { library.clear(result) }

  var status: PostgreSQLResultStatus? { PostgreSQLResultStatus(rawValue: library.resultStatus(result)) }

  var command: String { text(library.commandStatus(result)) }

  /// The SQLSTATE, five characters (PostgreSQL documentation, appendix "PostgreSQL Error Codes"); nil for an error of
  /// libpq.
  var errorState: String? { library.errorField(result, PostgreSQLErrorField.state).map { String(cString: $0) } }

  var errorMessage: String {
    library.errorField(result, PostgreSQLErrorField.message).map { String(cString: $0) }
      ?? text(library.resultError(result))
  }

  /// The only row of a result in single-row mode. Throws if a value is not of a type that ledgers use.
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
    // SQLite has integers instead.
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
