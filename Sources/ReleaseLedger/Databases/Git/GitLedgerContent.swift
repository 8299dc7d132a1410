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

/// The files of a ledger in a branch. Concatenated, they are what `ledger export` writes:
///
///     begin.jsonl                  the ledger's id and version
///     rows/000000000001.jsonl      rows 1 to 100
///     rows/000000000101.jsonl      rows 101 to 200, and so on
///     end.jsonl                    the number of rows, and the hash of the last
///
/// A new row changes only the last file of rows and `end.jsonl`, so that a push stays small however long the ledger
/// is.
enum GitLedgerFiles {
  static let begin = "begin.jsonl"
  static let end = "end.jsonl"
  static let folder = "rows"
  static let readme = "README.md"
  /// The number of rows in a file.
  static let portion: Int64 = 100

  static func name(_ index: Int) -> String {
    let first = String(Int64(clamping: index).multipliedReportingOverflow(by: portion).partialValue &+ 1)
    return "\(folder)/" + String(repeating: "0", count: max(0, 12 - first.utf8.count)) + first + ".jsonl"
  }

  static let explanation = """
    # Release ledger

    `bundlepolicy` records builds here: see `bundlepolicy help ledger`. Every line of `rows/` is tied to the line before it
    by a hash, and lines are only ever added. Do not edit, rebase or force-push this branch; `bundlepolicy ledger verify`
    finds what was changed.

    """
}
