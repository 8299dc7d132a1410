import Basics
import BuildRecords
import Testing

@testable import ReleaseLedger

@Suite struct RecordingTests {
  @Test(arguments: LedgerPlace.all)
  func theFirstRowFollowsTheLedgersOrigin(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let entry = BuildEntry.sample()
    let receipts = try test.record([entry], time: 1_234)
    let row = try #require(try test.rows().first)
    #expect(row.sequence == 1)
    #expect(row.time == 1_234)
    #expect(row.entry == entry)
    #expect(row.previousHash == RowHash.origin(of: TestLedger.id))
    #expect(receipts == [LedgerReceipt(sequence: 1, hash: row.hash, isNew: true)])
    #expect(receipts.first?.hashText == "sha256:" + Hexadecimal.text(of: row.hash))
  }

  @Test(arguments: LedgerPlace.all)
  func rowsAreAChainWithoutGaps(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    // Each row of a branch is a push.
    let numbers = 1...(place == .branch ? 4 : 20)
    try test.recordEach(numbers.map { .sample(build: "\($0)", verdict: $0 % 3 == 0 ? .fail : .pass) })
    let rows = try test.rows()
    #expect(rows.map(\.sequence) == numbers.map { Int64($0) })
    for (row, next) in zip(rows, rows.dropFirst()) { #expect(next.previousHash == row.hash) }
    #expect(try test.ledger.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func whatARowHoldsIsReadAgain(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let full = BuildEntry(
      product: "com.example.app", identifier: "com.example.app.é", platform: "catalyst", kind: "framework",
      name: "Ünï 🚀", path: "Contents/Frameworks/A b.framework", shortVersion: "", build: "1.0b3",
      digest: .sample("x"), verdict: .fail,
      policies: [
        .init(id: "a", version: "1.0", digest: "sha256:01"), .init(id: "a", version: nil, digest: "\u{0}\u{1F}\"\\"),
      ],
      waivers: [.init(rule: "a/b", because: "weil\nhalt\u{2028}so", owner: "me", expires: "2026-12-31")],
      tool: "bundlepolicy 1.0", labels: [.init(name: "a", value: ""), .init(name: "\u{0}", value: "\u{FEFF}\u{7F}")],
      info: (0...255).map { UInt8($0) }, entitlements: [])
    let empty = BuildEntry(
      product: "p", identifier: "i", platform: nil, kind: "", name: "", path: "", shortVersion: nil, build: nil,
      digest: .sample(""), verdict: .pass, policies: [], waivers: [], tool: "", labels: [], info: [], entitlements: nil)
    try test.record([full], time: .max)
    try test.record([empty], time: .min)
    #expect(try test.rows().map(\.entry) == [full, empty])
    #expect(try test.rows().map(\.time) == [.max, .min])
    // Other texts that are canonically the same are other texts.
    #expect(try test.rows().first?.entry.identifier.utf8.elementsEqual(full.identifier.utf8) == true)
    #expect(try test.ledger.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all, BuildEntry.Verdict.allCases)
  func theSameBuildIsRecordedOnce(_ place: LedgerPlace, _ verdict: BuildEntry.Verdict) throws {
    let test = try TestLedger(place)
    let entry = BuildEntry.sample(verdict: verdict)
    let first = try test.record([entry])
    try test.record([.sample(build: "2", verdict: verdict)])
    let again = try test.record([entry.with { $0.labels = [] }], time: 9)
    #expect(again == [LedgerReceipt(sequence: 1, hash: first[0].hash, isNew: false)])
    #expect(try test.rows().count == 2)
  }

  /// A failure under other policies is new, and so is a failure in another place.
  @Test(arguments: LedgerPlace.all)
  func failuresAreToldApart(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let failure = BuildEntry.sample(verdict: .fail)
    let all = [
      failure, failure.with { $0.policies = [] }, failure.with { $0.path = "A.framework" },
      failure.with { $0.product = "com.example.other" }, failure.with { $0.digest = .sample("other") },
      failure.with { $0.path = "\u{E9}" }, failure.with { $0.path = "e\u{301}" },
    ]
    #expect(try test.record(all).map(\.isNew) == all.map { _ in true })
    #expect(try test.record(all).map(\.sequence) == Array(1...Int64(all.count)))
    #expect(try test.rows().count == all.count)
  }

  @Test(arguments: LedgerPlace.all)
  func aTakenNumberIsRefused(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample(build: "7", contents: "one")])
    let error = failure { try test.record([.sample(build: "7", contents: "two")]) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("1.0 (7)") == true && error?.message.contains("row #1") == true)
    #expect(error?.file == test.location.shown)
    #expect(try test.rows().count == 1)
    // Its own number is free for another system, another release, another product, or a failure.
    for entry in [
      BuildEntry.sample(build: "7", platform: "ios", contents: "two"),
      .sample(build: "7", shortVersion: "1.1", contents: "two"),
      .sample(build: "7", shortVersion: nil, contents: "two"),
      .sample("com.example.other", build: "7", contents: "two"),
      .sample(build: "7", contents: "two", verdict: .fail), .sample(build: nil, contents: "two"),
    ] { try test.record([entry]) }
    #expect(code { try test.record([.sample(build: nil, contents: "three")]) } == .refused)
    #expect(try test.ledger.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func partsMayKeepTheirNumber(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let part = BuildEntry.sample("com.example.part", contents: "one", path: "A.framework", product: "com.example.app")
    try test.record([part, part.with { $0.digest = .sample("two") }])
    #expect(try test.rows().count == 2)
  }

  @Test(arguments: LedgerPlace.all)
  func oneTransactionMayHoldSeveralOfANumber(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let slices = [BuildEntry.sample(contents: "device"), .sample(contents: "simulator"), .sample(contents: "device")]
    let receipts = try test.recordTogether(slices)
    #expect(receipts.map(\.isNew) == [true, true, false])
    #expect(receipts.map(\.sequence) == [1, 2, 1])
    #expect(try test.recordTogether(slices).map(\.sequence) == [1, 2, 1])
    #expect(code { try test.recordTogether([slices[0], .sample(contents: "new")]) } == .refused)
  }

  @Test(arguments: LedgerPlace.all)
  func allEntriesOrNone(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample(build: "3", contents: "taken")])
    let head = try test.ledger.verify().head
    #expect(
      code { try test.recordTogether([.sample(build: "1"), .sample(build: "2"), .sample(build: "3")]) } == .refused)
    #expect(code { try test.recordTogether([.sample(build: "1"), .sample("", build: "2")]) } == .refused)
    #expect(try test.ledger.verify().head == head)
    #expect(try test.ask("SELECT COUNT(*) FROM recorded WHERE sequence > 1") == [[.integer(0)]])
    let receipts = try test.recordTogether([.sample(build: "1"), .sample(build: "2")])
    #expect(receipts.map(\.sequence) == [2, 3])
    #expect(try test.recordTogether([]) == [])
  }

  @Test(arguments: LedgerPlace.all)
  func aSnapshotIsOutdatedByTheSameProductOnly(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let entry = BuildEntry.sample(build: "5")
    func attempt(_ names: [(name: String, platform: String?)] = [], after changes: BuildEntry...) throws -> Bool {
      let snapshot = try test.ledger.snapshot(of: [entry.subject], names: names)
      // By another connection, as another process would.
      let other = try test.open()
      for change in changes {
        _ = try other.record(
          [change], unlessChangedSince: try other.snapshot(of: [], names: []), time: 0)
      }
      let count = try test.rows().count
      let result = try test.ledger.record([entry], unlessChangedSince: snapshot, time: 0)
      if result == .outdated { #expect(try test.rows().count == count) }
      return result == .outdated
    }
    #expect(try attempt(after: .sample(build: "1")))
    #expect(try attempt(after: .sample(build: "2", platform: "ios")))
    #expect(try attempt(after: .sample(build: "3"), .sample("com.example.other", build: "3")))
    // An identifier of another product is another bundle.
    #expect(try !attempt(after: .sample(build: "4", product: "com.example.suite")))
    #expect(try !attempt(after: .sample("com.example.second"), .sample(build: "6", verdict: .fail)))
    #expect(try attempt([("Example", "macos")], after: .sample("com.example.third")))
    #expect(try !attempt([("Example", "ios"), ("Other", "macos")], after: .sample("com.example.fourth")))
    // A build that was already recorded makes no difference.
    #expect(try !attempt(after: .sample(build: "1")))
    #expect(try test.ledger.complaints() == [])
  }

  /// Every text of every row reaches the database as a value.
  @Test(arguments: LedgerPlace.all)
  func noTextIsEverSQL(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let evil = [
      "Robert'); DROP TABLE builds;--", "' OR '1'='1", "\"; DELETE FROM recorded; --", "$1", "?1", "%s%n", "\\'; --",
      "/*", "x'00'", "$$; DROP TABLE ledger; $$", "E'\\047", "\u{2019}; DROP TABLE builds", "a\nb\u{1}", ":name", "@v",
    ]
    var entries: [BuildEntry] = []
    for (number, text) in evil.enumerated() {
      entries.append(
        BuildEntry(
          product: text, identifier: text, platform: nil, kind: text, name: text, path: "", shortVersion: text,
          build: text, digest: .sample("\(number)"), verdict: number % 2 == 0 ? .pass : .fail,
          policies: [.init(id: text, version: text, digest: text)],
          waivers: [.init(rule: text, because: text, owner: text, expires: text)], tool: text,
          labels: [.init(name: text, value: text)], info: Array(text.utf8), entitlements: Array(text.utf8)))
    }
    try test.record(entries)
    #expect(try test.rows().map(\.entry) == entries)
    for entry in entries where entry.verdict == .pass {
      #expect(try test.ledger.builds(of: entry.subject, before: nil, count: 9).map(\.entry) == [entry])
      #expect(try test.ledger.newest(named: entry.name, platform: nil, before: nil)?.entry == entry)
      var filter = LedgerFilter()
      (filter.identifier, filter.product, filter.version) = (entry.identifier, entry.product, entry.build)
      filter.labels = entry.labels
      #expect(try test.ledger.log(filter, limit: 9).builds.map(\.entry) == [entry])
      filter.platform = entry.name
      #expect(try test.ledger.log(filter, limit: 9).total == 0)
    }
    #expect(try test.ledger.builds(hashPrefix: "' OR 1=1", limit: 9) == [])
    #expect(try test.ledger.complaints() == [])
  }
}
