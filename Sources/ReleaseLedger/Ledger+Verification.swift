import Basics

/// What became of holding a ledger against its chain of hashes.
package struct LedgerVerification: Hashable, Sendable {
  /// What is wrong with a ledger.
  package struct Defect: Hashable, Sendable {
    /// The row it was come upon at; nil for what is about the ledger as a whole.
    package let sequence: Int64?
    /// What was found and what should be there.
    package let message: String
  }

  /// How many rows there are.
  package var count: Int64 = 0
  /// The last row's hash; nil without rows.
  package var head: [UInt8]?
  /// The first of what is wrong; empty for a ledger that is what was recorded.
  package var defects: [Defect] = []
  /// How many defects there are in all.
  package var defectCount = 0
  /// The first of what is odd, but no defect: rows that are as recorded, by a clock that ran backwards.
  package var notes: [Defect] = []
  /// How many notes there are in all.
  package var noteCount = 0
  /// The row that has the hash asked for; nil where none has, or none was asked for.
  package var anchor: Int64?

  /// Defects, and notes, that are told one by one.
  package static let defectLimit = 20

  /// `sha256:` and 64 hexadecimal digits of the last row.
  package var headText: String? { head.map { "sha256:" + Hexadecimal.text(of: $0) } }

  mutating func add(_ message: String, at sequence: Int64? = nil) {
    defectCount += 1
    if defects.count < Self.defectLimit { defects.append(Defect(sequence: sequence, message: message)) }
  }

  mutating func note(_ message: String, at sequence: Int64) {
    noteCount += 1
    if notes.count < Self.defectLimit { notes.append(Defect(sequence: sequence, message: message)) }
  }
}

extension Ledger {
  /// Walks the chain from its origin: every row must be what its hash says, and follow the one before, up to the last number that was
  /// given to one. A row about a build must be about an earlier row, and that very build. A time that is before that of the row before is
  /// noted: clocks differ between machines.
  ///
  /// `anchor` is a hash that was the last row's at some time, kept elsewhere: what was recorded until then is there only if a row
  /// has it. Throws when the ledger can't be read.
  package func verify(anchor: [UInt8]? = nil) throws(LedgerError) -> LedgerVerification {
    var result = LedgerVerification()
    let damages = try damages()
    for message in damages { result.add(message) }
    var previous = RowHash.origin(of: identity.id)
    // The number that the next row should have.
    var number: Int64 = 1
    var time: Int64?
    try eachRow { values throws(LedgerError) in
      result.count += 1
      let found = values.first?.integer ?? number
      if found != number {
        result.add(
          found > number ? "rows are missing before it: it should be #\(number)" : "its number is below 1", at: found)
      }
      // Numbers of a file that was tampered with may be any.
      number = max(found, 0) &+ 1
      guard let row = RowColumns.row(values) else {
        result.add(
          "the row was changed or is damaged: its columns do not fit together", at: found)
        previous = values.count > 19 ? values[19].bytes ?? [] : []
        time = nil
        return
      }
      if row.previousHash != previous {
        result.add("it does not follow the row before it, or that row was changed", at: row.sequence)
      }
      let hash = RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash)
      if hash != row.hash { result.add("it was changed after it was recorded", at: row.sequence) }
      if row.hash == anchor { result.anchor = row.sequence }
      if row.entry.mark != nil, let defect = try defect(ofMark: row) { result.add(defect, at: row.sequence) }
      if let time, row.time < time {
        result.note(
          "its recorder's clock was \(Self.duration(time, row.time)) behind the time of the row before it",
          at: row.sequence)
      }
      time = row.time
      previous = row.hash
    }
    result.head = result.count == 0 ? nil : previous
    for number in try numbers(in: "recorded", butNotIn: "builds") { result.add("the row is missing", at: number) }
    for number in try numbers(in: "builds", butNotIn: "recorded") {
      result.add("the table 'recorded', which lists every row, does not list it", at: number)
    }
    if let anchor, result.anchor == nil {
      result.add(
        "no row has the hash sha256:\(Hexadecimal.text(of: anchor)), which was once the ledger's last. "
          + "Rows were removed or rewritten, or this is a different ledger"
      )
    }
    return result
  }

  /// `90 seconds`, between two times in milliseconds.
  private static func duration(_ later: Int64, _ earlier: Int64) -> String {
    // Times of a file that was tampered with may be any.
    let (difference, overflows) = later.subtractingReportingOverflow(earlier)
    if overflows { return "ages" }
    return difference < 1_000 ? counted(difference, "millisecond") : counted(difference / 1_000, "second")
  }

  /// What is wrong with what a row says of another.
  private func defect(ofMark row: RecordedBuild) throws(LedgerError) -> String? {
    guard let mark = row.entry.mark else { return nil }
    guard mark.target < row.sequence,
      let values = try ask("SELECT \(columns) FROM builds WHERE sequence = $1", .integer(mark.target)).first,
      let build = RowColumns.row(values)?.entry, build.mark == nil
    else { return "it is about row #\(mark.target), which does not record a build before it" }
    let own = row.entry
    guard build.key == own.key, build.platform == own.platform, build.kind == own.kind, build.name == own.name,
      build.shortVersion == own.shortVersion, build.build == own.build, build.digest == own.digest,
      build.verdict == own.verdict
    else { return "it is about row #\(mark.target), but names another build" }
    return nil
  }

  /// In one statement, and so of one moment: others may record meanwhile.
  private func numbers(in table: String, butNotIn other: String) throws(LedgerError) -> [Int64] {
    try ask(
      """
      SELECT sequence FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM \(other) WHERE \(other).sequence = \(table).sequence) \
      ORDER BY sequence
      """
    ).compactMap { $0.first?.integer }
  }
}
