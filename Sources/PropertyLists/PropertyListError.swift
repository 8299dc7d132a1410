public import Basics

/// Why a file isn't a property list, or couldn't be read.
public struct PropertyListError: Error, Hashable, Sendable {
  /// The file's name as given to the reader.
  public var file: String
  /// Where reading stopped.
  public var place: Place
  /// What was found and what was expected.
  public var message: String
  /// What to do about it, when that isn't obvious.
  public var hint: String?
  /// Stable identifier of this kind of error, such as `xml.unknown-element`.
  public var code: String

  /// Creates an error.
  public init(file: String, place: Place, message: String, hint: String? = nil, code: String) {
    self.file = file
    self.place = place
    self.message = message
    self.hint = hint
    self.code = code
  }
}

extension PropertyListError: CustomStringConvertible {
  /// One line: `FILE:LINE:COLUMN: error: …` or `FILE:byte OFFSET: error: …`.
  public var description: String { place.errorLine(message, in: file, hint: hint) }
}
