import Basics
import Presentation
package import PropertyLists
package import StructuredText

package struct PropertyListStatistics: Sendable {
  /// The number of values of each type that occurs, in the order of `PropertyList.Kind`.
  package let kinds: [(kind: PropertyList.Kind, count: Int)]
  package let values: Int
  /// The levels of nested containers, including the root; 0 if the root is not a container.
  package let depth: Int
  /// The size and place of the longest string or data.
  package let longest: (bytes: Int, pointer: String)?
  package let format: PropertyList.Format
  package let diagnostics: Int

  package init(_ list: PropertyList) {
    var counts = [Int](repeating: 0, count: PropertyList.Kind.allCases.count)
    var deepest = 0
    var longest: (bytes: Int, node: PropertyList.Node)?
    var pending: [(node: PropertyList.Node, depth: Int)] = [(list.root, 1)]
    while let (node, depth) = pending.popLast() {
      let kind = list.kind(of: node)
      counts[Int(kind.rawValue)] += 1
      switch kind {
      case .dictionary, .array, .set:
        deepest = max(deepest, depth)
        for position in (0..<list.count(of: node)).reversed() {
          if let child = list.element(of: node, at: position) { pending.append((child, depth + 1)) }
        }
      case .string, .data:
        let bytes = kind == .string ? list.utf8(of: node).count : list.data(of: node)?.count ?? 0
        if bytes > longest?.bytes ?? 0 { longest = (bytes, node) }
      default: break
      }
    }
    kinds = PropertyList.Kind.allCases.map { ($0, counts[Int($0.rawValue)]) }.filter { $0.1 > 0 }
    values = counts.reduce(0, +)
    depth = deepest
    self.longest = longest.map { ($0.bytes, list.pointer(to: $0.node)) }
    format = list.format
    diagnostics = list.diagnostics.count
  }

  package var lines: [(name: String, text: String)] {
    var lines = [
      ("format", format.rawValue),
      ("values", "\(values): " + kinds.map { "\($0.kind) \($0.count)" }.joined(separator: ", ")),
      ("depth", "\(depth)"),
    ]
    if let longest { lines.append(("longest", "\(counted(longest.bytes, "byte")) at \(longest.pointer)")) }
    if diagnostics > 0 { lines.append(("diagnostics", "\(diagnostics)")) }
    return lines
  }

  package func write(to json: inout JSONWriter) {
    json.members(["format": format.rawValue, "values": values, "depth": depth])
    json.object("kinds") { json in
      for (kind, count) in kinds { json.member(kind.name, count) }
    }
    json.member("longest", longest) { $1.object(["bytes": $0.bytes, "path": $0.pointer]) }
    json.member("diagnostics", diagnostics)
  }

  package func tree(of file: String, isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.addLine(file, .bold)
    for line in lines { out.addFact(line.name, line.text) }
    return out.text
  }

  package func json() -> [UInt8] { JSONWriter.document(write) }
}

extension TerminalText {
  package mutating func addFact(_ name: String, _ text: String) {
    add("  ")
    add(name + String(repeating: " ", count: max(1, 15 - name.count)), .dim)
    add(text)
    newLine()
  }
}
