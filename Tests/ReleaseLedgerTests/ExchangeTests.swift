import BuildRecords
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

@Suite struct ExchangeTests {
  private static func filled(_ place: LedgerPlace, count: Int = 6) throws -> TestLedger {
    let test = try TestLedger(place)
    try test.record(
      (1...count).map { number in
        BuildEntry.sample(
          build: "\(number)", platform: number % 2 == 0 ? nil : "ios", verdict: number == 4 ? .fail : .pass
        )
        .with {
          $0.name = "Ünï\n\u{2028}\u{FEFF}\"\\ 🚀"
          $0.info = (0..<UInt8(number * 40)).map { $0 }
          $0.entitlements = number == 5 ? [] : nil
        }
      })
    return test
  }

  @Test(arguments: LedgerPlace.all, LedgerPlace.all)
  func aRoundTripChangesNothing(_ from: LedgerPlace, _ to: LedgerPlace) throws {
    let test = try Self.filled(from)
    let lines = try test.exported()
    #expect(lines.count == 8)
    let (location, folder, database) = try TestLedger.emptyPlace(to)
    #expect(try Ledger.importing(lines, into: location) == (6, 0))
    let copy = try Ledger.open(location)
    #expect(copy.id == test.ledger.id)
    #expect(try copy.verify() == test.ledger.verify())
    var again: [UInt8] = []
    #expect(try copy.export { again += $0 } == 6)
    #expect(again == lines.flatMap { $0 + [0x0A] })
    // The index came along.
    #expect(
      try copy.builds(of: BuildEntry.sample().subject, before: nil, count: 9)
        == test.ledger.builds(of: BuildEntry.sample().subject, before: nil, count: 9))
    // And once more: nothing.
    #expect(try Ledger.importing(lines, into: location) == (0, 6))
    withExtendedLifetime((folder, database)) {}
  }

  @Test(arguments: LedgerPlace.all)
  func anImportGoesOn(_ place: LedgerPlace) throws {
    let test = try Self.filled(.file, count: 3)
    let early = try test.exported()
    let (location, folder, database) = try TestLedger.emptyPlace(place)
    #expect(try Ledger.importing(early, into: location) == (3, 0))
    try test.record([.sample(build: "10"), .sample(build: "11")])
    let late = try test.exported()
    #expect(try Ledger.importing(late, into: location) == (2, 3))
    let copy = try Ledger.open(location)
    #expect(try copy.verify() == test.ledger.verify())
    // The earlier one has less than there is, and all of it is there.
    #expect(try Ledger.importing(early, into: location) == (0, 3))
    #expect(try copy.verify() == test.ledger.verify())
    // Two that went apart.
    _ = try copy.record([.sample(build: "12")], unlessChangedSince: try copy.snapshot(of: [], names: []), time: 1)
    try test.record([.sample(build: "13")])
    let apart = try test.exported()
    #expect(code { _ = try Ledger.importing(apart, into: location) } == .refused)
    // It is shorter than the existing ledger, but not a prefix of it.
    _ = try copy.record([.sample(build: "14")], unlessChangedSince: try copy.snapshot(of: [], names: []), time: 1)
    #expect(code { _ = try Ledger.importing(apart, into: location) } == .refused)
    #expect(try copy.complaints() == [])
    #expect(try copy.verify().count == 7)
    withExtendedLifetime((folder, database)) {}
  }

  @Test(arguments: LedgerPlace.all)
  func anotherLedgerIsRefused(_ place: LedgerPlace) throws {
    let test = try Self.filled(.file)
    let other = try TestLedger(place, id: [UInt8](repeating: 5, count: 16))
    #expect(code { _ = try Ledger.importing(try test.exported(), into: other.location) } == .refused)
    // Rows of one ledger under the name of another.
    var lines = try test.exported()
    lines[0] = LedgerExport.head(id: other.ledger.id).dropLast()
    #expect(code { _ = try Ledger.importing(lines, into: other.location) } == .failed)
    #expect(try other.rows() == [])
  }

  @Test func anEmptyLedgerIsExported() throws {
    let test = try TestLedger(.file)
    let lines = try test.exported()
    #expect(lines.count == 2)
    let (location, folder, _) = try TestLedger.emptyPlace(.file)
    #expect(try Ledger.importing(lines, into: location) == (0, 0))
    #expect(try Ledger.open(location).id == test.ledger.id)
    withExtendedLifetime(folder) {}
  }

  @Test func linesAreMissing() throws {
    let lines = try Self.filled(.file).exported()
    for line in lines.indices {
      let target = try TestLedger(.file)
      // The rest is missing, one is missing, one is there twice.
      let changes: [[[UInt8]]] = [
        Array(lines[..<line]), lines.filter { $0 != lines[line] }, Array(lines[...line]) + lines[line...],
      ]
      for changed in changes {
        let error = failure { _ = try Ledger.importing(changed, into: target.location) }
        #expect(error?.code == .failed, "\(line)")
        #expect(error?.file?.hasPrefix("export.jsonl") == true)
        #expect(try target.rows() == [], "\(line)")
        #expect(try target.ask("SELECT * FROM recorded") == [])
      }
      // The failed imports do not prevent a valid one.
      #expect(try Ledger.importing(lines, into: target.location) == (6, 0))
    }
  }

  /// A changed byte is refused, or changes nothing: a blank between members, a digit's case.
  @Test func changedBytes() throws {
    let test = try Self.filled(.file)
    let lines = try test.exported()
    let rows = try test.rows()
    var random = RandomNumbers(seed: 11)
    let target = try TestLedger(.file)
    var refused = 0
    for _ in 0..<600 {
      var changed = lines
      let line = random.below(lines.count)
      let position = random.below(lines[line].count)
      if random.chance(0.3) {
        changed[line].remove(at: position)
      } else {
        changed[line][position] =
          random.chance(0.5) ? UInt8(truncatingIfNeeded: random.next()) : lines[line][position] ^ 1
      }
      do {
        // Into a copy, for it may well be taken.
        if try Ledger.importing(changed, into: target.location).added > 0 {
          #expect(try target.rows() == rows)
          try target.tamper("DELETE FROM builds")
          try target.tamper("DELETE FROM recorded")
        }
      } catch let error as LedgerError {
        refused += 1
        #expect([.failed, .schema, .refused].contains(error.code))
        #expect(try target.rows() == [])
      }
    }
    #expect(refused > 400)
  }

  @Test func garbage() throws {
    let lines = try Self.filled(.file).exported()
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let huge = Array("{\"sequence\":1,\"name\":\"".utf8) + [UInt8](repeating: 0x78, count: 40 << 20) + Array("\"}".utf8)
    for bad in [[], [0], [0xFF, 0xFE], Array("null".utf8), Array("{}".utf8), Array("{\"rows\":0}".utf8), deep, huge] {
      let (location, folder, _) = try TestLedger.emptyPlace(.file)
      #expect(code { _ = try Ledger.importing([bad] + lines, into: location) } == .failed)
      // An invalid export creates no file.
      #expect(try folder.names() == [])
      #expect(code { _ = try Ledger.importing([lines[0], bad] + lines.dropFirst(), into: location) } == .failed)
      #expect(try folder.names() == [])
    }
    for (head, expected) in [
      (
        #"{"format":"bundlepolicy-ledger","version":5,"ledger":"000102030405060708090a0b0c0d0e0f"}"#,
        LedgerCode.schema
      ),
      (#"{"format":"bundlepolicy-ledger","version":1,"ledger":"0001"}"#, .failed),
      (#"{"format":"bundlepolicy-ledger","version":1,"ledger":5}"#, .failed),
      (#"{"format":"other","version":1,"ledger":"000102030405060708090a0b0c0d0e0f"}"#, .failed),
    ] {
      let (location, folder, _) = try TestLedger.emptyPlace(.file)
      #expect(code { _ = try Ledger.importing([Array(head.utf8)], into: location) } == expected)
      #expect(try folder.names() == [])
    }
    #expect(code { _ = try Ledger.importing([], into: LedgerLocation(.file("/nonexistent/x.db"))) } == .failed)
  }

  /// Rows beyond the limits of ledgers are not imported even with correct hashes.
  @Test func rowsBeyondTheLimits() throws {
    let target = try TestLedger(.file)
    for entry in [
      BuildEntry.sample(platform: "amiga"), .sample(build: String(repeating: "x", count: 1_001)), .sample(""),
    ] {
      let origin = RowHash.origin(of: TestLedger.id)
      let hash = RowHash.of(entry, sequence: 1, time: 1, previous: origin)
      let row = RecordedBuild(sequence: 1, time: 1, entry: entry, previousHash: origin, hash: hash)
      let lines = [
        LedgerExport.head(id: target.ledger.id), LedgerExport.line(of: row), LedgerExport.end(count: 1, head: hash),
      ]
      #expect(code { _ = try Ledger.importing(lines, into: target.location) } == .refused)
      #expect(try target.rows() == [])
    }
  }

  /// Whoever looks at an export page by page keeps nobody from recording; what comes meanwhile is exported, too.
  @Test(arguments: LedgerPlace.all)
  func slowReadersKeepNobodyFromRecording(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    // A few more than are read at once, of many products because each build is compared with all earlier ones of its product.
    try test.recordTogether((1...1_010).map { .sample("com.example.\($0)") })
    let other = try test.open()
    var lines: [[UInt8]] = []
    _ = try test.ledger.export { line throws(LedgerError) in
      if lines.count == 10 {
        _ = try other.record([.sample(build: "x")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
      }
      lines.append(Array(line.dropLast()))
    }
    // Who reads a branch reads what it was when it was opened.
    let all: Int64 = place == .branch ? 1_010 : 1_011
    #expect(Int64(lines.count) == all + 2)
    let copy = try TestLedger(.file)
    #expect(try Ledger.importing(lines, into: copy.location) == (all, 0))
    #expect(try copy.ledger.verify() == test.ledger.verify())
  }

  @Test(arguments: LedgerPlace.all)
  func theWriterOfLinesMayFail(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    var pieces = 0
    let error = failure {
      _ = try test.ledger.export { _ throws(LedgerError) in
        pieces += 1
        if pieces == 3 { throw LedgerError(.failed, "the pipe is closed") }
      }
    }
    #expect(error?.message == "the pipe is closed")
    // Nothing stays locked.
    #expect(
      try test.open().record([.sample(build: "99")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
        != .outdated)
    #expect(try test.exported().count == 9)
  }
}
