/// Why a ledger can't be read or written. Each makes the exit status 2.
public struct LedgerError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
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

  /// What kind of trouble it is.
  public let code: Code
  /// One sentence. It holds no password.
  public var message: String
  /// The ledger as messages show it, or the file.
  public var file: String?
  /// What to do.
  public var hint: String?

  /// Whether the disk failed, and so nothing is known of what was asked.
  var isOfDisk = false

  /// Makes an error.
  public init(_ code: Code, _ message: String, file: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.file = file
    self.hint = hint
  }
}
