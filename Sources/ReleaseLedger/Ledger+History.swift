internal import Basics
internal import Bundles

/// Which bundle of which product: a part may have the identifier of the product around it, and several parts may have one.
struct BundleKey: Hashable, Sendable {
  let product: String
  let identifier: String
  /// Where the part lies; `""` for the product.
  let path: String

  /// False for texts that no ledger holds (`RowLimits`), and that PostgreSQL does not take in a question.
  var isRecordable: Bool { ![product, identifier, path].contains { $0.utf8.contains(0) } }
}

/// What questions about earlier builds ask of one that passed.
struct BuildSummary: Hashable, Sendable {
  let sequence: Int64
  let platform: String?
  let shortVersion: String?
  let build: String?
  let digest: [UInt8]

  /// The columns, in the order that `init` takes them.
  static let columns = "sequence, platform, short_version, build, digest"

  /// Nil for columns that hold what is not recorded in them.
  init?(_ values: [LedgerValue]) {
    let texts = values.dropFirst().prefix(3)
    guard values.count == 5, let sequence = values[0].integer, let digest = values[4].bytes,
      texts.allSatisfy({ $0 == .null || $0.text != nil })
    else { return nil }
    self.sequence = sequence
    self.platform = values[1].text
    self.shortVersion = values[2].text
    self.build = values[3].text
    self.digest = digest
  }

  func version(_ field: VersionField) -> String? { field == .build ? build : shortVersion }

  /// Whether it has this number: `1.0` is `1.0.0`.
  func hasNumber(_ build: String?, of shortVersion: String?, platform: String?) -> Bool {
    self.platform == platform && Self.isSame(self.shortVersion, shortVersion) && Self.isSame(self.build, build)
  }

  static func isSame(_ left: String?, _ right: String?) -> Bool {
    if left.map({ Array($0.utf8) }) == right.map({ Array($0.utf8) }) { return true }
    guard let left = left.flatMap({ Version($0, dialect: .apple) }),
      let right = right.flatMap({ Version($0, dialect: .apple) })
    else { return false }
    return left.compare(to: right) == 0
  }
}

extension BuildEntry {
  /// Whether it is the product itself, not a part of it.
  var isProduct: Bool { path.isEmpty }

  /// Whose build it is.
  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

extension Ledger {
  /// The number that the next row will have. What is asked about the rows before it has one answer, whatever others record meanwhile.
  package func end() throws(LedgerError) -> Int64 {
    let last = try ask("SELECT sequence FROM builds ORDER BY sequence DESC LIMIT 1").first?.first?.integer ?? 0
    return last == .max ? last : last + 1
  }

  /// The row that holds a product with this number and these contents, which passed, among those before the row `before`; nil when there
  /// is none.
  package func record(
    of subject: LedgerSubject, build: String?, before: Int64? = nil, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    let same = try history(of: subject.key, before: before).filter {
      $0.hasNumber(build, of: subject.shortVersion, platform: subject.platform)
    }
    // Digests take a while; without a build of this number none is needed.
    if same.isEmpty { return nil }
    let digest = try digest().bytes
    return try same.first { $0.digest == digest }.map { found throws(LedgerError) in
      try soundBuild(found.sequence).sequence
    }
  }

  /// The newest row of a part before the row `before`, if it has this number and these contents: the part is as it was. Nil when it
  /// is another, which an older one may have been, too.
  package func unchangedPart(
    _ subject: LedgerSubject, build: String?, before: Int64?, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    guard let newest = try builds(of: subject, before: before, count: 1).first,
      newest.entry.platform == subject.platform, newest.entry.shortVersion == subject.shortVersion,
      newest.entry.build == build, try newest.entry.digest == digest()
    else { return nil }
    return newest.sequence
  }

  /// Passing builds of a bundle, newest first: at most `count` of those before the row `before`.
  package func builds(of subject: LedgerSubject, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    guard subject.key.isRecordable else { return [] }
    let found = try ask(
      "SELECT \(RowColumns.list) FROM builds WHERE \(Self.passing) ORDER BY sequence DESC LIMIT $5",
      Self.values(subject.key, before) + [.integer(Int64(max(count, 0)))])
    var builds: [RecordedBuild] = []
    for values in found { builds.append(try sound(try row(values))) }
    return builds
  }

  /// How many passing builds of a bundle there are before the row `before`.
  package func count(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> Int {
    try history(of: subject.key, before: before).count
  }

  /// The newest passing build of any product with a name, before the row `before`.
  package func newest(named name: String, platform: String?, before: Int64?) throws(LedgerError) -> RecordedBuild? {
    let newest = try read { database throws(LedgerError) in
      try self.newest(named: name, platform: platform, before: before, in: database)
    }
    return try newest.map { number throws(LedgerError) in try soundBuild(number) }
  }

  /// The row's number, in a transaction of the caller's.
  func newest(named name: String, platform: String?, before: Int64?, in database: any LedgerDatabase)
    throws(LedgerError)
    -> Int64?
  {
    if name.utf8.contains(0) { return nil }
    var newest: Int64?
    try database.run(
      """
      SELECT sequence FROM builds WHERE name = $1 AND path = '' AND verdict = 'pass' AND sequence < $2 \
      AND \(platform == nil ? "platform IS NULL" : "platform = $3") ORDER BY sequence DESC LIMIT 1
      """, [.text(name), .integer(before ?? .max)] + (platform.map { [.text($0)] } ?? [])
    ) { values throws(LedgerError) in
      newest = values.first?.integer
      return false
    }
    return newest
  }

  /// The number of the newest passing build of a bundle, in a transaction of the caller's.
  func newest(of key: BundleKey, in database: any LedgerDatabase) throws(LedgerError) -> Int64? {
    guard key.isRecordable else { return nil }
    var newest: Int64?
    try database.run(
      "SELECT sequence FROM builds WHERE \(Self.passing) ORDER BY sequence DESC LIMIT 1", Self.values(key, nil)
    ) { values throws(LedgerError) in
      newest = values.first?.integer
      return false
    }
    return newest
  }

  // MARK: Versions

  /// The passing build with the highest version, the newest of equals; nil when none has one that the dialect reads.
  package func highest(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    var best: (version: Version, sequence: Int64)?
    for build in try history(question) {
      guard let text = build.version(question.field), let version = Version(text, dialect: question.dialect) else {
        continue
      }
      if let bound = question.upTo, version.compare(to: bound).map({ $0 > 0 }) ?? true { continue }
      if let best, version.compare(to: best.version).map({ $0 < 0 }) ?? true { continue }
      best = (version, build.sequence)
    }
    return try best.map { best throws(LedgerError) in try soundBuild(best.sequence) }
  }

  /// The newest passing build whose version the dialect can't read, or that has none.
  package func newestUnreadable(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    let newest = try history(question).last {
      $0.version(question.field).flatMap { Version($0, dialect: question.dialect) } == nil
    }
    return try newest.map { build throws(LedgerError) in try soundBuild(build.sequence) }
  }

  /// The builds that a question is about. One of which nothing tells the system may be for any.
  private func history(_ question: VersionQuestion) throws(LedgerError) -> [BuildSummary] {
    let subject = question.subject
    let history = try history(of: subject.key, before: question.before)
    if question.scope == .identifier { return history }
    let ofSystem = history.filter { $0.platform == nil || subject.platform == nil || $0.platform == subject.platform }
    if question.scope == .platform { return ofSystem }
    return ofSystem.filter { BuildSummary.isSame($0.shortVersion, subject.shortVersion) }
  }

  // MARK: Rows

  /// The passing builds of a bundle before a row, by `values`.
  static let passing = "identifier = $1 AND product = $2 AND path = $3 AND verdict = 'pass' AND sequence < $4"

  static func values(_ key: BundleKey, _ before: Int64?) -> [LedgerValue] {
    [.text(key.identifier), .text(key.product), .text(key.path), .integer(before ?? .max)]
  }

  /// The passing builds of a bundle before the row `before`, in the order recorded. An index holds them together, so that this costs as
  /// many steps as the bundle has builds, however long the ledger is.
  private func history(of key: BundleKey, before: Int64?) throws(LedgerError) -> [BuildSummary] {
    // Behind the last row more may come.
    if let before, let known = histories.known(key, before) { return known }
    let history = try read { database throws(LedgerError) in
      try self.history(of: key, before: before, in: database)
    }
    if let before { histories.keep(history, of: key, before) }
    return history
  }

  /// The same, in a transaction of the caller's.
  func history(of key: BundleKey, before: Int64?, in database: any LedgerDatabase) throws(LedgerError)
    -> [BuildSummary]
  {
    guard key.isRecordable else { return [] }
    var history: [BuildSummary] = []
    try database.run(
      "SELECT \(BuildSummary.columns) FROM builds WHERE \(Self.passing) ORDER BY sequence", Self.values(key, before)
    ) { values throws(LedgerError) in
      guard let summary = BuildSummary(values) else { throw damagedRow(values) }
      history.append(summary)
      return true
    }
    return history
  }

  /// The row of a number. Throws when there is none, or one that is not what was recorded.
  private func soundBuild(_ sequence: Int64) throws(LedgerError) -> RecordedBuild {
    try read { database throws(LedgerError) in try soundBuild(sequence, in: database) }
  }

  /// The same, in a transaction of the caller's.
  func soundBuild(_ sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    try sound(try build(sequence, in: database))
  }

  /// The row, if it is what was recorded: checks are not answered from others.
  func sound(_ row: RecordedBuild) throws(LedgerError) -> RecordedBuild {
    let hash = RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash)
    guard hash == row.hash else { throw damage("row #\(row.sequence) of the ledger was altered") }
    return row
  }

  func damage(_ message: String) -> LedgerError {
    LedgerError(
      .corrupt, message, file: location.shown,
      hint: "find all defects with 'bundlepolicy ledger verify', and restore an intact backup")
  }

  /// The row of a number. Throws when there is none.
  package func build(_ sequence: Int64) throws(LedgerError) -> RecordedBuild {
    try read { database throws(LedgerError) in try build(sequence, in: database) }
  }

  private func build(_ sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    let found = try database.rows("SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(sequence))
    guard let values = found.first else {
      throw LedgerError(.failed, "the ledger has no row #\(sequence)", file: location.shown)
    }
    return try row(values)
  }
}

/// The histories read last: the rules of a bundle ask for the same again and again.
final class HistoryCache: @unchecked Sendable {  // only touched while the lock is held
  private struct Key: Hashable {
    let bundle: BundleKey
    let before: Int64
  }

  /// Builds that are kept, in all.
  private static let limit = 100_000
  private let lock = Lock()
  private var histories: [Key: [BuildSummary]] = [:]
  private var count = 0

  func known(_ bundle: BundleKey, _ before: Int64) -> [BuildSummary]? {
    lock.whileHeld { histories[Key(bundle: bundle, before: before)] }
  }

  func keep(_ history: [BuildSummary], of bundle: BundleKey, _ before: Int64) {
    lock.whileHeld {
      // One without builds takes its place, too.
      count += history.count + 1
      if count > Self.limit {
        histories = [:]
        count = history.count + 1
      }
      histories[Key(bundle: bundle, before: before)] = history
    }
  }
}
