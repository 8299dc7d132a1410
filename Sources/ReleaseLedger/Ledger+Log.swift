import Basics

/// Which rows of a ledger are asked for.
package struct LedgerFilter: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  package var identifier: String?
  /// The identifier of the product.
  package var product: String?
  /// The system.
  package var platform: String?
  /// The version, as recorded: of either kind.
  package var version: String?
  /// What the check came to.
  package var verdict: BuildEntry.Verdict?
  /// Labels that a row must have.
  package var labels: [BuildEntry.Label] = []
  /// The first moment, in milliseconds since 1970.
  package var since: Int64?
  /// The moment that rows come before.
  package var until: Int64?
  /// Whether rows of bundles inside of products count.
  package var includesParts = false
  /// The contents.
  package var digest: ContentDigest?

  /// All products.
  package init() {}

  /// What follows `WHERE`, and the values in it. Everything in the text is a constant.
  fileprivate func condition(in schema: Int64) -> (text: String, values: [LedgerValue]) {
    // Rows about builds are shown with these.
    var parts = schema >= LedgerSchema.withMarks ? ["target IS NULL"] : []
    var values: [LedgerValue] = []
    func add(_ part: (String) -> String, _ value: LedgerValue?) {
      guard let value else { return }
      values.append(value)
      parts.append(part("$\(values.count)"))
    }
    add({ "identifier = \($0)" }, identifier.map { .text($0) })
    add({ "product = \($0)" }, product.map { .text($0) })
    add({ "platform = \($0)" }, platform.map { .text($0) })
    add({ "verdict = \($0)" }, verdict.map { .text($0.rawValue) })
    add({ "time >= \($0)" }, since.map { .integer($0) })
    add({ "time < \($0)" }, until.map { .integer($0) })
    add({ "digest = \($0)" }, digest.map { .bytes($0.bytes) })
    if let version {
      values.append(.text(version))
      parts.append("(build = $\(values.count) OR short_version = $\(values.count))")
    }
    if !includesParts { parts.append("path = ''") }
    return (parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND "), values)
  }

  fileprivate func accepts(_ row: RecordedBuild) -> Bool {
    if labels.isEmpty { return true }
    let own = row.labels
    return labels.allSatisfy(own.contains)
  }
}

extension Ledger {
  /// The builds that a filter lets through, the last recorded first, at most `limit`, with the marks that they have and whether a
  /// clock ran backwards; and how many there are in all.
  package func log(_ filter: LedgerFilter, limit: Int) throws(LedgerError) -> (builds: [RecordedBuild], total: Int) {
    let condition = filter.condition(in: identity.version)
    return try read { database throws(LedgerError) in
      var builds: [RecordedBuild] = []
      var total = 0
      if filter.labels.isEmpty {
        try database.run("SELECT COUNT(*) FROM builds" + condition.text, condition.values) { row throws(LedgerError) in
          total = Int(clamping: row.first?.integer ?? 0)
          return true
        }
        try database.run(
          "SELECT \(columns) FROM builds\(condition.text) ORDER BY sequence DESC LIMIT $\(condition.values.count + 1)",
          condition.values + [.integer(Int64(max(limit, 0)))]
        ) { values throws(LedgerError) in
          builds.append(try row(values))
          return true
        }
        return (try withClocks(try marked(builds, in: database), in: database), total)
      }
      // Labels are a text to the database.
      let marks = try allMarks(in: database)
      try database.run(
        "SELECT \(columns) FROM builds\(condition.text) ORDER BY sequence DESC", condition.values
      ) { values throws(LedgerError) in
        var row = try row(values)
        row.marks = marks[row.sequence] ?? []
        if filter.accepts(row) {
          total += 1
          if builds.count < limit { builds.append(row) }
        }
        return true
      }
      return (try withClocks(builds, in: database), total)
    }
  }

  /// The rows whose hash, or whose bundle's digest, starts with these hexadecimal digits: newest first, at most `limit`. Looks
  /// through the whole ledger. A mark is only named by its own hash.
  package func builds(hashPrefix: String, limit: Int) throws(LedgerError) -> [RecordedBuild] {
    try read { database throws(LedgerError) in
      guard limit > 0 else { return [] }
      var found: [Int64] = []
      let prefix = hashPrefix.lowercased()
      let target = RowColumns.columns(["target"], in: identity.version)[0]
      try database.run("SELECT sequence, hash, digest, \(target) FROM builds ORDER BY sequence DESC", []) {
        values throws(LedgerError) in
        guard values.count == 4 else { return true }
        let isMeant = values[1...(values[3] == .null ? 2 : 1)].contains {
          $0.bytes.map { Hexadecimal.text(of: $0).hasPrefix(prefix) } ?? false
        }
        if isMeant, let sequence = values.first?.integer { found.append(sequence) }
        return found.count < limit
      }
      var builds: [RecordedBuild] = []
      for number in found {
        let rows = try database.rows("SELECT \(columns) FROM builds WHERE sequence = $1", .integer(number))
        for values in rows { builds.append(try row(values)) }
      }
      return try withClocks(try marked(builds, in: database), in: database)
    }
  }

  /// The build of an identifier that has the highest version, as `bundle.history` orders builds: of those that passed and stand if
  /// there are any, else of all.
  package func newest(identifier: String) throws(LedgerError) -> RecordedBuild? {
    if identifier.utf8.contains(0) { return nil }
    let history = try read { database throws(LedgerError) in
      try self.history("identifier = $1", [.text(identifier)], in: database)
    }
    if let newest = history.newest { return try build(newest.sequence) }
    var filter = LedgerFilter()
    (filter.identifier, filter.includesParts) = (identifier, true)
    return try log(filter, limit: 1).builds.first
  }

  /// The same rows, with whether each has an earlier time than the row before it.
  private func withClocks(_ rows: [RecordedBuild], in database: any LedgerDatabase) throws(LedgerError)
    -> [RecordedBuild]
  {
    var times: [Int64: Int64] = [:]
    try each(of: rows.map { $0.sequence &- 1 }) { places, values throws(LedgerError) in
      try database.run("SELECT sequence, time FROM builds WHERE sequence IN (\(places))", values) {
        row throws(LedgerError) in
        if row.count == 2, let sequence = row[0].integer { times[sequence] = row[1].integer }
        return true
      }
    }
    return rows.map { row in
      var row = row
      if let before = times[row.sequence &- 1] { row.isClockBehind = row.time < before }
      return row
    }
  }
}
