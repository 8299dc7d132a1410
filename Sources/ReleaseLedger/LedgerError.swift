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
  /// Another process recorded at the same moment, and nothing was written: judge and record again.
  case raced = "ledger.raced"
  /// Another process holds it for too long.
  case busy = "ledger.busy"
  /// It can't be written: the disk is full, the file or the role may not be written to.
  case unwritable = "ledger.unwritable"
  /// The build can't be recorded: its number is taken, or it lacks what a row needs.
  case refused = "ledger.refused"
  /// The database failed in another way, or an exported file is malformed.
  case failed = "ledger.failed"
}

// Why a bundle has no digest.
extension LedgerError {
  static func contentUnread(_ file: String, _ reason: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: \(reason)", file: file,
      hint: "make every file of the bundle readable, and do not change the bundle during the check")
  }

  static func contentName(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: a name in it is not UTF-8", file: file,
      hint: "rename or remove the file; file names in bundles must be UTF-8")
  }

  static func contentLink(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: the target of the symbolic link is not UTF-8", file: file,
      hint: "recreate or remove the link")
  }

  static func contentType(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: this is a named pipe, socket or device", file: file,
      hint: "remove it; a bundle can contain only files, directories and symbolic links")
  }

  static func contentTooMany(_ file: String, limit: Int) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: it contains more than \(limit) files", file: file)
  }

  static func contentTooDeep(_ file: String, limit: Int) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle cannot be computed: directories are nested more than \(limit) levels deep",
      file: file)
  }

  static func contentTooLarge(_ bundle: String, limit: Int, file: String) -> LedgerError {
    LedgerError(
      .refused,
      "the digest of the bundle cannot be computed: with this file, the files of \(bundle) exceed \(limit) bytes",
      file: file)
  }
}
