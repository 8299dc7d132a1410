import Basics
import LuaSyntax
import PolicyEngine
import Bundles
import KeyRegistry
import LuaRuntime
import PolicyObjects
import PropertyLists

struct ValueLines {
  private static let maximumLines = 200
  private static let maximumEntries = 60
  private static let maximumTextLength = 2_000
  private static let maximumDepth = 4
  private static let width = 100

  let host: PolicyHost
  private(set) var lines: [String] = []

  mutating func add(_ value: LuaValue, remark: String? = nil) {
    switch value {
    case .node(let node): add(node, name: "", indent: 0, depth: 0)
    case .table(let table): add(table, name: "", indent: 0)
    default: add(Self.text(of: value) + (remark.map { "  (\($0))" } ?? ""))
    }
  }

  private mutating func add(_ line: String, indent: Int = 0) {
    if lines.count > Self.maximumLines { return }
    lines.append(lines.count == Self.maximumLines ? "…" : String(repeating: "  ", count: indent) + line)
  }

  // MARK: Plain values

  private static func text(of value: LuaValue) -> String {
    switch value {
    case .nil: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): value.isNaN ? "nan" : "\(value)"
    case .string(let text): quoted(text)
    case .function: "<function>"
    case .opaque(let name): name == "{…}" ? name : "<\(name)>"
    case .node, .table: ""
    }
  }

  static func quoted(_ text: String) -> String {
    let isLong = text.utf8.count > maximumTextLength && text.count > maximumTextLength
    let shown = isLong ? String(text.prefix(maximumTextLength)) : text
    let escaped = shown.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)" + (isLong ? "…\" (\(text.utf8.count) bytes)" : "\"")
  }

  static func type(of value: LuaValue, _ host: PolicyHost) -> String {
    guard case .node(let node) = value else { return value.typeName }
    if let (document, value) = host.objects.value(node) { return "\(document.list.kind(of: value))" }
    let text = host.description(of: node).drop { $0 == "<" }.prefix { $0 != " " && $0 != ">" && $0 != ":" }
    return node.kind == ObjectKind.version.rawValue ? "version" : String(text)
  }

  private func short(_ value: LuaValue) -> String? {
    switch value {
    case .table(let table):
      if table.entries.count > Self.maximumEntries { return nil }
      var parts: [String] = []
      for (position, entry) in table.entries.enumerated() {
        guard let text = short(entry.value), entry.key != .opaque("more") else { return nil }
        parts.append(entry.key == .integer(Int64(position) + 1) ? text : "\(Self.name(entry.key)) = \(text)")
      }
      let text = parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
      return text.count <= Self.width ? text : nil
    case .node(let node): return host.description(of: node)
    default:
      let text = Self.text(of: value)
      return text.count <= Self.width ? text : nil
    }
  }

  private static func name(_ key: LuaValue) -> String {
    switch key {
    case .string(let name) where LuaParser.isName(name): name
    case .string(let name): "[\(quoted(name))]"
    case .node: "[object]"
    default: "[\(text(of: key))]"
    }
  }

  private mutating func add(_ table: LuaTable, name: String, indent: Int) {
    if let text = short(.table(table)) { return add(name + text, indent: indent) }
    add(name + "{", indent: indent)
    for entry in table.entries {
      if case .opaque("more") = entry.key, case .integer(let count) = entry.value {
        add("… \(count) more", indent: indent + 1)
        continue
      }
      let name = Self.name(entry.key) + " = "
      switch entry.value {
      case .table(let inner): add(inner, name: name, indent: indent + 1)
      case .node(let node): add(name + host.description(of: node), indent: indent + 1)
      default: add(name + Self.text(of: entry.value), indent: indent + 1)
      }
    }
    add("}", indent: indent)
  }

  // MARK: Objects

  private mutating func add(_ node: LuaNode, name: String, indent: Int, depth: Int) {
    switch ObjectKind(rawValue: node.kind) {
    case .value:
      guard let (document, value) = host.objects.value(node) else { return add("<value>") }
      let place = Self.place(document, document.list.place(of: value), host)
      add(value, of: Int(node.owner), name: name, note: "  (\(place))", indent: indent, depth: depth)
    case .bundle:
      add(host.description(of: node))
      guard let bundle = host.objects.bundle(node) else { return }
      let fields = [
        ("path", bundle.path), ("name", bundle.name), ("kind", bundle.kind.rawValue),
        ("platform", bundle.platform?.rawValue),
        ("layout", bundle.layout.rawValue), ("identifier", bundle.identifier), ("executable", bundle.executable),
      ]
      for case (let name, let value?) in fields { add("\(name) = \(Self.quoted(value))", indent: 1) }
      add("bundles = \(bundle.children.count)", indent: 1)
    case .files: addFiles(node)
    case .file: addFile(node)
    case .key:
      add(host.description(of: node))
      guard Int(node.index) < host.objects.keys.count,
        let entry = KeyRegistry.entry(for: host.objects.keys[Int(node.index)])
      else { return }
      add("type = \(Self.quoted(entry.type.rawValue))", indent: 1)
      add("summary = \(Self.quoted(entry.summary))", indent: 1)
    case .version: add(host.description(of: node) + "  (version)")
    case .keys: add("<keys>  \(KeyRegistry.count) platform keys")
    default: add(host.description(of: node))
    }
  }

  private mutating func add(
    _ value: PropertyList.Node, of document: Int, name: String, note: String, indent: Int, depth: Int
  ) {
    let list = host.objects.documents[document].list
    let count = list.count(of: value)
    switch list.kind(of: value) {
    case .dictionary, .array, .set:
      let isDictionary = list.kind(of: value) == .dictionary
      add(
        "\(name)<\(list.kind(of: value))>  \(counted(count, isDictionary ? "key" : "element"))\(note)", indent: indent)
      if depth >= Self.maximumDepth { return }
      for rank in 0..<min(count, Self.maximumEntries) {
        let position = isDictionary ? list.sortedPosition(of: value, rank: rank) : rank
        guard lines.count <= Self.maximumLines, let child = list.element(of: value, at: position) else { break }
        let key = isDictionary ? Self.name(.string(list.key(of: value, at: position))) : "[\(rank + 1)]"
        add(child, of: document, name: key + " = ", note: "", indent: indent + 1, depth: depth + 1)
      }
      if count > Self.maximumEntries { add("… \(count - Self.maximumEntries) more", indent: indent + 1) }
    case .date: add(name + CivilTime(secondsSince2001: list.date(of: value) ?? 0).text + note, indent: indent)
    case .data:
      let bytes = list.data(of: value)
      let digits = bytes.map { Hexadecimal.text(of: $0.prefix(16)) } ?? ""
      let size = bytes?.count ?? 0
      add("\(name)<data>  \(size) bytes: \(digits)\(size > 16 ? "…" : "")\(note)", indent: indent)
    case .uid: add("\(name)<uid \(list.uid(of: value) ?? 0)>\(note)", indent: indent)
    case .null: add("\(name)<null>\(note)", indent: indent)
    case .string, .integer, .real, .boolean:
      add(name + Self.text(of: host.objects.luaValue(value, document: document)) + note, indent: indent)
    }
  }

  private mutating func addFiles(_ node: LuaNode) {
    guard let bundle = host.objects.bundle(node), let files = try? bundle.files.all() else {
      return add(host.description(of: node))
    }
    add("\(host.description(of: node))  \(counted(files.count, "entry", "entries"))")
    for file in files.prefix(Self.maximumEntries) { add(file.path, indent: 1) }
    if files.count > Self.maximumEntries { add("… \(files.count - Self.maximumEntries) more", indent: 1) }
  }

  private mutating func addFile(_ node: LuaNode) {
    add(host.description(of: node))
    guard Int(node.index) < host.objects.files.count else { return }
    let reference = host.objects.files[Int(node.index)]
    guard let status = try? host.objects.graphs[reference.graph].bundles[reference.bundle].files.status(reference.path)
    else { return }
    add("type = \(Self.quoted(status.type.rawValue))", indent: 1)
    if status.type == .file || status.type == .symbolicLink { add("size = \(status.size)", indent: 1) }
    add("mode = 0o\(String(status.mode, radix: 8))", indent: 1)
    if let target = status.linkTarget { add("target = \(Self.quoted(target))", indent: 1) }
  }

  // MARK: Places

  /// Returns text such as `App.app/Contents/Info.plist:12:3, string`; nil if the value is not in a property list.
  static func place(of key: LuaKeyText, in container: LuaNode, _ host: PolicyHost) -> String? {
    guard let (document, value) = host.objects.value(container) else { return nil }
    let list = document.list
    let position: Int
    switch key {
    case .name(let name):
      guard let found = list.position(of: value, forKey: name) else { return nil }
      position = found
    case .position(let number):
      guard list.kind(of: value) != .dictionary, number >= 1, number <= list.count(of: value) else { return nil }
      position = number - 1
    }
    guard let child = list.element(of: value, at: position) else { return nil }
    let isDictionary = list.kind(of: value) == .dictionary
    let keyPlace = isDictionary ? list.keyPlace(of: value, at: position) : list.place(of: child)
    return "\(place(document, keyPlace, host)), \(list.kind(of: child))"
  }

  private static func place(_ document: Document, _ place: Place, _ host: PolicyHost) -> String {
    let bundle = host.objects.graphs[document.graph].bundles[document.bundle]
    // Relative to the working directory.
    let path = document.file.map { "\(bundle.displayPath)/\($0)" } ?? bundle.displayPath
    let text = place.description
    return path + (text.isEmpty ? "" : ":" + text)
  }
}
