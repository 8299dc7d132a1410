import Basics
package import BuildRecords

/// The state of the ledger when a check began. The check's results are valid while nothing was added to it.
package struct LedgerSnapshot: Hashable, Sendable {
  enum Subject: Hashable {
    case bundle(BundleKey)
    /// The products with a name, no matter their identifiers.
    case name(String, platform: String?)
  }

  /// The number of the last row of each subject, of a passing build or a mark; 0 if there is none.
  let newest: [Subject: Int64]
}

extension LedgerSnapshot {
  /// Combines the snapshots of several checks: of each subject, the earliest state.
  package init(_ snapshots: [LedgerSnapshot]) {
    self.init(newest: snapshots.reduce(into: [:]) { all, snapshot in all.merge(snapshot.newest) { min($0, $1) } })
  }
}

package struct LedgerReceipt: Hashable, Sendable {
  package let sequence: Int64
  package let hash: [UInt8]
  /// False if the ledger already had the same build, so that nothing was added.
  package let isNew: Bool

  package var hashText: String { "sha256:" + Hexadecimal.text(of: hash) }
}

package enum LedgerRecording: Hashable, Sendable {
  /// All entries are in the ledger; the receipts are in their order.
  case recorded([LedgerReceipt])
  /// Builds of the same products were recorded since the snapshot: check again.
  case outdated
}

extension Ledger {
  /// The state of the ledger for bundles that are about to be checked.
  package func snapshot(of subjects: [LedgerSubject], names: [(name: String, platform: String?)]) throws(LedgerError)
    -> LedgerSnapshot
  {
    let asked: [LedgerSnapshot.Subject] =
      subjects.map { .bundle($0.key) } + names.map { .name($0.name, platform: $0.platform) }
    return try read { database throws(LedgerError) in try newest(of: asked, in: database) }
  }

  private func newest(of subjects: some Sequence<LedgerSnapshot.Subject>, in database: any LedgerDatabase)
    throws(LedgerError)
    -> LedgerSnapshot
  {
    var newest: [LedgerSnapshot.Subject: Int64] = [:]
    for subject in subjects where newest[subject] == nil {
      switch subject {
      case .bundle(let key):
        newest[subject] = try lastRow(of: key, in: database) ?? 0
      case .name(let name, let platform):
        newest[subject] = try lastRow(named: name, platform: platform, in: database) ?? 0
      }
    }
    return LedgerSnapshot(newest: newest)
  }

  /// Adds all entries, or none, in one transaction that excludes all other recorders.
  ///
  /// A build that the ledger already has with the same number, contents and verdict is not added again. Nothing is
  /// added if builds in `snapshot` were recorded, withdrawn or marked since it was taken. Throws `refused` if another
  /// build of a product has its number, if the build was withdrawn, or if a row cannot hold an entry.
  package func record(_ entries: [BuildEntry], unlessChangedSince snapshot: LedgerSnapshot, time: Int64)
    throws(LedgerError)
    -> LedgerRecording
  {
    for entry in entries { try RowLimits.check(entry) }
    return try write { database throws(LedgerError) in
      let now = try newest(of: snapshot.newest.keys, in: database)
      if now != snapshot { return .outdated }
      var receipts: [LedgerReceipt] = []
      var last = try lastRow(in: database)
      try checkNothingIsMarked(after: last?.sequence ?? 0, in: database)
      // Entries recorded together are not earlier builds of each other: the slices of an .xcframework share a number.
      let end = last?.sequence ?? 0
      // Products that the ledger already has, with their contents.
      var knownProducts: Set<String> = []
      for entry in entries {
        if let known = try known(entry, isOfKnown: knownProducts.contains(entry.product), in: database) {
          if entry.isProduct { knownProducts.insert(entry.product) }
          receipts.append(LedgerReceipt(sequence: known.sequence, hash: known.hash, isNew: false))
          continue
        }
        if let other = try holder(ofNumberOf: entry, upTo: end, in: database) { throw taken(entry, by: other) }
        let row = try add(entry, after: last, time: time, to: database)
        receipts.append(LedgerReceipt(sequence: row.sequence, hash: row.hash, isNew: true))
        last = row
        // Between the product's row and the next product's, so that the position says whose build dropped it.
        for part in try dropped(by: row, among: entries, in: database) {
          let mark = part.entry(of: BuildMark(.dropped, of: part.sequence, because: nil), tool: entry.tool)
          last = try add(mark, after: last, time: time, to: database)
        }
      }
      return .recorded(receipts)
    }
  }

  /// The nested bundles of earlier builds that a product recorded just now does not contain.
  private func dropped(
    by row: RecordedBuild, among entries: [BuildEntry], in database: any LedgerDatabase
  ) throws(LedgerError) -> [RecordedBuild] {
    guard identity.version >= LedgerSchema.withDrops, row.entry.isProduct, row.entry.verdict == .pass else { return [] }
    let kept = entries.filter { $0.product == row.entry.product && !$0.isProduct }.map(\.key)
    let found = try ProductRows(of: row.entry.product, from: self, in: database)
      .dropped(by: row.sequence, platform: row.entry.platform, keeping: Set(kept))
    var rows: [RecordedBuild] = []
    for number in found { rows.append(try intactBuild(number, in: database)) }
    return rows
  }

  /// Throws if a mark is about a row that does not exist yet.
  private func checkNothingIsMarked(after last: Int64, in database: any LedgerDatabase) throws(LedgerError) {
    guard identity.version >= LedgerSchema.withMarks else { return }
    let found = try database.rows("SELECT sequence, target FROM builds WHERE target > $1 LIMIT 1", .integer(last))
    guard let row = found.first?.first?.integer else { return }
    throw damage("row #\(row) of the ledger is about a row after the last one")
  }

  func add(
    _ entry: BuildEntry, after last: RecordedBuild?, time: Int64, to database: any LedgerDatabase
  ) throws(LedgerError) -> RecordedBuild {
    let row = try next(entry, after: last, time: time)
    // A row that cannot be read would make the ledger unusable.
    guard RowColumns.row(RowColumns.values(of: row)) == row else {
      throw LedgerError(
        .failed, "the new row of '\(entry.identifier)' could not be read back; nothing was recorded",
        file: location.shown, hint: "this is a bug in bundlepolicy; report it with the bundle's Info.plist")
    }
    try Self.insert(row, into: database)
    return row
  }

  static func insert(_ row: RecordedBuild, into database: any LedgerDatabase) throws(LedgerError) {
    try RowColumns.insert(row, into: database)
    try database.execute("INSERT INTO recorded (sequence) VALUES ($1)", .integer(row.sequence))
  }

  /// The last row. Throws unless it is intact and the last that was recorded: nothing is added to a chain that is
  /// broken at its end.
  func lastRow(in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild? {
    let rows = try database.rows("SELECT \(columns) FROM builds ORDER BY sequence DESC LIMIT 1")
    let recorded = try database.rows("SELECT sequence FROM recorded ORDER BY sequence DESC LIMIT 1")
    let last = try rows.first.map { values throws(LedgerError) in try intact(try row(values)) }
    let (number, given) = (last?.sequence ?? 0, recorded.first?.first?.integer ?? 0)
    if number < given { throw damage("row #\(given) of the ledger is missing") }
    if number > given { throw damage("the ledger's table 'recorded' lacks row #\(number)") }
    return last
  }

  /// Throws if rows are missing, or the last one was altered: such a ledger must not affect a check.
  package func checkEnd() throws(LedgerError) {
    try read { database throws(LedgerError) in
      let last = try lastRow(in: database)?.sequence ?? 0
      let count = try database.rows("SELECT COUNT(*) FROM builds").first?.first?.integer ?? 0
      if count != last { throw damage("the ledger has \(counted(count, "row")), but the last one is #\(last)") }
    }
  }

  private func next(_ entry: BuildEntry, after last: RecordedBuild?, time: Int64) throws(LedgerError) -> RecordedBuild {
    let (sequence, overflows) = (last?.sequence ?? 0).addingReportingOverflow(1)
    if overflows { throw LedgerError(.failed, "the ledger is full", file: location.shown) }
    let previous = last?.hash ?? RowHash.origin(of: identity.id)
    let hash = RowHash.of(entry, sequence: sequence, time: time, previous: previous)
    return RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previous, hash: hash)
  }

  /// The row of the same build with the same verdict; of a failed build, with the same policies.
  ///
  /// A part that returns, or returns to earlier contents, is recorded again unless its product is known
  /// (`isOfKnown`): the part's newest row must say what the newest product contains.
  private func known(
    _ entry: BuildEntry, isOfKnown: Bool, in database: any LedgerDatabase
  ) throws(LedgerError) -> RecordedBuild? {
    guard entry.verdict == .pass else {
      let key = entry.key
      let found = try database.rows(
        """
        SELECT \(columns) FROM builds WHERE identifier = $1 AND product = $2 AND path = $3 AND verdict = 'fail' \
        AND digest = $4 AND policies = $5 ORDER BY sequence DESC LIMIT 1
        """, .text(key.identifier), .text(key.product), .text(key.path), .bytes(entry.digest.bytes),
        .text(RowText.text(entry.policies)))
      return try found.first.map { values throws(LedgerError) in try intact(try row(values)) }
    }
    let all = try history(of: entry.key, before: nil, in: database)
    let history = all.standing
    guard
      let found = history.last(where: {
        $0.digest == entry.digest.bytes && $0.hasNumber(entry.build, of: entry.shortVersion, platform: entry.platform)
      })
    else { return nil }
    if !entry.isProduct, !isOfKnown, found != history.last || all.has(.dropped, found.sequence) { return nil }
    return try intactBuild(found.sequence, in: database)
  }

  /// Another build that has the number of a product. Parts may keep theirs: the same framework, signed again with
  /// each build.
  private func holder(ofNumberOf entry: BuildEntry, upTo end: Int64, in database: any LedgerDatabase)
    throws(LedgerError)
    -> RecordedBuild?
  {
    guard entry.isProduct, entry.verdict == .pass else { return nil }
    let holder = try history(of: entry.key, before: nil, in: database).withTakenNumbers.first {
      $0.sequence <= end && $0.hasNumber(entry.build, of: entry.shortVersion, platform: entry.platform)
    }
    return try holder.map { build throws(LedgerError) in
      try marked([try intactBuild(build.sequence, in: database)], in: database)[0]
    }
  }

  private func taken(_ entry: BuildEntry, by other: RecordedBuild) -> LedgerError {
    let number = entry.number
    let system = entry.platform.map { " for \($0)" } ?? ""
    if let withdrawal = other.withdrawal, other.entry.digest == entry.digest {
      return LedgerError(
        .refused,
        "'\(entry.identifier)'\(number.isEmpty ? "" : " " + number)\(system) was withdrawn, so it cannot be recorded again: "
          + "row #\(withdrawal.sequence) withdrew row #\(other.sequence)",
        file: location.shown,
        hint: "make a build with a higher CFBundleVersion; 'bundlepolicy ledger show \(other.sequence)' has the reason")
    }
    return LedgerError(
      .refused,
      "\(number.isEmpty ? "a build without a number" : "the number \(number)") of '\(entry.identifier)'\(system) is already taken: row #\(other.sequence)\(other.withdrawal == nil ? "" : ", which was withdrawn,") "
        + "has different contents (\(other.entry.digest.text.prefix(19))…, not \(entry.digest.text.prefix(19))…)",
      file: location.shown,
      hint: "raise CFBundleVersion; show the other build with 'bundlepolicy ledger show \(other.sequence)'")
  }
}
