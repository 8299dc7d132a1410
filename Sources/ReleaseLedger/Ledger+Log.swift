import Basics
package import BuildRecords

package struct LedgerFilter: Hashable, Sendable {
  package var identifier: String?
  package var product: String?
  package var platform: String?
  package var version: String?
  package var verdict: BuildEntry.Verdict?
  package var labels: [BuildEntry.Label] = []
  /// The earliest time, in milliseconds since 1970.
  package var since: Int64?
  /// The time that rows must be before, in milliseconds since 1970.
  package var until: Int64?
  package var includesParts = false
  package var digest: ContentDigest?

  package init() {}

  fileprivate func condition(in schema: Int64) -> (text: String, values: [LedgerValue]) {
    // Marks are shown with the builds they are about.
    var parts = schema >= LedgerSchema.withMarks ? ["target IS NULL"] : []
    var values: [LedgerValue] = []
    let conditions: [(String, LedgerValue)] = [
      ("identifier = ?", .init(identifier)), ("product = ?", .init(product)), ("platform = ?", .init(platform)),
      ("verdict = ?", .init(verdict?.rawValue)), ("time >= ?", .init(since)), ("time < ?", .init(until)),
      ("digest = ?", .init(digest?.bytes)), ("(build = ? OR short_version = ?)", .init(version)),
    ]
    for (condition, value) in conditions where value != .null {
      values.append(value)
      parts.append(condition.replacing("?", with: "$\(values.count)"))
    }
    if !includesParts { parts.append("path = ''") }
    return (parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND "), values)
  }
}

/// The rows of a whole ledger, marks of builds included, as `verify` counts them.
package struct LedgerExtent: Hashable, Sendable {
  package let rows: Int64
  /// The hash of the last row; nil without rows.
  package let head: [UInt8]?

  package init(rows: Int64, head: [UInt8]?) { (self.rows, self.head) = (rows, head) }
}

extension Ledger {
  /// The log, and the extent of the ledger at the same moment.
  package func logWithExtent(
    _ filter: LedgerFilter, limit: Int
  ) throws(LedgerError) -> (builds: [RecordedBuild], total: Int, extent: LedgerExtent) {
    try read { database throws(LedgerError) in
      let (builds, total) = try log(filter, limit: limit, in: database)
      let last = try database.rows("SELECT hash FROM builds ORDER BY sequence DESC LIMIT 1").first?.first?.bytes
      let rows = try database.rows("SELECT COUNT(*) FROM builds").first?.first?.integer ?? 0
      return (builds, total, LedgerExtent(rows: rows, head: last))
    }
  }

  /// The selected builds, the last recorded first, at most `limit`, with their marks and with `isClockBehind` set;
  /// and the number of all selected builds.
  package func log(_ filter: LedgerFilter, limit: Int) throws(LedgerError) -> (builds: [RecordedBuild], total: Int) {
    try read { database throws(LedgerError) in try log(filter, limit: limit, in: database) }
  }

  private func log(
    _ filter: LedgerFilter, limit: Int, in database: any LedgerDatabase
  ) throws(LedgerError) -> (builds: [RecordedBuild], total: Int) {
    let condition = filter.condition(in: identity.version)
    var builds: [RecordedBuild] = []
    var total = 0
    if filter.labels.isEmpty {
      let count = try database.rows("SELECT COUNT(*) FROM builds" + condition.text, condition.values).first
      total = Int(clamping: count?.first?.integer ?? 0)
      try select(
        "\(condition.text) ORDER BY sequence DESC LIMIT $\(condition.values.count + 1)",
        condition.values + [.integer(Int64(max(limit, 0)))], in: database
      ) { builds.append($0) }
      return (try withClocks(try marked(builds, in: database), in: database), total)
    }
    // A database sees labels only as text.
    let marks = try allMarks(in: database)
    try select("\(condition.text) ORDER BY sequence DESC", condition.values, in: database) { row in
      var row = row
      row.marks = marks[row.sequence] ?? []
      if filter.labels.allSatisfy(row.labels.contains) {
        total += 1
        if builds.count < limit { builds.append(row) }
      }
    }
    return (try withClocks(builds, in: database), total)
  }

  /// The rows whose hash, or whose bundle's digest, starts with these hexadecimal digits: newest first, at most
  /// `limit`. Searches the whole ledger. A mark matches only by its own hash.
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
        try select("WHERE sequence = $1", [.integer(number)], in: database) { builds.append($0) }
      }
      return try withClocks(try marked(builds, in: database), in: database)
    }
  }

  /// The build of an identifier with the highest version, ordered as in `bundle.history`: of the standing builds if
  /// there are any, otherwise of all.
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
