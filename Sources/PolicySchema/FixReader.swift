import Basics
package import LuaRuntime
package import PropertyLists

package struct FixReader {
  package static let definition = APIClass(
    "Fix", .declaration,
    "Changes to the file that a finding is about, for `check --fix`. Names are keys of the reported node; JSON Pointers start at the "
      + "top of the file.",
    fields: [
      APIField("text?", "string", "How to fix it, in words; by default, a description of the changes."),
      APIField("set?", "table<string|integer, any>", "Values by key: each gets the value, whether or not it has one."),
      APIField("add?", "table<string|integer, any>", "Values by key, for keys that do not exist."),
      APIField("remove?", "string|integer|(string|integer)[]", "A key or position to remove, or a list of them."),
      APIField("rename?", "table<string, string>", "New names by key."),
    ])

  package struct Place {
    let list: PropertyList
    let node: PropertyList.Node
    let isChangeable: Bool

    package init(_ list: PropertyList, _ node: PropertyList.Node, isChangeable: Bool) {
      (self.list, self.node, self.isChangeable) = (list, node, isChangeable)
    }
  }

  package struct Fix {
    package var text: String?
    package var edits: [PropertyListEdit] = []
    package var cost: UInt64 = 0
  }

  private static let limit = 1000

  /// The value that a handle refers to; nil if it is not one of a property list.
  private let value: (LuaNode) -> (list: PropertyList, node: PropertyList.Node)?

  package init(value: @escaping (LuaNode) -> (list: PropertyList, node: PropertyList.Node)?) { self.value = value }

  package func fix(_ options: DeclarationReader, _ place: Place?) throws(DeclarationError) -> Fix {
    switch options.value("fix") {
    case .nil: return Fix()
    case .string(let text): return Fix(text: text)
    case .table:
      let reader = try DeclarationReader(options.value("fix"), place: "\(options.place), fix", of: Self.definition)
      guard let place else {
        throw DeclarationError(
          "\(reader.place): only a finding about a key can have changes; report it with report:at or report:missing")
      }
      if !place.isChangeable {
        throw DeclarationError(
          "\(reader.place): only property lists and strings files can be changed; write the fix in words")
      }
      return try changes(reader, place)
    case let other: throw options.mismatch("fix", expected: "a string or a table of changes", found: other)
    }
  }

  private func changes(_ reader: DeclarationReader, _ place: Place) throws(DeclarationError) -> Fix {
    var edits: [PropertyListEdit] = []
    for (field, operation) in [
      ("set", { PropertyListEdit.Operation.set($0) }), ("add", { PropertyListEdit.Operation.add($0) }),
    ] as [(String, (PropertyListValue) -> PropertyListEdit.Operation)] {
      for entry in try entries(reader, field) {
        var left = PropertyListValue.maximumCount
        let value = try value(entry.value, "\(reader.place), \(field)", depth: PropertyListValue.maximumDepth, &left)
        edits.append(PropertyListEdit(operation(value), at: try path(entry.key, place, "\(reader.place), \(field)")))
      }
    }
    switch reader.value("remove") {
    case .nil: break
    case .table(let table):
      guard let keys = table.list else {
        throw reader.mismatch("remove", expected: "a key or a list of keys", found: reader.value("remove"))
      }
      for key in keys { edits.append(PropertyListEdit(.remove, at: try path(key, place, "\(reader.place), remove"))) }
    case let key: edits.append(PropertyListEdit(.remove, at: try path(key, place, "\(reader.place), remove")))
    }
    for entry in try entries(reader, "rename") {
      guard case .string(let name) = entry.value, !name.isEmpty else {
        throw DeclarationError("\(reader.place), rename: write { old = \"new\" }, with names that are not empty")
      }
      edits.append(PropertyListEdit(.rename(to: name), at: try path(entry.key, place, "\(reader.place), rename")))
    }
    return try checked(edits, reader, place)
  }

  private func checked(
    _ edits: [PropertyListEdit], _ reader: DeclarationReader, _ place: Place
  ) throws(DeclarationError) -> Fix {
    if edits.isEmpty { throw DeclarationError("\(reader.place): write what to change: set, add, remove or rename") }
    guard edits.count <= Self.limit else {
      throw DeclarationError("\(reader.place): there are more than \(Self.limit) changes", isLimit: true)
    }
    var seen: Set<ExactText> = []
    for edit in edits {
      if !seen.insert(ExactText(edit.keyPath)).inserted {
        throw DeclarationError("\(reader.place): \(edit.keyPath) is changed twice")
      }
      try mapError(try place.list.check(edit)) { (error: PropertyListError) in
        DeclarationError("\(reader.place): \(error.message)")
      }
    }
    let text = try reader.text("text") ?? edits.prefix(3).map(\.phrase).joined(separator: ", and ")
    let cost = edits.reduce(UInt64(100)) { $0 + 50 + UInt64(clamping: $1.size) / 4 }
    return Fix(text: text, edits: edits, cost: cost)
  }

  private func entries(_ reader: DeclarationReader, _ field: String) throws(DeclarationError) -> [LuaTable.Entry] {
    switch reader.value(field) {
    case .nil: return []
    case .table(let table) where !table.entries.isEmpty: return table.entries
    case .table: throw DeclarationError("\(reader.place): '\(field)' is empty; write { key = value }")
    case let other: throw reader.mismatch(field, expected: "a table of keys", found: other)
    }
  }

  private func path(_ key: LuaValue, _ place: Place, _ field: String) throws(DeclarationError) -> String {
    let list = place.list
    switch key {
    case .string(let name) where JSONPointer.isPointer(name) && list.value(of: place.node, forKey: name) == nil:
      guard JSONPointer.tokens(name) != nil else {
        throw DeclarationError("\(field): '\(name)' is not a JSON Pointer; write '~0' for '~' and '~1' for '/'")
      }
      return name
    case .string(let name) where list.kind(of: place.node) == .dictionary:
      return list.pointer(to: place.node) + "/" + JSONPointer.escape(name)
    case .integer(let position) where list.kind(of: place.node) == .array && position >= 1:
      return list.pointer(to: place.node) + "/\(position - 1)"
    default:
      let expected = list.kind(of: place.node) == .array ? "a position from 1" : "the name of a key"
      throw DeclarationError("\(field): expected \(expected) or a JSON Pointer, found \(Self.described(key))")
    }
  }

  private static func described(_ key: LuaValue) -> String {
    switch key {
    case .string(let text): "'\(text)'"
    case .integer(let number): String(number)
    case let other: other.typeName
    }
  }

  // MARK: Values

  private static func tooLarge(_ place: String) -> DeclarationError {
    DeclarationError(
      "\(place): the value is too large: at most \(PropertyListValue.maximumCount) values, nested at most \(PropertyListValue.maximumDepth) levels deep",
      isLimit: true)
  }

  private func value(
    _ value: LuaValue, _ place: String, depth: Int, _ left: inout Int
  ) throws(DeclarationError) -> PropertyListValue {
    left -= 1
    guard depth > 0, left >= 0 else { throw Self.tooLarge(place) }
    switch value {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(.signed(number))
    // The sign of a NaN depends on the processor.
    case .number(let number): return .real(number.isNaN ? .nan : number)
    case .boolean(let flag): return .boolean(flag)
    case .node(let node):
      guard let (list, node) = self.value(node) else {
        throw DeclarationError("\(place): a property list cannot contain a \(value.typeName)")
      }
      guard let copy = PropertyListValue(node, in: list, most: left, depth: depth) else { throw Self.tooLarge(place) }
      left -= copy.count
      return copy
    case .table(let table):
      if let typed = try PropertyListWriter.typedValue(table, place) { return typed }
      if let list = table.list, !table.entries.isEmpty {
        var elements: [PropertyListValue] = []
        for element in list { elements.append(try self.value(element, place, depth: depth - 1, &left)) }
        return .array(elements)
      }
      var entries: [PropertyListValue.Entry] = []
      for (key, value) in try PropertyListWriter.entries(of: table, place) {
        entries.append(.init(key: key, value: try self.value(value, place, depth: depth - 1, &left)))
      }
      return .dictionary(entries)
    case .nil, .function, .opaque:
      throw DeclarationError("\(place): a property list cannot contain a \(value.typeName)")
    }
  }
}
