public import Basics

/// Why a ledger cannot be read or written. Each makes the exit status 2.
public typealias LedgerError = Diagnostic<LedgerCode>

/// The code of a `LedgerError`.
public enum LedgerCode: String, DiagnosticCode, CaseIterable {
  /// The ledger does not exist.
  case missing = "ledger.missing"
  /// The location is not a ledger, or already is one where a new one should be created.
  case foreign = "ledger.foreign"
  /// The ledger is damaged: it cannot be read, or a row does not match the chain of hashes.
  case corrupt = "ledger.corrupt"
  /// A later version of the program wrote the ledger, or an earlier one, and it must be upgraded first.
  case schema = "ledger.schema"
  /// The server cannot be reached, refuses the connection, or was lost.
  case unreachable = "ledger.unreachable"
  /// Another process recorded at the same moment, and nothing was written: check and record again.
  case raced = "ledger.raced"
  /// Another process has locked the ledger for too long.
  case busy = "ledger.busy"
  /// The ledger cannot be written: the disk is full, or permissions are missing.
  case unwritable = "ledger.unwritable"
  /// The build cannot be recorded: its number is taken, or a row cannot hold it.
  case refused = "ledger.refused"
  /// The database failed in another way, or an exported file is malformed.
  case failed = "ledger.failed"
}

extension LedgerError {
  /// The connection was lost while something was written.
  static func unsure(_ reason: String, _ shown: String) -> LedgerError {
    LedgerError(
      .unreachable, "\(reason), while the build was being recorded; it may or may not have been recorded", file: shown,
      hint: "run the command again; recording the same build twice changes nothing")
  }
}

// Errors of bundles that have no digest.
extension LedgerError {
  static func undigested(_ reason: String, _ file: String, hint: String? = nil) -> LedgerError {
    LedgerError(.refused, "the digest of the bundle cannot be computed: \(reason)", file: file, hint: hint)
  }

  static func contentUnread(_ file: String, _ reason: String) -> LedgerError {
    undigested(
      reason, file, hint: "make every file of the bundle readable, and do not change the bundle during the check")
  }

  static func contentTooLarge(_ bundle: String, limit: Int, file: String) -> LedgerError {
    undigested("with this file, the files of \(bundle) exceed \(limit) bytes", file)
  }
}
