import LanguageSchema
import LuaRuntime
import PropertyLists
import StructuredText

/// Makes a parameter out of its declaration and what was given for it.
struct ParameterReader {
  static let definition = APIClass(
    "Parameter", .declaration, "The table of `parameter \"name\"`.",
    fields: [
      APIField(
        "default?", "string|number|boolean|string[]",
        "The value if none is given; without a default, a value must be given."),
      APIField("summary?", "string", "What it is for."),
      APIField("type?", "ParameterType", "The type of the value; by default, that of `default`."),
    ])

  let given: PolicyParameters

  func parameter(
    _ name: String, _ value: LuaValue, at declared: SourceLocation, among earlier: [Parameter]
  ) throws(DeclarationError) -> Parameter {
    let place = "parameter '\(name)'"
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    let summary = try reader.text("summary")
    let type = try reader.word("type", ParameterType.self)
    let fallback = reader.value("default")
    let inferred = type ?? ParameterType(of: fallback) ?? .string
    if let type, fallback != .nil, ParameterType(of: fallback) != type {
      throw DeclarationError("\(place): 'default' is of type \(fallback.typeName), but 'type' is \(type.rawValue)")
    }
    if fallback != .nil && ParameterType(of: fallback) == nil {
      throw reader.mismatch("default", expected: "a string, number, boolean or list of strings", found: fallback)
    }
    // Two policies may each have a parameter of one name; a value given is for both.
    if let earlier = earlier.first(where: { $0.name == name && $0.declared.file == declared.file }) {
      throw DeclarationError("\(place) is already declared at \(earlier.declared.file):\(earlier.declared.line)")
    }
    guard let result = try override(name, inferred, declared) ?? (fallback == .nil ? nil : fallback) else {
      throw DeclarationError("\(place) has no default and no value was given: pass --param \(name)=VALUE")
    }
    return Parameter(name: name, summary: summary, value: result, declared: declared)
  }

  private func override(
    _ name: String, _ type: ParameterType, _ declared: SourceLocation
  ) throws(DeclarationError) -> LuaValue? {
    switch given.given(name) {
    case nil: return nil
    case .text(let text):
      guard let value = type.value(of: text) else {
        let reason = type == .list ? ": an element is empty" : ""
        // The mistake is the value's, and the policy's place would blame the policy.
        throw DeclarationError(
          EngineError(
            code: "parameters.type", message: "parameter '\(name)': '\(text)' is not \(type.phrase)\(reason)",
            hint: "\(declared.file):\(declared.line) declares it"))
      }
      return value
    case .value(let given, let file):
      if let value = type.value(of: given.value) { return value }
      // The mistake is where the value stands, not where the policy asks for it.
      throw DeclarationError(
        EngineError(
          code: "parameters.type",
          message: "parameter '\(name)' (\(declared.file):\(declared.line)) is \(type.kindPhrase), found "
            + "\(Self.shown(given.value))",
          at: given.value.place, of: file, hint: Self.hint(given.value, type)))
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
    case (_, .string): ParameterFile.quoting(value)
    default: nil
    }
  }
}

enum ParameterType: String, CaseIterable {
  case string, integer, number, boolean, list

  init?(of value: LuaValue) {
    switch value {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .table(let table):
      guard let list = table.list, list.allSatisfy({ $0.string != nil }) else { return nil }
      self = .list
    default: return nil
    }
  }

  /// For messages: `'x' is not …`.
  var phrase: String {
    switch self {
    case .string: "text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list (a,b,c)"
    }
  }

  /// For messages: `it is …`.
  var kindPhrase: String {
    switch self {
    case .string: "a string"
    case .list: "a list of strings"
    case .integer, .number, .boolean: phrase
    }
  }

  /// The value that a text on the command line stands for.
  func value(of text: String) -> LuaValue? {
    switch self {
    case .string: .string(text)
    case .integer: Int64(text).map(LuaValue.integer)
    // What is no number, or has no end, would make every comparison with it come out one way.
    case .number: Double(text).flatMap { $0.isFinite ? LuaValue.number($0) : nil }
    case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    // Without any text an empty list; no element between commas is empty.
    case .list:
      text.isEmpty || !text.split(separator: ",", omittingEmptySubsequences: false).contains("")
        ? Self.list(text.split(separator: ",").map(String.init)) : nil
    }
  }

  /// The value that a value of a file stands for; nil where it is of another type. Nothing is converted but integers to
  /// numbers, where that is exact.
  func value(of given: StructuredValue) -> LuaValue? {
    switch (self, given.content) {
    case (.string, .string(let text)): .string(text)
    case (.integer, .integer(let number)): .integer(number)
    case (.number, .integer(let number)): Double(exactly: number).map(LuaValue.number)
    case (.number, .number(let number)): .number(number)
    case (.boolean, .boolean(let truth)): .boolean(truth)
    case (.list, .list(let elements)): Self.list(elements.map { $0.string ?? "" })
    default: nil
    }
  }

  private static func list(_ texts: [String]) -> LuaValue {
    let entries = texts.enumerated().map { position, text in
      LuaTable.Entry(key: .integer(Int64(position) + 1), value: .string(text))
    }
    return .table(LuaTable(entries: entries))
  }
}
