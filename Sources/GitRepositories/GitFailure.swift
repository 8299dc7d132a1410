package import Basics

/// A failure to run git. Callers convert it to errors of their own (`GitErrorCode`).
package enum GitFailure: Error {
  /// git is not in `PATH`.
  case absent
  /// The program at this path cannot be started.
  case start(path: String, SystemError)
  /// It exceeded the time limit in seconds.
  case time(Int, what: String)
  /// It wrote more than the limit in bytes.
  case output(limit: Int, what: String)
  /// It fetched more than `GitLimits.fetch`.
  case download
  /// It failed with this message. `refusal` is the reason if ssh could not connect.
  case exit(what: String, message: String, refusal: SSHRefusal?)
  /// A folder of the cache cannot be created, written or used.
  case folder(String, path: String, SystemError)
  /// The path of the cache is not a folder.
  case notFolder(String)
}

/// The error codes of a user of git.
package protocol GitErrorCode: DiagnosticCode {
  /// Converts a failure to an error with one of these codes.
  static func error(_ failure: GitFailure) -> Diagnostic<Self>
}
