import Testing

@testable import ReleaseLedger

/// Transactions: what is written when, and who may write.
@Suite(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)"))
struct PostgreSQLTransactionTests {
  private static func code(_ body: () throws -> Void) -> LedgerCode? {
    do { try body() } catch { return (error as? LedgerError)?.code }
    return nil
  }

  /// A short wait for others.
  private static let impatient = PostgreSQLSession(lockTimeout: 200)

  private static func table() throws -> PostgreSQLTestDatabase {
    let place = try PostgreSQLTestDatabase()
    try place.connect().execute("CREATE TABLE builds (n BIGINT PRIMARY KEY)")
    return place
  }

  @Test func tablesLieInTheSchema() throws {
    let place = try Self.table()
    let found = try place.connect().rows("SELECT schemaname::text FROM pg_tables WHERE tablename = 'builds'")
    #expect(found == [[.text("bundlepolicy")]])
    #expect(Self.code { try place.connect().makeSchema() } == .foreign)
    #expect(try place.connect().rows("SELECT n FROM builds") == [])
  }

  @Test func missingLedger() throws {
    let place = try PostgreSQLTestDatabase()
    let database = try place.connect()
    let read = #expect(throws: LedgerError.self) { try database.rows("SELECT n FROM builds") }
    #expect(read?.code == .missing)
    #expect(read?.hint?.contains("bundlepolicy ledger init") == true)
    try database.execute("DROP SCHEMA bundlepolicy")
    // Not into another schema, and not into a temporary one.
    #expect(Self.code { try database.execute("CREATE TABLE builds (n BIGINT)") } == .missing)
  }

  @Test func commitAndRollBack() throws {
    let place = try Self.table()
    let (one, other) = (try place.connect(), try place.connect())
    try one.begin(writing: true)
    try one.execute("INSERT INTO builds VALUES (1)")
    #expect(try other.rows("SELECT n FROM builds") == [])
    try one.commit()
    #expect(try other.rows("SELECT n FROM builds") == [[.integer(1)]])
    try one.begin(writing: true)
    try one.execute("INSERT INTO builds VALUES (2)")
    one.rollBack()
    one.rollBack()
    #expect(try one.rows("SELECT n FROM builds") == [[.integer(1)]])
    #expect(Self.code { try one.commit() } == .failed)
    try one.begin(writing: true)
    #expect(Self.code { try one.begin(writing: true) } == .failed)
  }

  @Test func readersSeeOneState() throws {
    let place = try Self.table()
    let (reader, writer) = (try place.connect(), try place.connect())
    try reader.begin(writing: false)
    #expect(try reader.rows("SELECT count(*) FROM builds") == [[.integer(0)]])
    try writer.begin(writing: true)
    try writer.execute("INSERT INTO builds VALUES (1)")
    try writer.commit()
    #expect(try reader.rows("SELECT count(*) FROM builds") == [[.integer(0)]])
    #expect(Self.code { try reader.execute("INSERT INTO builds VALUES (2)") } == .unwritable)
    reader.rollBack()
    #expect(try reader.rows("SELECT count(*) FROM builds") == [[.integer(1)]])
  }

  @Test func writersAreAlone() throws {
    let place = try Self.table()
    let (one, other) = (try place.connect(), try place.connect(Self.impatient))
    try one.begin(writing: true)
    let error = #expect(throws: LedgerError.self) { try other.begin(writing: true) }
    #expect(error?.code == .busy)
    #expect(error?.file == "the server")
    // Reading goes on, and so does writing when the first is done.
    try other.begin(writing: false)
    try other.commit()
    one.rollBack()
    try other.begin(writing: true)
    try other.execute("INSERT INTO builds VALUES (1)")
    try other.commit()
  }

  /// Each writer sees what the one before wrote, however they come.
  @Test func racingWriters() async throws {
    let place = try Self.table()
    let url = place.url
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let database = try PostgreSQLDatabase(url: url, shown: "the server")
          for _ in 0..<25 {
            try database.begin(writing: true)
            let last = try database.rows("SELECT coalesce(max(n), 0) FROM builds")[0][0].integer ?? -1
            try database.execute("INSERT INTO builds VALUES ($1)", .integer(last + 1))
            try database.commit()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try place.connect().rows("SELECT count(*), max(n) FROM builds") == [[.integer(100), .integer(100)]])
  }

  @Test func failedTransactionsAreNotCommitted() throws {
    let place = try Self.table()
    let database = try place.connect()
    try database.begin(writing: true)
    try database.execute("INSERT INTO builds VALUES (1)")
    #expect(Self.code { try database.execute("INSERT INTO builds VALUES (1)") } == .failed)
    #expect(Self.code { try database.commit() } == .failed)
    #expect(try database.rows("SELECT n FROM builds") == [])
  }

  @Test func rightsOfRoles() throws {
    let place = try Self.table()
    let (reader, writer, nobody) = (
      try place.makeRole(password: "r"), try place.makeRole(password: "w"), try place.makeRole(password: "n")
    )
    let owner = try place.connect()
    try owner.execute("GRANT USAGE ON SCHEMA bundlepolicy TO \(reader), \(writer)")
    try owner.execute("GRANT SELECT ON builds TO \(reader), \(writer)")
    try owner.execute("GRANT INSERT ON builds TO \(writer)")
    func connect(_ role: String, _ password: String) throws -> PostgreSQLDatabase {
      try PostgreSQLDatabase(
        url: try PostgreSQLServer.url(role: role, password: password, database: place.name), shown: "the server",
        session: Self.impatient)
    }
    let writing = try connect(writer, "w")
    try writing.begin(writing: true)
    try writing.execute("INSERT INTO builds VALUES (1)")
    #expect(Self.code { try writing.makeSchema() } == .foreign)
    // The lock needs no more rights than that, and holds for the superuser, too.
    #expect(Self.code { try place.connect(Self.impatient).begin(writing: true) } == .busy)
    try writing.commit()
    #expect(Self.code { try writing.execute("DELETE FROM builds") } == .unwritable)

    let reading = try connect(reader, "r")
    try reading.begin(writing: false)
    #expect(try reading.rows("SELECT n FROM builds") == [[.integer(1)]])
    try reading.commit()
    try reading.begin(writing: true)
    #expect(Self.code { try reading.execute("INSERT INTO builds VALUES (2)") } == .unwritable)
    reading.rollBack()

    let refused = try connect(nobody, "n")
    try refused.begin(writing: false)
    let error = #expect(throws: LedgerError.self) { try refused.rows("SELECT n FROM bundlepolicy.builds") }
    #expect(error?.code == .unreachable)
    #expect(error?.hint?.contains("GRANT USAGE ON SCHEMA bundlepolicy TO \(nobody)") == true)
    // By the name that a ledger's statements use, too: not found is not missing.
    let other = try connect(nobody, "n")
    let hidden = #expect(throws: LedgerError.self) { try other.rows("SELECT n FROM builds") }
    #expect(hidden?.code == .unreachable)
    #expect(hidden?.message.contains("the role '\(nobody)' may not use the schema bundlepolicy") == true)
    // A role that may not make the schema gets a message about the privilege that it needs.
    try owner.execute("DROP SCHEMA bundlepolicy CASCADE")
    let maker = #expect(throws: LedgerError.self) { try connect(nobody, "n").makeSchema() }
    #expect(maker?.code == .unwritable)
    #expect(maker?.hint?.contains("GRANT CREATE ON DATABASE \(place.name) TO \(nobody)") == true)
  }

  /// A database, role or standby that was made read-only stays so.
  @Test func readOnlyServers() throws {
    let place = try Self.table()
    try place.connect().execute("ALTER DATABASE \(place.name) SET default_transaction_read_only = on")
    defer { try? PostgreSQLServer.connect().execute("ALTER DATABASE \(place.name) RESET ALL") }
    let database = try place.connect()
    try database.begin(writing: false)
    #expect(try database.rows("SELECT n FROM builds") == [])
    try database.commit()
    #expect(
      Self.code {
        try database.begin(writing: true)
        try database.execute("INSERT INTO builds VALUES (1)")
      } == .unwritable)
    database.rollBack()
  }

  /// A ledger with rows hidden by a row security policy is refused.
  @Test func hiddenRows() throws {
    let place = try Self.table()
    let role = try place.makeRole(password: "r")
    let owner = try place.connect()
    try owner.execute("GRANT USAGE ON SCHEMA bundlepolicy TO \(role)")
    try owner.execute("GRANT SELECT ON builds TO \(role)")
    try owner.execute("ALTER TABLE builds ENABLE ROW LEVEL SECURITY")
    let url = try PostgreSQLServer.url(role: role, password: "r", database: place.name)
    let database = try PostgreSQLDatabase(url: url, shown: "the server")
    #expect(throws: LedgerError.self) { try database.rows("SELECT n FROM builds") }
  }

  @Test func settings() throws {
    let database = try PostgreSQLServer.connect(session: PostgreSQLSession(lockTimeout: 1234))
    func settings() throws -> [LedgerValue] {
      try [
        "search_path", "lock_timeout", "statement_timeout", "synchronous_commit", "standard_conforming_strings",
        "idle_in_transaction_session_timeout", "client_encoding", "application_name", "row_security",
      ].map { try database.rows("SELECT current_setting($1)", .text($0))[0][0] }
    }
    let expected: [LedgerValue] = [
      "bundlepolicy", "1234ms", "0", "on", "on", "5min", "UTF8", "bundlepolicy", "off",
    ].map { .text($0) }
    #expect(try settings() == expected)
    // In transactions they hold though the session has others.
    try database.execute(
      "SELECT set_config('search_path', 'public', false), set_config('synchronous_commit', 'off', false)")
    try database.begin(writing: true)
    #expect(try settings() == expected)
    database.rollBack()
    try database.execute("SELECT set_config('synchronous_commit', 'remote_apply', false)")
    try database.begin(writing: true)
    #expect(try settings()[3] == .text("remote_apply"))
  }

  // MARK: - Lost servers

  @Test func lostInATransaction() throws {
    let place = try Self.table()
    let database = try place.connect()
    try database.begin(writing: true)
    try database.execute("INSERT INTO builds VALUES (1)")
    try place.endOtherSessions()
    #expect(Self.code { try database.execute("INSERT INTO builds VALUES (2)") } == .unreachable)
    #expect(Self.code { try database.commit() } == .unreachable)
    database.rollBack()
    #expect(Self.code { try database.begin(writing: false) } == .unreachable)
    #expect(try place.connect().rows("SELECT n FROM builds") == [])
    // Its lock is gone with it.
    try place.connect(Self.impatient).begin(writing: true)
  }

  @Test func lostWhileCommitting() throws {
    let place = try Self.table()
    let database = try place.connect()
    try database.begin(writing: true)
    try database.execute("INSERT INTO builds VALUES (1)")
    try place.endOtherSessions()
    let error = #expect(throws: LedgerError.self) { try database.commit() }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("may or may not have been") == true)
    #expect(error?.hint?.contains("recording the same build twice changes nothing") == true)
    database.rollBack()
  }

  @Test func lostWhileReading() throws {
    let place = try Self.table()
    let database = try place.connect()
    try database.begin(writing: false)
    var isEnded = false
    let error = #expect(throws: LedgerError.self) {
      try database.run("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)", []) { _ throws(LedgerError) in
        if !isEnded { try? place.endOtherSessions() }
        isEnded = true
        return true
      }
    }
    #expect(error?.code == .unreachable)
    database.rollBack()
  }

  @Test func lostBetweenStatementsOfAReader() throws {
    let place = try Self.table()
    let database = try place.connect()
    try database.begin(writing: false)
    try place.endOtherSessions()
    let error = #expect(throws: LedgerError.self) { try database.commit() }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("not known") == false)
  }
}
