package import Basics
import PropertyLists

package typealias ByteSearchError = Diagnostic<ByteSearchCode>

package enum ByteSearchCode: String, DiagnosticCode {
  case unreadable = "search.unreadable"
  case results = "limit.results"
  case time = "limit.search-time"
  case memory = "limit.search-memory"
}

extension ByteSearchError {
  init(_ error: ByteSourceError, file: String) { self.init(.unreadable, error.description, file: file) }

  static func shrank(_ file: String, at offset: Int) -> Self {
    Self(
      .unreadable, "the file became shorter while it was being read", file: file,
      place: Place(byteOffset: UInt64(clamping: offset)))
  }

  static func tooManyMatches(_ pattern: String, file: String) -> Self {
    Self(
      .results, "'\(pattern.shortened(to: 80))' matches more than \(ByteSearchChoice.defaultLimit) different texts",
      file: file, hint: "write a narrower pattern, or give a limit to get only the first matches")
  }

  static func tooLarge(_ limit: Int, file: String) -> Self {
    Self(
      .results, "the matches have more than \(limit >> 20) MiB", file: file,
      hint: "write narrower patterns, or give a limit to get only the first matches")
  }

  static func tooSlow(_ seconds: UInt64, file: String) -> Self {
    Self(
      .time, "the search takes more than \(counted(seconds, "second")) of processor time", file: file,
      hint: "use smaller repetitions in the patterns, or fewer patterns")
  }

  static func memory(_ error: PatternError, file: String) -> Self { Self(.memory, error.message, file: file) }
}
