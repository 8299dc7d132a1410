public import Basics

/// Why a text can't be read.
public typealias StructuredTextError = Diagnostic<StructuredTextCode>

/// What kind of trouble it is.
public enum StructuredTextCode: String, DiagnosticCode {
  /// It is not what its format, or its reader, asks for.
  case malformed = "text.malformed"
}

extension StructuredTextError {
  /// Makes an error of what was found or expected, in one line.
  package init(_ message: String, at place: Place, hint: String? = nil) {
    self.init(.malformed, message, place: place, hint: hint)
  }

  /// Lists and mappings inside each other that a text may have.
  package static var maximumDepth: Int { 64 }

  static func tooDeep(_ place: Place) -> StructuredTextError {
    StructuredTextError("values are nested deeper than \(maximumDepth) levels", at: place)
  }

  static func repeated(_ key: String, _ place: Place, first: Place) -> StructuredTextError {
    StructuredTextError("'\(key)' stands here a second time; the first is at \(first)", at: place, hint: "keep one")
  }
}
