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

/// What questions about earlier builds ask of one that passed, or of a row about it.
struct BuildSummary: Hashable, Sendable {
  let sequence: Int64
  let platform: String?
  let shortVersion: String?
  let build: String?
  let digest: [UInt8]
  /// What the row says about the build of another; nil in the row that records the build.
  let mark: BuildMark.Kind?
  /// That other row.
  let target: Int64?

  /// The columns, in the order that `init` takes them.
  static func columns(in schema: Int64) -> String {
    (["sequence", "platform", "short_version", "build", "digest"] + RowColumns.columns(["mark", "target"], in: schema))
      .joined(separator: ", ")
  }

  /// Nil for columns that hold what is not recorded in them.
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

  /// `1.2.3 (456)`, as far as the bundle says.
  var number: String { [shortVersion, build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ") }

  /// Whose build it is.
  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

extension Ledger {
  /// The number that the next row will have. What is asked about the rows before it has one answer, whatever others record meanwhile.
  package func end() throws(LedgerError) -> Int64 {
    let last = try ask("SELECT sequence FROM builds ORDER BY sequence DESC LIMIT 1").first?.first?.integer ?? 0
    return last == .max ? last : last + 1
  }

  /// The row that holds a product with this number and these contents, which passed and was not withdrawn, among those before the row
  /// `before`; nil when there is none.
  package func record(
    of subject: LedgerSubject, build: String?, before: Int64? = nil, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    let same = try history(of: subject.key, before: before).standing.filter {
      $0.hasNumber(build, of: subject.shortVersion, platform: subject.platform)
    }
    // Digests take a while; without a build of this number none is needed.
    if same.isEmpty { return nil }
    let digest = try digest().bytes
    return try same.first { $0.digest == digest }.map { found throws(LedgerError) in
      try soundBuild(found.sequence).sequence
    }
  }

  /// The row of a part before the row `before` that has this number and these contents, when it is the newest one or that which was
  /// recorded last: the part is as it was. Nil when it is another, which an older one may have been, too.
  ///
  /// The last one recorded is what a hotfix goes on from, the newest one what the release after it does.
  package func unchangedPart(
    _ subject: LedgerSubject, build: String?, before: Int64?, digest: () throws(LedgerError) -> ContentDigest
  ) throws(LedgerError) -> Int64? {
    let history = try history(of: subject.key, before: before)
    for known in [history.standing.last, history.newest].compactMap({ $0 }) {
      guard known.platform == subject.platform, known.shortVersion == subject.shortVersion, known.build == build,
        try known.digest == digest().bytes
      else { continue }
      return try soundBuild(known.sequence).sequence
    }
    return nil
  }

  /// The rows of a bundle's passing builds that stand, the newest first (`BuildRank`), as far as they are before the row `before`.
  package func newestFirst(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> [Int64] {
    try history(of: subject.key, before: before).newestFirst.map(\.sequence)
  }

  /// The first `count` builds of these.
  package func builds(of subject: LedgerSubject, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    try builds(Array(try newestFirst(of: subject, before: before).prefix(max(count, 0))), before: before)
  }

  /// The builds of these rows, in this order, with the marks before the row `before`.
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

  /// How many passing builds of a bundle that stand there are before the row `before`.
  package func count(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> Int {
    try history(of: subject.key, before: before).standing.count
  }

  /// The newest passing build that stands of any product with a name, before the row `before`.
  package func newest(named name: String, platform: String?, before: Int64?) throws(LedgerError) -> RecordedBuild? {
    if name.utf8.contains(0) { return nil }
    let history = try read { database throws(LedgerError) in
      try self.history(
        "name = $1 AND path = '' AND sequence < $2 AND \(Self.isFor(platform, 3))",
        [.text(name), .integer(before ?? .max)] + (platform.map { [.text($0)] } ?? []), in: database)
    }
    return try history.newest.map { newest throws(LedgerError) in try soundBuild(newest.sequence, before: before) }
  }

  private static func isFor(_ platform: String?, _ place: Int) -> String {
    platform == nil ? "platform IS NULL" : "platform = $\(place)"
  }

  /// The number of the last row of any product with a name that passed, or about one, in a transaction of the caller's.
  func lastRow(named name: String, platform: String?, in database: any LedgerDatabase) throws(LedgerError) -> Int64? {
    if name.utf8.contains(0) { return nil }
    return try number(
      """
      SELECT sequence FROM builds WHERE name = $1 AND path = '' AND verdict = 'pass' AND \(Self.isFor(platform, 2)) \
      ORDER BY sequence DESC LIMIT 1
      """, [.text(name)] + (platform.map { [.text($0)] } ?? []), in: database)
  }

  /// The number of the last row of a bundle that passed, or about one, in a transaction of the caller's.
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

  /// The passing build with the highest version, the newest of equals; nil when none has one that the dialect reads.
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
    return try best.map { best throws(LedgerError) in try soundBuild(best.build.sequence, before: question.before) }
  }

  /// The passing build recorded last whose version the dialect can't read, or that has none.
  package func newestUnreadable(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    let newest = try builds(question).last {
      $0.version(question.field).flatMap { Version($0, dialect: question.dialect) } == nil
    }
    return try newest.map { build throws(LedgerError) in try soundBuild(build.sequence, before: question.before) }
  }

  /// The builds that a question is about, in the order recorded. One of which nothing tells the system may be for any.
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

  /// The rows of a bundle before a row, by `values`.
  private static let ofBundle = "identifier = $1 AND product = $2 AND path = $3 AND sequence < $4"

  private static func values(_ key: BundleKey, _ before: Int64?) -> [LedgerValue] {
    [.text(key.identifier), .text(key.product), .text(key.path), .integer(before ?? .max)]
  }

  /// The passing builds of a bundle before the row `before`, and what rows before it say about them. An index holds them together, so
  /// that this costs as many steps as the bundle has rows, however long the ledger is.
  private func history(of key: BundleKey, before: Int64?) throws(LedgerError) -> BundleHistory {
    // Behind the last row more may come.
    if let before, let known = histories.known(key, before) { return known }
    let history = try read { database throws(LedgerError) in
      try self.history(of: key, before: before, in: database)
    }
    if let before { histories.keep(history, of: key, before) }
    return history
  }

  /// The same, in a transaction of the caller's.
  func history(of key: BundleKey, before: Int64?, in database: any LedgerDatabase) throws(LedgerError) -> BundleHistory
  {
    guard key.isRecordable else { return BundleHistory([]) }
    return try history(Self.ofBundle, Self.values(key, before), in: database)
  }

  /// The builds that passed among the rows of a condition, in a transaction of the caller's.
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
    // A build is passed over only for a row that is what was recorded.
    _ = try rows(history.withdrawals.map(\.sequence), in: database)
    return history
  }

  /// The row of a number. Throws when there is none, or one that is not what was recorded.
  private func soundBuild(_ sequence: Int64, before: Int64? = nil) throws(LedgerError) -> RecordedBuild {
    try read { database throws(LedgerError) in
      try marked([try soundBuild(sequence, in: database)], before: before, in: database)[0]
    }
  }

  /// The same without marks, in a transaction of the caller's.
  func soundBuild(_ sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    try sound(try build(sequence, in: database))
  }

  /// The rows of numbers, as far as they are there. Throws for one that is not what was recorded.
  private func rows(_ numbers: [Int64], in database: any LedgerDatabase) throws(LedgerError) -> [Int64: RecordedBuild] {
    var rows: [Int64: RecordedBuild] = [:]
    try each(of: numbers) { places, values throws(LedgerError) in
      try database.run("SELECT \(columns) FROM builds WHERE sequence IN (\(places))", values) {
        values throws(LedgerError) in
        let row = try sound(try self.row(values))
        rows[row.sequence] = row
        return true
      }
    }
    return rows
  }

  /// The same rows with the marks that they have, of those before the row `before`, in a transaction of the caller's.
  func marked(
    _ builds: [RecordedBuild], before: Int64? = nil, in database: any LedgerDatabase
  ) throws(LedgerError) -> [RecordedBuild] {
    guard identity.version >= LedgerSchema.withMarks else { return builds }
    var marks: [Int64: [RecordedBuild]] = [:]
    try each(of: builds.map(\.sequence)) { places, values throws(LedgerError) in
      try database.run("SELECT \(columns) FROM builds WHERE target IN (\(places)) ORDER BY sequence", values) {
        values throws(LedgerError) in
        let mark = try sound(try row(values))
        if let target = mark.entry.mark?.target, mark.sequence < before ?? .max {
          marks[target, default: []].append(mark)
        }
        return true
      }
    }
    return builds.map { build in
      var build = build
      build.marks = marks[build.sequence] ?? []
      return build
    }
  }

  /// All marks, in their order, by the row of the build, in a transaction of the caller's.
  func allMarks(in database: any LedgerDatabase) throws(LedgerError) -> [Int64: [RecordedBuild]] {
    guard identity.version >= LedgerSchema.withMarks else { return [:] }
    var marks: [Int64: [RecordedBuild]] = [:]
    try database.run("SELECT \(columns) FROM builds WHERE target IS NOT NULL ORDER BY sequence", []) {
      values throws(LedgerError) in
      let mark = try sound(try row(values))
      if let target = mark.entry.mark?.target { marks[target, default: []].append(mark) }
      return true
    }
    return marks
  }

  /// How many numbers a statement is asked about at once. A statement is made once for each, so there are few.
  private static let portions = [1, 8, 64, 256]

  /// Gives numbers to `body` in portions: as places in a statement, and as the values for these.
  func each(
    of numbers: [Int64], _ body: (_ places: String, _ values: [LedgerValue]) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    var rest = numbers[...]
    while let last = rest.last {
      let size = Self.portions.first { $0 >= rest.count } ?? 256
      let portion = rest.prefix(size)
      rest = rest.dropFirst(size)
      // The last one fills the places that are left.
      let padding = [Int64](repeating: last, count: size - portion.count)
      let places = (1...size).map { "$\($0)" }.joined(separator: ", ")
      try body(places, (portion + padding).map { .integer($0) })
    }
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

  /// The row of a number, with its marks. Throws when there is none.
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

/// The histories read last: the rules of a bundle ask for the same again and again.
final class HistoryCache: @unchecked Sendable {  // only touched while the lock is held
  private struct Key: Hashable {
    let bundle: BundleKey
    let before: Int64
  }

  /// Builds that are kept, in all.
  private static let limit = 100_000
  private let lock = Lock()
  private var histories: [Key: BundleHistory] = [:]
  private var count = 0

  func known(_ bundle: BundleKey, _ before: Int64) -> BundleHistory? {
    lock.whileHeld { histories[Key(bundle: bundle, before: before)] }
  }

  func keep(_ history: BundleHistory, of bundle: BundleKey, _ before: Int64) {
    lock.whileHeld {
      // One without builds takes its place, too.
      count += history.builds.count + 1
      if count > Self.limit {
        histories = [:]
        count = history.builds.count + 1
      }
      histories[Key(bundle: bundle, before: before)] = history
    }
  }
}
