import Basics

extension Ledger {
  /// Passes the whole ledger to `write` piece by piece, as lines that `importing` reads, and returns the number of
  /// rows. Verifies the chain meanwhile: an altered ledger is not exported.
  package func export(_ write: ([UInt8]) throws(LedgerError) -> Void) throws(LedgerError) -> Int64 {
    try write(LedgerExport.head(id: id, schema: identity.version))
    var chain = LedgerChain(origin: RowHash.origin(of: identity.id))
    try eachRow { values throws(LedgerError) in
      let row = try row(values)
      if let defect = chain.defect(of: row) {
        throw LedgerError(
          .corrupt, "row #\(row.sequence) of the ledger was altered: \(defect)", file: location.shown,
          hint: "find all defects with 'bundlepolicy ledger verify'")
      }
      try write(LedgerExport.line(of: row))
    }
    try write(LedgerExport.end(count: chain.count, head: chain.head))
    return chain.count
  }

  /// Adds exported lines to the ledger at `location`, which is created if it does not exist. Returns how many rows
  /// were added, and how many were already there. Each row is verified before it is written; all rows are written, or
  /// none.
  ///
  /// An existing ledger must be an earlier or later state of the exported one: one of the two must begin with all
  /// rows of the other. `next` returns the lines one by one, and nil after the last; messages call the input `file`.
  package static func importing(
    _ next: () throws(LedgerError) -> [UInt8]?, file: String, into location: LedgerLocation, time: Int64
  ) throws(LedgerError) -> (added: Int64, known: Int64) {
    let id: [UInt8]
    let schema: Int64
    switch try next().map({ LedgerExport.head($0) }) {
    case .ledger(let found, let version): (id, schema) = (found, version)
    case .later:
      throw LedgerError(
        .schema, "a later version of bundlepolicy exported this", file: file, hint: "import it with that version")
    case .other, nil:
      throw LedgerError(
        .failed, "this is not an exported ledger", file: file, hint: "create one with 'bundlepolicy ledger export'")
    }
    let ledger: Ledger
    do throws(LedgerError) { ledger = try open(location) } catch  where error.code == .missing {
      // A ledger is only created if all of it can be imported.
      var result: (added: Int64, known: Int64) = (0, 0)
      try create(location, id: id, time: time) { new, database throws(LedgerError) in
        result = try new.add(next, schema, file: file, to: database)
      }
      return result
    }
    guard ledger.identity.id == id else {
      throw LedgerError(
        .refused, "the existing ledger is not the exported one; two ledgers cannot be merged",
        file: location.shown,
        hint: "import into a new ledger")
    }
    // The lines may contain marks and measures that older tables have no room for.
    try LedgerSchema.checkMarks(ledger.identity.version, of: schema, shown: location.shown)
    // The lines cannot be read twice.
    return try ledger.write(repeats: false) { database throws(LedgerError) in
      try ledger.add(next, schema, file: file, to: database)
    }
  }

  private func add(
    _ next: () throws(LedgerError) -> [UInt8]?, _ schema: Int64, file: String, to database: any LedgerDatabase
  ) throws(LedgerError) -> (added: Int64, known: Int64) {
    let last = try lastRow(in: database)
    var chain = LedgerChain(origin: RowHash.origin(of: identity.id))
    var line: Int64 = 1
    while let bytes = try next() {
      line += 1
      func malformed(_ what: String) -> LedgerError {
        LedgerError(
          .failed, "\(what); nothing was imported", file: "\(file):\(line)",
          hint: "export the ledger again; if that fails too, find the defect with 'bundlepolicy ledger verify'")
      }
      guard let value = RowText.value(bytes) else { throw malformed("the line is damaged") }
      if let end = LedgerExport.end(value) {
        guard end.count == chain.count, end.head == chain.head else {
          throw malformed("rows are missing before the last line")
        }
        guard try next() == nil else { throw malformed("the file continues after its last line") }
        let known = last?.sequence ?? 0
        guard known > chain.count else { return (chain.count - known, known) }
        // An earlier export: the ledger must contain its last row.
        if let head = chain.head, try hash(of: chain.count, in: database) != head { throw diverged(at: chain.count) }
        return (0, chain.count)
      }
      guard let row = LedgerExport.row(value) else { throw malformed("the line is not a row of a ledger") }
      guard schema >= row.entry.schema else { throw malformed("the line cannot be in an export of this version") }
      if let defect = chain.defect(of: row) { throw malformed("row #\(row.sequence): \(defect)") }
      try RowLimits.check(row.entry)
      guard let last, row.sequence <= last.sequence else {
        try Self.insert(row, into: database)
        continue
      }
      guard row.sequence != last.sequence || row.hash == last.hash else { throw diverged(at: row.sequence) }
    }
    throw LedgerError(
      .failed, "the exported ledger is truncated after line \(line); nothing was imported", file: file,
      hint: "export the ledger again")
  }

  private func hash(of sequence: Int64, in database: any LedgerDatabase) throws(LedgerError) -> [UInt8]? {
    try database.rows("SELECT hash FROM builds WHERE sequence = $1", .integer(sequence)).first?.first?.bytes
  }

  private func diverged(at sequence: Int64) -> LedgerError {
    LedgerError(
      .refused,
      "row #\(sequence) of the ledger differs from the exported one: the ledgers diverge there or earlier",
      file: location.shown, hint: "import into a new ledger")
  }
}
