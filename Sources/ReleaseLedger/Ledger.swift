public import Basics
import BuildRecords

/// The release ledger: an append-only list of builds, each row tied to the one before it by a hash.
///
/// All databases have the same contents and queries; see `LedgerDatabase` for the differences. Several threads
/// may use a ledger; they wait for each other.
public final class Ledger: @unchecked Sendable {  // the database is only ever touched while the lock is held
  package let location: LedgerLocation
  /// Whether its tables have room for measures and sets of builds.
  package var keepsDetails: Bool { identity.version >= LedgerSchema.withDetails }
  package var id: String { Hexadecimal.text(of: identity.id) }

  let identity: LedgerSchema.Identity
  private let database: any LedgerDatabase
  private let lock = Lock()
  let histories = HistoryCache()
  var columns: String { RowColumns.list(in: identity.version) }

  init(_ database: any LedgerDatabase, _ identity: LedgerSchema.Identity, at location: LedgerLocation) {
    (self.database, self.identity, self.location) = (database, identity, location)
  }

  /// Opens an existing ledger. Writes nothing.
  ///
  /// - Parameter location: the file, database or branch of the ledger.
  /// - Throws: `LedgerError` with the code `missing` if there is no ledger, `foreign` if the file, database or branch
  /// is not a ledger, `schema` if another version of bundlepolicy must be used or must upgrade it, `unreachable` if a
  /// server cannot be reached, `corrupt` if it is damaged.
  public static func open(_ location: LedgerLocation) throws(LedgerError) -> Ledger {
    let database = try connect(location)
    let identity = try LedgerSchema.identity(in: database, shown: location.shown)
    try LedgerSchema.check(identity.version, shown: location.shown)
    return Ledger(database, identity, at: location)
  }

  private static func connect(_ location: LedgerLocation) throws(LedgerError) -> any LedgerDatabase {
    switch location.kind {
    case .file(let path):
      let header = try SQLiteHeader(path: path, shown: location.shown)
      return try SQLiteDatabase(path: header.path, shown: location.shown, isWritable: header.isWritable)
    case .server(let url): return try PostgreSQLDatabase(url: url, shown: location.shown)
    case .branch(let address): return try GitDatabase(reading: address, shown: location.shown)
    }
  }

  package enum Preparation: Hashable, Sendable {
    case made
    case migrated(from: Int64)
    case found
  }

  /// Creates a ledger, or upgrades an existing one. `time` is in milliseconds since 1970.
  ///
  /// Throws `foreign` if the location is taken by something else.
  package static func prepare(
    _ location: LedgerLocation, id: [UInt8] = (0..<16).map { _ in .random(in: 0...255) }, time: Int64
  ) throws(LedgerError) -> (Ledger, Preparation) {
    let database: any LedgerDatabase
    let found: LedgerSchema.Identity
    do throws(LedgerError) {
      database = try connect(location)
      found = try LedgerSchema.identity(in: database, shown: location.shown)
    } catch  where error.code == .missing {
      do throws(LedgerError) { try create(location, id: id, time: time) { _, _ throws(LedgerError) in } } catch
        where error.code == .foreign
      {
        return (try appeared(at: location, orElse: error), .found)
      }
      return (try open(location), .made)
    }
    if found.version >= LedgerSchema.current {
      try LedgerSchema.check(found.version, shown: location.shown)
      return (Ledger(database, found, at: location), .found)
    }
    try database.transaction(writing: true) { () throws(LedgerError) in
      // Another process may have upgraded it meanwhile.
      let version = try LedgerSchema.identity(in: database, shown: location.shown).version
      try LedgerSchema.migrate(database, from: version)
      try database.execute("UPDATE ledger SET version = $1", .integer(max(version, LedgerSchema.current)))
    }
    return (try open(location), .migrated(from: found.version))
  }

  /// The ledger that another process created at the same moment.
  private static func appeared(at location: LedgerLocation, orElse taken: LedgerError) throws(LedgerError) -> Ledger {
    do throws(LedgerError) { return try open(location) } catch { throw error.code == .missing ? taken : error }
  }

  /// Creates the tables, and what `fill` adds to them, in one transaction. Throws if another process created them
  /// meanwhile.
  static func create(
    _ location: LedgerLocation, id: [UInt8], time: Int64,
    _ fill: (Ledger, any LedgerDatabase) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    func make(in database: any LedgerDatabase) throws(LedgerError) {
      try database.transaction(writing: true) { () throws(LedgerError) in
        try (database as? PostgreSQLDatabase)?.makeSchema()
        try LedgerSchema.create(in: database, id: id, time: time)
        try fill(Ledger(database, LedgerSchema.Identity(id: id, version: LedgerSchema.current), at: location), database)
      }
    }
    switch location.kind {
    case .file(let path): try SQLiteCreation.create(path: path, shown: location.shown, make)
    case .branch(let address): try GitDatabase.create(address, shown: location.shown, make)
    case .server(let url): try make(in: PostgreSQLDatabase(url: url, shown: location.shown))
    }
  }

  // MARK: Transactions

  /// Runs `body` in a transaction that excludes all other writers of the ledger. If another process is faster all the
  /// same, nothing is written, and `body` runs again on the new state if `repeats` is true.
  func write<Result>(
    repeats: Bool = true, _ body: (any LedgerDatabase) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try transaction(writing: true, repeats: repeats) { database throws(LedgerError) in
      // The ledger may have been upgraded to an unknown version since it was opened.
      let version = try LedgerSchema.identity(in: database, shown: location.shown)
      guard version.id == identity.id else {
        throw LedgerError(.foreign, "another ledger has replaced this one", file: location.shown)
      }
      try LedgerSchema.check(version.version, shown: location.shown)
      guard version.version == identity.version else {
        throw LedgerError(
          .schema, "the ledger was upgraded while this program was using it; nothing was recorded",
          file: location.shown, hint: "run the command again")
      }
      return try body(database)
    }
  }

  func read<Result>(_ body: (any LedgerDatabase) throws(LedgerError) -> Result) throws(LedgerError) -> Result {
    try transaction(writing: false, body)
  }

  private func transaction<Result>(
    writing: Bool, repeats: Bool = false, _ body: (any LedgerDatabase) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try lock.withLock { () throws(LedgerError) in
      var races = LostRaces()
      while true {
        do throws(LedgerError) {
          return try database.transaction(writing: writing) { () throws(LedgerError) in try body(database) }
        } catch {
          guard repeats, error.code == .raced else { throw error }
          try races.wait(location)
        }
      }
    }
  }

  /// The rows of a statement that reads, outside of a transaction.
  func ask(_ statement: String, _ values: LedgerValue...) throws(LedgerError) -> [[LedgerValue]] {
    try lock.withLock { () throws(LedgerError) in try database.rows(statement, values) }
  }

  package var notice: LedgerError? { lock.withLock { database.notice } }

  func damages() throws(LedgerError) -> [String] {
    try lock.withLock { () throws(LedgerError) in try database.damages() }
  }

  // MARK: Rows

  func row(_ values: [LedgerValue]) throws(LedgerError) -> RecordedBuild {
    if let row = RowColumns.row(values) { return row }
    throw damagedRow(values)
  }

  func select(
    _ condition: String, _ values: [LedgerValue] = [], in database: any LedgerDatabase,
    _ body: (RecordedBuild) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try database.run("SELECT \(columns) FROM builds \(condition)", values) { values throws(LedgerError) in
      try body(try row(values))
      return true
    }
  }

  /// The error for columns that hold no row. The first column is the number.
  func damagedRow(_ values: [LedgerValue]) -> LedgerError {
    let number = values.first?.integer.map { " #\($0)" } ?? ""
    return LedgerError(
      .corrupt, "row\(number) of the ledger is damaged", file: location.shown,
      hint: "find all defects with 'bundlepolicy ledger verify'")
  }

  /// How many rows are read at once, and after how many bytes no more.
  private static let portion: (rows: Int64, bytes: Int) = (1_000, 8 << 20)

  /// Passes the columns of every row to `body` in the order of their numbers.
  ///
  /// Rows are read in portions, each in a transaction of its own, and `body` runs between them: a caller that reads
  /// for minutes, or writes to a pipe that nobody empties, does not keep others from recording. Because rows are only
  /// ever added, `body` gets every row that existed at the beginning.
  func eachRow(_ body: ([LedgerValue]) throws(LedgerError) -> Void) throws(LedgerError) {
    var next = Int64.min
    while true {
      var portion: [[LedgerValue]] = []
      var bytes = 0
      try read { database throws(LedgerError) in
        try database.run(
          "SELECT \(columns) FROM builds WHERE sequence >= $1 ORDER BY sequence LIMIT $2",
          [.integer(next), .integer(Self.portion.rows)]
        ) { values throws(LedgerError) in
          portion.append(values)
          for case .bytes(let value) in values { bytes &+= value.count }
          return bytes < Self.portion.bytes
        }
      }
      guard let end = portion.last else { return }
      for values in portion { try body(values) }
      // In a damaged file, rows may come in any order, and repeatedly.
      guard let last = end.first?.integer, last >= next else {
        throw LedgerError(
          .corrupt, "the ledger is damaged: its rows are not in the order of their numbers", file: location.shown,
          hint: "restore a backup, and check it with 'bundlepolicy ledger verify'")
      }
      if last == .max { return }
      next = last + 1
    }
  }
}
