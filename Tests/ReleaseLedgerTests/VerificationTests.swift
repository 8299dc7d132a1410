import Basics
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
    ("sort_key", [.bytes([]), .bytes([1]), .null]), ("digest", [.bytes([UInt8](repeating: 0, count: 32)), .bytes([])]),
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
  ]

  @Test(arguments: LedgerPlace.all, [Int64(1), 5, 8])
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
        // Only that row and the one behind it, and the index.
        #expect(
          complaints.allSatisfy {
            $0.hasPrefix("#\(number):") || $0.hasPrefix("#\(number + 1):") || $0.hasPrefix("all:")
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
    "sort_key = 1.5", "info = CAST(info AS TEXT)", "name = CAST(x'45FF' AS TEXT)", "digest = CAST(digest AS TEXT)",
    "time = 'x'", "time = 1.5", "product = x'00'", "name = name || CAST(x'00' AS TEXT)",
  ])
  func foreignTypesAreTold(_ change: String) throws {
    let test = try Self.filled(.file)
    try test.tamper("UPDATE builds SET \(change) WHERE sequence = 5")
    #expect(try test.ledger.complaints().contains { $0.hasPrefix("#5:") })
  }

  /// Malformed text must not be mended into what was recorded.
  @Test func replacedReplacementCharactersAreTold() throws {
    let test = try TestLedger(.file)
    try test.record([.sample().with { $0.name = "a\u{FFFD}b" }])
    try test.tamper("UPDATE builds SET name = CAST(x'61FF62' AS TEXT)")
    #expect(try test.ledger.complaints().first?.hasPrefix("#1:") == true)
  }

  @Test(arguments: LedgerPlace.all)
  func deletedRowsAreTold(_ place: LedgerPlace) throws {
    for (number, told) in [(Int64(1), Int64(2)), (5, 6), (7, 8)] {
      let test = try Self.filled(place)
      try test.tamper("DELETE FROM builds WHERE sequence = $1", .integer(number))
      let complaints = try test.ledger.complaints()
      #expect(complaints.contains("#\(told): rows are missing before it: it should be #\(number)"))
      #expect(complaints.contains { $0.hasPrefix("all: the index of versions") })
      #expect(try test.ledger.verify().count == 7)
      // With its entries in the index only the chain tells, and so it does.
      try test.tamper("DELETE FROM lanes WHERE sequence = $1", .integer(number))
      #expect(try test.ledger.complaints().allSatisfy { $0.hasPrefix("#\(told):") })
      #expect(try !test.ledger.complaints().isEmpty)
    }
  }

  /// Checks are answered from the index: without it nothing would seem to have been recorded.
  @Test(arguments: LedgerPlace.all)
  func anIndexThatIsGoneAnswersNothing(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.ledger.checkEnd()
    try test.tamper("DELETE FROM lanes")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    #expect(code { try test.record([.sample(build: "99")]) } == .corrupt)
  }

  @Test(arguments: LedgerPlace.all)
  func theAnchorFindsWhatIsMissingAtTheEnd(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let rows = try test.rows()
    for row in rows { #expect(try test.ledger.verify(anchor: row.hash).anchor == row.sequence) }
    try test.tamper("DELETE FROM builds WHERE sequence = 8")
    try test.tamper("DELETE FROM lanes WHERE sequence = 8")
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

  @Test(arguments: LedgerPlace.all)
  func swappedRowsAreTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    for (from, to) in [(3, 100), (5, 3), (100, 5)] {
      try test.tamper("UPDATE builds SET sequence = \(to) WHERE sequence = \(from)")
    }
    let complaints = try test.ledger.complaints()
    for number in [3, 5] { #expect(complaints.contains("#\(number): it was changed after it was recorded")) }
  }

  /// Whoever can compute hashes can forge a row, but not what follows it.
  @Test(arguments: LedgerPlace.all)
  func aForgedRowInTheMiddleIsTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let rows = try test.rows()
    let entry = BuildEntry.sample(build: "5", contents: "forged")
    let hash = RowHash.of(entry, sequence: 5, time: 1, previous: rows[3].hash)
    let forged = RecordedBuild(sequence: 5, time: 1, entry: entry, previousHash: rows[3].hash, hash: hash)
    try test.tamper("DELETE FROM builds WHERE sequence = 5")
    try test.tamper("DELETE FROM lanes WHERE sequence = 5")
    try test.ledger.write { database throws(LedgerError) in try Ledger.insert(forged, into: database) }
    #expect(try test.ledger.complaints() == ["#6: it does not follow the row before it, as that row is now"])
    // It could be told as the last one if it weren't for the anchor.
    #expect(try test.ledger.verify(anchor: rows[4].hash).anchor == nil)
  }

  @Test(arguments: LedgerPlace.all, [Int64(0), -1, .min, 10, .max])
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

  @Test(arguments: LedgerPlace.all)
  func anotherLedgersOriginIsTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.tamper("UPDATE ledger SET id = $1", .bytes([UInt8](repeating: 9, count: 16)))
    #expect(try test.open().complaints().contains { $0.hasPrefix("#1: it does not follow") })
    // Nothing is recorded in what isn't the ledger any more that was opened.
    #expect(code { try test.record([.sample("com.example.new")]) } == .foreign)
  }

  @Test(arguments: LedgerPlace.all)
  func everyChangeOfTheIndexIsTold(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let entries = try test.ask("SELECT lane, sort_key, sequence FROM lanes ORDER BY lane, sort_key, sequence")
    #expect(entries.count == 7 * 15 + 1)
    let zero = LedgerValue.bytes([UInt8](repeating: 0, count: 16))
    for entry in entries.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
      let (lane, key, number) = (entry[0], entry[1], entry[2])
      let condition = "lane = $1 AND sort_key = $2 AND sequence = $3"
      try test.tamper("DELETE FROM lanes WHERE \(condition)", lane, key, number)
      func add(_ values: [LedgerValue]) throws {
        try test.tamper(
          "INSERT INTO lanes (lane, sort_key, sequence) VALUES ($1, $2, $3)", values[0], values[1], values[2])
      }
      func remove(_ values: [LedgerValue]) throws {
        try test.tamper("DELETE FROM lanes WHERE \(condition)", values[0], values[1], values[2])
      }
      #expect(try test.ledger.complaints().count == 1)
      for changed in [[zero, key, number], [lane, .bytes([9]), number], [lane, key, .integer(77)]] {
        try add(changed)
        #expect(try test.ledger.complaints().count == 1)
        try remove(changed)
      }
      try add(entry)
    }
    #expect(try test.ledger.complaints() == [])
    try test.tamper("DELETE FROM lanes")
    #expect(try test.ledger.complaints().first?.hasPrefix("all: the index of versions") == true)
  }

  /// No question is answered from an index that names a row for what it doesn't hold.
  @Test(arguments: LedgerPlace.all)
  func aChangedIndexGivesNoAnswers(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let subject = BuildEntry.sample().subject
    let question = VersionQuestion(subject, field: .build, dialect: .apple, scope: .identifier)
    func answers() -> [LedgerCode?] {
      [
        code { _ = try test.ledger.builds(of: subject, before: nil, count: 1) },
        code { _ = try test.ledger.newest(named: "Example", platform: "macos", before: nil) },
        code { _ = try test.ledger.highest(question) },
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
    // The newest row's entries name another row, then none.
    try test.tamper("DELETE FROM lanes WHERE sequence = 1")
    try test.tamper("UPDATE lanes SET sequence = 1 WHERE sequence = 8")
    #expect(answers() == [.corrupt, .corrupt, .corrupt, .corrupt, .corrupt, .corrupt])
    try test.tamper(
      "UPDATE lanes SET sequence = 80 WHERE sequence = 1 AND sort_key = $1", .bytes([0, 0, 0, 0, 0, 0, 0, 8]))
    #expect(code { _ = try test.ledger.builds(of: subject, before: nil, count: 1) } == .corrupt)
    // A row that was changed is no answer either.
    let other = try Self.filled(place)
    try other.tamper("UPDATE builds SET build = '1' WHERE sequence = 8")
    #expect(code { _ = try other.ledger.highest(question) } == .corrupt)
    #expect(code { _ = try other.ledger.builds(of: subject, before: nil, count: 1) } == .corrupt)
  }

  /// No question is answered from an index that lacks a build, whichever it is.
  @Test(arguments: LedgerPlace.all)
  func anIncompleteIndexGivesNoAnswers(_ place: LedgerPlace) throws {
    let subject = BuildEntry.sample().subject
    for number in [1, 5, 7] as [Int64] {
      let test = try Self.filled(place)
      try test.tamper("DELETE FROM lanes WHERE sequence = $1", .integer(number))
      for before in [nil, 9] as [Int64?] {
        for scope in VersionScope.allCases {
          let question = VersionQuestion(
            subject, field: .build, dialect: .apple, scope: scope, before: before)
          #expect(code { _ = try test.ledger.highest(question) } == .corrupt, "\(number) \(scope)")
          #expect(code { _ = try test.ledger.newestUnreadable(question) } == .corrupt, "\(number) \(scope)")
        }
        #expect(code { _ = try test.ledger.builds(of: subject, before: before, count: 9) } == .corrupt, "\(number)")
        #expect(code { _ = try test.ledger.count(of: subject, before: before) } == .corrupt, "\(number)")
      }
      // Of the rows before it nothing is missing.
      #expect(code { _ = try test.ledger.count(of: subject, before: number) } == nil)
      let taken = BuildEntry.sample(build: "\(number)", contents: "other")
      #expect(code { try test.record([taken]) } == .corrupt, "\(number)")
    }
    let test = try Self.filled(place)
    let name = VersionIndex.name("Example", platform: "macos").key
    try test.tamper("DELETE FROM lanes WHERE lane = $1 AND sequence > 6", .bytes(name))
    #expect(code { _ = try test.ledger.newest(named: "Example", platform: "macos", before: nil) } == .corrupt)
    #expect(try test.ledger.newest(named: "Example", platform: "macos", before: 7)?.sequence == 6)
    // Another bundle's builds are all there.
    #expect(try test.ledger.count(of: BuildEntry.sample("com.example.none").subject, before: nil) == 0)
  }

  /// With the last row gone the chain is whole; the index tells.
  @Test(arguments: LedgerPlace.all)
  func aLastRowThatIsGoneIsNoticed(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.tamper("DELETE FROM builds WHERE sequence = 8")
    let subject = BuildEntry.sample().subject
    let question = VersionQuestion(
      subject, field: .build, dialect: .apple, scope: .identifier, before: try test.ledger.end())
    #expect(question.before == 8)
    #expect(code { _ = try test.ledger.highest(question) } == .corrupt)
    #expect(code { _ = try test.ledger.newestUnreadable(question) } == .corrupt)
    #expect(code { _ = try test.ledger.builds(of: subject, before: 8, count: 1) } == .corrupt)
    #expect(code { _ = try test.ledger.count(of: subject, before: 8) } == .corrupt)
    #expect(code { _ = try test.ledger.newest(named: "Example", platform: "macos", before: 8) } == .corrupt)
    #expect(try test.ledger.count(of: BuildEntry.sample("com.example.none").subject, before: 8) == 0)
  }

  @Test(arguments: LedgerPlace.all)
  func rowsThatAreGoneAreNoticedAtTheStart(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    #expect(code { try test.ledger.checkEnd() } == nil)
    try test.tamper("DELETE FROM builds WHERE sequence = 3")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    try test.tamper("DELETE FROM builds")
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
    try test.tamper("DELETE FROM lanes")
    #expect(code { try test.ledger.checkEnd() } == nil, "nothing tells that there ever were any")
  }

  @Test(arguments: LedgerPlace.all)
  func manyDefectsAreCounted(_ place: LedgerPlace) throws {
    let test = try Self.filled(place, count: 50)
    try test.tamper("UPDATE builds SET tool = 'x'")
    let result = try test.ledger.verify()
    #expect(result.defects.count == LedgerVerification.defectLimit)
    #expect(result.defectCount == 50)
    #expect(result.defects.map(\.sequence) == (1...20).map { $0 })
  }
}
