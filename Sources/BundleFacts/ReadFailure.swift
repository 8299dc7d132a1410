package import Basics

/// Why something could not be read, as rules get it.
package struct ReadFailure: Error {
  package let message: String
  /// The code of the limit that was reached; nil for any other reason.
  package let limit: String?
  /// The message without the file, if it is known.
  package let reason: String?

  package init(_ message: String, limit: String? = nil, reason: String? = nil) {
    (self.message, self.limit, self.reason) = (message, limit, reason)
  }

  package init<Code>(_ error: Diagnostic<Code>, saying message: String? = nil, reason: String? = nil) {
    self.init(message ?? error.description, limit: error.isLimit ? error.code.rawValue : nil, reason: reason)
  }
}
