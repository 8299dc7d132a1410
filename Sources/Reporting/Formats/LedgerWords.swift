import PolicyEngine

/// What became of a build in a ledger, in words that several formats share.
extension LedgerAccount.Record {
  /// `com.example.app 1.2 (34)`; nothing in it is escaped yet.
  var shownName: String {
    let version = [shortVersion, build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    return [identifier, version].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What the check did.
  var shownState: String {
    isNew ? verdict == .pass ? "recorded" : "recorded as failed" : "in the ledger already"
  }
}
