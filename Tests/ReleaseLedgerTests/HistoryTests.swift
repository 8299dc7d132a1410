import Basics
import BuildRecords
import Testing

@testable import ReleaseLedger

@Suite struct HistoryTests {
  @Test(arguments: LedgerPlace.all)
  func newestFirst(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([
      .sample(build: "1"), .sample("com.example.other"), .sample(build: "8", verdict: .fail),
      .sample(build: "7", platform: "ios"), .sample(build: "6", product: "com.example.suite"), .sample(build: "9"),
    ])
    let subject = BuildEntry.sample().subject
    func found(before: Int64?, count: Int) throws -> [Int64] {
      try test.ledger.builds(of: subject, before: before, count: count).map(\.sequence)
    }
    #expect(try found(before: nil, count: 9) == [6, 4, 1])
    #expect(try found(before: nil, count: 2) == [6, 4])
    #expect(try found(before: 6, count: 9) == [4, 1])
    #expect(try found(before: 4, count: 9) == [1])
    #expect(try found(before: 1, count: 9) == [])
    #expect(try found(before: .max, count: 1) == [6])
    #expect(try found(before: -1, count: 9) == [])
    #expect(try found(before: .min, count: 9) == [])
    #expect(try found(before: nil, count: 0) == [])
    #expect(try found(before: nil, count: -1) == [])
    #expect(try test.ledger.count(of: subject, before: nil) == 3)
    #expect(try test.ledger.count(of: subject, before: 6) == 2)
    #expect(try test.ledger.count(of: subject, before: 1) == 0)
    #expect(try test.ledger.count(of: BuildEntry.sample("com.example.none").subject, before: nil) == 0)
  }

  /// Whatever was recorded when: releases, then builds of a release by the dialect, and of equal ones the later row.
  @Test(arguments: LedgerPlace.all)
  func theNewestHasTheHighestVersion(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([
      .sample(build: "10", shortVersion: "2.0"), .sample(build: "9", shortVersion: "2.0"),
      // A hotfix has a higher build number than the later release.
      .sample(build: "11", shortVersion: "1.9.1"), .sample(build: "x", shortVersion: "2.0"),
      .sample(build: "3", shortVersion: nil), .sample(build: "10.0", shortVersion: "2.0.0", contents: "again"),
      .sample(build: "7", shortVersion: "1.10"),
    ])
    let subject = BuildEntry.sample().subject
    #expect(try test.ledger.newestFirst(of: subject, before: nil) == [6, 1, 2, 4, 7, 3, 5])
    #expect(try test.ledger.builds(of: subject, before: nil, count: 9).map(\.sequence) == [6, 1, 2, 4, 7, 3, 5])
    #expect(try test.ledger.builds(of: subject, before: 6, count: 1).map(\.sequence) == [1])
    #expect(try test.ledger.newest(named: "Example", platform: "macos", before: nil)?.sequence == 6)
    #expect(try test.ledger.newest(named: "Example", platform: "macos", before: 6)?.sequence == 1)
    #expect(try test.ledger.newest(identifier: "com.example.app")?.sequence == 6)
    // Of one release the highest build, not the last row.
    var question = VersionQuestion(subject, field: .shortVersion, dialect: .apple, scope: .platform, before: 6)
    #expect(try test.ledger.highest(question)?.sequence == 1)
    question.upTo = Version("1.9.9", dialect: .apple)
    #expect(try test.ledger.highest(question)?.sequence == 3)
  }

  @Test(arguments: LedgerPlace.all)
  func manyBuildsAreReadInPortions(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether((1...300).map { .sample(build: "\(301 - $0)") })
    let subject = BuildEntry.sample().subject
    #expect(
      try test.ledger.builds(of: subject, before: nil, count: 999).map(\.entry.build) == (1...300).map { "\(301 - $0)" }
    )
    #expect(try test.ledger.builds(of: subject, before: 270, count: 265).map(\.sequence) == (1...265).map { $0 })
  }

  @Test(arguments: LedgerPlace.all)
  func aPartIsAsItWas(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    func part(_ build: String) -> BuildEntry {
      .sample(build: build, path: "A.framework", product: "com.example.suite")
    }
    // The hotfix went back to what came before.
    try test.record([part("19"), part("20"), part("19")])
    func unchanged(_ build: String) throws -> Int64? {
      try test.ledger.unchangedPart(part(build).subject, build: build, before: nil) { () throws(LedgerError) in
        part(build).digest
      }
    }
    #expect(try unchanged("20") == 2)
    #expect(try unchanged("19") == 3)
    #expect(try unchanged("18") == nil)
  }

  @Test(arguments: LedgerPlace.all)
  func digestsAreComputedWhenTheNumberIsThereAlone(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample(build: "1"), .sample(build: "2", verdict: .fail), .sample(build: nil)])
    func record(_ entry: BuildEntry) throws -> (number: Int64?, asked: Int) {
      var asked = 0
      let number = try test.ledger.record(of: entry.subject, build: entry.build) { () throws(LedgerError) in
        asked += 1
        return entry.digest
      }
      return (number, asked)
    }
    #expect(try record(.sample(build: "1")) == (1, 1))
    #expect(try record(.sample(build: "1", contents: "other")) == (nil, 1))
    #expect(try record(.sample(build: "2")) == (nil, 0))
    #expect(try record(.sample(build: "3")) == (nil, 0))
    #expect(try record(.sample(build: nil)) == (3, 1))
    #expect(try record(.sample(build: "1", platform: "ios")) == (nil, 0))
    #expect(try record(.sample(build: "1", platform: nil)) == (nil, 0))
    // The same number in other words.
    #expect(try record(.sample(build: "1.0", shortVersion: "1.0.0", contents: "com.example.app 1 1.0")) == (1, 1))
    #expect(try record(.sample(build: "1", shortVersion: "1.0.1")) == (nil, 0))
    let error = failure {
      _ = try test.ledger.record(of: BuildEntry.sample().subject, build: "1") { () throws(LedgerError) in
        throw LedgerError(.failed, "no digest")
      }
    }
    #expect(error?.message == "no digest")
  }

  @Test(arguments: LedgerPlace.all)
  func newestOfAName(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([
      .sample("com.example.one"), .sample("com.example.two"), .sample("com.example.three", platform: nil),
      .sample("com.example.part", path: "A.app", product: "com.example.two"),
      .sample("com.example.four", verdict: .fail), .sample("com.example.five").with { $0.name = "example" },
    ])
    func newest(_ name: String, _ platform: String?, before: Int64? = nil) throws -> Int64? {
      try test.ledger.newest(named: name, platform: platform, before: before)?.sequence
    }
    #expect(try newest("Example", "macos") == 2)
    #expect(try newest("Example", "macos", before: 2) == 1)
    #expect(try newest("Example", "macos", before: 1) == nil)
    #expect(try newest("Example", nil) == 3)
    #expect(try newest("Example", "ios") == nil)
    #expect(try newest("example", "macos") == 6)
  }

  @Test(arguments: LedgerPlace.all)
  func rowsAreFoundByNumberAndHash(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record((1...30).map { .sample(build: "\($0)") })
    let rows = try test.rows()
    #expect(try test.ledger.build(7) == rows[6])
    for number in [Int64.min, -1, 0, 31, .max] { #expect(code { _ = try test.ledger.build(number) } == .failed) }
    let hash = Hexadecimal.text(of: rows[6].hash)
    #expect(try test.ledger.builds(hashPrefix: hash, limit: 5) == [rows[6]])
    #expect(try test.ledger.builds(hashPrefix: String(hash.prefix(12)).uppercased(), limit: 5) == [rows[6]])
    #expect(try test.ledger.builds(hashPrefix: "", limit: 2) == [rows[29], rows[28]])
    #expect(try test.ledger.builds(hashPrefix: "", limit: 0) == [])
    let digest = Hexadecimal.text(of: rows[6].entry.digest.bytes)
    let same = rows.filter { $0.entry.digest == rows[6].entry.digest }.reversed()
    #expect(try test.ledger.builds(hashPrefix: String(digest.prefix(12)), limit: 99) == Array(same))
    #expect(try test.ledger.builds(hashPrefix: hash + "0", limit: 5) == [])
  }

  @Test(arguments: LedgerPlace.all)
  func theLogIsFiltered(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample(build: "1")], time: 10)
    try test.record([.sample(build: "2", shortVersion: "2", platform: "ios", verdict: .fail)], time: 20)
    try test.record([.sample("com.example.part", path: "A.framework", product: "com.example.app")], time: 30)
    try test.record(
      [
        .sample("com.example.other").with {
          $0.labels = [.init(name: "commit", value: "beef"), .init(name: "ref", value: "main")]
        }
      ], time: 40)
    func log(limit: Int = 9, _ change: (inout LedgerFilter) -> Void) throws -> [Int64] {
      var filter = LedgerFilter()
      change(&filter)
      let (builds, total) = try test.ledger.log(filter, limit: limit)
      if limit == 9 { #expect(total == builds.count) }
      return builds.map(\.sequence)
    }
    #expect(try log { _ in } == [4, 2, 1])
    #expect(try log { $0.includesParts = true } == [4, 3, 2, 1])
    #expect(try log(limit: 2) { _ in } == [4, 2])
    #expect(try log(limit: 0) { _ in } == [])
    #expect(try log(limit: -5) { _ in } == [])
    #expect(try test.ledger.log(LedgerFilter(), limit: 1).total == 3)
    #expect(try log { $0.identifier = "com.example.app" } == [2, 1])
    #expect(
      try log {
        $0.product = "com.example.app"
        $0.includesParts = true
      } == [3, 2, 1])
    #expect(try log { $0.platform = "ios" } == [2])
    #expect(try log { $0.version = "2" } == [2])
    #expect(try log { $0.version = "1" } == [4, 1])
    #expect(try log { $0.verdict = .fail } == [2])
    #expect(try log { $0.since = 20 } == [4, 2])
    #expect(try log { $0.until = 20 } == [1])
    #expect(try log { $0.digest = .sample("com.example.app 1 1.0") } == [1])
    #expect(try log { $0.labels = [.init(name: "commit", value: "beef")] } == [4])
    #expect(try log { $0.labels = [.init(name: "commit", value: "c0ffee")] } == [2, 1])
    #expect(try log { $0.labels = [.init(name: "commit", value: "beef"), .init(name: "ref", value: "x")] } == [])
    #expect(
      try log {
        $0.identifier = "com.example.app"
        $0.verdict = .pass
        $0.until = 100
        $0.version = "1.0"
        $0.labels = [.init(name: "commit", value: "c0ffee")]
      } == [1])
  }
}
