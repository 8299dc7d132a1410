package import Basics

/// A file of a repository can't be read or written. Its file is the path as the user would write it.
package typealias ScaffoldError = Diagnostic<ScaffoldCode>

/// What kind of trouble it is.
package enum ScaffoldCode: String, DiagnosticCode {
  /// It can't be read or written, or is not ours.
  case refused = "scaffold.refused"
}

extension ScaffoldError {
  /// `path` as the user would write it.
  package init(path: String, message: String, hint: String? = nil) {
    self.init(.refused, message, file: path, hint: hint)
  }
}
