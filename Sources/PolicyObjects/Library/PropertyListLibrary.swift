import Basics
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists

extension HostLibrary {
  static let plist = HostLibrary(
    "plist", "Qualified keys, places and formats of property lists.",
    [
      HostFunction(
        "type(value: any): ValueType", "`dictionary array string integer real boolean date data uid null nil`."
      ) { host, call, answer in
        switch call[0] {
        case .nil: answer.set("nil")
        case .boolean: answer.set("boolean")
        case .integer: answer.set("integer")
        case .number: answer.set("real")
        case .string: answer.set("string")
        case .node(let node):
          guard let (document, value) = host.objects.value(node) else { return answer.set("object") }
          answer.set(document.list.kind(of: value).name)
        case let other: answer.set(other.typeName)
        }
      },
      HostFunction(
        "resolve(info: table, key: InfoKey, reader?: Reader): any",
        "Returns the value of the key as `{ platform = …, device = … }` reads it; by default on the bundle's own platform."
      ) { host, call, answer in
        let usage = "plist.resolve(info, key, { platform = …, device = … })"
        guard let (owner, document) = topLevel(host, call[0], usage, answer) else { return }
        guard case .string(let key) = call[1] else { return answer.fail("\(usage): the key must be a string") }
        let asked = host.attempt(answer) { () throws(DeclarationError) in
          let table: LuaValue = call[2] == .nil ? .table(LuaTable(entries: [])) : call[2]
          let options = try DeclarationReader(table, place: "plist.resolve", of: reader)
          return (platform: try options.text("platform"), device: try options.text("device"))
        }
        guard let (platformName, device) = asked else { return }
        let bundle = host.objects.graphs[document.graph].bundles[document.bundle]
        var platform = bundle.platform
        if let platformName {
          platform = Bundle.Platform(rawValue: platformName)
          if platform == nil {
            return answer.fail(
              "plist.resolve: there is no platform '\(platformName)'"
                + DeclarationError.suggestion(for: platformName, among: Bundle.Platform.allCases.map(\.rawValue)))
          }
        }
        let devices = QualifierSystem.all.flatMap(\.devices)
        if let device, !devices.contains(device) {
          return answer.fail(
            "plist.resolve: there is no device '\(device)'" + DeclarationError.suggestion(for: device, among: devices))
        }
        guard let platform else { return answer.fail("\(usage): the bundle's platform is unknown; pass a platform") }
        answer.charge(UInt64(document.list.count(of: document.list.root)) + UInt64(key.utf8.count))
        let found = QualifiedKey.resolve(document.list, key, platform: platform, device: device)
        if let reads = host.reads {
          reads.key(key, of: document.list.root, in: document)
          for variant in QualifiedKey.variants(of: key, in: document.list) {
            reads.key(variant.key, of: document.list.root, in: document)
          }
        }
        if let found { host.answer(found.node, document: owner, answer) }
      },
      HostFunction(
        "variants(info: table, key: InfoKey): Variant[]",
        "Returns the qualified forms of a key that are present: a list of `{ key, platform, device }`."
      ) { host, call, answer in
        let usage = "plist.variants(info, key)"
        guard let (_, document) = topLevel(host, call[0], usage, answer) else { return }
        guard case .string(let key) = call[1] else { return answer.fail("\(usage): the key must be a string") }
        answer.charge(UInt64(document.list.count(of: document.list.root)) * 20 + UInt64(key.utf8.count))
        host.reads?.key(key, of: document.list.root, in: document)
        answer.set(
          .list(
            QualifiedKey.variants(of: key, in: document.list).map { variant in
              host.reads?.key(variant.key, of: document.list.root, in: document)
              return Self.variant.record(of: (variant.key, variant.parts))
            }))
      },
      HostFunction(
        "place(node: table, key?: string|integer): Place?", "`{ file, line, column, offset }`."
      ) { host, call, answer in
        guard let (_, document, value) = value(host, call[0], "plist.place(node, key)", answer) else { return }
        let list = document.list
        var place = list.place(of: value)
        if case .string(let key) = call[1] {
          answer.charge(UInt64(key.utf8.count) / 16)
          host.reads?.key(key, of: value, in: document)
          guard let position = list.position(of: value, forKey: key) else { return }
          place = list.keyPlace(of: value, at: position)
        } else if case .integer(let position) = call[1] {
          guard position >= 1, position <= list.count(of: value),
            let child = list.element(of: value, at: Int(position) - 1)
          else { return }
          place = list.place(of: child)
        }
        answer.set(Self.place.record(of: (document.file, place)))
      },
      HostFunction(
        "path(node: table): string", "Returns the JSON Pointer of a dictionary or array."
      ) { host, call, answer in
        guard let (_, document, value) = value(host, call[0], "plist.path(node)", answer) else { return }
        let pointer = document.list.pointer(to: value)
        answer.charge(UInt64(pointer.utf8.count))
        answer.set(pointer)
      },
      HostFunction(
        "format(node: table): PropertyListFormat",
        "Returns the format of its file: `xml binary old_style strings json`."
      ) { host, call, answer in
        let found = value(host, call[0], "plist.format(node)", answer, mustBeKnown: false)
        guard let document = found?.document else { return }
        answer.set(document.list.format.luaName)
      },
      HostFunction(
        "find(node: table, pointer: string): Found[]",
        """
        Returns every value that matches a pointer such as `"/CFBundleURLTypes/*/CFBundleURLSchemes/*"`, where `*` is any key or \
        position: a list of `{ value, node, key }`, for use with `report:at(e.node, e.key, …)`; empty if nothing matches.
        """
      ) { host, call, answer in
        let usage = "plist.find(node, \"/CFBundleURLTypes/*/CFBundleURLSchemes/*\")"
        guard let (owner, document, value) = value(host, call[0], usage, answer) else { return }
        if case .string(let pattern) = call[1] {
          guard pattern.utf8.count <= workLimit / 4 else { return answer.charge(.max) }
          answer.charge(UInt64(pattern.utf8.count) * 4)
        }
        guard case .string(let pattern) = call[1], JSONPointer.isPointer(pattern),
          let tokens = JSONPointer.tokens(pattern)
        else { return answer.fail("\(usage): the pattern must be a JSON Pointer, with * for any key or position") }
        guard let found = find(tokens[...], below: value, in: document.list, answer) else {
          return host.exceed("limit.results", "\(usage): the pattern matches more than \(findLimit) values", answer)
        }
        if let reads = host.reads {
          if found.isEmpty { reads.nothing(at: document.list.pointer(to: value) + pattern, in: document) }
          for place in found { reads.entry(at: place.position, of: place.container, in: document) }
        }
        answer.set(.list(found.map { Self.found(at: $0, host, document: owner) }))
      },
      HostFunction(
        "search(node: table, text: string): Found[]",
        """
        Returns every string below a dictionary or array that contains the text, and every entry whose key does: a list of \
        `{ value, node, key }`.
        """
      ) { host, call, answer in
        let usage = "plist.search(node, text)"
        guard let (owner, document, top) = container(host, call[0], usage, answer) else { return }
        guard case .string(let text) = call[1] else { return answer.fail("\(usage): the text must be a string") }
        host.reads?.passage(of: top, in: document)
        let needle = Array(text.utf8)
        guard let places = search(needle, below: top, in: document.list, answer) else {
          return host.exceed("limit.results", "\(usage): more than \(findLimit) values contain the text", answer)
        }
        answer.set(.list(places.map { found(at: $0, host, document: owner) }))
      },
      HostFunction(
        "keys(dictionary: table, text: string): string[]", "Returns the keys of a dictionary that contain the text."
      ) { host, call, answer in
        let usage = "plist.keys(dictionary, text)"
        guard let (_, document, top) = container(host, call[0], usage, answer) else { return }
        guard case .string(let text) = call[1] else { return answer.fail("\(usage): the text must be a string") }
        let list = document.list
        guard list.kind(of: top) == .dictionary else { return answer.fail("\(usage) needs a dictionary") }
        host.reads?.passage(of: top, in: document)
        let needle = Array(text.utf8)
        answer.charge(UInt64(list.count(of: top)) * UInt64(10 + needle.count))
        answer.set(
          .list(
            (0..<list.count(of: top)).compactMap {
              let key = list.key(of: top, at: $0)
              return contains(key.utf8, needle) ? .string(key) : nil
            }))
      },
      HostFunction(
        "blanks(node: table): (string|integer)[]",
        "Returns the keys or positions of the strings in a dictionary or array that are blank: see `plist.is_blank`."
      ) { host, call, answer in
        guard let (_, document, top) = container(host, call[0], "plist.blanks(node)", answer) else { return }
        let list = document.list
        host.reads?.passage(of: top, in: document)
        answer.charge(UInt64(list.count(of: top)) * 10)
        let isDictionary = list.kind(of: top) == .dictionary
        answer.set(
          .list(
            (0..<list.count(of: top)).compactMap { position in
              guard let value = list.element(of: top, at: position), list.kind(of: value) == .string,
                TextForms.isBlank(list.utf8(of: value))
              else { return nil }
              return isDictionary ? .string(list.key(of: top, at: position)) : .integer(Int64(position) + 1)
            }))
      },
      HostFunction(
        "is_blank(text: string): boolean",
        "Returns whether a string is empty, or contains only white space, control characters and characters without width."
      ) { _, call, answer in
        guard case .string(var text) = call[0] else { return answer.fail("plist.is_blank(text) needs a string") }
        answer.charge(10 + UInt64(text.utf8.count))
        answer.set(text.withUTF8 { TextForms.isBlank($0) })
      },
      HostFunction(
        "diagnostics(node: table): Diagnostic[]",
        "Returns what the platform silently drops or changes in that file: a list of `{ code, message, path, line }`."
      ) { host, call, answer in
        let found = value(host, call[0], "plist.diagnostics(node)", answer, mustBeKnown: false)
        guard let document = found?.document else { return }
        host.reads?.diagnostics(of: document)
        answer.set(.list(document.list.diagnostics.map { Self.diagnostic.record(of: $0) }))
      },
    ])

  // MARK: What functions take and return

  static let reader = APIClass(
    "Reader", .declaration, "The platform and device that read a key.",
    fields: [
      APIField("platform?", "Platform", "The platform; by default, that of the bundle."),
      APIField("device?", "string", "The device: `ipad`, `iphone`, …"),
    ])

  static let variant = ObjectSchema<(key: String, parts: QualifiedKey)>(
    record: "Variant", "A qualified form of a key.",
    [
      .text("key", "The whole key: `Key-macos~mac`.") { $0.key },
      .text("platform?", "The platform it names.") { $0.parts.platform },
      .text("device?", "The device it names.") { $0.parts.device },
    ])

  static let place = ObjectSchema<(file: String?, place: Place)>(
    record: "Place", "The place of a value, as far as the file format allows.",
    [
      .text("file?", "The path of the file inside the bundle.") { $0.file },
      .integer("line?", "From 1.") { $0.place.line },
      .integer("column?", "From 1.") { $0.place.column },
      .integer("offset?", "In bytes, from 0.") { $0.place.byteOffset },
    ])

  static let found = ObjectSchema<(value: LuaValue, node: LuaNode, key: LuaValue)>(
    record: "Found", "A match of `plist.find`.",
    [
      .value("value", "any", "The value.") { $0.value },
      .value("node", "table", "The dictionary or array that contains it.") { .node($0.node) },
      .value("key", "string|integer", "Its key or position.") { $0.key },
    ])

  static let diagnostic = ObjectSchema<SilentChange>(
    record: "Diagnostic", "Something that the platform drops or changes silently.",
    [
      .text("code", "The kind of problem: `duplicate-key`, …") { $0.code.rawValue },
      .text("message", "In words.") { $0.message },
      .text("path", "The JSON Pointer of the place.") { $0.pointer },
      .integer("line?", "From 1.") { $0.place.line },
    ])

  private static let findLimit = 100_000

  /// The entries at a path, in document order; nil if there are too many. Each step goes one level down, so this ends at the list's
  /// depth.
  private static func find(
    _ steps: ArraySlice<String>, below top: PropertyList.Node, in list: PropertyList, _ answer: LuaAnswer
  ) -> [(container: PropertyList.Node, position: Int)]? {
    var containers = [top]
    var found: [(container: PropertyList.Node, position: Int)] = []
    for (number, step) in steps.enumerated() {
      found = []
      for container in containers {
        let count = list.count(of: container)
        answer.charge(10 + (step == "*" ? UInt64(count) : 0))
        if step == "*" {
          guard found.count + count <= findLimit else { return nil }
          found += (0..<count).map { (container, $0) }
        } else if let position = list.position(of: container, step) {
          found.append((container, position))
        }
      }
      if number < steps.count - 1 { containers = found.compactMap { list.element(of: $0.container, at: $0.position) } }
    }
    return found
  }

  private static func found(
    at place: (container: PropertyList.Node, position: Int), _ host: PolicyHost, document number: Int
  ) -> LuaValue {
    let list = host.objects.documents[number].list
    let child = list.element(of: place.container, at: place.position) ?? place.container
    let isDictionary = list.kind(of: place.container) == .dictionary
    return found.record(
      of: (
        host.objects.luaValue(child, document: number), host.objects.node(value: place.container, document: number),
        isDictionary
          ? .string(list.key(of: place.container, at: place.position)) : .integer(Int64(place.position) + 1)
      ))
  }

  private static func search(
    _ needle: [UInt8], below top: PropertyList.Node, in list: PropertyList, _ answer: LuaAnswer
  ) -> [(container: PropertyList.Node, position: Int)]? {
    var containers = [top]
    var places: [(container: PropertyList.Node, position: Int)] = []
    while let container = containers.popLast() {
      let isDictionary = list.kind(of: container) == .dictionary
      for position in 0..<list.count(of: container) {
        guard let value = list.element(of: container, at: position) else { continue }
        var isFound = isDictionary && contains(list.key(of: container, at: position).utf8, needle)
        var size = 10
        switch list.kind(of: value) {
        case .string:
          let text = list.utf8(of: value)
          size += text.count
          isFound = isFound || contains(text, needle)
        case .dictionary, .array, .set: containers.append(value)
        default: break
        }
        answer.charge(UInt64(size))
        guard isFound else { continue }
        guard places.count < findLimit else { return nil }
        places.append((container, position))
      }
    }
    return places
  }

  private static func contains(_ text: some Collection<UInt8>, _ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    var rest = text[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: needle) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The value of a property list in an argument; nil if the call fails, which it does unless all keys of an earlier build are known.
  private static func value(
    _ host: PolicyHost, _ value: LuaValue, _ usage: String, _ answer: LuaAnswer, mustBeKnown: Bool = true
  ) -> (owner: Int, document: Document, node: PropertyList.Node)? {
    guard case .node(let node) = value, let (document, found) = host.objects.value(node) else {
      answer.fail("\(usage) needs a dictionary or array of a property list")
      return nil
    }
    if mustBeKnown, let unknown = host.objects.unknown(nil, of: found, in: document) {
      host.refuse(unknown, answer)
      return nil
    }
    return (Int(node.owner), document, found)
  }

  private static func container(
    _ host: PolicyHost, _ value: LuaValue, _ usage: String, _ answer: LuaAnswer
  ) -> (owner: Int, document: Document, node: PropertyList.Node)? {
    guard let found = self.value(host, value, usage, answer) else { return nil }
    if [.dictionary, .array, .set].contains(found.document.list.kind(of: found.node)) { return found }
    answer.fail("\(usage) needs a dictionary or array of a property list")
    return nil
  }

  static func topLevel(
    _ host: PolicyHost, _ value: LuaValue, _ usage: String, _ answer: LuaAnswer
  ) -> (owner: Int, document: Document)? {
    guard case .node(let node) = value, let (document, found) = host.objects.value(node),
      document.list.kind(of: found) == .dictionary, found == document.list.root
    else {
      answer.fail("\(usage) needs the top-level dictionary of a property list, found \(host.description(of: value))")
      return nil
    }
    return self.value(host, value, usage, answer).map { ($0.owner, $0.document) }
  }
}

extension PropertyList.Format {
  package var luaName: String { self == .oldStyle ? "old_style" : rawValue }
}
