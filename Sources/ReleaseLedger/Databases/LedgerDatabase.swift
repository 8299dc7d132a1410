/// A connection to the database that a ledger's tables lie in: all that a backend has to be. What the tables hold and mean is
/// the business of `Ledger`, the same for all.
///
/// Statements are constants of this program, in SQL that both SQLite and PostgreSQL read; what comes from outside is only ever
/// a value, `$1`, `$2`, … in the order of `values`. A connection is used by one thread at a time.
protocol LedgerDatabase: AnyObject {
  /// How the columns of the tables are declared here.
  var dialect: LedgerDialect { get }

  /// Runs a statement and gives each row of its result to `row`, one at a time, until that says false. Rows hold a value for each
  /// column of the result.
  func run(_ statement: String, _ values: [LedgerValue], row: ([LedgerValue]) throws(LedgerError) -> Bool)
    throws(LedgerError)

  /// Begins a transaction. One that writes is alone in doing so, among all connections to this ledger, from here until its end;
  /// it waits for others up to half a minute, then throws `busy`. One that reads sees one state throughout.
  func begin(writing: Bool) throws(LedgerError)

  /// Ends the transaction; when it returns, what was written survives a crash of the machine.
  ///
  /// Throws when that isn't certain. `raced` says that another process was faster, and that nothing was written; `unreachable` then says that it is not known whether it was written.
  func commit() throws(LedgerError)

  /// What is wrong with the database itself, one sentence each; none where it looks after that itself. Rows that can be read all the
  /// same are given from then on.
  func damages() throws(LedgerError) -> [String]

  /// What to warn of: that the answers may not be the newest.
  var notice: LedgerError? { get }

  /// Ends the transaction, if there is one, with nothing written. Never fails: what can't be told to the database is undone by
  /// it when the connection ends.
  func rollBack()
}

/// What differs between the databases in statements that make tables.
struct LedgerDialect: Sendable {
  /// The type of a column of bytes: `BLOB` or `BYTEA`.
  let bytes: String
  /// The type of a column of integers of 64 bits.
  let integer: String
  /// What follows the declaration of a table whose rows lie in the order of the primary key.
  let clustered: String
  /// The columns that the index of builds holds besides those it is ordered by, so that histories are read from it alone. PostgreSQL's
  /// has no room for them.
  let covered: String
}

extension LedgerDatabase {
  var notice: LedgerError? { nil }

  func damages() throws(LedgerError) -> [String] { [] }

  /// All rows of a statement's result.
  func rows(_ statement: String, _ values: LedgerValue...) throws(LedgerError) -> [[LedgerValue]] {
    var rows: [[LedgerValue]] = []
    try run(statement, values) { row throws(LedgerError) in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Runs a statement whose result is of no interest.
  func execute(_ statement: String, _ values: LedgerValue...) throws(LedgerError) {
    try run(statement, values) { _ throws(LedgerError) in true }
  }
}

/// A value on its way to or from a database.
enum LedgerValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Without U+0000, which PostgreSQL's texts can't hold.
  case text(String)
  case bytes([UInt8])

  /// Nil unless it is an integer.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// Nil unless it is a text.
  var text: String? { if case .text(let value) = self { value } else { nil } }
  /// Nil unless it is bytes.
  var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
}
