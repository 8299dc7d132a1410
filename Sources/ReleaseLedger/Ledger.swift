public import Basics

/// The release ledger: an append-only list of builds, each row tied to the one before it by a hash.
///
/// What it holds and how it is asked is the same for every database; see `LedgerDatabase` for what differs. A ledger may be used by
/// several threads, one after the other.
public final class Ledger: @unchecked Sendable {  // the database is only ever touched while the lock is held
  /// Where it lies.
  package let location: LedgerLocation
  /// Tells this ledger from others: 32 hexadecimal digits.
  package var id: String { Hexadecimal.text(of: identity.id) }

  let identity: LedgerSchema.Identity
  private let database: any LedgerDatabase
  private let lock = Lock()
  let histories = HistoryCache()
  /// What is selected to read rows.
  var columns: String { RowColumns.list(in: identity.version) }

  init(_ database: any LedgerDatabase, _ identity: LedgerSchema.Identity, at location: LedgerLocation) {
    self.database = database
    self.identity = identity
    self.location = location
  }

  /// Opens a ledger that is there. Nothing is written.
  ///
  /// Throws when there is none, what lies there is no ledger, or another version of the program wrote it.
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
    case .server(let url): return try PostgreSQLDatabase.open(url: url, shown: location.shown)
    case .branch(let address): return try GitDatabase.open(address, shown: location.shown)
    }
  }

  /// What became of a place where a ledger was to be.
  package enum Preparation: Hashable, Sendable {
    /// There was none, and now there is.
    case made
    /// There was one of an earlier version of the program, and now it is one of this.
    case migrated(from: Int64)
    /// There was one already.
    case found
  }

  /// Makes a ledger where there is none, or brings one up to date. `time` is that of `RecordedBuild`.
  ///
  /// Throws when something else lies there.
  package static func prepare(_ location: LedgerLocation, time: Int64) throws(LedgerError) -> (Ledger, Preparation) {
    try prepare(location, id: (0..<16).map { _ in UInt8.random(in: 0...255) }, time: time)
  }

  static func prepare(_ location: LedgerLocation, id: [UInt8], time: Int64) throws(LedgerError) -> (Ledger, Preparation)
  {
    let database: any LedgerDatabase
    let found: LedgerSchema.Identity
    do throws(LedgerError) {
      database = try connect(location)
      found = try LedgerSchema.identity(in: database, shown: location.shown)
    } catch  where error.code == .missing {
      do throws(LedgerError) { try create(location, id: id, time: time) { _ throws(LedgerError) in } } catch
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
    try write(to: database) { () throws(LedgerError) in
      // Another process may have done it meanwhile.
      let version = try LedgerSchema.identity(in: database, shown: location.shown).version
      try LedgerSchema.migrate(database, from: version)
      try database.execute("UPDATE ledger SET version = $1", .integer(max(version, LedgerSchema.current)))
    }
    return (try open(location), .migrated(from: found.version))
  }

  /// The ledger that another process made while this one was about to.
  private static func appeared(at location: LedgerLocation, orElse taken: LedgerError) throws(LedgerError) -> Ledger {
    do throws(LedgerError) { return try open(location) } catch { throw error.code == .missing ? taken : error }
  }

  /// Makes the tables, and what `fill` adds to them, in one transaction. Throws when another process made them meanwhile.
  static func create(
    _ location: LedgerLocation, id: [UInt8], time: Int64, _ fill: (Ledger) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    func make(in database: any LedgerDatabase) throws(LedgerError) {
      try LedgerSchema.create(in: database, id: id, time: time)
      try fill(Ledger(database, LedgerSchema.Identity(id: id, version: LedgerSchema.current), at: location))
    }
    switch location.kind {
    case .file(let path):
      try SQLiteCreation.create(path: path, shown: location.shown) { database throws(LedgerError) in
        try write(to: database) { () throws(LedgerError) in try make(in: database) }
      }
    case .branch(let address):
      try GitDatabase.create(address, shown: location.shown) { database throws(LedgerError) in
        try write(to: database) { () throws(LedgerError) in try make(in: database) }
      }
    case .server(let url):
      let database = try PostgreSQLDatabase.open(url: url, shown: location.shown)
      try write(to: database) { () throws(LedgerError) in
        try database.makeSchema()
        let tables = try database.rows("SELECT COUNT(*) FROM pg_catalog.pg_tables WHERE schemaname = 'bundlepolicy'")
        // Another process may have made them meanwhile; or they are those of another program.
        guard tables.first?.first == .integer(0) else {
          throw LedgerError(.foreign, "the schema bundlepolicy already has tables", file: location.shown)
        }
        try make(in: database)
      }
    }
  }

  private static func write(to database: any LedgerDatabase, _ body: () throws(LedgerError) -> Void) throws(LedgerError)
  {
    try database.begin(writing: true)
    do throws(LedgerError) {
      try body()
      try database.commit()
    } catch {
      database.rollBack()
      throw error
    }
  }

  // MARK: Transactions

  /// Runs `body` alone among all that write to the ledger, and keeps what it wrote when it returns. Where others can be faster all
  /// the same, nothing of it is kept then, and it runs again on what they left, if it `repeats`.
  func write<Result>(
    repeats: Bool = true, _ body: (any LedgerDatabase) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try transaction(writing: true, repeats: repeats) { database throws(LedgerError) in
      // It may have been brought up to a version that this program doesn't know, since it was opened.
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

  /// Runs `body` on one state of the ledger.
  func read<Result>(_ body: (any LedgerDatabase) throws(LedgerError) -> Result) throws(LedgerError) -> Result {
    try transaction(writing: false, body)
  }

  private func transaction<Result>(
    writing: Bool, repeats: Bool = false, _ body: (any LedgerDatabase) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try lock.whileHeld { () throws(LedgerError) in
      var races = LostRaces()
      while true {
        do throws(LedgerError) { return try attempt(writing: writing, body) } catch {
          guard repeats, error.code == .raced else { throw error }
          try races.wait(location)
        }
      }
    }
  }

  private func attempt<Result>(
    writing: Bool, _ body: (any LedgerDatabase) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try database.begin(writing: writing)
    do throws(LedgerError) {
      let result = try body(database)
      try database.commit()
      return result
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Runs `body` with the database of a transaction that has begun, and that goes on.
  func inTransaction<Result>(_ body: (any LedgerDatabase) throws(LedgerError) -> Result) throws(LedgerError) -> Result {
    try body(database)
  }

  /// Runs one statement that reads, outside of a transaction.
  func ask(_ statement: String, _ values: LedgerValue...) throws(LedgerError) -> [[LedgerValue]] {
    try ask(statement, values)
  }

  /// The same, with any number of values.
  func ask(_ statement: String, _ values: [LedgerValue]) throws(LedgerError) -> [[LedgerValue]] {
    try lock.whileHeld { () throws(LedgerError) in
      var rows: [[LedgerValue]] = []
      try database.run(statement, values) { row throws(LedgerError) in
        rows.append(row)
        return true
      }
      return rows
    }
  }

  /// What to warn of: that the server could not be reached, and a copy answers.
  package var notice: LedgerError? { lock.whileHeld { database.notice } }

  /// What is wrong with the database itself.
  func damages() throws(LedgerError) -> [String] {
    try lock.whileHeld { () throws(LedgerError) in try database.damages() }
  }

  // MARK: Rows

  /// The row that columns hold. Throws for what is none.
  func row(_ values: [LedgerValue]) throws(LedgerError) -> RecordedBuild {
    if let row = RowColumns.row(values) { return row }
    throw damagedRow(values)
  }

  /// Columns, of which the first is the number, hold no row.
  func damagedRow(_ values: [LedgerValue]) -> LedgerError {
    let number = values.first?.integer.map { " #\($0)" } ?? ""
    return LedgerError(
      .corrupt, "row\(number) of the ledger is damaged", file: location.shown,
      hint: "find all defects with 'bundlepolicy ledger verify'")
  }

  /// Rows that are read at once, and bytes of them after which no more are.
  private static let portion: (rows: Int64, bytes: Int) = (1_000, 8 << 20)

  /// Gives the columns of every row to `body`, in the order of their numbers.
  ///
  /// Rows are read in portions, each in a transaction of its own, and `body` runs between them: whoever reads for minutes, or writes
  /// to a pipe that nobody empties, keeps nobody from recording. Rows are only ever added, so all that was there at the beginning
  /// comes.
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
      // In a damaged file they may come in any order, and again and again.
      guard let last = end.first?.integer, last >= next else { throw disorder() }
      if last == .max { return }
      next = last + 1
    }
  }

  private func disorder() -> LedgerError {
    LedgerError(
      .corrupt, "the ledger is damaged: its rows are not in the order of their numbers", file: location.shown,
      hint: "restore a backup, and check it with 'bundlepolicy ledger verify'")
  }
}
