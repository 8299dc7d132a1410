import BuildRecords
import Bundles
import Testing

@testable import ReleaseLedger

/// Builds that are withdrawn, shipped and labeled by later rows.
@Suite struct MarkingTests {
  private static let app = BuildEntry.sample().subject

  /// Builds 1, 2 and 3.
  private static func filled(_ place: LedgerPlace, count: Int = 3) throws -> TestLedger {
    let test = try TestLedger(place)
    try test.record((1...count).map { .sample(build: "\($0)") })
    return test
  }

  private static func highest(_ ledger: Ledger, _ selection: VersionQuestion.Selection = .standing) throws -> Int64? {
    var question = VersionQuestion(app, field: .build, dialect: .apple, scope: .platform)
    question.selection = selection
    return try ledger.highest(question)?.sequence
  }

  // MARK: Withdrawing

  @Test(arguments: LedgerPlace.all)
  func aWithdrawnBuildIsNotComparedAndItsNumberStaysTaken(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let marking = try test.mark(3, .withdrawn, because: "crashes")
    #expect(marking.mark?.sequence == 4 && marking.ofParts == [])
    #expect(marking.build.sequence == 3 && marking.build.withdrawal?.entry.mark?.reason == "crashes")
    let ledger = try test.open()
    #expect(try ledger.complaints() == [])
    #expect(try ledger.builds(of: Self.app, before: nil, count: 9).map(\.sequence) == [2, 1])
    #expect(try ledger.count(of: Self.app, before: nil) == 2)
    #expect(try Self.highest(ledger) == 2)
    #expect(try ledger.newest(named: "Example", platform: "macos", before: nil)?.sequence == 2)
    #expect(try ledger.newest(identifier: "com.example.app")?.sequence == 2)
    // Who looks at the ledger as it was before sees it as it was.
    #expect(try ledger.count(of: Self.app, before: 4) == 3)
    // The number is taken.
    #expect(try Self.highest(ledger, .withTakenNumbers) == 3)
    let other = failure { try test.record([.sample(build: "3", contents: "other")]) }
    #expect(other?.code == .refused && other?.message.contains("row #3, which was withdrawn,") == true)
    // The identical build is not recorded again, nor is it an earlier one.
    let same = failure { try test.record([.sample(build: "3")]) }
    #expect(same?.code == .refused && same?.message.contains("row #4 withdrew row #3") == true)
    let own = try ledger.record(of: Self.app, build: "3") { () throws(LedgerError) in
      BuildEntry.sample(build: "3").digest
    }
    #expect(own == nil)
    #expect(try test.record([.sample(build: "4")]).first?.sequence == 5)
  }

  @Test(arguments: LedgerPlace.all)
  func aNumberCanBeFreed(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.mark(3, .withdrawn, because: "crashes")
    // Withdrawn before, and freed now.
    #expect(try test.mark(3, .freed, because: "never uploaded").mark?.sequence == 5)
    #expect(try test.mark(3, .freed, because: "again").mark == nil)
    #expect(try test.mark(3, .withdrawn, because: "again").mark == nil)
    #expect(try Self.highest(try test.open(), .withTakenNumbers) == 2)
    #expect(try test.record([.sample(build: "3", contents: "other")]).first?.sequence == 6)
    #expect(code { try test.record([.sample(build: "3")]) } == .refused)
    #expect(try Self.highest(try test.open()) == 6)
    // The identical build may be recorded again where its number is free.
    try test.mark(2, .freed, because: "never uploaded")
    #expect(try test.record([.sample(build: "2")]).first == LedgerReceipt(try #require(test.rows().last)))
    #expect(try test.rows().last?.sequence == 8)
    // The first reason is the one that is shown.
    let third = try test.open().build(3)
    #expect(third.withdrawal?.entry.mark?.reason == "crashes" && third.isNumberFree)
    #expect(try test.open().complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func whatCannotBeMarkedIsRefused(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let part = BuildEntry.sample("com.example.part", path: "A.appex", product: "com.example.app")
    try test.recordTogether([.sample(build: "1"), part])
    try test.record([.sample(build: "2", verdict: .fail)])
    for build in ["3", "4"] { try test.recordTogether([.sample(build: build), part]) }
    // With the part.
    #expect(try test.mark(4, .shipped).ofParts.map(\.sequence) == [7])
    #expect(try test.mark(5, .withdrawn, because: "x").mark?.sequence == 8)
    let before = try test.open().verify()
    for (row, kind, expected, words) in [
      (99, .withdrawn, .failed, "has no row #99"), (0, .shipped, .failed, "has no row #0"),
      (2, .withdrawn, .refused, "nested in 'com.example.app'"), (2, .shipped, .refused, "nested"),
      (3, .withdrawn, .refused, "failed its check"), (3, .shipped, .refused, "failed its check"),
      (6, .withdrawn, .refused, "says something about row #4"), (8, .labeled, .refused, "about row #5"),
      (4, .withdrawn, .refused, "was marked as shipped by row #6"), (4, .freed, .refused, "marked as shipped"),
      (1, .unshipped, .refused, "is not marked as shipped"), (2, .unshipped, .refused, "nested in"),
      (5, .shipped, .refused, "was withdrawn by row #8"),
    ] as [(Int64, BuildMark.Kind, LedgerCode, String)] {
      let error = failure { try test.mark(row, kind, because: "x", labels: ["a": "b"]) }
      #expect(
        error?.code == expected && error?.message.contains(words) == true, "\(row) \(kind): \(error?.message ?? "")")
    }
    // The second of two says what the first did.
    #expect(try test.mark(5, .withdrawn, because: "another reason").build.withdrawal?.entry.mark?.reason == "x")
    #expect(try test.mark(4, .shipped).mark == nil)
    #expect(code { try test.mark(1, .withdrawn, because: String(repeating: "x", count: 5_000)) } == .refused)
    #expect(code { try test.mark(1, .withdrawn, because: "\0") } == .refused)
    #expect(try test.open().verify() == before)
  }

  // MARK: Nested bundles

  private static func part(_ contents: String, platform: String = "macos", path: String = "A.framework") -> BuildEntry {
    .sample(
      "com.example.part", build: contents, platform: platform, contents: contents, path: path,
      product: "com.example.app")
  }

  @Test(arguments: LedgerPlace.all)
  func nestedBundlesAreWithdrawnWithTheLastBuildThatHasThem(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1"), Self.part("1"), Self.part("x", path: "B.framework")])
    // The same parts once more, which adds no row; then another one.
    let other = Self.part("x", path: "B.framework")
    try test.recordTogether([.sample(build: "2"), Self.part("1"), other])
    try test.recordTogether([.sample(build: "3"), Self.part("3"), other])
    #expect(try test.rows().map(\.entry.path) == ["", "A.framework", "B.framework", "", "", "A.framework"])
    func standing() throws -> [Int] {
      let ledger = try test.open()
      return try [Self.part("1"), Self.part("x", path: "B.framework")].map {
        try ledger.count(of: $0.subject, before: nil)
      }
    }
    #expect(try standing() == [2, 1])
    // Build 2 has what was recorded with build 1.
    #expect(try test.mark(1, .withdrawn, because: "a").ofParts == [])
    #expect(try standing() == [2, 1])
    // B.framework is part of build 3, too.
    #expect(try test.mark(4, .freed, because: "b").ofParts.map { $0.entry.mark?.target } == [2])
    #expect(try standing() == [1, 1])
    #expect(try test.mark(5, .withdrawn, because: "c").ofParts.map { $0.entry.mark?.target } == [3, 6])
    #expect(try standing() == [0, 0])
    // With the first one again, everything is recorded again.
    #expect(try test.recordTogether([.sample(build: "4"), Self.part("1")]).map(\.isNew) == [true, true])
    #expect(try standing() == [1, 0])
    let ledger = try test.open()
    #expect(try ledger.complaints() == [])
    #expect(try ledger.build(6).withdrawal?.entry.mark?.reason == "c")
  }

  /// A nested bundle that a later build does not have any more is withdrawn with the builds that had it.
  @Test(arguments: LedgerPlace.all)
  func nestedBundlesThatWereDroppedAreWithdrawn(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let other = Self.part("x", path: "B.framework")
    try test.recordTogether([.sample(build: "1"), Self.part("1"), other])
    try test.recordTogether([.sample(build: "2"), Self.part("1")])
    #expect(try test.open().build(3).drop?.sequence == 5 && test.open().build(2).drop == nil)
    // The same build again says nothing new, nor does a build of another system, or a later one without it.
    try test.recordTogether([.sample(build: "2"), Self.part("1")])
    try test.recordTogether([.sample(build: "2", platform: "ios")])
    try test.recordTogether([.sample(build: "3"), Self.part("1")])
    #expect(try test.open().verify().count == 7)
    #expect(try test.mark(1, .withdrawn, because: "a").ofParts.map { $0.entry.mark?.target } == [3])
    // When it comes back it is recorded again, and it is not withdrawn with builds that do not have it.
    #expect(try test.recordTogether([.sample(build: "4"), Self.part("1"), other]).map(\.isNew) == [true, false, true])
    #expect(try test.mark(4, .withdrawn, because: "b").ofParts == [])
    #expect(try test.open().count(of: other.subject, before: nil) == 1)
    #expect(try test.mark(10, .shipped).ofParts.map { $0.entry.mark?.target } == [2, 11])
    #expect(try test.open().complaints() == [])
  }

  /// A nested bundle that comes back unchanged is recorded again, so that the ledger shows which builds have it.
  @Test(arguments: LedgerPlace.all)
  func aDroppedNestedBundleThatComesBackIsRecordedAnew(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1"), Self.part("1")])
    try test.recordTogether([.sample(build: "2")])
    #expect(try test.recordTogether([.sample(build: "3"), Self.part("1")]).map(\.isNew) == [true, true])
    #expect(try test.recordTogether([.sample(build: "1"), Self.part("1")]).map(\.isNew) == [false, false])
    #expect(try test.rows().map(\.sequence) == [1, 2, 3, 5, 6] && test.open().build(2).drop?.sequence == 4)
    // Failed builds drop nothing.
    try test.record([.sample(build: "4", verdict: .fail)])
    #expect(try test.open().verify().count == 7)
    #expect(try test.open().complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func nestedBundlesOfOtherSystemsStand(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1"), Self.part("1")])
    try test.recordTogether([
      .sample(build: "1", platform: "ios"), Self.part("2", platform: "ios", path: "B.framework"),
    ])
    #expect(try test.mark(1, .withdrawn, because: "a").ofParts.map { $0.entry.mark?.target } == [2])
    #expect(try test.mark(3, .shipped).ofParts.map { $0.entry.mark?.target } == [4])
    #expect(try test.open().build(4).shipment?.sequence == 8)
  }

  // MARK: Shipping and labels

  @Test(arguments: LedgerPlace.all)
  func shippedBuildsAreKnown(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    #expect(try test.mark(2, .shipped, labels: ["store": "a"]).mark?.sequence == 4)
    let ledger = try test.open()
    #expect(try ledger.builds(of: Self.app, before: nil, count: 9).map { $0.shipment?.sequence } == [nil, 4, nil])
    #expect(try ledger.builds(of: Self.app, before: 4, count: 9).map { $0.shipment?.sequence } == [nil, nil, nil])
    #expect(try Self.highest(ledger) == 3 && Self.highest(ledger, .shipped) == 2)
    #expect(try ledger.build(2).labels.map { "\($0.name)=\($0.value)" } == ["commit=c0ffee", "store=a"])
    // Only the label is new.
    #expect(try test.mark(2, .shipped, labels: ["store": "a"]).mark == nil)
    #expect(try test.mark(2, .shipped, labels: ["store": "b"]).mark?.entry.mark?.kind == .labeled)
    #expect(try test.open().complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func aShipmentCanBeTakenBack(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    #expect(failure { try test.mark(2, .unshipped, because: "x") }?.message == "row #2 is not marked as shipped")
    try test.mark(2, .shipped, labels: ["store": "a"])
    let undone = try test.mark(2, .unshipped, because: "named the wrong build")
    #expect(undone.mark?.sequence == 5 && undone.build.shipment == nil)
    #expect(undone.build.takenBackShipment?.entry.mark?.reason == "named the wrong build")
    #expect(try test.mark(2, .unshipped, because: "again").mark == nil)
    let ledger = try test.open()
    #expect(try Self.highest(ledger, .shipped) == nil && Self.highest(ledger) == 3)
    #expect(try ledger.builds(of: Self.app, before: nil, count: 9).map { $0.shipment?.sequence } == [nil, nil, nil])
    // Who looks at the ledger as it was before sees it as it was.
    #expect(try ledger.builds(of: Self.app, before: 5, count: 9).map { $0.shipment?.sequence } == [nil, 4, nil])
    // Labels stay, and it can be shipped again.
    #expect(try ledger.build(2).labels.map(\.value) == ["c0ffee", "a"])
    #expect(try test.mark(2, .shipped).mark?.sequence == 6)
    #expect(try Self.highest(try test.open(), .shipped) == 2)
    #expect(try test.open().build(2).takenBackShipment == nil)
    // Or withdrawn.
    try test.mark(2, .unshipped, because: "again")
    #expect(try test.mark(2, .withdrawn, because: "crashes").mark?.sequence == 8)
    #expect(code { try test.mark(2, .shipped) } == .refused)
    #expect(try test.open().complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func aShipmentOfNestedBundlesIsTakenBackWithTheLast(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1"), Self.part("1")])
    try test.recordTogether([.sample(build: "2"), Self.part("1")])
    #expect(try test.mark(1, .shipped).ofParts.map { $0.entry.mark?.target } == [2])
    #expect(try test.mark(3, .shipped).ofParts == [])
    #expect(try test.mark(1, .unshipped, because: "x").ofParts == [])
    #expect(try test.open().build(2).shipment?.sequence == 5)
    #expect(try test.mark(3, .unshipped, because: "x").ofParts.map { $0.entry.mark?.target } == [2])
    #expect(try test.open().build(2).shipment == nil)
    #expect(try test.open().complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func theNewerLabelIsShown(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    try test.record([.sample(build: "4", verdict: .fail)])
    try test.mark(1, .labeled, labels: ["commit": "new", "a": "1"])
    try test.mark(1, .labeled, labels: ["a": "2", "commit": "new"])
    try test.mark(4, .labeled, labels: ["why": "x"])
    #expect(try test.mark(1, .labeled, labels: ["a": "2"]).mark == nil)
    let ledger = try test.open()
    let build = try ledger.build(1)
    #expect(build.labels.map { "\($0.name)=\($0.value)" } == ["a=2", "commit=new"])
    // The older ones stay where they are, and only what is new was written.
    #expect(build.entry.labels.map(\.value) == ["c0ffee"])
    #expect(build.marks.map { $0.entry.labels.map(\.value) } == [["1", "new"], ["2"]])
    func found(_ name: String, _ value: String) throws -> [Int64] {
      var filter = LedgerFilter()
      filter.labels = [.init(name: name, value: value)]
      return try ledger.log(filter, limit: 9).builds.map(\.sequence)
    }
    #expect(try found("commit", "new") == [1] && found("commit", "c0ffee") == [4, 3, 2])
    #expect(try found("a", "1") == [] && found("why", "x") == [4])
    #expect(try ledger.complaints() == [])
  }

  // MARK: Races

  /// A mark makes earlier snapshots of its product outdated, so that checks are repeated.
  @Test(arguments: LedgerPlace.all, [BuildMark.Kind.withdrawn, .shipped])
  func aMarkMakesSnapshotsOutdated(_ place: LedgerPlace, _ kind: BuildMark.Kind) throws {
    let test = try Self.filled(place)
    let new = BuildEntry.sample(build: "9")
    let snapshot = try test.ledger.snapshot(of: [new.subject], names: [])
    let byName = try test.ledger.snapshot(of: [], names: [("Example", "macos")])
    let other = try test.ledger.snapshot(of: [BuildEntry.sample("com.example.other").subject], names: [("Other", nil)])
    _ = try test.open().mark(3, MarkRequest(kind, because: "x"), tool: "t", time: 1)
    #expect(try test.ledger.record([new], unlessChangedSince: snapshot, time: 1) == .outdated)
    #expect(try test.ledger.record([new], unlessChangedSince: byName, time: 1) == .outdated)
    guard case .recorded = try test.ledger.record([new], unlessChangedSince: other, time: 1) else {
      Issue.record("another product's mark is none of its business")
      return
    }
  }

  // MARK: Export and import

  /// A ledger with every kind of row.
  private static func marked(_ place: LedgerPlace) throws -> TestLedger {
    let test = try filled(place, count: 4)
    try test.mark(1, .shipped, labels: ["a": "ü\n\"\\ 🚀"])
    try test.mark(2, .withdrawn, because: "ü\n\u{2028}\"\\ 🚀")
    try test.mark(3, .freed, because: "never uploaded")
    try test.mark(4, .labeled, labels: ["b": ""])
    return test
  }

  @Test(arguments: LedgerPlace.all, LedgerPlace.all)
  func aRoundTripKeepsMarks(_ from: LedgerPlace, _ to: LedgerPlace) throws {
    let test = try Self.marked(from)
    let lines = try test.exported()
    #expect(lines.count == 10)
    let (location, folder, database) = try TestLedger.emptyPlace(to)
    #expect(try Ledger.importing(lines, into: location) == (8, 0))
    let copy = try Ledger.open(location)
    var again: [UInt8] = []
    #expect(try copy.export { again += $0 } == 8)
    #expect(again == lines.flatMap { $0 + [0x0A] })
    #expect(try copy.verify() == test.open().verify() && copy.complaints() == [])
    #expect(try copy.log(LedgerFilter(), limit: 9).builds == test.open().log(LedgerFilter(), limit: 9).builds)
    #expect(try Self.highest(copy) == 4 && Self.highest(copy, .shipped) == 1)
    // It goes on.
    #expect(try copy.mark(4, MarkRequest(.withdrawn, because: "x"), tool: "t", time: 1).mark?.sequence == 9)
    #expect(try Ledger.importing(lines, into: location) == (0, 8))
    withExtendedLifetime((folder, database)) {}
  }

  @Test func anExportWithAChangedMarkIsRefused() throws {
    let test = try Self.marked(.file)
    let lines = try test.exported().map { String(decoding: $0, as: UTF8.self) }
    for (old, new) in [
      (#""mark":"withdrawn""#, #""mark":"freed""#), (#""mark":"withdrawn""#, #""mark":"x""#),
      (#""target":2"#, #""target":1"#), (#""target":2,"#, ""), ("never uploaded", "uploaded"),
      (#""mark":"withdrawn","#, ""), (#""version":4"#, #""version":1"#),
    ] {
      let changed = lines.map { Array($0.replacing(old, with: new).utf8) }
      #expect(changed != lines.map { Array($0.utf8) }, "\(old)")
      let (location, folder, _) = try TestLedger.emptyPlace(.file)
      #expect(code { _ = try Ledger.importing(changed, into: location) } == .failed, "\(old)")
      #expect(try folder.names() == [])
    }
  }

  // MARK: Ledgers of an earlier version

  /// A ledger that has marks, but none of the later kinds.
  @Test(arguments: LedgerPlace.all)
  func aLedgerWithoutLaterMarksGoesOnAndIsUpgradedForThem(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1"), Self.part("1")])
    try test.mark(1, .shipped)
    try test.downgrade(to: LedgerSchema.withMarks)
    let old = try test.open()
    #expect(try old.complaints() == [] && old.build(1).shipment?.sequence == 3)
    let error = failure { _ = try old.mark(1, MarkRequest(.unshipped, because: "x"), tool: "t", time: 1) }
    #expect(error?.code == .schema && error?.message.contains("shipments in it cannot be taken back") == true)
    // Nothing says that a nested bundle was dropped.
    _ = try old.record([.sample(build: "2")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    #expect(try old.log(LedgerFilter(), limit: 9).total == 2)
    var lines: [[UInt8]] = []
    _ = try old.export { lines += $0.split(separator: 0x0A).map(Array.init) }
    #expect(String(decoding: lines[0], as: UTF8.self).contains(#""version":2,"#))
    let later = try Self.marked(.file).exported()
    #expect(code { _ = try Ledger.importing(later, into: test.location) } == .schema)
    let (new, preparation) = try Ledger.prepare(test.location, time: 1)
    #expect(preparation == .migrated(from: 3))
    #expect(try new.mark(1, MarkRequest(.unshipped, because: "x"), tool: "t", time: 1).mark?.sequence == 6)
    #expect(try new.complaints() == [])
  }

  @Test(arguments: LedgerPlace.all)
  func anEarlierLedgerGoesOnAndIsUpgradedForMarks(_ place: LedgerPlace) throws {
    let test = try Self.filled(place)
    let rows = try test.rows()
    try test.downgrade()
    let old = try test.open()
    #expect(try old.complaints() == [] && old.log(LedgerFilter(), limit: 9).builds.reversed() == rows)
    #expect(try Self.highest(old) == 3 && old.count(of: Self.app, before: nil) == 3)
    #expect(try old.newest(named: "Example", platform: "macos", before: nil)?.sequence == 3)
    _ = try old.record([.sample(build: "4")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    var lines: [[UInt8]] = []
    _ = try old.export { lines += $0.split(separator: 0x0A).map(Array.init) }
    #expect(String(decoding: lines[0], as: UTF8.self).contains(#""version":1,"#))
    let error = failure { _ = try old.mark(3, MarkRequest(.withdrawn, because: "x"), tool: "t", time: 1) }
    #expect(error?.code == .schema && error?.hint?.contains("bundlepolicy ledger init") == true)
    // Rows with marks don't fit in.
    let marked = try Self.marked(.file).exported()
    #expect(code { _ = try Ledger.importing(marked, into: test.location) } == .schema)
    let (new, preparation) = try Ledger.prepare(test.location, time: 1)
    #expect(preparation == .migrated(from: 2))
    #expect(try new.mark(3, MarkRequest(.withdrawn, because: "x"), tool: "t", time: 1).mark?.sequence == 5)
    #expect(try Self.highest(new) == 4 && new.complaints() == [])
    // Who opened it before must open it again.
    let late = failure {
      _ = try old.record([.sample(build: "5")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    }
    #expect(late?.code == .schema && late?.message.contains("was upgraded while") == true)
    #expect(try Ledger.prepare(test.location, time: 1).1 == .found)
    // An export of before is a beginning of it.
    #expect(try Ledger.importing(lines, into: test.location) == (0, 4))
  }

  // MARK: Tampering

  @Test(arguments: LedgerPlace.databases)
  func aChangedMarkIsTold(_ place: LedgerPlace) throws {
    let test = try Self.marked(place)
    for (column, value) in [
      ("mark", .text("freed")), ("mark", .text("shipped")), ("mark", .text("x")), ("mark", .null),
      ("target", .integer(1)),
      ("target", .null), ("reason", .text("x")), ("reason", .null), ("time", .integer(5)),
      ("labels", .text("{\"a\":\"b\"}")),
    ] as [(String, LedgerValue)] {
      let old = try #require(try test.ask("SELECT \(column) FROM builds WHERE sequence = 6").first?.first)
      try test.tamper("UPDATE builds SET \(column) = $1 WHERE sequence = 6", value)
      #expect(try test.ledger.complaints().contains { $0.hasPrefix("#6:") }, "\(column) \(value)")
      // A damaged mark excludes no build. After a change to `shipped` the build counts again, which only `verify` reports.
      if value != .text("shipped") {
        #expect(code { _ = try Self.highest(try test.open()) } == .corrupt, "\(column) \(value)")
      }
      #expect(throws: LedgerError.self) { _ = try test.exported() }
      try test.tamper("UPDATE builds SET \(column) = $1 WHERE sequence = 6", old)
    }
    #expect(try test.ledger.complaints() == [])
    try test.tamper("DELETE FROM builds WHERE sequence = 6")
    #expect(try test.ledger.complaints().contains("#6: the row is missing"))
    #expect(code { try test.ledger.checkEnd() } == .corrupt)
  }

  /// Whoever can compute hashes can forge the last row.
  @Test(arguments: LedgerPlace.databases)
  func aMarkOfAnotherBuildIsTold(_ place: LedgerPlace) throws {
    for (target, words) in [
      (Int64(1), "#4: it is about row #1, but names another build"),
      (4, "#4: it is about row #4, which does not record a build before it"),
      (9, "#4: it is about row #9, which does not record a build before it"),
    ] {
      let test = try Self.filled(place)
      let last = try #require(try test.rows().last)
      let entry = last.entry.with {
        ($0.info, $0.policies, $0.mark) = ([], [], BuildMark(.withdrawn, of: target, because: "x"))
      }
      let hash = RowHash.of(entry, sequence: 4, time: 1_000, previous: last.hash)
      let forged = RecordedBuild(sequence: 4, time: 1_000, entry: entry, previousHash: last.hash, hash: hash)
      try test.ledger.write { database throws(LedgerError) in try Ledger.insert(forged, into: database) }
      #expect(try test.ledger.complaints() == [words])
    }
  }

  // MARK: Clocks

  @Test(arguments: LedgerPlace.all)
  func clocksThatRanBackwardsAreNoted(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    for (build, time) in [(1, 5_000), (2, 5_000), (3, 4_500), (4, 4_600), (5, 100_000)] {
      try test.record([.sample(build: "\(build)")], time: Int64(time))
    }
    try test.mark(1, .shipped, time: 10_000)
    let ledger = try test.open()
    #expect(try ledger.log(LedgerFilter(), limit: 9).builds.map(\.isClockBehind) == [false, false, true, false, false])
    // The row before need not be listed.
    var filter = LedgerFilter()
    filter.version = "3"
    #expect(try ledger.log(filter, limit: 1).builds.map(\.isClockBehind) == [true])
    let result = try ledger.verify()
    #expect(result.defects == [] && result.noteCount == 2)
    #expect(
      result.notes.map { "\($0.sequence ?? 0) \($0.message)" } == [
        "3 its recorder's clock was 500 milliseconds behind the time of the row before it",
        "6 its recorder's clock was 90 seconds behind the time of the row before it",
      ])
  }
}

extension LedgerReceipt {
  fileprivate init(_ row: RecordedBuild) { self.init(sequence: row.sequence, hash: row.hash, isNew: true) }
}
