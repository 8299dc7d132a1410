extension Ledger {
  /// Rows that are read at once, and bytes of them after which no more are.
  private static let portion: (rows: Int64, bytes: Int) = (1_000, 8 << 20)

  /// Gives the columns of every row to `body`, in the order of their numbers.
  ///
  /// Rows are read in portions, each in a transaction of its own, and `body` runs between them: whoever reads for minutes, or writes
  /// to a pipe that nobody empties, keeps nobody from recording. Rows are only ever added, so all that was there at the beginning
  /// comes.
  func eachRow(_ body: ([LedgerValue]) throws(LedgerError) -> Void) throws(LedgerError) {
    var next = Int64.min
    while true {
      var portion: [[LedgerValue]] = []
      var bytes = 0
      try read { database throws(LedgerError) in
        try database.run(
          "SELECT \(RowColumns.list) FROM builds WHERE sequence >= $1 ORDER BY sequence LIMIT $2",
          [.integer(next), .integer(Self.portion.rows)]
        ) { values throws(LedgerError) in
          portion.append(values)
          for case .bytes(let value) in values { bytes &+= value.count }
          return bytes < Self.portion.bytes
        }
      }
      guard let end = portion.last else { return }
      for values in portion { try body(values) }
      // In a damaged file they may come in any order, and again and again.
      guard let last = end.first?.integer, last >= next else { throw disorder() }
      if last == .max { return }
      next = last + 1
    }
  }

  private func disorder() -> LedgerError {
    LedgerError(
      .corrupt, "the ledger is damaged: its rows are not in the order of their numbers", file: location.shown,
      hint: "put back a copy; 'bundlepolicy ledger verify' tells whether one is whole")
  }

  /// Gives every entry of the index of versions to `body`, as `eachRow` does rows; nil for one that is damaged.
  func eachIndexEntry(_ body: (IndexEntry?) throws(LedgerError) -> Void) throws(LedgerError) {
    var last: IndexEntry?
    while true {
      var portion: [[LedgerValue]] = []
      try read { database throws(LedgerError) in
        let condition = last == nil ? "" : "WHERE (lane, sort_key, sequence) > ($2, $3, $4)"
        let place: [LedgerValue] =
          last.map { [.bytes($0.index), .bytes($0.sortKey), .integer($0.sequence)] } ?? []
        try database.run(
          "SELECT lane, sort_key, sequence FROM lanes \(condition) ORDER BY lane, sort_key, sequence LIMIT $1",
          [.integer(Self.portion.rows * 10)] + place
        ) { values throws(LedgerError) in
          portion.append(values)
          return true
        }
      }
      guard let end = portion.last else { return }
      for values in portion { try body(IndexEntry(values)) }
      guard let entry = IndexEntry(end) else { return }
      if let last, !last.comes(before: entry) { throw disorder() }
      last = entry
    }
  }
}

extension IndexEntry {
  /// The entry that columns of the table hold; nil for what is none.
  fileprivate init?(_ values: [LedgerValue]) {
    guard values.count == 3, let index = values[0].bytes, let key = values[1].bytes, let sequence = values[2].integer
    else { return nil }
    self.init(index: index, sortKey: key, sequence: sequence)
  }

  fileprivate func comes(before other: IndexEntry) -> Bool {
    if index != other.index { return index.lexicographicallyPrecedes(other.index) }
    if sortKey != other.sortKey { return sortKey.lexicographicallyPrecedes(other.sortKey) }
    return sequence < other.sequence
  }
}

extension Ledger {
  /// The row that an entry of the index of versions stands for. Throws unless the row is there, what was recorded, and stands in
  /// the index as it should: a check must not be answered from an index that was changed.
  func row(of entry: IndexEntry, in database: any LedgerDatabase) throws(LedgerError) -> RecordedBuild {
    let found = try database.rows(
      "SELECT \(RowColumns.list) FROM builds WHERE sequence = $1", .integer(entry.sequence))
    guard let values = found.first else { throw gone(entry.sequence) }
    return try vouched(try row(values), for: entry)
  }

  /// As `row(of:in:)`, for columns that were read already.
  func vouched(_ row: RecordedBuild, for entry: IndexEntry) throws(LedgerError) -> RecordedBuild {
    let hash = RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash)
    guard hash == row.hash else { throw damage("row #\(row.sequence) of the ledger is not what was recorded") }
    guard IndexEntry.all(of: row.entry, sequence: row.sequence).contains(entry) else {
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
