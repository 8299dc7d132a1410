import PolicyTestSupport
import Reports
import StructuredText

@testable import Reporting

/// The result of a check, as read from a format with a parser of that format.
struct ReportAccount {
  var verdict: Verdict
  /// The number of findings that count; nil if the format does not have it.
  var open: Int?
  /// The number of findings with an active waiver; nil if the format omits them.
  var waived: Int?
  /// How many a baseline lets be; nil where the format leaves them out.
  var baselined: Int?
  /// The document's structure without text from outside: equal for reports that differ only in texts.
  var shape: [String]

  /// Reads a format.
  typealias Reader = @Sendable ([UInt8]) throws -> ReportAccount

  /// One for each format. A format that is not here fails the tests that hold all of them against the report.
  static let readers: [ReportFormat: Reader] = [
    .text: text, .json: json, .jsonl: jsonLines, .sarif: sarif, .openSARIF: openSARIF, .junit: junit, .gitlab: gitlab,
    .tap: tap,
    .github: github, .markdown: markdown, .html: html,
  ]

  /// Why a document is not what its format asks for.
  struct Malformed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Throws when something does not hold.
  static func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Malformed(what()) }
  }

  /// Throws for what is not there.
  static func found<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
    guard let value else { throw Malformed("there is no \(what())") }
    return value
  }

  /// The names and kinds in a JSON document, indented by depth.
  static func shape(_ json: JSONText, _ name: String = "", depth: Int = 0) -> [String] {
    let indent = String(repeating: " ", count: depth) + name
    switch json {
    case .null: return [indent + " null"]
    case .boolean(let value): return [indent + " \(value)"]
    case .number: return [indent + " number"]
    case .string: return [indent + " string"]
    case .array(let elements): return [indent + " array"] + elements.flatMap { shape($0, depth: depth + 1) }
    case .object(let members):
      return [indent + " object"] + members.flatMap { shape($0.value, $0.name, depth: depth + 1) }
    }
  }
}

extension JSONText {
  var isTrue: Bool { self == .boolean(true) }
}
