package import Basics

/// Why git could not be run or did not succeed. What uses git says it in errors of its own.
package enum GitFailure: Error {
  /// There is no git in `PATH`.
  case absent
  /// The program at this path cannot be started.
  case start(path: String, SystemError)
  /// It took longer than it may, in seconds.
  case time(Int, what: String)
  /// It wrote more than it may, in bytes.
  case output(limit: Int, what: String)
  /// It fetched more than it may.
  case download
  /// It failed; `told` is what it said, and `refusal` why ssh did not connect it to the server.
  case exit(what: String, told: String, refusal: SSHRefusal?)
  /// A folder of the cache cannot be created, written or used.
  case folder(String, path: String, SystemError)
  /// The path of the cache is not that of a folder.
  case notFolder(String)
}

/// The codes of errors of what uses git.
package protocol GitErrorCode: DiagnosticCode {
  /// How such an error is told.
  static func error(_ failure: GitFailure) -> Diagnostic<Self>
}
