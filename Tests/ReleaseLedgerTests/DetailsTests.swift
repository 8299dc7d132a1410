import BuildRecords
import Testing

@testable import ReleaseLedger

/// Measures and sets of builds in rows.
@Suite struct DetailsTests {
  private static let details = BuildDetails(
    measures: [.init(name: "install-size", value: 83_123_456), .init(name: "code-size", value: 7)],
    sets: [
      BuildSet(
        name: "privacy", members: [.init(name: "tracking", value: nil), .init(name: "data \"ä\"", value: "linked")])
    ])

  private static func sample(_ build: String, _ details: BuildDetails = details) -> BuildEntry {
    .sample(build: build).with { $0.details = details }
  }

  @Test(arguments: LedgerPlace.all)
  func areReadAsRecorded(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([Self.sample("1")])
    try test.recordTogether([.sample(build: "2")])
    let again = try test.open()
    let builds = try again.log(LedgerFilter(), limit: 9).builds.sorted { $0.sequence < $1.sequence }
    #expect(builds.map(\.entry.details) == [Self.details, BuildDetails()])
    #expect(builds[0].entry.details.measure("install-size") == 83_123_456)
    #expect(try again.complaints() == [])
  }

  /// A changed number is found: the hash of the row covers it.
  @Test func areCoveredByTheHash() throws {
    let test = try TestLedger(.file)
    try test.recordTogether([Self.sample("1")])
    try test.tamper("UPDATE builds SET details = replace(details, '83123456', '83123457')")
    #expect(try test.open().complaints().contains { $0.contains("changed after it was recorded") })
    try test.tamper("UPDATE builds SET details = NULL")
    #expect(try test.open().complaints() != [])
  }

  /// Rows without them have the hash that earlier versions computed.
  @Test func otherRowsKeepTheirHash() throws {
    let entry = BuildEntry.sample(build: "1")
    let hash = RowHash.of(entry, sequence: 1, time: 2, previous: [1])
    #expect(RowHash.of(entry.with { $0.details = Self.details }, sequence: 1, time: 2, previous: [1]) != hash)
    #expect(!RowField.fields(of: entry).contains { $0.column == "details" })
  }

  @Test func areExportedAndImported() throws {
    let test = try TestLedger(.file)
    try test.recordTogether([Self.sample("1")])
    try test.mark(1, .shipped)
    let (location, folder, _) = try TestLedger.emptyPlace(.file)
    defer { withExtendedLifetime(folder) {} }
    _ = try Ledger.importing(try test.exported(), into: location)
    let copy = try Ledger.open(location)
    #expect(try copy.build(1).entry.details == Self.details && copy.build(1).shipment != nil)
  }

  /// A ledger of an earlier version keeps working, without them, until it is upgraded.
  @Test(arguments: LedgerPlace.all)
  func anEarlierLedgerHasNoRoom(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.recordTogether([.sample(build: "1")])
    try test.downgrade(to: LedgerSchema.withDrops)
    let old = try test.open()
    #expect(!old.keepsDetails)
    #expect(try old.complaints() == [])
    _ = try old.record([.sample(build: "2")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    let other = try TestLedger(.file)
    try other.recordTogether([Self.sample("1")])
    #expect(code { _ = try Ledger.importing(try other.exported(), into: test.location) } == .schema)
    let (new, preparation) = try Ledger.prepare(test.location, time: 1)
    #expect(preparation == .migrated(from: 4) && new.keepsDetails)
    _ = try new.record([Self.sample("3")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    #expect(try new.complaints() == [] && new.build(3).entry.details == Self.details)
  }

  @Test func tooManyMembersAreRefused() throws {
    let test = try TestLedger(.file)
    let members = (0..<40_000).map { BuildSet.Member(name: "member number \($0) of many", value: nil) }
    let entry = Self.sample("1", BuildDetails(sets: [BuildSet(name: "frameworks", members: members)]))
    #expect(code { try test.recordTogether([entry]) } == .refused)
  }
}
