import Basics
package import LuaRuntime
import PropertyLists
import StructuredText

/// The values that a parameter takes. All values, from policies, files, command lines and tests, are parsed and checked here.
package struct ParameterForm: Sendable {
  let type: ParameterType
  var values: ParameterType?
  /// The only values that it, its elements or a map's values may have; nil for any.
  var allowed: [LuaValue]?

  package init(type: ParameterType) { self.type = type }

  /// For messages: `it is …`.
  var phrase: String { values.map { "a map of \($0.pluralPhrase)" } ?? type.kindPhrase }

  // MARK: Parsing values

  /// Checks a Lua value from a default or a test. Integers become numbers if that is the type.
  func read(_ value: LuaValue) throws(ParameterMismatch) -> LuaValue {
    let found = "found \(value.typeName)"
    switch type {
    case .map:
      guard let values, case .table(let table) = value else { throw mismatch(found) }
      var entries: [LuaTable.Entry] = []
      for entry in table.entries {
        guard case .string(let key) = entry.key else { throw mismatch("found an entry without a name") }
        guard let converted = values.value(of: entry.value) else {
          throw mismatch("found \(entry.value.typeName) for '\(key)'")
        }
        entries.append(.init(key: entry.key, value: converted))
      }
      return try allowing(.table(LuaTable(entries: entries)))
    default:
      guard let converted = type.value(of: value) else { throw mismatch(found) }
      return try allowing(converted)
    }
  }

  /// A text on the command line: of a map `a=1,b=2`, or a JSON object.
  package func read(_ text: String) throws(ParameterMismatch) -> LuaValue {
    if type == .list && text.hasPrefix("[") || type == .map && text.hasPrefix("{") { return try read(json: text) }
    guard let values, type == .map else {
      guard let value = type.value(of: text) else {
        throw ParameterMismatch("is \(phrase), found '\(text)'" + (type == .list ? ": an element is empty" : ""))
      }
      return try allowing(value)
    }
    var entries: [String: LuaValue] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      guard let sign = part.firstIndex(of: "="), sign > part.startIndex else {
        throw mismatch("found '\(part)'", hint: "write KEY=VALUE,KEY=VALUE or a JSON object")
      }
      let (key, rest) = (String(part[..<sign]), String(part[part.index(after: sign)...]))
      // Commas separate the entries of the map, so a list in brackets would be split.
      if values == .list, rest.hasPrefix("[") {
        throw mismatch(
          "found '\(rest)' for '\(key)'", hint: "write the whole map as a JSON object to give lists in brackets")
      }
      guard let value = values.value(of: rest) else { throw mismatch("found '\(rest)' for '\(key)'") }
      guard entries.updateValue(value, forKey: key) == nil else { throw ParameterMismatch("has '\(key)' twice") }
    }
    return try allowing(Self.table(entries.map { ($0.key, $0.value) }))
  }

  private func read(json text: String) throws(ParameterMismatch) -> LuaValue {
    let given: StructuredValue
    do throws(StructuredTextError) {
      given = try JSONReader.read(Array(text.utf8))
    } catch {
      let hint =
        type == .list ? "write a list in brackets as JSON, such as [\"a\", \"b\"], or its elements as a,b" : nil
      throw ParameterMismatch("is malformed JSON at \(error.place): \(error.message)", hint: error.hint ?? hint)
    }
    return try read(given)
  }

  /// Reads a value from a file. A mismatch has the place of the invalid part.
  func read(_ given: StructuredValue) throws(ParameterMismatch) -> LuaValue {
    guard let values, type == .map else {
      guard let value = type.value(of: given) else { throw mismatch(given, type) }
      return try at(given.place) { () throws(ParameterMismatch) in try allowing(value) }
    }
    guard case .mapping(let entries) = given.content else { throw mismatch(given, type) }
    var read: [(String, LuaValue)] = []
    for entry in entries {
      guard let value = values.value(of: entry.value) else {
        var error = mismatch(
          "found \(Self.shown(entry.value)) for '\(entry.key)'", hint: Self.hint(entry.value, values))
        error.place = entry.value.place
        throw error
      }
      try at(entry.value.place) { () throws(ParameterMismatch) in try self.allow(value) }
      read.append((entry.key, value))
    }
    return Self.table(read)
  }

  private static func table(_ entries: [(String, LuaValue)]) -> LuaValue {
    let sorted = entries.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return .table(LuaTable(entries: sorted.map { .init(key: .string($0.0), value: $0.1) }))
  }

  // MARK: Allowed values

  private func allowing(_ value: LuaValue) throws(ParameterMismatch) -> LuaValue {
    if type == .map, let table = value.table {
      for entry in table.entries { try allow(entry.value) }
    } else {
      try allow(value)
    }
    return value
  }

  private func allow(_ value: LuaValue) throws(ParameterMismatch) {
    guard let allowed else { return }
    for value in value.table?.list ?? [value] where !allowed.contains(value) {
      let nearest = value.string.flatMap { text in
        SpellingCorrector.nearest(to: text, among: allowed.compactMap(\.string))
      }
      throw ParameterMismatch(
        "does not allow \(value.shown)" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
        hint: "allowed values: \(allowed.map(\.shown).joined(separator: ", "))")
    }
  }

  // MARK: Errors

  private func mismatch(_ found: String, hint: String? = nil) -> ParameterMismatch {
    ParameterMismatch("is \(phrase), \(found)", hint: hint)
  }

  private func mismatch(_ given: StructuredValue, _ type: ParameterType) -> ParameterMismatch {
    if type == .list, let element = given.list?.first(where: { $0.string == nil }) {
      var error = mismatch("found \(Self.shown(element)) in it")
      error.place = element.place
      return error
    }
    var error = mismatch("found \(Self.shown(given))", hint: Self.hint(given, type))
    error.place = given.place
    return error
  }

  private func at<Result>(
    _ place: Place, _ body: () throws(ParameterMismatch) -> Result
  ) throws(ParameterMismatch) -> Result {
    do throws(ParameterMismatch) {
      return try body()
    } catch {
      var error = error
      error.place = place
      throw error
    }
  }

  private static func shown(_ value: StructuredValue) -> String {
    switch value.content {
    case .string(let text): "the string '\(text)'"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .boolean(let truth): "\(truth)"
    default: value.phrase
    }
  }

  private static func hint(_ value: StructuredValue, _ type: ParameterType) -> String? {
    switch (value.content, type) {
    case (.string(let text), .integer), (.string(let text), .number), (.string(let text), .boolean):
      type.value(of: text) == nil ? nil : "write it without quotes"
    case (.string, .list): "write a list with one element"
    case (.string, .map): "write names and values"
    case (_, .string): ParameterFile.quoting(value)
    default: nil
    }
  }
}

/// Why a parameter does not accept a value. The message follows the parameter's name.
package struct ParameterMismatch: Error {
  let message: String
  var hint: String?
  var place: Place?

  init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }

  /// In one line, where hints have no line of their own.
  package var text: String { message + (hint.map { " (\($0))" } ?? "") }
}

extension LuaValue {
  fileprivate var shown: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let truth): "\(truth)"
    default: typeName
    }
  }
}

package enum ParameterType: String, CaseIterable, Sendable {
  case string, integer, number, boolean, list, map

  init?(of value: LuaValue) {
    switch value {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .table(let table):
      if let list = table.list {
        guard list.allSatisfy({ $0.string != nil }) else { return nil }
        self = .list
      } else {
        guard table.entries.allSatisfy({ $0.key.string != nil }) else { return nil }
        self = .map
      }
    default: return nil
    }
  }

  /// The common type of all values of a map; nil if it is empty, or they have several types.
  init?(ofValuesIn map: LuaValue) {
    let types = Set((map.table?.entries ?? []).map { Self(of: $0.value) })
    if types == [.integer, .number] {
      self = .number
      return
    }
    guard types.count == 1, let type = types.first ?? nil, type != .map else { return nil }
    self = type
  }

  /// For messages: `it is …`.
  var kindPhrase: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list of strings"
    case .map: "a map"
    }
  }

  /// For messages: `a map of …`.
  var pluralPhrase: String {
    switch self {
    case .string: "strings"
    case .integer: "integers"
    case .number: "numbers"
    case .boolean: "Booleans"
    case .list: "lists of strings"
    case .map: "maps"
    }
  }

  /// Parses a command-line argument; returns nil for a map.
  package func value(of text: String) -> LuaValue? {
    switch self {
    case .string: .string(text)
    case .integer: Int64(text).map(LuaValue.integer)
    // Every comparison with NaN or an infinite number would have the same result.
    case .number: Self.isDecimal(text) ? Double(text).flatMap { $0.isFinite ? LuaValue.number($0) : nil } : nil
    case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    // An empty string is an empty list; otherwise, elements between commas must not be empty.
    case .list:
      text.isEmpty || !text.split(separator: ",", omittingEmptySubsequences: false).contains("")
        ? .list(text.split(separator: ",").map { .string(String($0)) }) : nil
    case .map: nil
    }
  }

  /// Whether a number is written in decimal digits. Swift reads hexadecimal ones as well.
  private static func isDecimal(_ text: String) -> Bool { text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } }

  /// Converts a value from a file; nil if it has another type. The only conversion is from integers to
  /// numbers, if it is exact.
  func value(of given: StructuredValue) -> LuaValue? {
    switch (self, given.content) {
    case (.string, .string(let text)): .string(text)
    case (.integer, .integer(let number)): .integer(number)
    case (.number, .integer(let number)): Double(exactly: number).map(LuaValue.number)
    case (.number, .number(let number)): number.isFinite ? .number(number) : nil
    case (.boolean, .boolean(let truth)): .boolean(truth)
    case (.list, .list(let elements)) where elements.allSatisfy({ $0.string != nil }):
      .list(elements.compactMap { $0.string.map(LuaValue.string) })
    default: nil
    }
  }

  /// The value itself where it is of this type; an integer as a number where that is exact.
  func value(of given: LuaValue) -> LuaValue? {
    switch (self, given) {
    case (.string, .string), (.integer, .integer), (.boolean, .boolean): given
    case (.number, .number(let number)): number.isFinite ? given : nil
    case (.number, .integer(let number)): Double(exactly: number).map(LuaValue.number)
    case (.list, _): Self(of: given) == .list ? given : nil
    default: nil
    }
  }
}
