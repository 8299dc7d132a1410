public import Basics

/// Why a file that begins as one of a known form isn't one, or why its bytes couldn't be read.
public struct FileFactError: Error, Hashable, Sendable {
  /// The file's name as given to the reader.
  public let file: String
  /// The byte that is wrong; empty when the file couldn't be read at all.
  public let place: Place
  /// What was found and what was expected.
  public let message: String
  /// What to do about it, when that isn't obvious.
  public let hint: String?

  init(_ place: BytePlace, _ message: String, hint: String? = nil) {
    file = place.file
    self.place = Place(byteOffset: UInt64(clamping: place.offset))
    self.message = message
    self.hint = hint
  }

  init(unreadable file: String, _ message: String) {
    self.file = file
    place = Place()
    self.message = message
    hint = nil
  }
}

extension FileFactError: CustomStringConvertible {
  /// One line: `FILE:byte OFFSET: error: …`.
  public var description: String { place.errorLine(message, in: file, hint: hint) }
}

/// A byte of a file, for messages.
struct BytePlace {
  let file: String
  let offset: Int
}
