import Bundles
import LuaRuntime
import PropertyLists

// `plist`: what a plain look at a dictionary does not show.
extension HostFunction {
  static let propertyListLibrary: [HostFunction] = [
    /// `plist.type(value)`: `dictionary`, `array`, `string`, `integer`, `real`, `boolean`, `date`, `data`, `uid`, `nil`…
    HostFunction(library: "plist", name: "type") { host, call, answer in
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
    /// `plist.resolve(info, key[, { platform = …, device = … }])`: the value the platform reads there.
    HostFunction(library: "plist", name: "resolve") { host, call, answer in
      let usage = "plist.resolve(info, key, { platform = …, device = … })"
      guard let (owner, document) = dictionary(host, call[0], usage, answer) else { return }
      guard case .string(let key) = call[1] else { return answer.fail("\(usage): the key must be a string") }
      let options: DeclarationReader
      let platformName: String?
      let device: String?
      do throws(DeclarationError) {
        let table: LuaValue = call[2] == .nil ? .table(LuaTable(entries: [])) : call[2]
        options = try DeclarationReader(table, place: "plist.resolve", known: ["platform", "device"])
        platformName = try options.text("platform")
        device = try options.text("device")
      } catch {
        return answer.fail(error.message)
      }
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
      let devices = QualifierTable.current.systems.flatMap(\.devices)
      if let device, !devices.contains(device) {
        return answer.fail(
          "plist.resolve: there is no device '\(device)'" + DeclarationError.suggestion(for: device, among: devices))
      }
      guard let platform else { return answer.fail("\(usage): the bundle has no known platform; name one") }
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
    /// `plist.variants(info, key)`: the qualified forms there, as a list of `{ key, platform, device }`.
    HostFunction(library: "plist", name: "variants") { host, call, answer in
      let usage = "plist.variants(info, key)"
      guard let (_, document) = dictionary(host, call[0], usage, answer) else { return }
      guard case .string(let key) = call[1] else { return answer.fail("\(usage): the key must be a string") }
      answer.charge(UInt64(document.list.count(of: document.list.root)) * 20 + UInt64(key.utf8.count))
      host.reads?.key(key, of: document.list.root, in: document)
      answer.set(
        .list(
          QualifiedKey.variants(of: key, in: document.list).map { variant in
            host.reads?.key(variant.key, of: document.list.root, in: document)
            var fields: [(String, LuaValue)] = [("key", .string(variant.key))]
            if let platform = variant.parts.platform { fields.append(("platform", .string(platform))) }
            if let device = variant.parts.device { fields.append(("device", .string(device))) }
            return .record(fields)
          }))
    },
    /// `plist.place(node[, key])`: `{ file, line, column, offset }`, as far as the format has them.
    HostFunction(library: "plist", name: "place") { host, call, answer in
      guard case .node(let node) = call[0], let (document, value) = host.objects.value(node) else {
        return answer.fail("plist.place(node, key) needs a dictionary or array of a property list")
      }
      if let unknown = host.objects.unknown(nil, of: value, in: document) { return host.refuse(unknown, answer) }
      let list = document.list
      var place = list.place(of: value)
      if case .string(var key) = call[1] {
        answer.charge(UInt64(key.utf8.count) / 16)
        host.reads?.key(key, of: value, in: document)
        guard let position = key.withUTF8({ list.position(of: value, forKey: $0) }) else { return }
        place = list.keyPlace(of: value, at: position)
      } else if case .integer(let position) = call[1] {
        guard position >= 1, position <= list.count(of: value),
          let child = list.element(of: value, at: Int(position) - 1)
        else { return }
        place = list.place(of: child)
      }
      var fields: [(String, LuaValue)] = []
      if let file = document.file { fields.append(("file", .string(file))) }
      if let line = place.line { fields.append(("line", .integer(Int64(line)))) }
      if let column = place.column { fields.append(("column", .integer(Int64(column)))) }
      if let offset = place.byteOffset { fields.append(("offset", .integer(Int64(clamping: offset)))) }
      answer.set(.record(fields))
    },
    /// `plist.path(node)`: its JSON Pointer.
    HostFunction(library: "plist", name: "path") { host, call, answer in
      guard case .node(let node) = call[0], let (document, value) = host.objects.value(node) else {
        return answer.fail("plist.path(node) needs a dictionary or array of a property list")
      }
      if let unknown = host.objects.unknown(nil, of: value, in: document) { return host.refuse(unknown, answer) }
      let pointer = document.list.pointer(to: value)
      answer.charge(UInt64(pointer.utf8.count))
      answer.set(pointer)
    },
    /// `plist.find(node, pattern)`: what a pointer with `*` for any key or position leads to, as a list of `{ value, node, key }`.
    HostFunction(library: "plist", name: "find") { host, call, answer in
      let usage = "plist.find(node, \"/CFBundleURLTypes/*/CFBundleURLSchemes/*\")"
      guard case .node(let node) = call[0], let (document, value) = host.objects.value(node) else {
        return answer.fail("\(usage) needs a dictionary or array of a property list")
      }
      if let unknown = host.objects.unknown(nil, of: value, in: document) { return host.refuse(unknown, answer) }
      if case .string(let pattern) = call[1] {
        guard pattern.utf8.count <= HostFunction.workLimit / 4 else { return answer.charge(.max) }
        answer.charge(UInt64(pattern.utf8.count) * 4)
      }
      guard case .string(let pattern) = call[1], JSONPointer.isPointer(pattern),
        let tokens = JSONPointer.tokens(pattern)
      else { return answer.fail("\(usage): the pattern must be a JSON Pointer, with * for any key or position") }
      guard let found = find(tokens[...], below: value, in: document.list, answer) else {
        return answer.fail("\(usage): the pattern leads to more than \(findLimit) places")
      }
      if let reads = host.reads {
        if found.isEmpty { reads.nothing(at: document.list.pointer(to: value) + pattern, in: document) }
        for place in found { reads.entry(at: place.position, of: place.container, in: document) }
      }
      answer.set(
        .list(
          found.map { place in
            let child = document.list.element(of: place.container, at: place.position) ?? place.container
            let isDictionary = document.list.kind(of: place.container) == .dictionary
            return .record([
              (
                "key",
                isDictionary
                  ? .string(document.list.key(of: place.container, at: place.position))
                  : .integer(Int64(place.position) + 1)
              ),
              ("node", .node(host.objects.node(value: place.container, document: Int(node.owner)))),
              ("value", host.objects.luaValue(child, document: Int(node.owner))),
            ])
          }))
    },
    /// `plist.format(node)`: how the node's file is written, `xml`, `binary`, `old_style` or `strings`.
    HostFunction(library: "plist", name: "format") { host, call, answer in
      guard case .node(let node) = call[0], let (document, _) = host.objects.value(node) else {
        return answer.fail("plist.format(node) needs a dictionary or array of a property list")
      }
      answer.set(document.list.format == .oldStyle ? "old_style" : document.list.format.rawValue)
    },
    /// `plist.diagnostics(node)`: what the platform would drop or change silently in the node's file.
    HostFunction(library: "plist", name: "diagnostics") { host, call, answer in
      guard case .node(let node) = call[0], let (document, _) = host.objects.value(node) else {
        return answer.fail("plist.diagnostics(node) needs a dictionary or array of a property list")
      }
      host.reads?.diagnostics(of: document)
      // Telling everything takes reading everything.
      if document.list.isLazy { answer.charge(price(of: document.list)) }
      answer.set(
        .list(
          document.list.diagnostics.map { diagnostic in
            var fields: [(String, LuaValue)] = [
              ("code", .string(diagnostic.code.rawValue)), ("message", .string(diagnostic.message)),
              ("path", .string(diagnostic.pointer)),
            ]
            if let line = diagnostic.place.line { fields.append(("line", .integer(Int64(line)))) }
            return .record(fields)
          }))
    },
  ]

  /// Places that one pattern may lead to.
  private static let findLimit = 100_000

  /// Entries that the steps lead to, nil for too many, in document order. Each step goes one level down, so this ends at the list's depth.
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
        } else if list.kind(of: container) == .dictionary {
          var step = step
          if let position = step.withUTF8({ list.position(of: container, forKey: $0) }) {
            found.append((container, position))
          }
        } else if let position = JSONPointer.position(step), position < count {
          found.append((container, position))
        }
      }
      if number < steps.count - 1 { containers = found.compactMap { list.element(of: $0.container, at: $0.position) } }
    }
    return found
  }

  private static func dictionary(
    _ host: PolicyHost, _ value: LuaValue, _ usage: String, _ answer: LuaAnswer
  ) -> (owner: Int, document: Document)? {
    guard case .node(let node) = value, let (document, found) = host.objects.value(node),
      document.list.kind(of: found) == .dictionary, found == document.list.root
    else {
      answer.fail("\(usage) needs the top-level dictionary of a property list, found \(host.description(of: value))")
      return nil
    }
    if let unknown = host.objects.unknown(nil, of: found, in: document) {
      host.refuse(unknown, answer)
      return nil
    }
    return (Int(node.owner), document)
  }
}

extension LuaValue {
  /// A Lua table with named fields.
  static func record(_ fields: [(String, LuaValue)]) -> LuaValue {
    .table(LuaTable(entries: fields.map { .init(key: .string($0.0), value: $0.1) }))
  }
}
