import Testing

@testable import ReleaseLedger

/// Values and rows, there and back.
@Suite(.enabled(if: PostgreSQLServer.isThere, "\(PostgreSQLServer.absence)"))
struct PostgreSQLValueTests {
  @Test(arguments: [
    LedgerValue.null, .integer(0), .integer(1), .integer(-1), .integer(255), .integer(256), .integer(-129),
    .integer(.max), .integer(.min), .text(""), .text("a"), .text("NULL"), .text("äöü 😀 e\u{301} \u{FEFF}\u{10FFFF}"),
    .text("\u{1}\t\r\n\u{7F}"), .bytes([]), .bytes([0]), .bytes([0, 0xFF, 0x5C, 0x27]),
  ])
  func valuesComeBack(_ value: LedgerValue) throws {
    let type =
      switch value {
      case .null, .text: "TEXT"
      case .integer: "BIGINT"
      case .bytes: "BYTEA"
      }
    let database = try PostgreSQLServer.connect()
    try database.execute("CREATE TEMPORARY TABLE pg_temp.kept (value \(type))")
    try database.execute("INSERT INTO pg_temp.kept VALUES ($1)", value)
    let isSame = try database.rows("SELECT value, $1 FROM pg_temp.kept", value) == [[value, value]]
    // Without the values, which may have megabytes.
    #expect(isSame)
    // Texts are equal for Swift when their characters are; these must be, byte for byte.
    let bytes = try database.rows("SELECT value FROM pg_temp.kept")[0][0].text.map { Array($0.utf8) }
    let hasSameBytes = bytes == value.text.map { Array($0.utf8) }
    #expect(hasSameBytes)
  }

  @Test func largeValuesComeBack() throws {
    try valuesComeBack(.text(String(repeating: "a😀", count: 1_000_000)))
    try valuesComeBack(.bytes((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }))
  }

  @Test func typesOfColumns() throws {
    let database = try PostgreSQLServer.connect()
    let row = try database.rows(
      "SELECT 1::int2, -2::int4, 3::int8, 'v'::varchar, 'n'::name, true, false, count(*), NULL::bytea FROM pg_database WHERE false"
    )
    #expect(
      row == [
        [
          .integer(1), .integer(-2), .integer(3), .text("v"), .text("n"), .integer(1), .integer(0), .integer(0), .null,
        ]
      ])
    #expect(throws: LedgerError.self) { try database.rows("SELECT 1.5") }
    #expect(try database.rows("SELECT 1") == [[.integer(1)]])
  }

  @Test func manyValuesInOrder() throws {
    let database = try PostgreSQLServer.connect()
    let values: [LedgerValue] = [.text("one"), .null, .integer(3), .bytes([]), .text(""), .bytes([6])]
    var found: [[LedgerValue]] = []
    try database.run("SELECT $1, $2, $3, $4, $5, $6", values) { row throws(LedgerError) in
      found.append(row)
      return true
    }
    #expect(found == [values])
  }

  @Test(arguments: ["a\0b", "\0", "a\0"]) func zerosAreRefused(_ text: String) throws {
    let database = try PostgreSQLServer.connect()
    #expect { try database.rows("SELECT $1", .text(text)) } throws: {
      ($0 as? LedgerError)?.message.contains("U+0000") == true
    }
    #expect(try database.rows("SELECT $1", .text("a")) == [[.text("a")]])
  }

  /// Values that would be SQL if they were not passed as parameters.
  @Test(arguments: [
    "Robert'); DROP TABLE students;--", "\\'; DROP TABLE students; --", "'' OR 1=1", "$1",
    "$$; DROP TABLE students; $$",
    "\u{2BC}; DROP TABLE students", "%s %n {0}", "\"; DROP TABLE students; \"", "/*", "E'\\x27'",
  ])
  func textsStayData(_ text: String) throws {
    let database = try PostgreSQLServer.connect()
    try database.execute("CREATE TEMPORARY TABLE pg_temp.students (name TEXT PRIMARY KEY)")
    try database.execute("INSERT INTO pg_temp.students VALUES ($1)", .text(text))
    #expect(try database.rows("SELECT name FROM pg_temp.students WHERE name = $1", .text(text)) == [[.text(text)]])
    #expect(try database.rows("SELECT count(*) FROM pg_temp.students") == [[.integer(1)]])
  }

  @Test func rowsAreStreamed() throws {
    let database = try PostgreSQLServer.connect()
    var (count, sum) = (0, Int64(0))
    // A server that had to compute all of them first would take minutes and gigabytes.
    try database.run("SELECT n, repeat('x', 1000) FROM generate_series(1, $1) n", [.integer(100_000)]) {
      row throws(LedgerError) in
      count += 1
      sum += row[0].integer ?? 0
      return true
    }
    #expect(count == 100_000)
    #expect(sum == 5_000_050_000)
  }

  @Test func stoppingEarly() throws {
    let database = try PostgreSQLServer.connect()
    try database.begin(writing: false)
    var seen: [Int64?] = []
    try database.run("SELECT n FROM generate_series(1, 100000) n", []) { row throws(LedgerError) in
      seen.append(row[0].integer)
      return seen.count < 3
    }
    #expect(seen == [1, 2, 3])
    let stop = LedgerError(.refused, "enough")
    #expect(throws: stop) {
      try database.run("SELECT n FROM generate_series(1, 100000) n", []) { _ throws(LedgerError) in throw stop }
    }
    // In the same transaction.
    #expect(try database.rows("SELECT 1") == [[.integer(1)]])
    try database.commit()
  }

  /// Nothing hangs or gets confused when a row's reader runs another statement, begins, or gives up.
  @Test func statementsWithinRows() throws {
    let database = try PostgreSQLServer.connect()
    #expect {
      try database.run("SELECT 1 FROM generate_series(1, 3)", []) { _ throws(LedgerError) in
        try database.execute("SELECT 2")
        return true
      }
    } throws: { ($0 as? LedgerError)?.code == .failed }
    #expect(try database.rows("SELECT 3") == [[.integer(3)]])
    try database.begin(writing: true)
    #expect(throws: LedgerError.self) {
      try database.run("SELECT 1 FROM generate_series(1, 100000)", []) { _ throws(LedgerError) in
        database.rollBack()
        return true
      }
    }
    #expect { try database.rows("SELECT 1") } throws: { ($0 as? LedgerError)?.code == .unreachable }
  }

  @Test func errorsLeaveTheConnectionUsable() throws {
    let database = try PostgreSQLServer.connect()
    for statement in ["SELEC", "SELECT 1/0", "SELECT 1; SELECT 2", "SELECT $1", "COPY pg_class TO STDOUT"] {
      #expect(throws: LedgerError.self, "\(statement)") { try database.execute(statement) }
      if statement.hasPrefix("COPY") { break }
      #expect(try database.rows("SELECT 1") == [[.integer(1)]], "\(statement)")
    }
    // An error in the middle of the rows.
    let other = try PostgreSQLServer.connect()
    var seen = 0
    #expect(throws: LedgerError.self) {
      try other.run("SELECT 1 / (500 - n) FROM generate_series(1, 1000) n", []) { _ throws(LedgerError) in
        seen += 1
        return true
      }
    }
    #expect(seen == 499)
    #expect(try other.rows("SELECT 1") == [[.integer(1)]])
  }
}
