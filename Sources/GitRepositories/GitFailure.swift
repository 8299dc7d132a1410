package import Basics

/// A failure to run git. Callers convert it to errors of their own (`GitErrorCode`).
package enum GitFailure: Error {
  /// git is not in `PATH`.
  case absent
  case start(path: String, SystemError)
  case time(Int, what: String)
  case output(limit: Int, what: String)
  /// It fetched more than `GitLimits.fetch`.
  case download
  /// It failed with this message. `refusal` is the reason if ssh could not connect.
  case exit(what: String, message: String, refusal: SSHRefusal?)
  case folder(String, path: String, SystemError)
  case notFolder(String)
}

package protocol GitErrorCode: DiagnosticCode {
  /// Converts a failure to an error with one of these codes.
  static func error(_ failure: GitFailure) -> Diagnostic<Self>
}
