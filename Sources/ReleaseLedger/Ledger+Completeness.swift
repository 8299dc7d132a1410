import Basics

internal import Versions

/// What the table of rows itself says of the builds of a bundle, to hold the index of versions against: an entry that is gone there would
/// answer that a build was never recorded.
struct RowTally: Sendable {
  /// Passing builds of one system and one `CFBundleShortVersionString`.
  struct Group: Sendable {
    let platform: String?
    let release: [UInt8]
    let count: Int64
  }

  let groups: [Group]

  var count: Int64 { groups.reduce(0) { $0 &+ $1.count } }
}

// Rows are found by their identifier, so that this costs as many steps as the bundle has builds, however long the ledger is.
extension Ledger {
  private static let ofOwner = "identifier = $1 AND product = $2 AND path = $3 AND verdict = 'pass' AND sequence < $4"

  private static func values(_ owner: IndexOwner, _ before: Int64?) -> [LedgerValue] {
    [.text(owner.identifier), .text(owner.product), .text(owner.path), .integer(before ?? .max)]
  }

  private func tally(of owner: IndexOwner, before: Int64?) throws(LedgerError) -> RowTally {
    // Of rows that more may come behind the answer changes.
    let key = before.map { TallyKey(owner: owner, before: $0) }
    if let key, let known = tallies.known(key) { return known }
    let found = try ask(
      "SELECT platform, short_version, COUNT(*) FROM builds WHERE \(Self.ofOwner) GROUP BY platform, short_version",
      Self.values(owner, before))
    var groups: [RowTally.Group] = []
    for values in found {
      guard values.count == 3, let count = values[2].integer else { continue }
      groups.append(.init(platform: values[0].text, release: VersionIndex.release(values[1].text), count: count))
    }
    let tally = RowTally(groups: groups)
    if let key { tallies.keep(tally, key) }
    return tally
  }

  /// How many builds of a bundle there are. Throws unless the index has all of them.
  @discardableResult
  func checkHistory(of owner: IndexOwner, before: Int64?) throws(LedgerError) -> Int {
    let count = try tally(of: owner, before: before).count
    let indexed = try ask(
      "SELECT COUNT(*) FROM lanes WHERE lane = $1 AND sort_key < $2",
      [.bytes(VersionIndex.history(owner).key), .bytes(Self.bound(before))])
    try check(indexed, count, of: owner.identifier)
    try checkRows(of: [VersionIndex.history(owner).key], from: before)
    return Int(clamping: count)
  }

  /// Throws unless the index has all the builds that a question is about.
  func checkVersions(_ question: VersionQuestion) throws(LedgerError) {
    let platforms = Self.platforms(question)
    let release = Self.release(question)
    let tally = try tally(of: question.subject.owner, before: question.before)
    let count = tally.groups.reduce(Int64(0)) { sum, group in
      let isMeant = platforms.contains(group.platform) && (release.map { $0 == group.release } ?? true)
      return isMeant ? sum &+ group.count : sum
    }
    let indexes = Self.indexes(question)
    let places = indexes.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let indexed = try ask(
      "SELECT COUNT(*) FROM lanes WHERE sequence < $1 AND lane IN (\(places))",
      [.integer(question.before ?? .max)] + indexes.map { .bytes($0) })
    try check(indexed, count, of: question.subject.identifier)
    try checkRows(of: indexes, from: question.before)
  }

  /// Throws when the index has entries of rows that are gone from the end on. Others may record meanwhile, so that there may be entries,
  /// but these have their rows.
  func checkRows(of indexes: [[UInt8]], from end: Int64?) throws(LedgerError) {
    let places = indexes.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let found = try ask(
      """
      SELECT sequence FROM lanes WHERE sequence >= $1 AND lane IN (\(places)) \
      AND NOT EXISTS (SELECT 1 FROM builds WHERE builds.sequence = lanes.sequence) LIMIT 1
      """, [.integer(end ?? 0)] + indexes.map { .bytes($0) })
    if let row = found.first?.first?.integer { throw gone(row) }
  }

  /// Throws unless the index has all the products that have the number of one, up to the row `end`.
  func checkNumbers(like entry: BuildEntry, upTo end: Int64, in database: any LedgerDatabase) throws(LedgerError) {
    let (before, overflows) = end.addingReportingOverflow(1)
    var count: Int64 = 0
    let (release, build) = (VersionIndex.release(entry.shortVersion), VersionIndex.release(entry.build))
    try database.run(
      "SELECT platform, short_version, build FROM builds WHERE \(Self.ofOwner)",
      Self.values(entry.owner, overflows ? .max : before)
    ) { values throws(LedgerError) in
      guard values.count == 3, values[0].text == entry.platform, VersionIndex.release(values[1].text) == release,
        VersionIndex.release(values[2].text) == build
      else { return true }
      count += 1
      return true
    }
    let indexed = try database.rows(
      "SELECT COUNT(*) FROM lanes WHERE lane = $1 AND sequence <= $2", .bytes(entry.numberIndex.key), .integer(end))
    try check(indexed, count, of: entry.identifier)
  }

  /// Throws when a row behind `newest` holds a product of this name.
  func checkNewest(_ newest: Int64, named name: String, platform: String?, before: Int64?) throws(LedgerError) {
    let ofPlatform = platform == nil ? "platform IS NULL" : "platform = $4"
    let found = try ask(
      """
      SELECT sequence FROM builds WHERE sequence > $1 AND sequence < $2 AND name = $3 AND \(ofPlatform) AND path = '' \
      AND verdict = 'pass' LIMIT 1
      """, [.integer(newest), .integer(before ?? .max), .text(name)] + (platform.map { [.text($0)] } ?? []))
    if let row = found.first?.first?.integer { throw damage("the ledger's index of versions lacks row #\(row)") }
    try checkRows(of: [VersionIndex.name(name, platform: platform).key], from: before)
  }

  private func check(_ indexed: [[LedgerValue]], _ count: Int64, of identifier: String) throws(LedgerError) {
    let indexed = indexed.first?.first?.integer ?? 0
    if indexed == count { return }
    throw damage(
      "the ledger's index of versions has \(indexed) builds of '\(identifier)' where the ledger has \(count)")
  }
}

/// Which rows a tally is of.
struct TallyKey: Hashable, Sendable {
  let owner: IndexOwner
  let before: Int64
}

/// The tallies made last: the rules of a bundle ask for the same again and again.
final class TallyCache: @unchecked Sendable {  // only touched while the lock is held
  private static let limit = 256
  private let lock = Lock()
  private var tallies: [TallyKey: RowTally] = [:]

  func known(_ key: TallyKey) -> RowTally? { lock.whileHeld { tallies[key] } }

  func keep(_ tally: RowTally, _ key: TallyKey) {
    lock.whileHeld {
      if tallies.count >= Self.limit { tallies = [:] }
      tallies[key] = tally
    }
  }
}
