/// Rows one after the other, each held against the one before.
struct LedgerChain {
  /// How many there were.
  private(set) var count: Int64 = 0
  /// The hash of the last one; nil before the first.
  private(set) var head: [UInt8]?
  private let origin: [UInt8]

  init(origin: [UInt8]) { self.origin = origin }

  /// What is wrong with the next row; nil when it is what was recorded, and follows.
  mutating func defect(of row: RecordedBuild) -> String? {
    guard row.sequence == count + 1 else { return "it should be #\(count + 1)" }
    guard row.previousHash == head ?? origin else { return "it does not follow the row before it" }
    guard row.hash == RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash) else {
      return "it was changed after it was recorded"
    }
    count += 1
    head = row.hash
    return nil
  }
}
