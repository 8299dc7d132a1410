internal import Versions

extension Ledger {
  /// The row that holds a build with this number and these contents, which passed; nil when there is none.
  public func record(of subject: LedgerSubject, build: String?, digest: () throws(LedgerError) -> ContentDigest)
    throws(LedgerError) -> Int64?
  {
    let lane = Lane.number(
      product: subject.product, identifier: subject.identifier, platform: subject.platform,
      shortVersion: subject.shortVersion, build: build
    ).key
    // Digests take a while; without a build of this number none is needed.
    guard try !ask("SELECT sequence FROM lanes WHERE lane = $1 LIMIT 1", .bytes(lane)).isEmpty else { return nil }
    let found = try ask(
      "SELECT sequence FROM lanes WHERE lane = $1 AND sort_key = $2 ORDER BY sequence LIMIT 1", .bytes(lane),
      .bytes(try digest().bytes))
    return found.first?.first?.integer
  }

  /// Passing builds of a bundle, newest first: at most `count` of those before the row `before`.
  public func builds(of subject: LedgerSubject, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    try rows(.history(product: subject.product, identifier: subject.identifier), before: before, count: count)
  }

  /// How many passing builds of a bundle there are before the row `before`.
  public func count(of subject: LedgerSubject, before: Int64?) throws(LedgerError) -> Int {
    let counted = try ask(
      "SELECT COUNT(*) FROM lanes WHERE lane = $1 AND sort_key < $2",
      .bytes(Lane.history(product: subject.product, identifier: subject.identifier).key), .bytes(Self.bound(before)))
    return Int(clamping: counted.first?.first?.integer ?? 0)
  }

  /// The newest passing build of any product with a name, before the row `before`.
  public func newest(named name: String, platform: String?, before: Int64?) throws(LedgerError) -> RecordedBuild? {
    try rows(.name(name, platform: platform), before: before, count: 1).first
  }

  private func rows(_ lane: Lane, before: Int64?, count: Int) throws(LedgerError) -> [RecordedBuild] {
    let columns = RowColumns.names.map { "builds.\($0)" }.joined(separator: ", ")
    let found = try ask(
      """
      SELECT \(columns) FROM lanes JOIN builds ON builds.sequence = lanes.sequence \
      WHERE lanes.lane = $1 AND lanes.sort_key < $2 ORDER BY lanes.sort_key DESC LIMIT $3
      """, .bytes(lane.key), .bytes(Self.bound(before)), .integer(Int64(count)))
    var rows: [RecordedBuild] = []
    for values in found { rows.append(try row(values)) }
    return rows
  }

  /// What the sort keys of a lane in the order recorded stay below.
  private static func bound(_ before: Int64?) -> [UInt8] {
    before.map { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } } ?? [0xFF]
  }

  // MARK: Versions

  /// The passing build with the highest version, the newest of equals; nil when none has one that the dialect reads.
  public func highest(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    var best: (key: [UInt8], sequence: Int64)?
    for lane in Self.lanes(question) {
      let found = try ask(
        """
        SELECT sort_key, sequence FROM lanes WHERE lane = $1 AND sequence < $2 \
        ORDER BY sort_key DESC, sequence DESC LIMIT 1
        """, .bytes(lane), .integer(question.before ?? .max))
      guard let key = found.first?.first?.bytes, !key.isEmpty, let sequence = found.first?.last?.integer else {
        continue
      }
      guard let known = best else {
        best = (key, sequence)
        continue
      }
      if known.key.lexicographicallyPrecedes(key) || (known.key == key && known.sequence < sequence) {
        best = (key, sequence)
      }
    }
    return try best.map { found throws(LedgerError) in try build(found.sequence) }
  }

  /// The newest passing build whose version the dialect can't read, or that has none.
  public func newestUnreadable(_ question: VersionQuestion) throws(LedgerError) -> RecordedBuild? {
    var newest: Int64?
    for lane in Self.lanes(question) {
      let found = try ask(
        "SELECT sequence FROM lanes WHERE lane = $1 AND sort_key = $2 AND sequence < $3 ORDER BY sequence DESC LIMIT 1",
        .bytes(lane), .bytes([]), .integer(question.before ?? .max))
      if let sequence = found.first?.first?.integer { newest = max(newest ?? sequence, sequence) }
    }
    return try newest.map { number throws(LedgerError) in try build(number) }
  }

  /// The lanes of all systems that a question is about: one that nothing tells of may be any.
  private static func lanes(_ question: VersionQuestion) -> [[UInt8]] {
    let subject = question.subject
    let platforms: [String?]
    if question.scope == .identifier || subject.platform == nil {
      platforms = [nil] + LedgerSubject.platforms
    } else {
      platforms = [nil, subject.platform]
    }
    let release = question.scope == .release ? Lane.release(subject.shortVersion) : nil
    return platforms.map { platform in
      Lane.version(
        question.field, question.dialect, product: subject.product, identifier: subject.identifier, platform: platform,
        release: release
      ).key
    }
  }

  /// The row of a number. Throws when there is none.
  public func build(_ sequence: Int64) throws(LedgerError) -> RecordedBuild {
    let found = try ask("SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(sequence))
    guard let values = found.first else {
      throw LedgerError(.failed, "the ledger has no row #\(sequence)", file: location.shown)
    }
    return try row(values)
  }
}
