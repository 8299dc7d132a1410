import Basics
import LuaSyntax
import Reports
import StructuredText

package struct DocumentProblem: Hashable, Sendable {
  struct Correction: Hashable, Sendable {
    let range: Range<Int>
    let text: String
  }

  let range: Range<Int>
  let severity: Severity
  let code: String
  let message: String
  var source = "bundlepolicy"
  var correction: Correction?
  var related: SourceLocation?
}

struct ProblemLocator {
  private let document: TextDocument
  private let source: LuaTokens

  init(_ bytes: [UInt8], isLua: Bool = true) {
    document = TextDocument(bytes)
    source = LuaTokens(isLua ? bytes : [])
  }

  func problem(_ error: EngineError) -> DocumentProblem {
    problem(line: error.line, column: error.column, .error, error.code.rawValue, error.message, hint: error.hint)
  }

  func problem(
    line: Int?, column: Int? = nil, _ severity: Severity, _ code: String, _ message: String, hint: String?
  ) -> DocumentProblem {
    let correction = SpellingCorrector.correction(in: message, hint: hint)
    let words = (correction.map { [$0.word] } ?? []) + SpellingCorrector.quoted(in: message).reversed()
    let range = range(line: line ?? 1, column, words)
    var problem = DocumentProblem(
      range: range, severity: severity, code: code,
      message: message + (hint.map { $0.isEmpty ? "" : "\n\($0)" } ?? ""))
    if let correction, let place = place(of: correction.word, in: range) {
      problem.correction = DocumentProblem.Correction(range: place, text: correction.replacement)
    }
    return problem
  }

  private func place(of word: String, in range: Range<Int>) -> Range<Int>? {
    let word = Array(word.utf8)
    guard !word.isEmpty, range.count >= word.count else { return nil }
    let start = (range.lowerBound...(range.upperBound - word.count)).first { document.bytes[$0...].starts(with: word) }
    return start.map { $0..<($0 + word.count) }
  }

  private func range(line: Int, _ column: Int?, _ words: [String]) -> Range<Int> {
    let bytes = document.line(line - 1)
    if let column {
      let start = document.offset(line: line, column: column)
      if let token = source.tokens.first(where: { $0.range.contains(start) }) { return token.range }
      let end = document.bytes[start..<bytes.upperBound].firstIndex { [0x20, 0x2C, 0x3A, 0x5D].contains($0) }
      return start..<max(end ?? bytes.upperBound, min(start + 1, bytes.upperBound))
    }
    if let token = source.first(of: words, inStatementAt: line) { return token.range }
    let onLine = source.tokens.filter { $0.line == line }
    if let start = onLine.first?.range.lowerBound, let end = onLine.last?.range.upperBound {
      return start..<max(start, min(end, bytes.upperBound))
    }
    let start = document.bytes[bytes].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.lowerBound
    return start..<bytes.upperBound
  }
}

extension DocumentProblem {
  func value(in document: TextDocument) -> StructuredValue {
    let related = related.map { place -> StructuredValue in
      let range = TextPosition(line: max(0, place.line - 1), character: 0).range
      let location = StructuredValue.object(["uri": .text(DocumentAddress.address(place.file)), "range": range])
      return .list([.object(["location": location, "message": .text(message)])])
    }
    return .object([
      "range": document.value(of: range), "severity": .number(severity.protocolNumber), "code": .text(code),
      "source": .text(source), "message": .text(message), "relatedInformation": related,
    ])
  }
}

extension Severity {
  /// 1 for an error, 2 for a warning, and 3 for information.
  var protocolNumber: Int { self == .error ? 1 : self == .warning ? 2 : 3 }
}
