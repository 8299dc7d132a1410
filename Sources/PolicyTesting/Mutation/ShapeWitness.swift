import Basics
import PolicySchema

import LuaRuntime
import PropertyLists

/// A value that probably fits a shape. The caller must evaluate it.
enum ShapeWitness {
  static func value(of shape: Shape) -> LuaValue {
    switch shape {
    case .text(let bounds): text(bounds)
    case .integer(let bounds): .integer(bounds.lower ?? bounds.upper ?? 1)
    case .real(let bounds): .number(bounds.lower ?? bounds.upper ?? 1.5)
    case .boolean: .boolean(true)
    case .date(let bounds):
      .record([
        ("$date", .string((bounds.lower ?? bounds.upper).map { $0.text + "T12:00:00Z" } ?? "2026-01-01T00:00:00Z"))
      ])
    case .data(let bounds): .record([("$data", .string(base64(zeros: bounds.lower ?? bounds.upper ?? 1)))])
    case .oneOf(let scalars): scalars.first?.value ?? .string("x")
    case .list(let element, let count, _):
      .list(Array(repeating: value(of: element), count: Int(min(max(count.lower ?? 1, 1), 100))))
    case .dictionary(let fields): dictionary(fields)
    case .optional(let wrapped): value(of: wrapped)
    case .anyOf(let parts), .allOf(let parts): parts.first.map(value) ?? .string("x")
    case .nonEmpty, .custom: .string("x")
    case .uuid: .string("8C1E4A52-6D0B-4C8E-9C27-0F1D3B5A7E91")
    case .reverseDNS: .string("com.example.app")
    case .version: .string("1.0.0")
    case .url(let schemes): .string("\(schemes.first ?? "https")://www.example.com")
    }
  }

  private static func text(_ bounds: TextBounds) -> LuaValue {
    let sample = bounds.pattern.map(text(matching:)) ?? ""
    let count = bounds.length.lower ?? min(bounds.length.upper ?? 1, 1)
    let missing = max(0, Int(min(max(count, 0), 10_000)) - sample.count)
    return .string(sample + String(repeating: sample.last ?? "x", count: missing))
  }

  private static func dictionary(_ shape: DictionaryShape) -> LuaValue {
    .record(
      shape.fields.map { ($0.key, value(of: $0.shape)) } + (shape.others.map { [("Unexpected", value(of: $0))] } ?? []))
  }

  static func base64(zeros count: Int64) -> String {
    Base64.encode([UInt8](repeating: 0, count: Int(min(max(count, 0), 10_000))))
  }

  // MARK: Patterns

  /// A string that matches a simple Lua pattern, with one character for each item.
  static func text(matching pattern: String) -> String {
    var rest = Array(pattern)[...]
    var text = ""
    if rest.first == "^" { rest.removeFirst() }
    while let character = rest.popFirst() {
      switch character {
      case "%": if let name = rest.popFirst() { text.append(sample(ofClass: name)) }
      case "[": text.append(sample(ofSet: &rest))
      case ".": text.append("x")
      case "(", ")", "+", "*", "?": break
      case "-" where !text.isEmpty: break
      case "$" where rest.isEmpty: break
      default: text.append(character)
      }
    }
    return text
  }

  private static func sample(ofClass name: Character) -> Character {
    switch name {
    case "a", "l", "w", "x", "g", "D", "S", "P", "C", "U": "a"
    case "u", "L": "A"
    case "d": "1"
    case "s", "W", "G": " "
    case "p": "."
    case "A", "X": "-"
    default: name
    }
  }

  private static func sample(ofSet rest: inout ArraySlice<Character>) -> Character {
    var members: [Character] = []
    var isFirst = true
    while let character = rest.popFirst(), character != "]" || isFirst {
      isFirst = false
      if character == "%", let name = rest.popFirst() {
        members.append(sample(ofClass: name))
      } else {
        members.append(character)
      }
    }
    guard members.first == "^" else { return members.first ?? "x" }
    return ["x", "1", ".", " "].first { !members.contains($0) } ?? "x"
  }
}

extension Scalar {
  /// The value as descriptions of bundles write it.
  var value: LuaValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    }
  }
}
