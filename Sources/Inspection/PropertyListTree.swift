internal import Basics
package import Presentation
package import PropertyLists

/// Writes a property list for a terminal: one value a line, with its type where it is not obvious.
package enum PropertyListTree {
  package static func write(_ node: PropertyList.Node, of list: PropertyList, indent: Int, to out: inout TerminalText) {
    let isDictionary = list.kind(of: node) == .dictionary
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { continue }
      let name = isDictionary ? list.key(of: node, at: position) : String(position)
      writeEntry(name, child, of: list, indent: indent, note: nil, to: &out)
    }
  }

  /// Writes a value with its name, a note, and the values in it.
  package static func writeEntry(
    _ name: String, _ node: PropertyList.Node, of list: PropertyList, indent: Int, note: String?,
    to out: inout TerminalText
  ) {
    out.add(String(repeating: "  ", count: indent))
    out.add(name, .blue)
    describe(node, of: list, &out)
    if let note { out.add("  (\(note))", .dim) }
    out.newLine()
    write(node, of: list, indent: indent + 1, to: &out)
  }

  package static func render(_ list: PropertyList, isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(list.file, .bold)
    // Policies read JSON files as well, which are not property lists.
    out.add("  " + (list.format == .json ? "JSON" : "\(list.format.rawValue) property list"), .dim)
    describe(list.root, of: list, &out)
    out.newLine()
    if InfoTree.isInfo(list) {
      InfoTree.write(list, indent: 1, to: &out)
    } else {
      write(list.root, of: list, indent: 1, to: &out)
    }
    return out.text
  }

  package static func describe(_ node: PropertyList.Node, of list: PropertyList, _ out: inout TerminalText) {
    let count = list.count(of: node)
    func value(_ text: String, _ style: TerminalText.Style) {
      out.add(" = ")
      out.add(text, style)
    }
    switch list.kind(of: node) {
    case .dictionary: out.add("  dictionary, \(counted(count, "key"))", .dim)
    case .array: out.add("  array, \(counted(count, "element"))", .dim)
    case .set: out.add("  set, \(counted(count, "element"))", .dim)
    case .string: value("\"\(list.string(of: node) ?? "")\"", .green)
    case .boolean: value(list.boolean(of: node) == true ? "true" : "false", .yellow)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let number): value("\(number)", .yellow)
      case .unsigned(let number): value("\(number)", .yellow)
      case nil: break
      }
    case .real: value("\(list.real(of: node) ?? .nan)", .yellow)
    case .date: value(list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? "", .yellow)
    case .data:
      let size = list.data(of: node)?.count ?? 0
      out.add("  data, \(counted(size, "byte"))", .dim)
    case .uid: out.add("  UID \(list.uid(of: node) ?? 0)", .dim)
    case .null: out.add("  null", .dim)
    }
  }
}
