public import Basics

/// A file of a repository can't be read or written. Its file is the path as the user would write it.
public typealias ScaffoldError = Diagnostic<ScaffoldCode>

/// What kind of trouble it is.
public enum ScaffoldCode: String, DiagnosticCode {
  /// It can't be read or written, or is not ours.
  case refused = "scaffold.refused"
}

extension ScaffoldError {
  /// `path` as the user would write it.
  public init(path: String, message: String, hint: String? = nil) {
    self.init(.refused, message, file: path, hint: hint)
  }
}
