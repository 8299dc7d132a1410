import Basics
import LuaSyntax
import Reports
import StructuredText

package struct DocumentProblem: Hashable, Sendable {
  enum Weight: Int, Sendable {
    case error = 1
    case warning = 2
    case information = 3

    init(_ severity: Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .information
      }
    }
  }

  struct Correction: Hashable, Sendable {
    let range: Range<Int>
    let text: String
  }

  let range: Range<Int>
  let weight: Weight
  let code: String
  let message: String
  var source = "bundlepolicy"
  var correction: Correction?
  var related: SourceLocation?
}

struct ProblemLocator {
  private let document: TextDocument
  private let source: LuaTokens

  init(_ document: TextDocument, isLua: Bool = true) {
    self.document = document
    source = LuaTokens(isLua ? document.bytes : [])
  }

  func problem(
    line: Int?, column: Int? = nil, _ weight: DocumentProblem.Weight, _ code: String, _ message: String, hint: String?
  ) -> DocumentProblem {
    let correction = SpellingCorrector.correction(in: message, hint: hint)
    let words = (correction.map { [$0.word] } ?? []) + SpellingCorrector.quoted(in: message).reversed()
    let range = range(line: line ?? 1, column, words)
    var problem = DocumentProblem(
      range: range, weight: weight, code: code,
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
    var related: StructuredValue?
    if let place = self.related {
      let position = TextPosition(line: max(0, place.line - 1), character: 0).value
      related = .list([
        .object([
          (
            "location",
            .object([
              ("uri", .text(DocumentAddress.address(place.file))),
              ("range", .object([("start", position), ("end", position)])),
            ])
          ), ("message", .text(message)),
        ])
      ])
    }
    return .object([
      ("range", document.value(of: range)), ("severity", .number(weight.rawValue)), ("code", .text(code)),
      ("source", .text(source)), ("message", .text(message)), ("relatedInformation", related),
    ])
  }
}
