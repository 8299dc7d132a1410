import Basics

/// A connection to the database with a ledger's tables. `Ledger` defines what the tables contain and mean, for all
/// databases.
///
/// Statements are constants of this program, in SQL that both SQLite and PostgreSQL accept. Data from outside is only
/// ever passed as a value, `$1`, `$2`, … in the order of `values`. Only one thread at a time uses a connection.
protocol LedgerDatabase: AnyObject {
  var dialect: LedgerDialect { get }

  /// Runs a statement and passes each row of the result to `row`, until that returns false. A row has a value for
  /// each column of the result.
  func run(_ statement: String, _ values: [LedgerValue], row: ([LedgerValue]) throws(LedgerError) -> Bool)
    throws(LedgerError)

  /// Begins a transaction. A writing one excludes all other writers of this ledger until it ends; it waits for others
  /// up to 30 seconds, then throws `busy`. A reading one sees one state throughout.
  func begin(writing: Bool) throws(LedgerError)

  /// Ends the transaction. When this returns, the writes survive a crash of the machine.
  ///
  /// Throws if that is not certain: `raced` if another process was faster and nothing was written, `unreachable` if
  /// it is unknown whether anything was written.
  func commit() throws(LedgerError)

  /// Returns the defects of the database itself, one sentence each; none if the database looks after that itself.
  /// Afterwards readable rows are returned in spite of them.
  func damages() throws(LedgerError) -> [String]

  /// A warning that answers may be out of date.
  var notice: LedgerError? { get }

  /// Discards the transaction, if there is one. Never fails: without a connection, the database discards the
  /// transaction when the connection ends.
  func rollBack()
}

struct LedgerDialect: Sendable {
  /// The type of a column of bytes: `BLOB` or `BYTEA`.
  let bytes: String
  let integer: String
  /// The end of the declaration of a table that is stored in the order of its primary key.
  let clustered: String
  /// Further columns in the index of builds, so that histories are read from the index alone. PostgreSQL's index has
  /// no room for them.
  let covered: String
}

extension LedgerDatabase {
  var notice: LedgerError? { nil }

  func damages() throws(LedgerError) -> [String] { [] }

  /// Runs `body` in a transaction, which is discarded if `body` throws.
  func transaction<Result>(
    writing: Bool, _ body: () throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try begin(writing: writing)
    do throws(LedgerError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  func rows(_ statement: String, _ values: LedgerValue...) throws(LedgerError) -> [[LedgerValue]] {
    try rows(statement, values)
  }

  func rows(_ statement: String, _ values: [LedgerValue]) throws(LedgerError) -> [[LedgerValue]] {
    var rows: [[LedgerValue]] = []
    try run(statement, values) { row throws(LedgerError) in
      rows.append(row)
      return true
    }
    return rows
  }

  func execute(_ statement: String, _ values: LedgerValue...) throws(LedgerError) {
    try run(statement, values) { _ throws(LedgerError) in true }
  }
}

enum LedgerValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// A text without U+0000, which PostgreSQL cannot store.
  case text(String)
  case bytes([UInt8])

  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  init(_ value: [UInt8]?) { self = value.map { .bytes($0) } ?? .null }

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
}

/// Waits before a transaction that lost a race runs again: longer each time, up to a limit.
struct LostRaces {
  /// The total time of all attempts, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000
  /// The longest wait, in microseconds.
  private static let longest: UInt32 = 3_000_000

  private let deadline = Clocks.nanoseconds() &+ Self.patience
  private var longestNow: UInt32 = 50_000

  /// Waits. Throws `busy` once `patience` is over.
  mutating func wait(_ location: LedgerLocation) throws(LedgerError) {
    if Clocks.nanoseconds() >= deadline {
      throw LedgerError(
        .busy, "other processes recorded first, each time for 30 seconds; nothing was recorded", file: location.shown,
        hint: "try again; if it keeps failing, let fewer jobs record at the same time")
    }
    usleep(.random(in: longestNow / 4...longestNow))
    longestNow = min(longestNow * 2, Self.longest)
  }
}
