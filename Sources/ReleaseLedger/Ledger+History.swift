internal import Versions

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
    let index = VersionIndex.number(
      subject.owner, platform: subject.platform, release: VersionIndex.release(subject.shortVersion),
      build: VersionIndex.release(build)
    ).key
    // Digests take a while; without a build of this number none is needed.
    guard
      try !ask(
        "SELECT sequence FROM lanes WHERE lane = $1 AND sequence < $2 LIMIT 1", .bytes(index), .integer(before ?? .max)
      ).isEmpty
    else { return nil }
    let key = try digest().bytes
    let found = try ask(
      "SELECT sequence FROM lanes WHERE lane = $1 AND sort_key = $2 AND sequence < $3 ORDER BY sequence LIMIT 1",
      .bytes(index), .bytes(key), .integer(before ?? .max))
    guard let number = found.first?.first?.integer else { return nil }
    return try self.build(of: IndexEntry(index: index, sortKey: key, sequence: number)).sequence
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
    try checkHistory(of: subject.owner, before: before)
    return try rows(.history(subject.owner), before: before, count: count)
  }

  /// How many passing builds of a bundle there are before the row `before`.
  package func count(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> Int {
    try checkHistory(of: subject.owner, before: before)
  }

  /// The newest passing build of any product with a name, before the row `before`.
  package func newest(named name: String, platform: String?, before: Int64?) throws(LedgerError) -> RecordedBuild? {
    let newest = try rows(.name(name, platform: platform), before: before, count: 1).first
    try checkNewest(newest?.sequence ?? 0, named: name, platform: platform, before: before)
    return newest
  }

  private func rows(_ index: VersionIndex, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    // A row that is gone must not look as if it had never been.
    let columns = RowColumns.names.map { "builds.\($0)" }.joined(separator: ", ")
    let found = try ask(
      """
      SELECT lanes.sort_key, lanes.sequence, \(columns) FROM lanes LEFT JOIN builds ON builds.sequence = lanes.sequence \
      WHERE lanes.lane = $1 AND lanes.sort_key < $2 ORDER BY lanes.sort_key DESC LIMIT $3
      """, .bytes(index.key), .bytes(Self.bound(before)), .integer(Int64(max(count, 0))))
    var rows: [RecordedBuild] = []
    for values in found {
      guard values.count > 3, let key = values[0].bytes, let number = values[1].integer, values[2] != .null else {
        throw gone(values.dropFirst().first?.integer ?? 0)
      }
      let entry = IndexEntry(index: index.key, sortKey: key, sequence: number)
      rows.append(try vouched(try row(Array(values.dropFirst(2))), for: entry))
    }
    return rows
  }

  /// What the sort keys of an index in the order recorded stay below.
  static func bound(_ before: Int64?) -> [UInt8] {
    before.map { number in withUnsafeBytes(of: max(number, 0).bigEndian) { Array($0) } } ?? [0xFF]
  }

  // MARK: Versions

  /// The passing build with the highest version, the newest of equals; nil when none has one that the dialect reads.
  package func highest(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    try checkVersions(question)
    var best: IndexEntry?
    // No key is longer than rows hold, or begins with this.
    let bound = question.upTo?.sortKey ?? [UInt8](repeating: 0xFF, count: 16)
    for index in Self.indexes(question) {
      let found = try ask(
        """
        SELECT sort_key, sequence FROM lanes WHERE lane = $1 AND sequence < $2 AND sort_key <= $3 \
        ORDER BY sort_key DESC, sequence DESC LIMIT 1
        """, .bytes(index), .integer(question.before ?? .max), .bytes(bound))
      guard let key = found.first?.first?.bytes, !key.isEmpty, let sequence = found.first?.last?.integer else {
        continue
      }
      if let best, key.lexicographicallyPrecedes(best.sortKey) || (key == best.sortKey && sequence < best.sequence) {
        continue
      }
      best = IndexEntry(index: index, sortKey: key, sequence: sequence)
    }
    return try best.map { entry throws(LedgerError) in try build(of: entry) }
  }

  /// The newest passing build whose version the dialect can't read, or that has none.
  package func newestUnreadable(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    try checkVersions(question)
    var newest: IndexEntry?
    for index in Self.indexes(question) {
      let found = try ask(
        "SELECT sequence FROM lanes WHERE lane = $1 AND sort_key = $2 AND sequence < $3 ORDER BY sequence DESC LIMIT 1",
        .bytes(index), .bytes([]), .integer(question.before ?? .max))
      guard let sequence = found.first?.first?.integer, newest.map({ $0.sequence < sequence }) ?? true else { continue }
      newest = IndexEntry(index: index, sortKey: [], sequence: sequence)
    }
    return try newest.map { entry throws(LedgerError) in try build(of: entry) }
  }

  /// The indexes of all systems that a question is about: one that nothing tells of may be any.
  static func indexes(_ question: VersionQuestion) -> [[UInt8]] {
    platforms(question).map { platform in
      VersionIndex.version(
        question.field, question.dialect, question.subject.owner, platform: platform, release: release(question)
      ).key
    }
  }

  static func platforms(_ question: VersionQuestion) -> [String?] {
    let platform = question.subject.platform
    return [nil] + (question.scope == .identifier || platform == nil ? LedgerSubject.platforms : [platform])
  }

  /// The release that a question is about; nil for all.
  static func release(_ question: VersionQuestion) -> [UInt8]? {
    question.scope == .release ? VersionIndex.release(question.subject.shortVersion) : nil
  }

  private func build(of entry: IndexEntry) throws(LedgerError) -> RecordedBuild {
    let found = try ask("SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(entry.sequence))
    guard let values = found.first else { throw gone(entry.sequence) }
    return try vouched(try row(values), for: entry)
  }

  /// The row of a number. Throws when there is none.
  package func build(_ sequence: Int64) throws(LedgerError) -> RecordedBuild {
    let found = try ask("SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(sequence))
    guard let values = found.first else {
      throw LedgerError(.failed, "the ledger has no row #\(sequence)", file: location.shown)
    }
    return try row(values)
  }
}
