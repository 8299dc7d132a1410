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
  fileprivate var condition: (text: String, values: [LedgerValue]) {
    var parts: [String] = []
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

  fileprivate func accepts(_ row: RecordedBuild) -> Bool { labels.allSatisfy(row.entry.labels.contains) }
}

extension Ledger {
  /// The newest rows that a filter lets through, newest first, at most `limit`; and how many there are in all.
  package func log(_ filter: LedgerFilter, limit: Int) throws(LedgerError) -> (builds: [RecordedBuild], total: Int) {
    let condition = filter.condition
    return try read { database throws(LedgerError) in
      var builds: [RecordedBuild] = []
      if filter.labels.isEmpty {
        var total = 0
        try database.run("SELECT COUNT(*) FROM builds" + condition.text, condition.values) { row throws(LedgerError) in
          total = Int(clamping: row.first?.integer ?? 0)
          return true
        }
        try database.run(
          "SELECT \(RowColumns.list) FROM builds\(condition.text) ORDER BY sequence DESC LIMIT $\(condition.values.count + 1)",
          condition.values + [.integer(Int64(max(limit, 0)))]
        ) { values throws(LedgerError) in
          builds.append(try row(values))
          return true
        }
        return (builds, total)
      }
      // Labels are a text to the database.
      var total = 0
      try database.run(
        "SELECT \(RowColumns.list) FROM builds\(condition.text) ORDER BY sequence DESC", condition.values
      ) { values throws(LedgerError) in
        let row = try row(values)
        if filter.accepts(row) {
          total += 1
          if builds.count < limit { builds.append(row) }
        }
        return true
      }
      return (builds, total)
    }
  }

  /// The rows whose hash, or whose bundle's digest, starts with these hexadecimal digits: newest first, at most `limit`. Looks
  /// through the whole ledger.
  package func builds(hashPrefix: String, limit: Int) throws(LedgerError) -> [RecordedBuild] {
    try read { database throws(LedgerError) in
      guard limit > 0 else { return [] }
      var found: [Int64] = []
      let prefix = hashPrefix.lowercased()
      try database.run("SELECT sequence, hash, digest FROM builds ORDER BY sequence DESC", []) {
        values throws(LedgerError) in
        let isMeant = values.dropFirst().contains {
          $0.bytes.map { Hexadecimal.text(of: $0).hasPrefix(prefix) } ?? false
        }
        if isMeant, let sequence = values.first?.integer { found.append(sequence) }
        return found.count < limit
      }
      var builds: [RecordedBuild] = []
      for number in found {
        let rows = try database.rows("SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(number))
        for values in rows { builds.append(try row(values)) }
      }
      return builds
    }
  }
}
