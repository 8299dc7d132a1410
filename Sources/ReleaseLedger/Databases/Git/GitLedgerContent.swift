import Basics
import BuildRecords

struct GitLedgerContent {
  private(set) var chain = LedgerChain(origin: [])
  var files: [String] = []
  /// The lines of the last file of rows, if it has room for more.
  private(set) var tail: [UInt8] = []
  /// The first defects of the files, one sentence each, without the chain's.
  private(set) var damages: [String] = []
  private(set) var damage: LedgerError?
  private(set) var schema = LedgerSchema.current

  private static let damageLimit = 20

  /// Starts again without rows.
  mutating func begin(_ id: [UInt8], schema: Int64) {
    self = GitLedgerContent(chain: LedgerChain(origin: RowHash.origin(of: id)))
    self.schema = schema
  }

  mutating func upgrade(to schema: Int64) { self.schema = schema }

  init() {}

  private init(chain: LedgerChain) { self.chain = chain }

  mutating func note(_ message: String, shown: String, isOfChain: Bool = false) {
    damage =
      damage
      ?? LedgerError(
        .corrupt, message, file: shown,
        hint: "find all defects with 'bundlepolicy ledger verify'; restore the branch as it was before it was changed")
    if !isOfChain, damages.count < Self.damageLimit { damages.append(message) }
  }

  /// Adds the next row and its line, and returns the defect of the row; nil if it has none.
  mutating func add(_ row: RecordedBuild, _ line: some Collection<UInt8>) -> String? {
    if let defect = chain.defect(of: row) { return defect }
    tail += line
    if chain.count % GitLedgerFiles.portion == 0 { tail = [] }
    return nil
  }

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
