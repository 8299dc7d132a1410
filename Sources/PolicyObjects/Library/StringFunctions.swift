import Basics
import LuaRuntime
import PolicySchema

// Functions of strings, which are found in the shape `text`.
extension HostFunction {
  static let ofShapes: [Shape.Word: [HostFunction]] = [.uuid: uuidFunctions, .text: textFunctions]

  static let textFunctions = [
    comparison("starts_with(text: string, prefix: string): boolean", "Returns whether a string starts with another.") {
      $0.utf8.starts(with: $1.utf8)
    },
    comparison("ends_with(text: string, suffix: string): boolean", "Returns whether a string ends with another.") {
      $0.utf8.reversed().starts(with: $1.utf8.reversed())
    },
    comparison(
      "contains(text: string, part: string): boolean", "Returns whether a string contains another; not a pattern."
    ) { text, part in text.contains(part) },
    HostFunction(
      "lines(text: string): string[]",
      "Returns the lines of a string without their ends, `\\n` or `\\r\\n`; a line end at the end does not start another line."
    ) { _, call, answer in
      guard case .string(let text) = call[0] else {
        return answer.fail("text.lines needs a string, found \(call[0].typeName)")
      }
      answer.charge(UInt64(text.utf8.count) / 4)
      var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      answer.charge(UInt64(lines.count) * 20)
      answer.set(.list(lines.map { .string(String(Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0))) }))
    },
  ]

  private static func comparison(
    _ signature: String, _ summary: String, _ holds: @escaping @Sendable (String, String) -> Bool
  ) -> HostFunction {
    let name = APIFunction(signature, summary).name
    return HostFunction(signature, summary) { _, call, answer in
      guard case .string(let text) = call[0], case .string(let part) = call[1] else {
        let other = call[0].string == nil ? call[0] : call[1]
        return answer.fail("text.\(name) needs two strings, found \(other.typeName)")
      }
      // At worst, each position of the text is compared with all of the part.
      let work = UInt64(text.utf8.count).multipliedReportingOverflow(by: UInt64(part.utf8.count) / 256 + 1)
      guard !work.overflow, work.partialValue / 8 <= HostLibrary.workLimit else { return answer.charge(.max) }
      answer.charge(work.partialValue / 8)
      answer.set(holds(text, part))
    }
  }
}

extension HostLibrary {
  /// Lists and sets of strings or numbers, of the policy or of a property list; nil is an empty one.
  static let set = HostLibrary(
    "set",
    "Sets: tables with `true` for each element. An argument is a list, an array of a property list, a set, or nil, which is empty.",
    [
      HostFunction(
        "of(elements?: table): table<any, true>",
        "Returns the set of the elements: `set.of { \"a\", \"b\" }.a` is `true`."
      ) { host, call, answer in
        guard let elements = elements(call[0], "set.of(elements)", host, answer) else { return }
        answer.set(.set(elements))
      },
      HostFunction(
        "contains(elements?: table, value: any): boolean", "Returns whether one of the elements is the value."
      ) { host, call, answer in
        guard let elements = elements(call[0], "set.contains(elements, value)", host, answer) else { return }
        answer.set(elements.lazy.map(LuaIdentity.init).contains(LuaIdentity(call[1])))
      },
      combination("union", "Returns the set of the elements of either.") { $0 + $1 },
      combination("intersection", "Returns the set of the elements of both.") { one, other in
        let other = Set(other.map(LuaIdentity.init))
        return one.filter { other.contains(LuaIdentity($0)) }
      },
      combination("difference", "Returns the set of the elements of the first that are not in the second.") {
        one, other in
        let other = Set(other.map(LuaIdentity.init))
        return one.filter { !other.contains(LuaIdentity($0)) }
      },
    ])

  private static func combination(
    _ name: String, _ summary: String, _ combine: @escaping @Sendable ([LuaValue], [LuaValue]) -> [LuaValue]
  ) -> HostFunction {
    HostFunction("\(name)(a?: table, b?: table): table<any, true>", summary) { host, call, answer in
      let usage = "set.\(name)(a, b)"
      guard let one = elements(call[0], usage, host, answer), let other = elements(call[1], usage, host, answer) else {
        return
      }
      answer.set(.set(combine(one, other)))
    }
  }

  /// Adds what reading the elements costs; nil if it has failed.
  private static func elements(
    _ value: LuaValue, _ usage: String, _ host: PolicyHost, _ answer: LuaAnswer
  ) -> [LuaValue]? {
    switch value {
    case .nil: return []
    case .table(let table):
      answer.charge(UInt64(table.entries.count) * 10)
      // A set has `true` for each element, also if these are 1 to n; a list may have gaps where a value is missing.
      if table.entries.allSatisfy({ $0.value == .boolean(true) }) { return table.entries.map(\.key) }
      let isList = table.entries.allSatisfy { if case .integer(let position) = $0.key { position > 0 } else { false } }
      if isList { return table.entries.map(\.value) }
      answer.fail("\(usage) needs lists or sets; a set has the value true for each element")
      return nil
    case .node(let node):
      guard let (document, list) = host.objects.value(node), [.array, .set].contains(document.list.kind(of: list))
      else { break }
      if let unknown = host.objects.unknown(nil, of: list, in: document) {
        host.refuse(unknown, answer)
        return nil
      }
      host.reads?.passage(of: list, in: document)
      let count = document.list.count(of: list)
      answer.charge(UInt64(count) * 20)
      return (0..<count).compactMap { document.list.element(of: list, at: $0) }
        .map { host.objects.luaValue($0, document: Int(node.owner)) }
    default: break
    }
    answer.fail("\(usage) needs lists or sets, found \(host.description(of: value))")
    return nil
  }
}

extension LuaValue {
  fileprivate static func set(_ elements: [LuaValue]) -> LuaValue {
    var seen: Set<LuaIdentity> = []
    let keys = elements.filter { element in
      if case .number(let number) = element, number.isNaN { return false }
      return seen.insert(LuaIdentity(element)).inserted
    }
    return .table(LuaTable(entries: keys.map { .init(key: $0, value: .boolean(true)) }))
  }
}
