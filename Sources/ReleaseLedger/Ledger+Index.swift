extension Ledger {
  /// The row that an entry of the index of versions stands for. Throws unless the row is there, what was recorded, and stands in
  /// the index as it should: a check must not be answered from an index that was changed.
  func row(of entry: LaneEntry, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    let found = try database.rows(
      "SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(entry.sequence))
    guard let values = found.first else { throw gone(entry.sequence) }
    return try vouched(try row(values), for: entry)
  }

  /// As `row(of:in:)`, for columns that were read already.
  func vouched(_ row: RecordedBuild, for entry: LaneEntry) throws(LedgerError) -> RecordedBuild {
    let hash = RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash)
    guard hash == row.hash else { throw damage("row #\(row.sequence) of the ledger is not what was recorded") }
    guard LaneEntry.all(of: row.entry, sequence: row.sequence).contains(entry) else {
      throw damage("the ledger's index of versions names row #\(row.sequence) for what that row doesn't hold")
    }
    return row
  }

  /// The index names a row that isn't there.
  func gone(_ sequence: Int64) -> LedgerError { damage("row #\(sequence) of the ledger is gone") }

  func damage(_ message: String) -> LedgerError {
    LedgerError(
      .corrupt, message, file: location.shown,
      hint: "'bundlepolicy ledger verify' tells all that is wrong with it; put back a copy that is whole")
  }
}
