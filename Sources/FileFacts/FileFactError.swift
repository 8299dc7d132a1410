package import Basics

/// Why a file that begins as one of a known form isn't one, or why its bytes couldn't be read.
package typealias FileFactError = Diagnostic<FileFactCode>

/// What kind of trouble it is.
package enum FileFactCode: String, DiagnosticCode {
  /// A byte is not what the form asks for there.
  case malformed = "file-facts.malformed"
  /// The bytes couldn't be read.
  case unreadable = "file-facts.unreadable"
}

extension FileFactError {
  init(_ place: BytePlace, _ message: String, hint: String? = nil) {
    self.init(
      .malformed, message, file: place.file, place: Place(byteOffset: UInt64(clamping: place.offset)), hint: hint)
  }

  init(unreadable file: String, _ message: String) { self.init(.unreadable, message, file: file) }
}

/// A byte of a file, for messages.
struct BytePlace {
  let file: String
  let offset: Int
}
