internal import Basics
package import PropertyLists

/// A property list as JSON. A value for which JSON has no type becomes an object with one `$` member: `{"$date": …}`, `{"$data": …}`,
/// `{"$uid": …}`, `{"$real": …}` for infinity and NaN, `{"$set": […]}`.
package enum PropertyListJSON {
  package static func write(_ node: PropertyList.Node, of list: PropertyList, to json: inout JSONWriter) {
    switch list.kind(of: node) {
    case .dictionary:
      json.object { json in
        for position in 0..<list.count(of: node) {
          guard let child = list.element(of: node, at: position) else { continue }
          json.member(list.key(of: node, at: position), child) { write($0, of: list, to: &$1) }
        }
      }
    case .array: writeElements(node, of: list, to: &json)
    case .set: json.object { $0.member("$set", node) { writeElements($0, of: list, to: &$1) } }
    case .string: json.string(utf8: list.utf8(of: node))
    case .boolean: json.boolean(list.boolean(of: node) ?? false)
    case .null: json.null()
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value): json.number(value)
      case .unsigned(let value): json.number(value)
      case nil: json.null()
      }
    case .real:
      let value = list.real(of: node) ?? .nan
      if value.isFinite { return json.number(value) }
      json.object(["$real": value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"])
    case .date: json.object(["$date": list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? ""])
    case .data: json.object(["$data": Base64.encode(list.data(of: node))])
    case .uid: json.object(["$uid": Int(list.uid(of: node) ?? 0)])
    }
  }

  private static func writeElements(_ node: PropertyList.Node, of list: PropertyList, to json: inout JSONWriter) {
    json.array { json in
      for position in 0..<list.count(of: node) {
        if let child = list.element(of: node, at: position) { write(child, of: list, to: &json) }
      }
    }
  }
}
