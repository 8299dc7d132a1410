package import Basics
import PropertyLists

package struct ByteMatch: Hashable, Sendable {
  /// The position of the pattern in the set, from 0.
  package let pattern: Int
  /// In the file, in bytes. In a binary property list, of the value that contains it.
  package let offset: Int?
  /// In text, from 1.
  package var line: Int?
  /// In a binary property list: the JSON Pointer of the value, or of the entry whose key it is.
  package var keyPath: String?
  /// At most `longest` bytes.
  package let text: [UInt8]

  package init(pattern: Int, offset: Int?, line: Int? = nil, keyPath: String? = nil, text: [UInt8]) {
    (self.pattern, self.offset, self.line, self.keyPath, self.text) = (pattern, offset, line, keyPath, text)
  }

  /// The length up to which each match is found as a whole: 4 KiB.
  package static let longest = 4_096
}

package struct ByteSearchChoice: Hashable, Sendable {
  /// The maximum number of matches of each pattern; further ones are left out. Without it, more than `defaultLimit` are an error.
  package var limit: Int?
  /// Whether each occurrence counts, or only the first with the same text.
  package var includesRepetitions = false

  package static let defaultLimit = 1_000
  package static let highestLimit = 10_000

  package init() {}
}

package typealias ByteSearchError = Diagnostic<ByteSearchCode>

package enum ByteSearchCode: String, DiagnosticCode {
  case unreadable = "search.unreadable"
  case results = "limit.results"
  case time = "limit.search-time"
  case memory = "limit.search-memory"
}

extension ByteSearchError {
  init(_ error: ByteSourceError, file: String) { self.init(.unreadable, error.description, file: file) }
}
