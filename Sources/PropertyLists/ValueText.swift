import Basics

package enum ValueText {
  /// The maximum length in characters; longer strings are truncated and end in `…`.
  package static let limit = 200

  package static func describe(_ node: PropertyList.Node, in list: PropertyList) -> String {
    var text = ""
    write(node, list, depth: 0, isTop: true, &text)
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// The part of a string that may be shown: counting the characters of a whole long string would be slow.
  private static func beginning(of text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text.prefix(limit * 16), as: UTF8.self)
  }

  private static func write(
    _ node: PropertyList.Node, _ list: PropertyList, depth: Int, isTop: Bool, _ text: inout String
  ) {
    if text.utf8.count > limit * 4 { return }
    switch list.kind(of: node) {
    case .string:
      let shown = beginning(of: list.utf8(of: node))
      text += isTop ? shown : "\"\(shown)\""
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value): text += String(value)
      case .unsigned(let value): text += String(value)
      case nil: text += "?"
      }
    case .real: text += list.real(of: node).map { String($0) } ?? "?"
    case .boolean: text += list.boolean(of: node) == true ? "true" : "false"
    case .date: text += list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? "?"
    case .data: text += "<\(counted(list.data(of: node)?.count ?? 0, "byte")) of data>"
    case .uid: text += "UID \(list.uid(of: node) ?? 0)"
    case .null: text += "null"
    case .array, .set, .dictionary:
      let isDictionary = list.kind(of: node) == .dictionary
      text += isDictionary ? "{" : "["
      for position in 0..<list.count(of: node) {
        if position > 0 { text += ", " }
        if depth > 3 || text.utf8.count > limit * 4 {
          text += "…"
          break
        }
        if isDictionary { text += beginning(of: list.keyUTF8(of: node, at: position)) + ": " }
        if let child = list.element(of: node, at: position) {
          write(child, list, depth: depth + 1, isTop: false, &text)
        }
      }
      text += isDictionary ? "}" : "]"
    }
  }
}
