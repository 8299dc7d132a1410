import Basics
import Presentation
package import PropertyLists
import StructuredText

package struct InspectedValue: Sendable {
  package struct NotFound: Error, Sendable {
    package let reason: String
    /// The pointer of the container where the path ends.
    package let nearest: String
    package let wanted: String
    /// The names that the container has; empty if it is not a dictionary.
    package let names: [String]
  }

  package let pointer: String
  package let node: PropertyList.Node
  package let list: PropertyList

  package init(_ tokens: [String], in list: PropertyList) throws(NotFound) {
    try self.init(tokens[...], after: "", from: list.root, of: list)
  }

  package init(_ tokens: [String], in dictionary: InspectedDictionary) throws(NotFound) {
    let name = tokens.first ?? ""
    guard let entry = dictionary.entries.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      let count = dictionary.entries.count
      throw NotFound(
        reason: "the dictionary has no such key (\(counted(count, "key")))", nearest: "", wanted: name,
        names: dictionary.entries.map(\.name))
    }
    try self.init(
      tokens.dropFirst(), after: "/" + JSONPointer.escape(name), from: entry.node, of: entry.list)
  }

  package init(
    _ tokens: ArraySlice<String>, after start: String, from root: PropertyList.Node, of list: PropertyList
  ) throws(NotFound) {
    var node = root
    var pointer = start
    for token in tokens {
      let shown = pointer.isEmpty ? "the root" : pointer
      let count = list.count(of: node)
      let next: PropertyList.Node?
      var names: [String] = []
      let reason: String
      switch list.kind(of: node) {
      case .dictionary:
        next = list.value(of: node, forKey: token)
        reason = "\(shown) is a dictionary without this key"
        if next == nil { names = (0..<count).map { list.key(of: node, at: $0) } }
      case .array, .set:
        next = JSONPointer.position(token).flatMap { list.element(of: node, at: $0) }
        reason = count == 0 ? "\(shown) is empty" : "\(shown) has elements 0 to \(count - 1)"
      case let kind:
        next = nil
        reason = "\(shown) is of type \(kind) and has no elements"
      }
      guard let next else { throw NotFound(reason: reason, nearest: pointer, wanted: token, names: names) }
      node = next
      pointer += "/" + JSONPointer.escape(token)
    }
    (self.pointer, self.node, self.list) = (pointer, node, list)
  }

  package func tree(isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    let place = list.place(of: node).description
    PropertyListTree.writeEntry(
      pointer.isEmpty ? "root" : pointer, node, of: list, indent: 0,
      note: "\(list.file)\(place.isEmpty ? "" : ":")\(place)",
      to: &out)
    return out.text
  }

  package func json() -> [UInt8] {
    var json = JSONWriter()
    PropertyListJSON.write(node, of: list, to: &json)
    return json.bytes + [0x0A]
  }
}
