import Basics

/// What a check saw of the ledger when it began: what it judged holds as long as nothing was added there.
package struct LedgerSnapshot: Hashable, Sendable {
  /// The last row in each index that the check may have asked.
  let heads: [[UInt8]: Int64]

  init(heads: [[UInt8]: Int64]) { self.heads = heads }

  /// What several checks saw, one after the other: of each index the first.
  package init(_ snapshots: [LedgerSnapshot]) {
    heads = snapshots.reduce(into: [:]) { all, snapshot in all.merge(snapshot.heads) { min($0, $1) } }
  }
}

/// What became of an entry.
package struct LedgerReceipt: Hashable, Sendable {
  /// The row.
  package let sequence: Int64
  /// The row's hash.
  package let hash: [UInt8]
  /// False when the ledger held the same build already, and nothing was added.
  package let isNew: Bool

  /// `sha256:` and 64 hexadecimal digits.
  package var hashText: String { "sha256:" + Hexadecimal.text(of: hash) }
}

/// What became of an attempt to record.
package enum LedgerRecording: Hashable, Sendable {
  /// All of it is in the ledger, in the order of the entries.
  case recorded([LedgerReceipt])
  /// Builds of the same products were recorded since the snapshot: judge again.
  case outdated
}

extension Ledger {
  /// What the ledger holds of the products that are about to be judged.
  package func snapshot(of subjects: [LedgerSubject], names: [(name: String, platform: String?)]) throws(LedgerError)
    -> LedgerSnapshot
  {
    let indexes = indexes(of: subjects, names: names)
    return try read { database throws(LedgerError) in try Self.heads(of: indexes, in: database) }
  }

  private func indexes(of subjects: [LedgerSubject], names: [(name: String, platform: String?)]) -> Set<[UInt8]> {
    Set(subjects.map { VersionIndex.history($0.owner).key })
      .union(names.map { VersionIndex.name($0.name, platform: $0.platform).key })
  }

  private static func heads(of indexes: some Sequence<[UInt8]>, in database: any LedgerDatabase) throws(LedgerError)
    -> LedgerSnapshot
  {
    var heads: [[UInt8]: Int64] = [:]
    for index in indexes {
      let last = try database.rows(
        "SELECT sequence FROM lanes WHERE lane = $1 ORDER BY sort_key DESC LIMIT 1", .bytes(index))
      heads[index] = last.first?.first?.integer ?? 0
    }
    return LedgerSnapshot(heads: heads)
  }

  /// Adds all entries, or none: in one transaction, alone among all that record.
  ///
  /// An entry that the ledger holds already, with the same number, contents and verdict, is not added again. Nothing is added when
  /// builds in the indexes of `snapshot` were recorded since it was taken. Throws `refused` when another build of a product has its
  /// number, or a row can't hold an entry.
  package func record(_ entries: [BuildEntry], unlessChangedSince snapshot: LedgerSnapshot, time: Int64)
    throws(LedgerError)
    -> LedgerRecording
  {
    for entry in entries { try RowLimits.check(entry) }
    return try write { database throws(LedgerError) in
      let now = try Self.heads(of: snapshot.heads.keys, in: database)
      if now != snapshot { return .outdated }
      var receipts: [LedgerReceipt] = []
      var last = try lastRow(in: database)
      // What is added now is no earlier build of what is added with it: the slices of an .xcframework share a number.
      let end = last?.sequence ?? 0
      // What was recorded as it is, with what is in it.
      var knownProducts: Set<String> = []
      for entry in entries {
        if let known = try known(entry, isOfKnown: knownProducts.contains(entry.product), in: database) {
          if entry.isProduct { knownProducts.insert(entry.product) }
          receipts.append(LedgerReceipt(sequence: known.sequence, hash: known.hash, isNew: false))
          continue
        }
        if let other = try holder(ofNumberOf: entry, upTo: end, in: database) { throw taken(entry, by: other) }
        let row = try next(entry, after: last, time: time)
        // A row that can't be read would be the end of the ledger.
        guard RowColumns.row(RowColumns.values(of: row)) == row else {
          throw LedgerError(
            .failed, "the row of '\(entry.identifier)' could not be read again; nothing was recorded",
            file: location.shown, hint: "this is a mistake of bundlepolicy's: report it with the bundle's Info.plist")
        }
        try Self.insert(row, into: database)
        receipts.append(LedgerReceipt(sequence: row.sequence, hash: row.hash, isNew: true))
        last = row
      }
      return .recorded(receipts)
    }
  }

  static func insert(_ row: RecordedBuild, into database: any LedgerDatabase) throws(LedgerError) {
    try database.run(RowColumns.insertion, RowColumns.values(of: row)) { _ throws(LedgerError) in true }
    // In one statement: to a server each is a journey.
    let entries = IndexEntry.all(of: row.entry, sequence: row.sequence)
    let places = entries.indices.map { "($\($0 * 3 + 1), $\($0 * 3 + 2), $\($0 * 3 + 3))" }.joined(separator: ", ")
    try database.run("INSERT INTO lanes (lane, sort_key, sequence) VALUES \(places)", IndexEntry.values(entries)) {
      _ throws(LedgerError) in true
    }
  }

  /// The last row, which must be what its hash says: nothing is added to a chain that is broken at its end.
  func lastRow(in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild? {
    let rows = try database.rows("SELECT \(RowColumns.list) FROM builds ORDER BY sequence DESC LIMIT 1")
    guard let values = rows.first else { return nil }
    let last = try row(values)
    let hash = RowHash.of(last.entry, sequence: last.sequence, time: last.time, previous: last.previousHash)
    guard hash == last.hash else {
      throw LedgerError(
        .corrupt, "row #\(last.sequence) of the ledger is not what was recorded; nothing is added to it",
        file: location.shown, hint: "'bundlepolicy ledger verify' tells all that is wrong with it")
    }
    // An index that is gone would answer that nothing was ever recorded.
    let entries = IndexEntry.all(of: last.entry, sequence: last.sequence)
    let conditions = entries.indices.map {
      "(lane = $\($0 * 3 + 1) AND sort_key = $\($0 * 3 + 2) AND sequence = $\($0 * 3 + 3))"
    }.joined(separator: " OR ")
    var found = 0
    try database.run("SELECT lane, sort_key FROM lanes WHERE \(conditions)", IndexEntry.values(entries)) {
      _ throws(LedgerError) in
      found += 1
      return true
    }
    guard found == Set(entries).count else {
      throw LedgerError(
        .corrupt, "the ledger's index of versions lacks row #\(last.sequence)", file: location.shown,
        hint: "'bundlepolicy ledger verify' tells all that is wrong; export it and import it into a new place")
    }
    return last
  }

  /// Throws when the end of the ledger is not what was recorded: a check is not answered from it then.
  package func checkEnd() throws(LedgerError) {
    try read { database throws(LedgerError) in
      let last = try lastRow(in: database)?.sequence ?? 0
      let count = try database.rows("SELECT COUNT(*) FROM builds").first?.first?.integer ?? 0
      if count != last { throw damage("the ledger has \(count) rows, and the last one is #\(last)") }
      if last == 0, try !database.rows("SELECT sequence FROM lanes LIMIT 1").isEmpty {
        throw damage("the ledger has no rows, but its index of versions names some")
      }
    }
  }

  private func next(_ entry: BuildEntry, after last: RecordedBuild?, time: Int64) throws(LedgerError) -> RecordedBuild {
    let (sequence, overflows) = (last?.sequence ?? 0).addingReportingOverflow(1)
    if overflows { throw LedgerError(.failed, "the ledger is full", file: location.shown) }
    let previous = last?.hash ?? RowHash.origin(of: identity.id)
    let hash = RowHash.of(entry, sequence: sequence, time: time, previous: previous)
    return RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previous, hash: hash)
  }

  /// The row that holds the same build, with the same verdict; of failures, that by the same policies.
  ///
  /// A part that goes back to what it was before is a build once more, unless its product `isOfKnown` ones: the newest row is to say
  /// what the newest product holds.
  private func known(
    _ entry: BuildEntry, isOfKnown: Bool, in database: any LedgerDatabase
  ) throws(LedgerError) -> RecordedBuild? {
    let index = (entry.verdict == .pass ? entry.numberIndex : entry.failureIndex).key
    let found = try database.rows(
      "SELECT sequence FROM lanes WHERE lane = $1 AND sort_key = $2 ORDER BY sequence DESC LIMIT 1",
      .bytes(index), .bytes(entry.digest.bytes))
    if entry.verdict == .pass, !entry.isProduct, !isOfKnown {
      let newest = try Self.heads(of: [VersionIndex.history(entry.owner).key], in: database).heads.values.first
      guard found.first?.first?.integer == newest else { return nil }
    }
    guard let number = found.first?.first?.integer else { return nil }
    return try row(of: IndexEntry(index: index, sortKey: entry.digest.bytes, sequence: number), in: database)
  }

  /// Another build that has the number of a product. Parts may keep theirs: the same framework, signed anew with each build.
  private func holder(ofNumberOf entry: BuildEntry, upTo end: Int64, in database: any LedgerDatabase)
    throws(LedgerError)
    -> RecordedBuild?
  {
    guard entry.isProduct, entry.verdict == .pass else { return nil }
    let index = entry.numberIndex.key
    try checkNumbers(like: entry, upTo: end, in: database)
    let found = try database.rows(
      "SELECT sort_key, sequence FROM lanes WHERE lane = $1 AND sequence <= $2 ORDER BY sort_key, sequence LIMIT 1",
      .bytes(index), .integer(end))
    guard let key = found.first?.first?.bytes, let number = found.first?.last?.integer else { return nil }
    return try row(of: IndexEntry(index: index, sortKey: key, sequence: number), in: database)
  }

  private func taken(_ entry: BuildEntry, by other: RecordedBuild) -> LedgerError {
    let number = [entry.shortVersion, entry.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    let system = entry.platform.map { " for \($0)" } ?? ""
    return LedgerError(
      .refused,
      "\(number.isEmpty ? "a build without a number" : "the number \(number)") of '\(entry.identifier)'\(system) is taken: row #\(other.sequence) "
        + "has it, with other contents (\(other.entry.digest.text.prefix(19))…, this is \(entry.digest.text.prefix(19))…)",
      file: location.shown,
      hint: "raise CFBundleVersion; 'bundlepolicy ledger show \(other.sequence)' tells of the other build")
  }
}
