public import Basics

/// Why a text can't be read.
public struct StructuredTextError: Error, Hashable, Sendable {
  /// What was found or expected, in one line.
  public let message: String
  /// Where.
  public let place: Place
  /// What to do about it, when that isn't obvious.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, at place: Place, hint: String? = nil) {
    self.message = message
    self.place = place
    self.hint = hint
  }
}

extension StructuredTextError {
  /// Lists and mappings inside each other that a text may have.
  public static let maximumDepth = 64

  static func tooDeep(_ place: Place) -> StructuredTextError {
    StructuredTextError("values are nested deeper than \(maximumDepth) levels", at: place)
  }

  static func repeated(_ key: String, _ place: Place, first: Place) -> StructuredTextError {
    StructuredTextError("'\(key)' stands here a second time; the first is at \(first)", at: place, hint: "keep one")
  }
}
