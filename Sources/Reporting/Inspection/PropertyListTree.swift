public import PropertyLists

/// A property list for people: one line a value, indented, with types where they don't show.
public enum PropertyListTree {
  static func write(_ node: PropertyList.Node, of list: PropertyList, indent: Int, to out: inout TerminalText) {
    let isDictionary = list.kind(of: node) == .dictionary
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { continue }
      out.add(String(repeating: "  ", count: indent))
      out.add(isDictionary ? list.key(of: node, at: position) : String(position), .blue)
      describe(child, of: list, &out)
      out.newLine()
      write(child, of: list, indent: indent + 1, to: &out)
    }
  }

  /// The tree of a whole list, ending in a newline.
  public static func render(_ list: PropertyList, isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(list.file, .bold)
    out.add("  \(list.format.rawValue) property list", .dim)
    describe(list.root, of: list, &out)
    out.newLine()
    write(list.root, of: list, indent: 1, to: &out)
    return out.text
  }

  private static func describe(_ node: PropertyList.Node, of list: PropertyList, _ out: inout TerminalText) {
    let count = list.count(of: node)
    switch list.kind(of: node) {
    case .dictionary: out.add("  dictionary, \(count) \(count == 1 ? "key" : "keys")", .dim)
    case .array: out.add("  array, \(count) \(count == 1 ? "element" : "elements")", .dim)
    case .set: out.add("  set, \(count) \(count == 1 ? "element" : "elements")", .dim)
    case .string: out.add(" = \"\(list.string(of: node) ?? "")\"")
    case .boolean: out.add(" = \(list.boolean(of: node) == true ? "true" : "false")")
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value): out.add(" = \(value)")
      case .unsigned(let value): out.add(" = \(value)")
      case nil: break
      }
    case .real: out.add(" = \(list.real(of: node) ?? .nan)")
    case .date: out.add(" = \(list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? "")")
    case .data:
      let size = list.data(of: node)?.count ?? 0
      out.add("  data, \(size) \(size == 1 ? "byte" : "bytes")", .dim)
    case .uid: out.add("  UID \(list.uid(of: node) ?? 0)", .dim)
    case .null: out.add("  null", .dim)
    }
  }
}
