import Basics
import Bundles
import KeyRegistry
package import LuaRuntime
import PropertyLists

// What policies see when they read a field of a bundle, a value or another object.
extension PolicyHost {
  package func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer) {
    switch ObjectKind(rawValue: node.kind) {
    case .value: readValue(node, key, answer)
    case .bundle: readBundle(node, key, answer)
    case .report: readReport(key, answer)
    case .history: readHistory(node, key, answer)
    case .files: readFiles(node, key, answer)
    case .file: readFile(node, key, answer)
    case .keys: readKeys(key, answer)
    case .key: readKeyEntry(node, key, answer)
    case .version: readVersion(node, key, answer)
    case .shape: readShape(node, key, answer)
    case .fixture: readFixture(key, answer)
    case .png, .icns, .icnsImage, .machO, .machOSlice, .machOBuild, .machOLibrary: readFacts(node, key, answer)
    case nil: answer.fail("this object is no longer valid")
    }
  }

  /// Answers with a value of a property list: plain types as Lua has them, the others as objects.
  func answer(_ value: PropertyList.Node, document: Int, _ answer: LuaAnswer) {
    let list = objects.documents[document].list
    switch list.kind(of: value) {
    case .string: answer.set(lasting: list.utf8(of: value))
    case .boolean: answer.set(list.boolean(of: value) ?? false)
    case .real: answer.set(list.real(of: value) ?? 0)
    case .integer:
      switch list.integer(of: value) {
      case .signed(let integer): answer.set(integer)
      case .unsigned(let integer): answer.set(Double(integer))
      case nil: answer.set(Int64(0))
      }
    case .dictionary, .array, .set, .date, .data, .uid, .null:
      answer.set(objects.node(value: value, document: document))
    }
  }

  private func readValue(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let (document, value) = objects.value(node) else { return answer.fail("this value is no longer valid") }
    let list = document.list
    switch (list.kind(of: value), key) {
    case (.dictionary, .string(let name)):
      if let unknown = objects.unknown(name, of: value, in: document) { return refuse(unknown, answer) }
      reads?.key(String(decoding: name, as: UTF8.self), of: value, in: document)
      guard let child = list.value(of: value, forKey: name) else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.array, .integer(let position)), (.set, .integer(let position)):
      if let reads, position >= 1, let index = Int(exactly: position) {
        reads.element(index - 1, of: value, in: document)
      }
      guard position >= 1, position <= list.count(of: value), let child = list.element(of: value, at: Int(position) - 1)
      else { return }
      self.answer(child, document: Int(node.owner), answer)
    case (.dictionary, .integer): answer.fail("a dictionary is read by name, not by position")
    case (.array, .string(let name)), (.set, .string(let name)):
      answer.fail("an array is read by position (1, 2, …), not by name ('\(String(decoding: name, as: UTF8.self))')")
    case (.date, .string(let name)): readDate(list.date(of: value) ?? 0, String(decoding: name, as: UTF8.self), answer)
    case (.data, .string(let name)): readData(list.data(of: value), String(decoding: name, as: UTF8.self), answer)
    case (.uid, .string(let name)) where name.elementsEqual("value".utf8): answer.set(Int64(list.uid(of: value) ?? 0))
    case (_, .string(let name)):
      answer.fail("a value of this type has no field '\(String(decoding: name, as: UTF8.self))'")
    case (_, .integer): answer.fail("a value of this type has no elements")
    }
  }

  private func readDate(_ seconds: Double, _ name: String, _ answer: LuaAnswer) {
    let time = CivilTime(secondsSince2001: seconds)
    switch name {
    case "year": answer.set(Int64(time.year))
    case "month": answer.set(Int64(time.month))
    case "day": answer.set(Int64(time.day))
    case "hour": answer.set(Int64(time.hour))
    case "minute": answer.set(Int64(time.minute))
    case "second": answer.set(Int64(time.second))
    case "epoch": answer.set(seconds + 978_307_200)
    default:
      let known = ["year", "month", "day", "hour", "minute", "second", "epoch"]
      answer.fail("a date has no field '\(name)'" + DeclarationError.suggestion(for: name, among: known))
    }
  }

  private func readData(_ bytes: UnsafeRawBufferPointer?, _ name: String, _ answer: LuaAnswer) {
    switch name {
    case "length": answer.set(Int64(bytes?.count ?? 0))
    case "bytes": if let bytes { answer.set(lasting: bytes.assumingMemoryBound(to: UInt8.self)) }
    default:
      answer.fail("data has no field '\(name)'" + DeclarationError.suggestion(for: name, among: ["length", "bytes"]))
    }
  }

  // MARK: Bundles

  package static let bundleFields = [
    "path", "name", "kind", "platform", "layout", "identifier", "info", "executable", "entitlements", "files",
    "localizations", "bundles", "parent", "history", "previous", "namesake",
  ]

  private func readBundle(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let bundle = objects.bundle(node) else { return answer.fail("this bundle is no longer valid") }
    guard case .string(let bytes) = key else { return answer.fail("a bundle is read by field name") }
    let graph = Int(node.owner)
    let name = String(decoding: bytes, as: UTF8.self)
    note(field: name, of: bundle, graph: graph)
    if let unknown = objects.unknown(field: name, of: bundle, in: graph) { return refuse(unknown, answer) }
    switch name {
    case "info":
      let document = objects.infoDocument(graph: graph, bundle: bundle.index)
      answer.set(objects.node(value: bundle.info.root, document: document))
    case "path": answer.set(bundle.path)
    case "name": answer.set(bundle.name)
    case "kind": answer.set(bundle.kind.rawValue)
    case "platform": if let platform = bundle.platform { answer.set(platform.rawValue) }
    case "layout": answer.set(bundle.layout.rawValue)
    case "identifier": if let identifier = bundle.identifier { answer.set(identifier) }
    case "executable": if let executable = bundle.executable { answer.set(executable) }
    case "entitlements": readEntitlements(of: bundle, graph: graph, answer)
    case "files": answer.set(LuaNode(kind: ObjectKind.files.rawValue, owner: node.owner, index: node.index))
    case "localizations":
      do throws(StorageError) {
        let names = try bundle.localizations()
        answer.set(LuaValue.list(names.map { LuaValue.string($0) }))
      } catch {
        fail(error, answer, saying: "the localizations cannot be listed: \(error.description)")
      }
    case "bundles":
      answer.set(LuaValue.list(bundle.children.map { LuaValue.node(objects.node(bundle: $0, graph: graph)) }))
    case "parent": if let parent = bundle.parentIndex { answer.set(objects.node(bundle: parent, graph: graph)) }
    case "history": answer.set(LuaNode(kind: ObjectKind.history.rawValue, owner: node.owner, index: node.index))
    case "previous":
      let earlier = graph == 0 ? 0..<objects.givenCount : 0..<0
      answer.set(
        LuaValue.list(
          earlier.flatMap { number in
            objects.graphs[number + 1].products.map { LuaValue.node(objects.node(bundle: $0.index, graph: number + 1)) }
          }))
    case "namesake": readNamesake(of: bundle, in: graph, answer)
    default:
      answer.fail("a bundle has no field '\(name)'" + DeclarationError.suggestion(for: name, among: Self.bundleFields))
    }
  }

  // MARK: Keys and versions

  private func readKeys(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let bytes) = key else { return }
    let name = String(decoding: bytes, as: UTF8.self)
    if let known = HostFunction.keyFunctions.first(where: { $0.name == name }),
      let function = HostFunction.number(of: known.function)
    {
      return answer.set(function: function)
    }
    if KeyRegistry.contains(bytes) { answer.set(objects.node(key: name)) }
  }

  package static let keyFields = [
    "name", "type", "required", "recommended", "localizable", "summary", "source", "successor", "platforms",
    "qualifiable", "introduced", "deprecated", "schema",
  ]

  private func readKeyEntry(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.keys.count, case .string(let bytes) = key,
      let entry = keyEntry(objects.keys[Int(node.index)])
    else { return answer.fail("a key is read by field name") }
    let name = String(decoding: bytes, as: UTF8.self)
    switch name {
    case "name": answer.set(entry.name)
    case "type": answer.set(entry.type.rawValue)
    case "required": answer.set(entry.isRequired)
    case "recommended": answer.set(entry.isRecommended)
    case "localizable": answer.set(entry.isLocalizable)
    case "summary": answer.set(entry.summary)
    case "source": answer.set(entry.source)
    case "successor": if let successor = entry.successor { answer.set(successor) }
    case "platforms": answer.set(.list(entry.platforms.map { .string($0.rawValue) }))
    case "qualifiable": answer.set(entry.isQualifiable)
    case "introduced": answer.set(KeyEntry.versions(entry.availability.map { ($0.platform, $0.introduced) }))
    case "deprecated": answer.set(KeyEntry.versions(entry.deprecated.map { ($0.platform, $0.deprecated) }))
    case "schema":
      if let schema = entry.schema {
        answer.charge(1000)
        answer.set(schema.luaValue)
      }
    default:
      answer.fail("a key has no field '\(name)'" + DeclarationError.suggestion(for: name, among: Self.keyFields))
    }
  }

  private func readVersion(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.versions.count, case .string(let bytes) = key else {
      return answer.fail("a version is read by field name")
    }
    let version = objects.versions[Int(node.index)]
    answer.charge(UInt64(version.text.utf8.count) / 4)
    let name = String(decoding: bytes, as: UTF8.self)
    switch name {
    case "text": answer.set(version.text)
    case "dialect": answer.set(version.dialect.rawValue)
    case "stage": if let stage = version.stage { answer.set(stage) }
    case "numbers":
      // A number too large for an integer stays text, so that nothing is rounded.
      answer.set(.list(version.numbers.map { digits in Int64(digits).map(LuaValue.integer) ?? .string(digits) }))
    default:
      let known = ["text", "dialect", "numbers", "stage"]
      answer.fail("a version has no field '\(name)'" + DeclarationError.suggestion(for: name, among: known))
    }
  }
}

extension LuaValue {
  /// A Lua list.
  package static func list(_ values: [LuaValue]) -> LuaValue {
    .table(LuaTable(entries: values.enumerated().map { .init(key: .integer(Int64($0.offset) + 1), value: $0.element) }))
  }
}
