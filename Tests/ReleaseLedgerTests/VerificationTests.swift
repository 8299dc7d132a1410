import Basics
import BuildRecords
import Testing

@testable import ReleaseLedger

@Suite struct VerificationTests {
  private static func filled(_ place: LedgerPlace, count: Int = 8) throws -> TestLedger {
    let test = try TestLedger(place)
    try test.record((1...count).map { .sample(build: "\($0)", verdict: $0 == 4 ? .fail : .pass) })
    return test
  }

  @Test(arguments: LedgerPlace.all)
  func anUntouchedLedgerIsWhole(_ place: LedgerPlace) throws {
    let empty = try TestLedger(place)
    #expect(try empty.ledger.verify() == LedgerVerification())
    #expect(try empty.ledger.verify().headText == nil)
    let test = try Self.filled(place)
    let result = try test.ledger.verify()
    #expect(result.count == 8 && result.defectCount == 0 && result.defects == [] && result.anchor == nil)
    #expect(result.head == (try test.rows().last?.hash))
    // By another connection, too.
    #expect(try test.open().verify() == result)
  }

  private static let changes: [(column: String, values: [LedgerValue])] = [
    ("time", [.integer(0), .integer(.max)]), ("product", [.text("x"), .text("")]), ("identifier", [.text("x")]),
    ("platform", [.text("ios"), .null]), ("kind", [.text("framework")]), ("name", [.text("x"), .text("example")]),
    ("path", [.text("x")]), ("short_version", [.text("1.0.0"), .null]), ("build", [.text("05"), .null]),
    ("digest", [.bytes([UInt8](repeating: 0, count: 32)), .bytes([])]),
    ("verdict", [.text("fail"), .text("PASS"), .text("")]),
    (
      "policies",
      [.text("[]"), .text(""), .text("{}"), .text(#"[{"id":"house", "digest":"sha256:00"}]"#), .text("[")]
    ),
    ("waivers", [.text("[ ]"), .text("null"), .text(#"[{"rule":"a","because":"b","owner":"c","expires":"d"}]"#)]),
    ("tool", [.text("bundlepolicy")]),
    ("labels", [.text("{}"), .text(#"{"commit":"c0ffee","commit":"c0ffee"}"#), .text(#"{"commit":"c0ffef"}"#)]),
    ("info", [.bytes([]), .bytes(Array("bplist01".utf8))]), ("entitlements", [.bytes([]), .bytes([1])]),
    ("previous_hash", [.bytes([]), .bytes([UInt8](repeating: 7, count: 32))]),
    ("hash", [.bytes([]), .bytes([UInt8](repeating: 7, count: 32))]),
    ("mark", [.text("withdrawn"), .text("x")]), ("target", [.integer(1)]), ("reason", [.text("x")]),
    ("details", [.text("{}"), .text("")]),
  ]

  @Test(arguments: LedgerPlace.databases, [Int64(1), 5, 8])
  func everyChangedColumnIsTold(_ place: LedgerPlace, _ number: Int64) throws {
    let test = try Self.filled(place)
    #expect(Self.changes.map(\.column) == RowColumns.names.filter { $0 != "sequence" })
    for (column, values) in Self.changes {
      for value in values {
        let old = try #require(
          try test.ask("SELECT \(column) FROM builds WHERE sequence = $1", .integer(number)).first?.first)
        try test.tamper("UPDATE builds SET \(column) = $1 WHERE sequence = $2", value, .integer(number))
        let complaints = try test.ledger.complaints()
        #expect(complaints.contains { $0.hasPrefix("#\(number):") }, "\(column) \(value): \(complaints)")
        // Only that row and the one behind it.
        #expect(
          complaints.allSatisfy {
            $0.hasPrefix("#\(number):") || $0.hasPrefix("#\(number + 1):")
          },
          "\(column) \(value): \(complaints)")
        if number == 8 {
          // Nothing is added to it.
          #expect(code { try test.record([.sample("com.example.new")]) } == .corrupt, "\(column) \(value)")
        }
        #expect(throws: LedgerError.self) { _ = try test.exported() }
        try test.tamper("UPDATE builds SET \(column) = $1 WHERE sequence = $2", old, .integer(number))
      }
    }
    #expect(try test.ledger.complaints() == [])
    #expect(try test.record([.sample("com.example.new")]).first?.sequence == 9)
  }

  /// Of types that only SQLite takes into these columns.
  @Test(arguments: [
    "platform = CAST(x'6D61636F73' AS BLOB)", "entitlements = 1.5", "entitlements = 7", "entitlements = 'a'",
    "build = 1.5", "info = CAST(info AS TEXT)", "name = CAST(x'45FF' AS TEXT)", "digest = CAST(digest AS TEXT)",
    "time = 'x'", "time = 1.5", "product = x'00'", "name = name || CAST(x'00' AS TEXT)",
  ])
  func foreignTypesAreTold(_ change: String) throws {
    let test = try Self.filled(.file)
    try test.tamper("UPDATE builds SET \(change) WHERE sequence = 5")
    #expect(try test.ledger.complaints().contains { $0.hasPrefix("#5:") })
  }

  /// Repairing malformed text must not restore the recorded text.
  @Test func replacedReplacementCharactersAreTold() throws {
    let test = try TestLedger(.file)
    try test.record([.sample().with { $0.name = "a\u{FFFD}b" }])
    try test.tamper("UPDATE builds SET name = CAST(x'61FF62' AS TEXT)")
    #expect(try test.ledger.complaints().first?.hasPrefix("#1:") == true)
  }

  @Test(arguments: LedgerPlace.databases)
  func deletedRowsAreTold(_ place: LedgerPlace) throws {
    for (number, told) in [(Int64(1), Int64(2)), (5, 6), (7, 8)] {
      let test = try Self.filled(place)
      try test.tamper("DELETE FROM builds WHERE sequence = $1", .integer(number))
      let complaints = try test.ledger.complaints()
      #expect(complaints.contains("#\(told): rows are missing before it: it should be #\(number)"))
      #expect(complaints.contains("#\(number): the row is missing"))
      #expect(try test.ledger.verify().count == 7)
      // If its number is also missing, only the chain of hashes shows it.
      try test.tamper("DELETE FROM recorded WHERE sequence = $1", .integer(number))
      #expect(try test.ledger.complaints().allSatisfy { $0.hasPrefix("#\(told):") })
      #expect(try !test.ledger.complaints().isEmpty)
    }
  }

  @Test(arguments: LedgerPlace.databases)
  func numbersThatAreGoneAreTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.ledger.checkEnd()
    try test.tamper("DELETE FROM recorded WHERE sequence > 5")
    #expect(
      try test.ledger.complaints()
        == [6, 7, 8].map { "#\($0): the table 'recorded', which lists every row, does not list it" })
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    #expect(code { try test.record([.sample(build: "99")]) } == .corrupt)
  }

  @Test(arguments: LedgerPlace.databases)
  func theAnchorFindsWhatIsMissingAtTheEnd(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let rows = try test.rows()
    for row in rows { #expect(try test.ledger.verify(anchor: row.hash).anchor == row.sequence) }
    try test.tamper("DELETE FROM builds WHERE sequence = 8")
    try test.tamper("DELETE FROM recorded WHERE sequence = 8")
    // A shorter ledger is a ledger, too.
    #expect(try test.ledger.complaints() == [])
    #expect(try test.ledger.complaints(anchor: rows[6].hash) == [])
    let complaints = try test.ledger.complaints(anchor: rows[7].hash)
    #expect(complaints.count == 1 && complaints.first?.contains(Hexadecimal.text(of: rows[7].hash)) == true)
    // Nor is it there when another row has taken the number.
    try test.record([.sample(build: "99")])
    #expect(try test.ledger.complaints(anchor: rows[7].hash).count == 1)
    #expect(try test.ledger.complaints(anchor: []).count == 1)
    // An empty ledger has no anchor at all.
    let empty = try TestLedger(place)
    #expect(try empty.ledger.complaints(anchor: rows[0].hash).count == 1)
  }

  @Test(arguments: LedgerPlace.databases)
  func swappedRowsAreTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    for (from, to) in [(3, 100), (5, 3), (100, 5)] {
      try test.tamper("UPDATE builds SET sequence = \(to) WHERE sequence = \(from)")
    }
    let complaints = try test.ledger.complaints()
    for number in [3, 5] { #expect(complaints.contains("#\(number): it was changed after it was recorded")) }
  }

  /// Whoever can compute hashes can forge a row, but not what follows it.
  @Test(arguments: LedgerPlace.databases)
  func aForgedRowInTheMiddleIsTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let rows = try test.rows()
    let entry = BuildEntry.sample(build: "5", contents: "forged")
    let hash = RowHash.of(entry, sequence: 5, time: 1, previous: rows[3].hash)
    let forged = RecordedBuild(sequence: 5, time: 1, entry: entry, previousHash: rows[3].hash, hash: hash)
    try test.tamper("DELETE FROM builds WHERE sequence = 5")
    try test.tamper("DELETE FROM recorded WHERE sequence = 5")
    try test.ledger.write { database throws(LedgerError) in try Ledger.insert(forged, into: database) }
    #expect(try test.ledger.complaints() == ["#6: it does not follow the row before it, or that row was changed"])
    // If it were the last row, only an anchor would show the change.
    #expect(try test.ledger.verify(anchor: rows[4].hash).anchor == nil)
  }

  @Test(arguments: LedgerPlace.databases, [Int64(0), -1, .min, 10, .max])
  func rowsOutOfTheOrderAreTold(_ place: LedgerPlace, _ number: Int64) throws {
    let test = try Self.filled(place)
    let entry = BuildEntry.sample(build: "x")
    let last = try #require(try test.rows().last)
    let hash = RowHash.of(entry, sequence: number, time: 1, previous: last.hash)
    let row = RecordedBuild(sequence: number, time: 1, entry: entry, previousHash: last.hash, hash: hash)
    try test.ledger.write { database throws(LedgerError) in try Ledger.insert(row, into: database) }
    #expect(try test.ledger.complaints().contains { $0.hasPrefix("#\(number):") })
    #expect(try test.ledger.verify().count == 9)
    if number == .max { #expect(code { try test.record([.sample(build: "y")]) } == .failed) }
  }

  @Test(arguments: LedgerPlace.databases)
  func anotherLedgersOriginIsTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.tamper("UPDATE ledger SET id = $1", .bytes([UInt8](repeating: 9, count: 16)))
    #expect(try test.open().complaints().contains { $0.hasPrefix("#1: it does not follow") })
    // Nothing is recorded in what isn't the ledger any more that was opened.
    #expect(code { try test.record([.sample("com.example.new")]) } == .foreign)
  }

  /// No question is answered by a row that was changed.
  @Test(arguments: LedgerPlace.databases)
  func aChangedRowGivesNoAnswers(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let subject = BuildEntry.sample().subject
    func answers() -> [LedgerCode?] {
      [
        code { _ = try test.ledger.builds(of: subject, before: nil, count: 1) },
        code { _ = try test.ledger.newest(named: "Example", platform: "macos", before: nil) },
        code {
          _ = try test.ledger.highest(
            VersionQuestion(subject, field: .build, dialect: .apple, scope: .identifier))
        },
        code {
          _ = try test.ledger.record(of: subject, build: "8") { () throws(LedgerError) in
            BuildEntry.sample(build: "8").digest
          }
        },
        code { try test.record([.sample(build: "8")]) },
        code { try test.record([.sample(build: "8", contents: "other")]) },
      ]
    }
    #expect(answers() == [nil, nil, nil, nil, nil, .refused])
    try test.tamper("UPDATE builds SET tool = 'other' WHERE sequence = 8")
    #expect(answers() == [LedgerCode?](repeating: .corrupt, count: 6))
  }

  /// Of types that no row is recorded with: not passed over.
  @Test(arguments: ["digest = 'x'", "build = x'00'", "short_version = x'00'", "platform = x'00'", "digest = 7"])
  func aMalformedRowIsNotPassedOver(_ change: String) throws {
    let test = try Self.filled(.file)
    let subject = BuildEntry.sample().subject
    try test.tamper("UPDATE builds SET \(change) WHERE sequence = 5")
    let question = VersionQuestion(subject, field: .build, dialect: .apple, scope: .identifier, before: 9)
    #expect(code { _ = try test.ledger.highest(question) } == .corrupt)
    #expect(code { _ = try test.ledger.count(of: subject, before: 9) } == .corrupt)
    #expect(code { _ = try test.ledger.builds(of: subject, before: 9, count: 9) } == .corrupt)
  }

  /// Without its last row the chain is intact, but the numbers that were handed out show the gap.
  @Test(arguments: LedgerPlace.databases)
  func aLastRowThatIsGoneIsNoticed(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.tamper("DELETE FROM builds WHERE sequence = 8")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    #expect(code { try test.record([.sample(build: "99")]) } == .corrupt)
    #expect(try test.ledger.complaints() == ["#8: the row is missing"])
  }

  @Test(arguments: LedgerPlace.databases)
  func rowsThatAreGoneAreNoticedAtTheStart(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    #expect(code { try test.ledger.checkEnd() } == nil)
    try test.tamper("DELETE FROM builds WHERE sequence = 3")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    try test.tamper("DELETE FROM builds")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    try test.tamper("DELETE FROM recorded")
    #expect(code { try test.ledger.checkEnd() } == nil, "nothing tells that there ever were any")
  }

  @Test(arguments: LedgerPlace.databases)
  func manyDefectsAreCounted(_ place: LedgerPlace) throws {
    let test = try Self.filled(place, count: 50)
    try test.tamper("UPDATE builds SET tool = 'x'")
    let result = try test.ledger.verify()
    #expect(result.defects.count == LedgerVerification.defectLimit)
    #expect(result.defectCount == 50)
    #expect(result.defects.map(\.sequence) == (1...20).map { $0 })
  }
}
