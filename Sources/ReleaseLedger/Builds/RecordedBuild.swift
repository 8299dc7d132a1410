/// One row of a ledger.
public struct RecordedBuild: Hashable, Sendable {
  /// Position in the ledger, from 1 without gaps.
  package let sequence: Int64
  /// When it was recorded, by the recorder's clock: milliseconds since 1970-01-01T00:00:00Z.
  package let time: Int64
  /// What was recorded.
  package let entry: BuildEntry
  /// The hash of the row before it, 32 bytes; of the first row the ledger's origin.
  package let previousHash: [UInt8]
  /// SHA-256 over all of the above: see `RowHash`.
  package let hash: [UInt8]

  /// Makes a row.
  package init(sequence: Int64, time: Int64, entry: BuildEntry, previousHash: [UInt8], hash: [UInt8]) {
    self.sequence = sequence
    self.time = time
    self.entry = entry
    self.previousHash = previousHash
    self.hash = hash
  }
}
