import Basics

/// What a branch was found to hold, as far as it must be known to go on with it.
struct GitLedgerContent {
  /// The rows that follow one another.
  private(set) var chain = LedgerChain(origin: [])
  /// The ids of the files of rows that were read.
  var files: [String] = []
  /// The lines of the last file of rows, while it has room.
  private(set) var tail: [UInt8] = []
  /// What is wrong with the files, one sentence each, at most so many; the chain's defects are not among it.
  private(set) var damages: [String] = []
  /// The first of what is wrong, the chain's defects too.
  private(set) var damage: LedgerError?
  /// The version of the tables that it fills.
  private(set) var schema = LedgerSchema.current

  private static let damageLimit = 20

  /// Starts with no rows.
  mutating func begin(_ id: [UInt8], schema: Int64) {
    self = GitLedgerContent(chain: LedgerChain(origin: RowHash.origin(of: id)))
    self.schema = schema
  }

  /// Goes on with tables of another version.
  mutating func upgrade(to schema: Int64) { self.schema = schema }

  init() {}

  private init(chain: LedgerChain) { self.chain = chain }

  /// Notes what is wrong.
  mutating func note(_ message: String, shown: String, isOfChain: Bool = false) {
    damage =
      damage
      ?? LedgerError(
        .corrupt, message, file: shown,
        hint: "find all defects with 'bundlepolicy ledger verify'; restore the branch as it was before it was changed")
    if !isOfChain, damages.count < Self.damageLimit { damages.append(message) }
  }

  /// Takes in the next row, of which the line is given; what is wrong with it.
  mutating func add(_ row: RecordedBuild, _ line: some Collection<UInt8>) -> String? {
    if let defect = chain.defect(of: row) { return defect }
    tail += line
    if chain.count % GitLedgerFiles.portion == 0 { tail = [] }
    return nil
  }

  /// Takes in rows, and returns the files that change.
  mutating func add(_ rows: [RecordedBuild]) throws(LedgerError) -> [(path: String, bytes: [UInt8])] {
    var changed: [(path: String, bytes: [UInt8])] = []
    for row in rows {
      let index = Int(clamping: chain.count / GitLedgerFiles.portion)
      let line = LedgerExport.line(of: row)
      let lines = tail + line
      if let defect = add(row, line) {
        throw LedgerError(.failed, "the new row #\(row.sequence) does not fit the ledger: \(defect)")
      }
      if changed.last?.path == GitLedgerFiles.name(index) { changed.removeLast() }
      changed.append((GitLedgerFiles.name(index), lines))
    }
    return changed + [(GitLedgerFiles.end, LedgerExport.end(count: chain.count, head: chain.head))]
  }
}
