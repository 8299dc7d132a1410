import Basics

/// The files of a ledger in a branch. One behind the other they are what `ledger export` writes:
///
///     begin.jsonl                  whose ledger it is
///     rows/000000000001.jsonl      rows 1 to 100
///     rows/000000000101.jsonl      rows 101 to 200, and so on
///     end.jsonl                    how many rows there are, and the hash of the last
///
/// A new row changes the last file of rows and `end.jsonl` alone, so that a push stays small however long the ledger is.
enum GitLedgerFiles {
  static let begin = "begin.jsonl"
  static let end = "end.jsonl"
  static let folder = "rows"
  static let readme = "README.md"
  /// Rows of a file.
  static let portion: Int64 = 100

  /// The name of the file of rows at an index, from 0.
  static func name(_ index: Int) -> String {
    let first = String(Int64(clamping: index).multipliedReportingOverflow(by: portion).partialValue &+ 1)
    return "\(folder)/" + String(repeating: "0", count: max(0, 12 - first.utf8.count)) + first + ".jsonl"
  }

  /// What tells readers of the branch what it is.
  static let explanation = """
    # Release ledger

    `bundlepolicy` records builds here: see `bundlepolicy help ledger`. Every line of `rows/` is tied to the line before it
    by a hash, and lines are only ever added. Do not edit, rebase or force-push this branch; `bundlepolicy ledger verify`
    finds what was changed.

    """
}
