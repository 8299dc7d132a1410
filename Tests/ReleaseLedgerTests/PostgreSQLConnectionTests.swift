import Basics
import Testing

@testable import ReleaseLedger

/// Unreachable servers, and error messages of libpq or of a hostile server.
@Suite(.enabled(if: PostgreSQLServer.isLibraryThere, "\(PostgreSQLServer.libraryAbsence)"))
struct PostgreSQLConnectionTests {
  private static func error(_ url: String, _ session: PostgreSQLSession = PostgreSQLSession()) -> LedgerError? {
    #expect(throws: LedgerError.self) {
      try PostgreSQLDatabase(url: url, shown: "the server", session: session)
    }
  }

  @Test func missingLibrary() {
    let error = #expect(throws: LedgerError.self) { try PostgreSQLLibrary(names: ["libnothing-of-ours.so.5"]) }
    #expect(error?.code == .unreachable)
    #expect(error?.hint?.contains("install libpq") == true)
  }

  /// A library of that name without the functions.
  @Test func otherLibrary() {
    #if os(macOS)
      let other = "libz.1.dylib"
    #else
      let other = "libz.so.1"
    #endif
    let error = #expect(throws: LedgerError.self) { try PostgreSQLLibrary(names: [other]) }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("PQconnectdbParams") == true)
  }

  @Test func nothingListens() throws {
    // A port on which no server listens.
    let port = try ScriptedServer([]).port
    let error = Self.error("postgres://someone@127.0.0.1:\(port)/ledger")
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("refused") == true)
    #expect(error?.hint != nil)
    #expect(error?.file == "the server")
  }

  @Test func unknownHost() {
    #expect(Self.error("postgres://someone@nowhere.invalid/ledger")?.code == .unreachable)
  }

  @Test func silentServer() throws {
    let server = try ScriptedServer([.wait])
    #expect(Self.error(server.url() + "&connect_timeout=2")?.code == .unreachable)
  }

  @Test func serverThatFallsSilent() throws {
    let server = try ScriptedServer(ScriptedServer.welcome(version: "15.4") + [.wait])
    let error = Self.error(server.url(), PostgreSQLSession(patience: 300))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("has not answered") == true)
  }

  @Test func serverThatGoes() throws {
    let server = try ScriptedServer(ScriptedServer.welcome(version: "15.4") + [.readMessage])
    #expect(Self.error(server.url())?.code == .unreachable)
  }

  /// A commit that is never answered.
  @Test func serverThatFallsSilentAtCommit() throws {
    let complete: [ScriptedServer.Step] = [.send("C", ScriptedServer.text("BEGIN")), .send("Z", [0x54])]
    let server = try ScriptedServer(Self.introduction(as: "PostgreSQL 15.4") + [.readMessage] + complete + [.wait])
    // Long enough for what comes before the silence, however busy the machine is.
    let database = try PostgreSQLDatabase(
      url: server.url(), shown: "the server", session: PostgreSQLSession(patience: 15_000))
    try database.begin(writing: true)
    let error = #expect(throws: LedgerError.self) { try database.commit() }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("may or may not have been") == true)
    database.rollBack()
  }

  @Test(arguments: ["9.6.24", "8.4.1"]) func oldServer(_ version: String) throws {
    let server = try ScriptedServer(ScriptedServer.welcome(version: version) + [.wait])
    #expect(Self.error(server.url())?.code == .schema)
  }

  @Test func otherServer() throws {
    let server = try ScriptedServer(Self.introduction(as: "CockroachDB CCL v23.1") + [.wait])
    let error = Self.error(server.url())
    #expect(error?.code == .foreign)
    #expect(error?.message.contains("CockroachDB CCL v23.1") == true)
  }

  /// A server that lets a client in and answers its first question: who it is.
  private static func introduction(as name: String) -> [ScriptedServer.Step] {
    let name = Array(name.utf8)
    let column: [UInt8] =
      ScriptedServer.text("version") + [0, 0, 0, 0, 0, 0] + [0, 0, 0, 25, 0xFF, 0xFF] + [0xFF, 0xFF, 0xFF, 0xFF, 0, 1]
    return ScriptedServer.welcome(version: "15.4")
      // Parse, Bind, Describe, Execute, Sync.
      + Array(repeating: .readMessage, count: 5)
      + [
        .send("1", []), .send("2", []), .send("T", [0, 1] + column),
        .send("D", [0, 1, 0, 0, 0, UInt8(name.count)] + name), .send("C", ScriptedServer.text("SELECT 1")),
        .send("Z", [0x49]),
      ]
  }

  // MARK: - Passwords

  /// URLs that are invalid or ambiguous: no part of them is printed.
  @Test(arguments: [
    "postgres://ci:hush@1@localhost/ledger", "postgres://ci:hush/1@localhost/ledger",
    "postgres://ci:hush?1@localhost/ledger",
    "postgres://ci:hush#1@localhost/ledger", "postgres://ci:hush/ledger", "postgres://ci:hush%zz@localhost/ledger",
    "postgres://ci:hush%00@localhost/ledger", "postgres://localhost:hush/ledger", "postgres://localhost/ledger?hush=1",
    "postgres://localhost/ledger?password=hush&hush", "postgres://localhost/ledger?password=hush&port=hush",
    "postgres://ci:hush\n@localhost/ledger", "postgres://ci:hush\0@localhost/ledger", "postgres://[::hush/ledger",
    "postgres://ci:hush?1/2@localhost/ledger", "postgres://localhost/ledger@hush",
    "hush",
  ])
  func malformedURLs(_ url: String) {
    let error = Self.error(url)
    #expect(error?.code == .unreachable)
    #expect(error.map { "\($0)" }?.contains("hush") == false)
  }

  /// A server that says the password again, with more around it.
  @Test(arguments: [
    ("someone:correct%20horse", "correct horse"), ("someone:p%40ss%3Aw%2Frd", "p@ss:w/rd"),
    ("someone:äöü%F0%9F%98%80x", "äöü😀x"),
    ("someone:abc", "abc"), ("someone:%5C%5C'%22x", "\\\\'\"x"), ("someone:a%0Ab%0Ac", "a\nb\nc"),
  ])
  func repeatedPassword(_ userInfo: String, _ password: String) throws {
    // AuthenticationCleartextPassword; then an error.
    let server = try ScriptedServer([
      .readStartup, .send("R", [0, 0, 0, 3]), .readMessage,
      .sendBack(
        "E", Array("SFATAL\0VFATAL\0C28P01\0MI know: ".utf8), Array("\u{301} is it\u{1B}[2J\n".utf8) + [0, 0]),
    ])
    let error = Self.error(server.url(userInfo))
    #expect(error?.code == .unreachable)
    let text = error.map { "\($0.message) \($0.hint ?? "")" } ?? password
    // Scalars: with an accent behind it the last character is another.
    #expect(text.unicodeScalars.firstRange(of: password.unicodeScalars) == nil, "\(text)")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    #expect(error?.hint?.contains("PGPASSWORD") == true)
  }

  @Test(arguments: ["?password=hush-hush", "?sslpassword=hush-hush", "?%70assword=hush-hush"])
  func passwordsInTheQuery(_ query: String) throws {
    let port = try ScriptedServer([]).port
    // The path of a socket, which libpq prints.
    let error = Self.error("postgres:///hush-hush\(query)&host=/nowhere/hush-hush&port=\(port)")
    #expect(error?.code == .unreachable)
    #expect(error.map { "\($0)" }?.contains("hush") == false)
    #expect(error?.message.contains("/nowhere/") == true)
  }

  /// A colon that was encoded by mistake makes the password a part of the name.
  @Test(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)")) func encodedColon() throws {
    let url = try PostgreSQLServer.url(role: "ci%3Ahush", password: "x1234", database: "postgres")
    let error = Self.error(url)
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("\"ci:…\"") == true)
  }

  /// `Scripts/test` sets a password that no role has.
  @Test(
    .enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)"),
    .enabled(if: PostgreSQLServer.password != nil, "PGPASSWORD is not set"))
  func passwordInTheEnvironment() throws {
    let password = try #require(PostgreSQLServer.password)
    let role = password.utf8.map { "%" + Hexadecimal.text(of: [$0]) }.joined()
    let error = Self.error(try PostgreSQLServer.url(role: role, password: nil, database: "postgres"))
    #expect(error?.code == .unreachable)
    #expect(error.map { "\($0)" }?.contains(password) == false)
    #expect(error?.message.contains("\"…\"") == true)
  }

  // MARK: - Servers that refuse

  @Test(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)")) func refusals() throws {
    let place = try PostgreSQLTestDatabase()
    let role = try place.makeRole(password: "p@ss:w/rd?#%''")
    let right = "p%40ss%3Aw%2Frd%3F%23%25%27"
    let database = try PostgreSQLDatabase(
      url: try PostgreSQLServer.url(role: role, password: right, database: place.name), shown: "the server")
    #expect(try database.rows("SELECT current_user") == [[.text(role)]])

    let wrong = Self.error(try PostgreSQLServer.url(role: role, password: "hush-hush", database: place.name))
    #expect(wrong?.code == .unreachable)
    #expect(wrong?.message.contains("password authentication failed") == true)
    #expect(wrong?.hint?.contains("PGPASSWORD") == true)
    #expect(wrong.map { "\($0)" }?.contains("hush") == false)

    let nowhere = Self.error(try PostgreSQLServer.url(role: role, password: right, database: "no_such_database"))
    #expect(nowhere?.code == .unreachable)
    #expect(nowhere?.message.contains("no_such_database") == true)

    let secret = Self.error(PostgreSQLServer.url(of: "hush-hush", query: "password=hush-hush"))
    #expect(secret?.message.contains("database \"…\" does not exist") == true)
  }

  @Test(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)"), arguments: ["SQL_ASCII", "LATIN1"])
  func otherEncodings(_ encoding: String) throws {
    let place = try PostgreSQLTestDatabase(encoding: encoding)
    let error = Self.error(place.url)
    #expect(error?.code == .schema)
    #expect(error?.message.contains(encoding) == true)
    #expect(error?.hint?.contains("UTF8") == true)
  }

  /// The URL may say how long to wait and how the session is called, not which encoding it has.
  @Test(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)")) func optionsOfTheURL() throws {
    let url = PostgreSQLServer.url(
      of: nil, query: "application_name=nightly&client_encoding=LATIN1&options=-csearch_path%3Dpublic")
    let database = try PostgreSQLDatabase(url: url, shown: "the server")
    #expect(
      try database.rows(
        "SELECT current_setting('application_name'), current_setting('client_encoding'), current_setting('search_path')"
      )
        == [[.text("nightly"), .text("UTF8"), .text("bundlepolicy")]])
  }
}
