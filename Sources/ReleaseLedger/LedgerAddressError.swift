public import Basics

/// A text names neither a file nor a PostgreSQL database, though it looks like an address. It may hold a password, so nothing of it
/// is told but its scheme, the subject: what stands before `://`, when it is a word of ASCII letters.
public typealias LedgerAddressError = Diagnostic<LedgerAddressCode>

/// What kind of trouble it is.
public enum LedgerAddressCode: String, DiagnosticCode {
  /// It is no address of a ledger.
  case malformed = "ledger.address"

  /// One sentence, and what to look for.
  public static func message(of error: LedgerAddressError) -> String {
    let word = error.subject.map { " ('\($0)://')" } ?? ""
    return "the ledger's address is neither a file nor postgres://…\(word); "
      + "look for quotes, blanks or a misspelt scheme (a file of such a name: ./NAME)"
  }
}
