public import Basics

/// Why a ledger can't be read or written. Each makes the exit status 2.
public typealias LedgerError = Diagnostic<LedgerCode>

/// What kind of trouble it is.
public enum LedgerCode: String, DiagnosticCode, CaseIterable {
  /// There is no ledger at this place.
  case missing = "ledger.missing"
  /// Something lies there that is no ledger, or one is there already where none should be.
  case foreign = "ledger.foreign"
  /// It is damaged: it can't be read, or a row is not what the chain says it was.
  case corrupt = "ledger.corrupt"
  /// A later version of the program made it, or an earlier one whose tables must be brought up to date first.
  case schema = "ledger.schema"
  /// The server can't be reached, refuses, or was lost.
  case unreachable = "ledger.unreachable"
  /// Another process holds it for too long.
  case busy = "ledger.busy"
  /// It can't be written: the disk is full, the file or the role may not be written to.
  case unwritable = "ledger.unwritable"
  /// The build can't be recorded: its number is taken, or it lacks what a row needs.
  case refused = "ledger.refused"
  /// The database failed in another way, or an exported file is malformed.
  case failed = "ledger.failed"
}
