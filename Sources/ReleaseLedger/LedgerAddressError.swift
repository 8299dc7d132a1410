/// A text names neither a file nor a PostgreSQL database, though it looks like an address. It may hold a password, so nothing of it
/// is told but its scheme.
public struct LedgerAddressError: Error, Hashable, Sendable {
  /// What stands before `://`, when it is a word of ASCII letters; nil when there is none.
  public let scheme: String?

  /// One sentence, and what to look for.
  public var message: String {
    let word = scheme.map { " ('\($0)://')" } ?? ""
    return "the ledger's address is neither a file nor postgres://…\(word); "
      + "look for quotes, blanks or a misspelt scheme (a file of such a name: ./NAME)"
  }
}
