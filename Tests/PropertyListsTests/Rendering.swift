import Basics
import PropertyLists

/// A property list as one line of text, dictionaries sorted by key. Most expectations have this form.
func render(_ list: PropertyList, _ node: PropertyList.Node? = nil) -> String {
  let node = node ?? list.root
  switch list.kind(of: node) {
  case .dictionary:
    let entries = (0..<list.count(of: node)).map { rank -> String in
      let position = list.sortedPosition(of: node, rank: rank)
      let value = list.element(of: node, at: position).map { render(list, $0) } ?? "?"
      return "\(list.key(of: node, at: position)): \(value)"
    }
    return "{" + entries.joined(separator: ", ") + "}"
  case .array, .set:
    let elements = (0..<list.count(of: node)).map { position in
      list.element(of: node, at: position).map { render(list, $0) } ?? "?"
    }
    return (list.kind(of: node) == .set ? "set" : "") + "[" + elements.joined(separator: ", ") + "]"
  case .string: return "'\(list.string(of: node) ?? "?")'"
  case .integer:
    switch list.integer(of: node) {
    case .signed(let value): return "\(value)"
    case .unsigned(let value): return "u\(value)"
    case nil: return "?"
    }
  case .real: return list.real(of: node).map { "r\($0)" } ?? "?"
  case .boolean: return list.boolean(of: node).map { "\($0)" } ?? "?"
  case .date: return list.date(of: node).map { "d\(Int($0))" } ?? "?"
  case .data: return "<" + (list.data(of: node).map { $0.map(hex).joined() } ?? "?") + ">"
  case .uid: return list.uid(of: node).map { "uid\($0)" } ?? "?"
  case .null: return "null"
  }
}

func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

/// Reads bytes and returns the rendering, or the code of the error.
func outcome(_ bytes: [UInt8], _ hint: PropertyList.Hint = .automatic) -> String {
  do { return render(try PropertyList.parse(bytes, file: "t", as: hint)) } catch { return "error \(error.code)" }
}

func outcome(_ text: String, _ hint: PropertyList.Hint = .automatic) -> String { outcome(Array(text.utf8), hint) }

func parse(_ text: String) throws -> PropertyList { try PropertyList.parse(Array(text.utf8), file: "t") }

/// Returns codes and places of a list's diagnostics.
func remarks(_ text: String, _ hint: PropertyList.Hint = .automatic) throws -> [String] {
  try PropertyList.parse(Array(text.utf8), file: "t", as: hint).diagnostics.map {
    "\($0.code.rawValue) \($0.place) \($0.pointer)"
  }
}

/// `<plist>` around a value.
func plist(_ value: String) -> String { "<plist version=\"1.0\">\(value)</plist>" }

/// Returns a place as `line:column` or `byte offset`.
func show(_ place: Place) -> String { place.description }
