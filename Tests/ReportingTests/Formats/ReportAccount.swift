import PolicyTestSupport
import Reports
import StructuredText

@testable import Reporting

/// What somebody who reads a format learns of a check, by a parser of that format.
struct ReportAccount {
  /// The word for it all.
  var verdict: Verdict
  /// How many findings count; nil where the format does not tell.
  var open: Int?
  /// How many a waiver in force covers; nil where the format leaves them out.
  var waived: Int?
  /// How many a baseline lets be; nil where the format leaves them out.
  var baselined: Int?
  /// How the document is built, without any text from outside: the same for every report that differs in texts only.
  var shape: [String]

  /// Reads a format.
  typealias Reader = @Sendable ([UInt8]) throws -> ReportAccount

  /// One for each format. A format that is not here fails the tests that hold all of them against the report.
  static let readers: [ReportFormat: Reader] = [
    .text: text, .json: json, .jsonl: jsonLines, .sarif: sarif, .junit: junit, .gitlab: gitlab, .tap: tap,
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

  /// The names and kinds of a JSON document, each with how deep it lies.
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
