import Basics
import BuildRecords

package struct LedgerVerification: Hashable, Sendable {
  package struct Defect: Hashable, Sendable {
    /// The row where it was found; nil for the ledger as a whole.
    package let sequence: Int64?
    package let message: String
  }

  package var count: Int64 = 0
  /// The last row's hash; nil without rows.
  package var head: [UInt8]?
  package var defects: [Defect] = []
  package var defectCount = 0
  /// The first oddities that are not defects: rows recorded while a clock was behind.
  package var notes: [Defect] = []
  package var noteCount = 0
  /// The row with the requested hash; nil if there is none, or if none was requested.
  package var anchor: Int64?

  package static let defectLimit = 20

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
  /// Verifies the chain from its origin: every row must match its hash and follow the one before, up to the last
  /// number that was given to a row. A mark must be about an earlier row, with the same build. A row whose time is
  /// before the previous row's is noted, because clocks differ between machines.
  ///
  /// `anchor` is a hash that was once the last row's, kept elsewhere: rows up to then are only all there if a row
  /// still has it. Throws if the ledger cannot be read.
  package func verify(anchor: [UInt8]? = nil) throws(LedgerError) -> LedgerVerification {
    var result = LedgerVerification()
    let damages = try damages()
    for message in damages { result.add(message) }
    var previous = RowHash.origin(of: identity.id)
    var number: Int64 = 1
    var time: Int64?
    try eachRow { values throws(LedgerError) in
      result.count += 1
      let found = values.first?.integer ?? number
      if found != number {
        result.add(
          found > number ? "rows are missing before it: it should be #\(number)" : "its number is below 1", at: found)
      }
      // In a file that was tampered with, numbers may have any value.
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

  private static func duration(_ later: Int64, _ earlier: Int64) -> String {
    // In a file that was tampered with, times may have any value.
    let (difference, overflows) = later.subtractingReportingOverflow(earlier)
    if overflows { return "ages" }
    return difference < 1_000 ? counted(difference, "millisecond") : counted(difference / 1_000, "second")
  }

  /// Why a mark does not match its build; nil if it does.
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

  /// In one statement, and so at one moment: others may be recording.
  private func numbers(in table: String, butNotIn other: String) throws(LedgerError) -> [Int64] {
    try ask(
      """
      SELECT sequence FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM \(other) WHERE \(other).sequence = \(table).sequence) \
      ORDER BY sequence
      """
    ).compactMap { $0.first?.integer }
  }
}
