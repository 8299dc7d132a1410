import Basics

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
