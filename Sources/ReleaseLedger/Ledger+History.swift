internal import Basics
package import BuildRecords

/// A bundle of a product. A part may have the identifier of its product, and several parts may have the same one.
struct BundleKey: Hashable, Sendable {
  let product: String
  let identifier: String
  /// The path of the part; empty for the product.
  let path: String

  /// False for texts that no row contains (`RowLimits`), and that PostgreSQL does not accept in a query.
  var isRecordable: Bool { ![product, identifier, path].contains { $0.utf8.contains(0) } }
}

struct BuildSummary: Hashable, Sendable {
  let sequence: Int64
  let platform: String?
  let shortVersion: String?
  let build: String?
  let digest: [UInt8]
  /// The mark that the row gives to another build; nil in a row that records a build.
  let mark: BuildMark.Kind?
  let target: Int64?

  /// The columns in the order that `init` takes them.
  static func columns(in schema: Int64) -> String {
    (["sequence", "platform", "short_version", "build", "digest"] + RowColumns.columns(["mark", "target"], in: schema))
      .joined(separator: ", ")
  }

  /// Nil if the columns do not hold a recorded row.
  init?(_ values: [LedgerValue]) {
    let texts = values.dropFirst().prefix(3)
    guard values.count == 7, let sequence = values[0].integer, let digest = values[4].bytes,
      texts.allSatisfy({ $0 == .null || $0.text != nil })
    else { return nil }
    mark = values[5].text.flatMap { BuildMark.Kind(rawValue: $0) }
    target = values[6].integer
    // Both or neither.
    guard (mark == nil) == (values[5] == .null), (target == nil) == (values[6] == .null),
      (mark == nil) == (target == nil)
    else { return nil }
    self.sequence = sequence
    self.platform = values[1].text
    self.shortVersion = values[2].text
    self.build = values[3].text
    self.digest = digest
  }

  func version(_ field: VersionField) -> String? { field == .build ? build : shortVersion }

  /// Whether the build has this number. `1.0` is the same as `1.0.0`.
  func hasNumber(_ build: String?, of shortVersion: String?, platform: String?) -> Bool {
    self.platform == platform && Self.isSame(self.shortVersion, shortVersion) && Self.isSame(self.build, build)
  }

  /// Whether two versions are the same, as `1.0` and `1.0.0` are.
  static func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == right }
    if let one = Version(left, dialect: .apple), let other = Version(right, dialect: .apple) {
      return one.compare(to: other) == 0
    }
    return left.hasSameBytes(as: right)
  }
}

extension BuildEntry {
  var isProduct: Bool { path.isEmpty }

  var number: String { [shortVersion, build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ") }

  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

extension Ledger {
  /// The number that the next row will have. Queries about rows before it always have the same answer, no matter what
  /// others record meanwhile.
  package func end() throws(LedgerError) -> Int64 {
    let last = try ask("SELECT sequence FROM builds ORDER BY sequence DESC LIMIT 1").first?.first?.integer ?? 0
    return last == .max ? last : last + 1
  }

  /// The row before `before` of a standing build of a product with this number and these contents; nil if there is
  /// none.
  package func record(
    of subject: LedgerSubject, build: String?, before: Int64? = nil, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    let same = try history(of: subject.key, before: before).standing.filter {
      $0.hasNumber(build, of: subject.shortVersion, platform: subject.platform)
    }
    // Digests take time, and are only needed if the number exists.
    if same.isEmpty { return nil }
    let digest = try digest().bytes
    return try same.first { $0.digest == digest }.map { found throws(LedgerError) in
      try intactBuild(found.sequence).sequence
    }
  }

  /// The row before `before` of a part with this number and these contents, if it is the newest build of the part or
  /// the one recorded last: then the part is unchanged. Nil otherwise, even if an older build is the same.
  ///
  /// A hotfix continues the build recorded last; the release after it continues the newest one.
  package func unchangedPart(
    _ subject: LedgerSubject, build: String?, before: Int64?, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    let history = try history(of: subject.key, before: before)
    for known in [history.standing.last, history.newest].compactMap({ $0 }) {
      guard known.platform == subject.platform, known.shortVersion == subject.shortVersion, known.build == build,
        try known.digest == digest().bytes
      else { continue }
      return try intactBuild(known.sequence).sequence
    }
    return nil
  }

  /// The rows before `before` of a bundle's standing builds, the newest first (`BuildRank`).
  package func newestFirst(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> [Int64] {
    try history(of: subject.key, before: before).newestFirst.map(\.sequence)
  }

  package func builds(of subject: LedgerSubject, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    try builds(Array(try newestFirst(of: subject, before: before).prefix(max(count, 0))), before: before)
  }

  package func builds(_ numbers: [Int64], before: Int64?) throws(LedgerError) -> [RecordedBuild] {
    if numbers.isEmpty { return [] }
    return try read { database throws(LedgerError) in
      let found = try rows(numbers, in: database)
      var builds: [RecordedBuild] = []
      for number in numbers {
        guard let row = found[number] else { throw missing(number) }
        builds.append(row)
      }
      return try marked(builds, before: before, in: database)
    }
  }

  /// The number of standing builds of a bundle before the row `before`.
  package func count(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> Int {
    try history(of: subject.key, before: before).standing.count
  }

  /// The newest standing build before the row `before` of any product with this name.
  package func newest(named name: String, platform: String?, before: Int64?) throws(LedgerError) -> RecordedBuild? {
    if name.utf8.contains(0) { return nil }
    let history = try read { database throws(LedgerError) in
      try self.history(
        "name = $1 AND path = '' AND sequence < $2 AND \(Self.isFor(platform, 3))",
        [.text(name), .integer(before ?? .max)] + (platform.map { [.text($0)] } ?? []), in: database)
    }
    return try history.newest.map { newest throws(LedgerError) in try intactBuild(newest.sequence, before: before) }
  }

  private static func isFor(_ platform: String?, _ place: Int) -> String {
    platform == nil ? "platform IS NULL" : "platform = $\(place)"
  }

  /// The number of the last row of any passing product with this name, or of a mark of one, in the caller's
  /// transaction.
  func lastRow(named name: String, platform: String?, in database: any LedgerDatabase) throws(LedgerError) -> Int64? {
    if name.utf8.contains(0) { return nil }
    return try number(
      """
      SELECT sequence FROM builds WHERE name = $1 AND path = '' AND verdict = 'pass' AND \(Self.isFor(platform, 2)) \
      ORDER BY sequence DESC LIMIT 1
      """, [.text(name)] + (platform.map { [.text($0)] } ?? []), in: database)
  }

  /// The number of the last row of a passing bundle, or of a mark of it, in the caller's transaction.
  func lastRow(of key: BundleKey, in database: any LedgerDatabase) throws(LedgerError) -> Int64? {
    guard key.isRecordable else { return nil }
    return try number(
      "SELECT sequence FROM builds WHERE \(Self.ofBundle) AND verdict = 'pass' ORDER BY sequence DESC LIMIT 1",
      Self.values(key, nil), in: database)
  }

  private func number(
    _ statement: String, _ values: [LedgerValue], in database: any LedgerDatabase
  ) throws(LedgerError) -> Int64? {
    var number: Int64?
    try database.run(statement, values) { values throws(LedgerError) in
      number = values.first?.integer
      return false
    }
    return number
  }

  // MARK: Versions

  /// The passing build with the highest version, the newest of equal ones; nil if the dialect can read none.
  package func highest(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    var best: (version: Version, build: BuildSummary)?
    for build in try builds(question) {
      guard let text = build.version(question.field), let version = Version(text, dialect: question.dialect) else {
        continue
      }
      if let bound = question.upTo, version.compare(to: bound).map({ $0 > 0 }) ?? true { continue }
      if let best {
        guard let order = version.compare(to: best.version), order >= 0 else { continue }
        if order == 0, BuildRank(build) < BuildRank(best.build) { continue }
      }
      best = (version, build)
    }
    return try best.map { best throws(LedgerError) in try intactBuild(best.build.sequence, before: question.before) }
  }

  /// The passing build recorded last that has no version, or one that the dialect cannot read.
  package func newestUnreadable(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    let newest = try builds(question).last {
      $0.version(question.field).flatMap { Version($0, dialect: question.dialect) } == nil
    }
    return try newest.map { build throws(LedgerError) in try intactBuild(build.sequence, before: question.before) }
  }

  /// The builds that a query is about, in the order recorded. A build of unknown platform counts for all platforms.
  private func builds(_ question: VersionQuestion) throws(LedgerError) -> [BuildSummary] {
    let subject = question.subject
    let history = try history(of: subject.key, before: question.before)
    let builds: [BuildSummary] =
      switch question.selection {
      case .standing: history.standing
      case .shipped: history.standing.filter { history.isShipped($0.sequence) }
      case .withTakenNumbers: history.withTakenNumbers
      }
    if question.scope == .identifier { return builds }
    let ofSystem = builds.filter { $0.platform == nil || subject.platform == nil || $0.platform == subject.platform }
    if question.scope == .platform { return ofSystem }
    return ofSystem.filter { BuildSummary.isSame($0.shortVersion, subject.shortVersion) }
  }

  // MARK: Rows

  /// The condition for a bundle's rows before a row, with `values`.
  private static let ofBundle = "identifier = $1 AND product = $2 AND path = $3 AND sequence < $4"

  private static func values(_ key: BundleKey, _ before: Int64?) -> [LedgerValue] {
    [.text(key.identifier), .text(key.product), .text(key.path), .integer(before ?? .max)]
  }

  /// The passing builds of a bundle before the row `before`, and the marks before it. The time depends on the number
  /// of the bundle's rows, not of all rows, because an index groups them.
  private func history(of key: BundleKey, before: Int64?) throws(LedgerError) -> BundleHistory {
    // More rows may follow the last one.
    if let before, let known = histories.known(key, before) { return known }
    let history = try read { database throws(LedgerError) in
      try self.history(of: key, before: before, in: database)
    }
    if let before { histories.keep(history, of: key, before) }
    return history
  }

  func history(of key: BundleKey, before: Int64?, in database: any LedgerDatabase) throws(LedgerError) -> BundleHistory
  {
    guard key.isRecordable else { return BundleHistory([]) }
    return try history(Self.ofBundle, Self.values(key, before), in: database)
  }

  func history(
    _ condition: String, _ values: [LedgerValue], in database: any LedgerDatabase
  ) throws(LedgerError) -> BundleHistory {
    var found: [BuildSummary] = []
    try database.run(
      """
      SELECT \(BuildSummary.columns(in: identity.version)) FROM builds WHERE \(condition) AND verdict = 'pass' \
      ORDER BY sequence
      """, values
    ) { values throws(LedgerError) in
      guard let summary = BuildSummary(values) else { throw damagedRow(values) }
      found.append(summary)
      return true
    }
    let history = BundleHistory(found)
    // A build only counts as withdrawn if the row that says so is intact.
    _ = try rows(history.withdrawals.map(\.sequence), in: database)
    return history
  }

  /// The row of this number. Throws if it is missing or was altered.
  private func intactBuild(_ sequence: Int64, before: Int64? = nil) throws(LedgerError) -> RecordedBuild {
    try read { database throws(LedgerError) in
      try marked([try intactBuild(sequence, in: database)], before: before, in: database)[0]
    }
  }

  /// The row without marks, in the caller's transaction.
  func intactBuild(_ sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    try intact(try build(sequence, in: database))
  }

  /// The rows with these numbers that exist. Throws if one was altered.
  private func rows(_ numbers: [Int64], in database: any LedgerDatabase) throws(LedgerError) -> [Int64: RecordedBuild] {
    var rows: [Int64: RecordedBuild] = [:]
    try each(of: numbers) { places, values throws(LedgerError) in
      try select("WHERE sequence IN (\(places))", values, in: database) { row throws(LedgerError) in
        rows[row.sequence] = try intact(row)
      }
    }
    return rows
  }

  func marked(
    _ builds: [RecordedBuild], before: Int64? = nil, in database: any LedgerDatabase
  ) throws(LedgerError) -> [RecordedBuild] {
    guard identity.version >= LedgerSchema.withMarks else { return builds }
    var marks: [Int64: [RecordedBuild]] = [:]
    try each(of: builds.map(\.sequence)) { places, values throws(LedgerError) in
      try add(marksWhere: "target IN (\(places))", values, before: before ?? .max, to: &marks, in: database)
    }
    return builds.map { build in
      var build = build
      build.marks = marks[build.sequence] ?? []
      return build
    }
  }

  func allMarks(in database: any LedgerDatabase) throws(LedgerError) -> [Int64: [RecordedBuild]] {
    guard identity.version >= LedgerSchema.withMarks else { return [:] }
    var marks: [Int64: [RecordedBuild]] = [:]
    try add(marksWhere: "target IS NOT NULL", [], before: .max, to: &marks, in: database)
    return marks
  }

  private func add(
    marksWhere condition: String, _ values: [LedgerValue], before: Int64, to marks: inout [Int64: [RecordedBuild]],
    in database: any LedgerDatabase
  ) throws(LedgerError) {
    try select("WHERE \(condition) ORDER BY sequence", values, in: database) { row throws(LedgerError) in
      let mark = try intact(row)
      if let target = mark.entry.mark?.target, mark.sequence < before { marks[target, default: []].append(mark) }
    }
  }

  /// How many numbers a statement takes. A statement is prepared for each size, so there are few sizes.
  private static let portions = [1, 8, 64, 256]

  /// Passes numbers to `body` in portions: as placeholders for a statement, and as their values.
  func each(
    of numbers: [Int64], _ body: (_ places: String, _ values: [LedgerValue]) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    var rest = numbers[...]
    while let last = rest.last {
      let size = Self.portions.first { $0 >= rest.count } ?? 256
      let portion = rest.prefix(size)
      rest = rest.dropFirst(size)
      // Repeats the last number in the remaining places.
      let padding = [Int64](repeating: last, count: size - portion.count)
      let places = (1...size).map { "$\($0)" }.joined(separator: ", ")
      try body(places, (portion + padding).map { .integer($0) })
    }
  }

  /// Returns the row if its hash is right: an altered row must not affect a check.
  func intact(_ row: RecordedBuild) throws(LedgerError) -> RecordedBuild {
    let hash = RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash)
    guard hash == row.hash else { throw damage("row #\(row.sequence) of the ledger was altered") }
    return row
  }

  func damage(_ message: String) -> LedgerError {
    LedgerError(
      .corrupt, message, file: location.shown,
      hint: "find all defects with 'bundlepolicy ledger verify', and restore an intact backup")
  }

  package func build(_ sequence: Int64) throws(LedgerError) -> RecordedBuild {
    try read { database throws(LedgerError) in try marked([try build(sequence, in: database)], in: database)[0] }
  }

  private func build(_ sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    let found = try database.rows("SELECT \(columns) FROM builds WHERE sequence = $1", .integer(sequence))
    guard let values = found.first else { throw missing(sequence) }
    return try row(values)
  }

  private func missing(_ sequence: Int64) -> LedgerError {
    LedgerError(
      .failed, "the ledger has no row #\(sequence)", file: location.shown,
      hint: "list builds with 'bundlepolicy ledger log'")
  }
}

/// The histories read last: the rules of a bundle ask for the same one again and again.
final class HistoryCache: @unchecked Sendable {  // only touched while the lock is held
  private struct Key: Hashable {
    let bundle: BundleKey
    let before: Int64
  }

  private static let limit = 100_000
  private let lock = Lock()
  private var histories: [Key: BundleHistory] = [:]
  private var count = 0

  func known(_ bundle: BundleKey, _ before: Int64) -> BundleHistory? {
    lock.withLock { histories[Key(bundle: bundle, before: before)] }
  }

  func keep(_ history: BundleHistory, of bundle: BundleKey, _ before: Int64) {
    lock.withLock {
      // An empty history takes space, too.
      count += history.builds.count + 1
      if count > Self.limit {
        histories = [:]
        count = history.builds.count + 1
      }
      histories[Key(bundle: bundle, before: before)] = history
    }
  }
}
