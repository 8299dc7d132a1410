package import Basics

/// Why something could not be compared. Its file is what it is about, as the user finds it.
package typealias ComparisonError = Diagnostic<ComparisonCode>

/// What kind of trouble it is.
package enum ComparisonCode: String, DiagnosticCode {
  /// It can't be read, on one side or both.
  case unreadable = "diff.unreadable"
}

extension ComparisonError {
  init(file: String?, message: String) { self.init(.unreadable, message, file: file) }
}
