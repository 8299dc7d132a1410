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
}
