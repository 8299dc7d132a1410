import Basics
import Inspection
import Presentation
package import PropertyLists
import StructuredText

package enum FactInspection {
  /// The most elements of a list in text; JSON has all.
  private static let mostElements = 24
  private static let width = 90

  /// Returns a JSON value, with the names that policies use. A value that cannot be read is `{"$problem": …}`.
  package static func json(_ fact: InspectedFact) -> [UInt8] {
    var json = JSONWriter()
    write(fact, to: &json)
    return json.bytes + [0x0A]
  }

  private static func write(_ fact: InspectedFact, to json: inout JSONWriter) {
    switch fact {
    case .none: json.null()
    case .boolean(let value): json.boolean(value)
    case .integer(let value): json.number(value)
    case .number(let value): value.isFinite ? json.number(value) : json.null()
    case .text(let text): json.string(text)
    case .value(let node, let list): PropertyListJSON.write(node, of: list, to: &json)
    case .list(let facts): json.array { json in for fact in facts { write(fact, to: &json) } }
    case .record(let fields):
      json.object { json in for (name, fact) in fields { json.member(name, fact, write) } }
    case .problem(let message): json.object { $0.member("$problem", message) }
    }
  }

  /// Returns an indented tree with a title, which ends with a newline. Long lists are cut.
  package static func tree(_ fact: InspectedFact, title: String, isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(title, .bold)
    switch fact {
    case .record, .list: writeParts(fact, indent: 0, to: &out)
    case .value(let node, let list):
      PropertyListTree.describe(node, of: list, &out)
      out.newLine()
      PropertyListTree.write(node, of: list, indent: 1, to: &out)
    default: writeShort(fact, to: &out)
    }
    return out.text
  }

  private static func write(_ name: String, _ fact: InspectedFact, indent: Int, to out: inout TerminalText) {
    if case .value(let node, let list) = fact {
      return PropertyListTree.writeEntry(name, node, of: list, indent: indent, note: nil, to: &out)
    }
    // Empty values are only in JSON.
    if case .list(let facts) = fact, facts.isEmpty { return }
    out.add(String(repeating: "  ", count: indent))
    out.add(name, .blue)
    switch fact {
    case .list(let facts) where line(facts) != nil:
      out.add(" = ")
      out.addLine(line(facts) ?? "", .green)
    case .integer(let value) where name == "mode":
      out.add(" = ")
      out.addLine("0o" + String(value, radix: 8), .yellow)
    case .record, .list: writeParts(fact, indent: indent, to: &out)
    default: writeShort(fact, to: &out)
    }
  }

  private static func line(_ facts: [InspectedFact]) -> String? {
    guard facts.count <= mostElements else { return nil }
    let texts = facts.compactMap { fact in
      switch fact {
      case .text(let text): "\"\(text)\""
      case .integer(let value): "\(value)"
      default: nil
      }
    }
    let line = texts.joined(separator: ", ")
    return texts.count == facts.count && line.utf8.count <= width ? line : nil
  }

  private static func writeParts(_ fact: InspectedFact, indent: Int, to out: inout TerminalText) {
    switch fact {
    case .record(let fields):
      out.newLine()
      for (name, fact) in fields { write(name, fact, indent: indent + 1, to: &out) }
    case .list(let facts):
      out.addLine("  \(counted(facts.count, "element"))", .dim)
      for (position, fact) in facts.prefix(mostElements).enumerated() {
        write(String(position), fact, indent: indent + 1, to: &out)
      }
      if facts.count > mostElements {
        out.addLine(String(repeating: "  ", count: indent + 1) + "… \(facts.count - mostElements) more", .dim)
      }
    default: break
    }
  }

  private static func writeShort(_ fact: InspectedFact, to out: inout TerminalText) {
    out.add(" = ")
    switch fact {
    case .none: out.add("nil", .dim)
    case .boolean(let value): out.add(value ? "true" : "false", .yellow)
    case .integer(let value): out.add("\(value)", .yellow)
    case .number(let value): out.add("\(value)", .yellow)
    case .text(let text): out.add("\"\(text)\"", .green)
    case .problem(let message): out.add("cannot be read: \(message)", .red)
    case .record, .list, .value: break
    }
    out.newLine()
  }
}

package indirect enum InspectedFact: Sendable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case value(PropertyList.Node, PropertyList)
  case list([InspectedFact])
  /// The fields that are not nil, in the order of the documentation.
  case record([(name: String, fact: InspectedFact)])
  case problem(String)

  /// The messages of all problems in the value, in order, without duplicates.
  package var problems: [String] {
    var found: [String] = []
    collect(&found)
    return found
  }

  private func collect(_ found: inout [String]) {
    switch self {
    case .problem(let message): if !found.contains(message) { found.append(message) }
    case .list(let facts): for fact in facts { fact.collect(&found) }
    case .record(let fields): for field in fields { field.fact.collect(&found) }
    case .none, .boolean, .integer, .number, .text, .value: break
    }
  }

  /// The names that `child` accepts; empty for lists and plain values.
  package var names: [String] { if case .record(let fields) = self { fields.map(\.name) } else { [] } }

  package func child(_ token: String) -> InspectedFact? {
    switch self {
    case .record(let fields): return fields.first { $0.name == token }?.fact
    case .list(let facts):
      guard let position = Int(token), facts.indices.contains(position), String(position) == token else { return nil }
      return facts[position]
    default: return nil
    }
  }
}

/// The format of a bill of materials. The document itself is made by the standard modules `apple.components`.
package struct BillOfMaterials: Sendable {
  package enum Format: String, Sendable { case cyclonedx, spdx }

  let format: Format
  private let tool: String
  private let version: String
  private let time: String?

  /// `time`: when it is made, such as `2026-11-22T10:00:00Z`; nil if it is not to say so.
  package init(_ format: Format, tool: String, version: String, time: String?) {
    (self.format, self.tool, self.version, self.time) = (format, tool, version, time)
  }

  /// Stands for the serial number until the rest is known.
  private static let placeholder = "00000000-0000-0000-0000-000000000000"

  var settings: String {
    let fields = [
      ("tool", tool), ("version", version), ("serial", Self.placeholder), ("time", time),
    ]
    return "{ " + fields.compactMap { name, text in text.map { "\(name) = \"\($0)\"" } }.joined(separator: ", ") + " }"
  }

  /// Returns the JSON document. Its serial number is computed from everything else, so that the same bundle has the same one.
  package static func document(_ fact: InspectedFact) -> [UInt8] {
    let text = String(decoding: FactInspection.json(fact), as: UTF8.self)
    var digest = SHA256Digest()
    digest.update(Array(text.utf8))
    var bytes = Array(digest.bytes.prefix(16))
    // A UUID that is made of a hash: version 8 and the variant of RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return Array(text.replacing(placeholder, with: Hexadecimal.uuid(bytes).lowercased()).utf8)
  }
}
