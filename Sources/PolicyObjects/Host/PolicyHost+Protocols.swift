import Basics
import Bundles
package import LuaRuntime
import PolicySchema
import PropertyLists

// Fields, length, iteration, text and order of the objects.
extension PolicyHost {
  package func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer) {
    if node.kind == LuaNode.records { return Self.readMissing(key, ofRecord: node.index, answer) }
    guard let type = ObjectType(node) else { return answer.fail("this object is no longer valid") }
    type.read(self, node, key, answer)
  }

  private static let records = Dictionary(
    classes.filter { $0.role == .record }.map { (UInt32($0.recordKind), $0) }
  ) { first, _ in first }

  /// A field that a record lacks is nil if its kind has it.
  private static func readMissing(_ key: LuaKey, ofRecord kind: UInt32, _ answer: LuaAnswer) {
    guard let definition = records[kind] else { return }
    guard case .string(let bytes) = key else { return answer.fail("\(definition.noun) has names, not positions") }
    let (name, names) = (String(decoding: bytes, as: UTF8.self), definition.fields.map(\.name))
    if names.contains(name) { return }
    answer.fail("\(definition.noun) has no field '\(name)'" + DeclarationError.suggestion(for: name, among: names))
  }

  /// The names of an object's fields, and of the functions of `keys`, for completion.
  package func fieldNames(of node: LuaNode) -> [String] { ObjectType(node)?.names(self, node) ?? [] }

  package func length(of node: LuaNode, answer: LuaAnswer) {
    if let (document, value) = objects.value(node) {
      switch document.list.kind(of: value) {
      case .dictionary, .array, .set:
        if let unknown = objects.unknown(nil, of: value, in: document) { return refuse(unknown, answer) }
        reads?.passage(of: value, in: document)
        answer.set(Int64(document.list.count(of: value)))
      case .data: answer.set(Int64(document.list.data(of: value)?.count ?? 0))
      default: answer.fail("a value of this type has no length")
      }
    } else if node.kind == ObjectKind.files.rawValue, let bundle = objects.bundle(node) {
      do throws(StorageError) {
        let count = try bundle.files.all().count
        note(files: nil, count: count, of: node)
        answer.charge(UInt64(count))
        answer.set(Int64(count))
      } catch {
        fail(error, answer, saying: "the files cannot be listed: \(error.description)")
      }
    } else if node.kind == ObjectKind.history.rawValue, let bundle = objects.bundle(node) {
      countHistory(of: bundle, in: Int(node.owner), answer)
    } else if let names = symbols(node) {
      answer.set(Int64(names.count))
    } else {
      answer.fail("this object has no length")
    }
  }

  package func entry(of node: LuaNode, rank: UInt64, key: LuaAnswer, value: LuaAnswer) -> Bool {
    guard let rank = Int(exactly: rank) else { return false }
    if node.kind == ObjectKind.history.rawValue { return historyEntry(of: node, rank: rank, key: key, value: value) }
    if let (document, container) = objects.value(node) {
      if let unknown = objects.unknown(nil, of: container, in: document) {
        refuse(unknown, key)
        return true
      }
      let list = document.list
      let count = list.count(of: container)
      if let reads, rank < max(count, 1) { reads.passage(of: container, in: document, upTo: rank + 1) }
      guard rank < count else { return false }
      var position = rank
      switch list.kind(of: container) {
      case .dictionary:
        position = list.sortedPosition(of: container, rank: rank)
        key.set(lasting: list.keyUTF8(of: container, at: position))
      case .array, .set: key.set(Int64(rank) + 1)
      default: return false
      }
      guard let child = list.element(of: container, at: position) else { return false }
      answer(child, document: Int(node.owner), value)
      return true
    }
    if let names = symbols(node) {
      guard rank < names.count else { return false }
      key.set(String(decoding: names[rank], as: UTF8.self))
      value.set(true)
      return true
    }
    guard node.kind == ObjectKind.files.rawValue, let bundle = objects.bundle(node) else {
      if node.kind == ObjectKind.value.rawValue { return false }
      key.fail("this object cannot be iterated; iterate bundle.files or bundle.info")
      return true
    }
    do throws(StorageError) {
      let files = try bundle.files.all()
      if rank == 0 {
        note(files: nil, count: files.count, of: node)
        key.charge(UInt64(files.count))
      }
      guard rank < files.count else { return false }
      key.set(files[rank].path)
      value.set(objects.node(file: .init(graph: Int(node.owner), bundle: bundle.index, path: files[rank].path)))
    } catch {
      fail(error, key, saying: "the files cannot be listed: \(error.description)")
    }
    return true
  }

  package func describe(_ node: LuaNode, answer: LuaAnswer) {
    // As text, a day contains the same information as its fields.
    if node.kind == ObjectKind.day.rawValue {
      if let day = readDay(answer) { answer.set(day.text) }
      return
    }
    answer.set(description(of: node))
  }

  /// The text of an object, without addresses: `<dictionary Info.plist:/CFBundleURLTypes/0>`.
  package func description(of node: LuaNode) -> String { ObjectType(node)?.text(self, node) ?? "<object>" }

  /// For messages: an object's text; the type of any other value.
  func description(of value: LuaValue) -> String {
    if case .node(let node) = value { description(of: node) } else { value.typeName }
  }

  /// Handles are numbered as rules ask for objects, so they are ordered by the objects they refer to.
  package func order(_ left: LuaNode, _ right: LuaNode) -> Int {
    objects.place(of: left).order(to: objects.place(of: right))
  }

  package func compare(_ left: LuaNode, _ right: LuaNode, forEquality: Bool, answer: LuaAnswer) {
    if left == right { return answer.set(Int64(0)) }
    if left.kind == ObjectKind.version.rawValue, right.kind == left.kind, Int(left.index) < objects.versions.count,
      Int(right.index) < objects.versions.count
    {
      let (a, b) = (objects.versions[Int(left.index)], objects.versions[Int(right.index)])
      answer.charge(UInt64(a.text.utf8.count + b.text.utf8.count) / 4)
      guard let order = a.compare(to: b) else {
        if forEquality { return }
        return answer.fail(
          "a version of dialect \(a.dialect.rawValue) cannot be compared with one of \(b.dialect.rawValue)")
      }
      return answer.set(Int64(order))
    }
    if let first = moment(of: left, answer), let second = moment(of: right, answer) {
      return answer.set(Int64(first < second ? -1 : first > second ? 1 : 0))
    }
    // The same file is equal even if it was read by two paths.
    if forEquality, left.kind == right.kind {
      answer.charge(20)
      if objects.place(of: left).isSame(as: objects.place(of: right)) { return answer.set(Int64(0)) }
    }
    guard let (leftDocument, leftValue) = objects.value(left), let (rightDocument, rightValue) = objects.value(right)
    else { return }
    let (a, b) = (leftDocument.list, rightDocument.list)
    switch (a.kind(of: leftValue), b.kind(of: rightValue)) {
    case (.null, .null): answer.set(Int64(0))
    case (.uid, .uid):
      let (first, second) = (a.uid(of: leftValue) ?? 0, b.uid(of: rightValue) ?? 0)
      answer.set(Int64(first < second ? -1 : first > second ? 1 : 0))
    case (.data, .data) where forEquality:
      guard let first = a.data(of: leftValue), let second = b.data(of: rightValue) else { return }
      answer.charge(UInt64(first.count / 16))
      if first.elementsEqual(second) { answer.set(Int64(0)) }
    default: break
    }
  }
}
