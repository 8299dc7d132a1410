import Basics

/// What a check saw of the ledger when it began: what it judged holds as long as nothing was added there.
package struct LedgerSnapshot: Hashable, Sendable {
  /// What a check may have asked about.
  enum Subject: Hashable {
    /// The builds of a bundle.
    case bundle(BundleKey)
    /// The products of a name, whatever their identifiers.
    case name(String, platform: String?)
  }

  /// The number of the last row of each, of a build that passed or about one; 0 without one.
  let newest: [Subject: Int64]

  init(newest: [Subject: Int64]) { self.newest = newest }

  /// What several checks saw, one after the other: of each subject the first.
  package init(_ snapshots: [LedgerSnapshot]) {
    newest = snapshots.reduce(into: [:]) { all, snapshot in all.merge(snapshot.newest) { min($0, $1) } }
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

  /// Adds all entries, or none: in one transaction, alone among all that record.
  ///
  /// An entry that the ledger holds already, with the same number, contents and verdict, is not added again. Nothing is added when
  /// builds that `snapshot` is of were recorded, withdrawn or marked since it was taken. Throws `refused` when another build of a
  /// product has its number, when the build was withdrawn, or when a row can't hold an entry.
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
        let row = try add(entry, after: last, time: time, to: database)
        receipts.append(LedgerReceipt(sequence: row.sequence, hash: row.hash, isNew: true))
        last = row
        // Behind the product's row and before any other product's, which tells whose build dropped it.
        for part in try dropped(by: row, among: entries, in: database) {
          let mark = part.entry(of: BuildMark(.dropped, of: part.sequence, because: nil), tool: entry.tool)
          last = try add(mark, after: last, time: time, to: database)
        }
      }
      return .recorded(receipts)
    }
  }

  /// The nested bundles of earlier builds that a product recorded just now does not have.
  private func dropped(
    by row: RecordedBuild, among entries: [BuildEntry], in database: any LedgerDatabase
  ) throws(LedgerError) -> [RecordedBuild] {
    guard identity.version >= LedgerSchema.withDrops, row.entry.isProduct, row.entry.verdict == .pass else { return [] }
    let kept = entries.filter { $0.product == row.entry.product && !$0.isProduct }.map(\.key)
    let found = try ProductRows(of: row.entry.product, from: self, in: database)
      .dropped(by: row.sequence, platform: row.entry.platform, keeping: Set(kept))
    var rows: [RecordedBuild] = []
    for number in found { rows.append(try soundBuild(number, in: database)) }
    return rows
  }

  /// Throws when a row is about one that is yet to come.
  private func checkNothingIsMarked(after last: Int64, in database: any LedgerDatabase) throws(LedgerError) {
    guard identity.version >= LedgerSchema.withMarks else { return }
    let found = try database.rows("SELECT sequence, target FROM builds WHERE target > $1 LIMIT 1", .integer(last))
    guard let row = found.first?.first?.integer else { return }
    throw damage("row #\(row) of the ledger is about a row after the last one")
  }

  /// Adds a row behind the last one.
  func add(
    _ entry: BuildEntry, after last: RecordedBuild?, time: Int64, to database: any LedgerDatabase
  ) throws(LedgerError) -> RecordedBuild {
    let row = try next(entry, after: last, time: time)
    // A row that can't be read would be the end of the ledger.
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

  /// The last row, which must be what its hash says, and the last that was recorded: nothing is added to a chain that is broken at its
  /// end.
  func lastRow(in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild? {
    let rows = try database.rows("SELECT \(columns) FROM builds ORDER BY sequence DESC LIMIT 1")
    let recorded = try database.rows("SELECT sequence FROM recorded ORDER BY sequence DESC LIMIT 1")
    let last = try rows.first.map { values throws(LedgerError) in try sound(try row(values)) }
    let (number, given) = (last?.sequence ?? 0, recorded.first?.first?.integer ?? 0)
    if number < given { throw damage("row #\(given) of the ledger is missing") }
    if number > given { throw damage("the ledger's table 'recorded' lacks row #\(number)") }
    return last
  }

  /// Throws when rows are gone, or the last one is not what was recorded: a check is not answered from the ledger then.
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

  /// The row that holds the same build, with the same verdict; of failures, that by the same policies.
  ///
  /// A part that goes back to what it was before, or comes back, is a build once more, unless its product `isOfKnown` ones: the newest row is to say
  /// what the newest product holds.
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
      return try found.first.map { values throws(LedgerError) in try sound(try row(values)) }
    }
    let all = try history(of: entry.key, before: nil, in: database)
    let history = all.standing
    guard
      let found = history.last(where: {
        $0.digest == entry.digest.bytes && $0.hasNumber(entry.build, of: entry.shortVersion, platform: entry.platform)
      })
    else { return nil }
    if !entry.isProduct, !isOfKnown, found != history.last || all.has(.dropped, found.sequence) { return nil }
    return try soundBuild(found.sequence, in: database)
  }

  /// Another build that has the number of a product. Parts may keep theirs: the same framework, signed anew with each build.
  private func holder(ofNumberOf entry: BuildEntry, upTo end: Int64, in database: any LedgerDatabase)
    throws(LedgerError)
    -> RecordedBuild?
  {
    guard entry.isProduct, entry.verdict == .pass else { return nil }
    let holder = try history(of: entry.key, before: nil, in: database).withTakenNumbers.first {
      $0.sequence <= end && $0.hasNumber(entry.build, of: entry.shortVersion, platform: entry.platform)
    }
    return try holder.map { build throws(LedgerError) in
      try marked([try soundBuild(build.sequence, in: database)], in: database)[0]
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
