import Basics
import Inspection
import Presentation
import StructuredText

/// Writes the facts that policies can read about a file or bundle, for terminals and as JSON.
package enum FactInspection {
  /// The most elements of a list in text; JSON has all.
  private static let mostElements = 24
  /// The most bytes of a list on one line.
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

  /// Returns strings and numbers on one line, or nil if they do not fit.
  private static func line(_ facts: [InspectedFact]) -> String? {
    guard facts.count <= mostElements else { return nil }
    var texts: [String] = []
    for fact in facts {
      switch fact {
      case .text(let text): texts.append("\"\(text)\"")
      case .integer(let value): texts.append("\(value)")
      default: return nil
      }
    }
    let line = texts.joined(separator: ", ")
    return line.utf8.count <= width ? line : nil
  }

  /// Writes the number of parts at the end of the line, and the parts below it.
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
