import KeyRegistry
import PolicySchema

indirect enum ValueType: Equatable, Sendable {
  case any
  case none
  case null, string, number, boolean, function
  /// One of the words of a closed set, which has a name in messages.
  case word([String], String)
  case list(ValueType)
  /// A table with names of free choice.
  case map(ValueType)
  case object([String])
  case info
  case value(KeySchema)
  case callable(CallableFunction)
  case library(String)

  struct CallableFunction: Equatable, Sendable {
    let name: String
    let isMethod: Bool
    let definition: APIFunction
    static func == (one: Self, other: Self) -> Bool { one.name == other.name && one.isMethod == other.isMethod }
  }

  /// The types that Lua distinguishes when it compares: values of different bases are never equal. Nil if it is unknown.
  enum Base: Equatable { case null, string, number, boolean, function, table }

  var base: Base? {
    switch self {
    case .any, .none: nil
    case .null: .null
    case .string, .word: .string
    case .number: .number
    case .boolean: .boolean
    case .function, .callable: .function
    case .list, .map, .object, .info, .library: .table
    case .value(let schema):
      switch schema.type {
      case .string: .string
      case .boolean: .boolean
      case .integer, .real, .number: .number
      case .array, .dictionary, .dictionaryOrArray, .date, .data: .table
      case .any, .stringOrArray: nil
      }
    }
  }

  var isList: Bool {
    switch self {
    case .list: true
    case .value(let schema): schema.type == .array
    default: false
    }
  }

  var phrase: String {
    switch self {
    case .any, .none: "a value"
    case .null: "nil"
    case .string, .word: "a string"
    case .number: "a number"
    case .boolean: "a Boolean"
    case .function, .callable: "a function"
    case .list: "a list"
    case .map: "a table"
    case .object(let classes): "a \(classes[0])"
    case .info: "a dictionary"
    case .library(let name): "the library '\(name)'"
    case .value(let schema): schema.type.phrase
    }
  }

  var element: ValueType? {
    switch self {
    case .list(let element): element
    case .value(let schema) where schema.type == .array: schema.items.map(ValueType.value) ?? .any
    case .object(["History"]): .object(["Bundle"])
    default: nil
    }
  }
}

struct TypedValue: Equatable, Sendable {
  var type: ValueType
  var isOptional = false

  static let unknown = TypedValue(type: .any, isOptional: true)

  var optional: TypedValue { TypedValue(type: type, isOptional: true) }
}

final class TypeTable {
  let language = PolicyLanguage.ofPolicies
  private(set) lazy var classes = Dictionary(language.classes.map { ($0.name, $0) }) { first, _ in first }
  private(set) lazy var modules = Dictionary(language.modules.map { ($0.name, $0) }) { first, _ in first }
  private(set) lazy var globals = Set(language.globals).union(["_G", "_ENV", "_VERSION"])
  private lazy var aliases = Dictionary(language.aliases.map { ($0.name, $0) }) { first, _ in first }
  private lazy var luaFunctions = Dictionary((language.luaFunctions + language.functions).map { ($0.name, $0) }) {
    first, _ in first
  }
  private var parsed: [String: TypedValue] = [:]
  private var members: [String: [String: TypedValue]] = [:]
  private var signatures: [String: (parameters: [APIFunction.Parameter], returns: [String])] = [:]

  func function(_ name: String) -> APIFunction? { luaFunctions[name] }

  func signature(_ function: APIFunction) -> (parameters: [APIFunction.Parameter], returns: [String]) {
    if let known = signatures[function.signature] { return known }
    let made = (function.parameters, function.returns)
    signatures[function.signature] = made
    return made
  }

  func result(of function: APIFunction) -> TypedValue {
    guard let first = signature(function).returns.first else { return TypedValue(type: .none) }
    return type(first)
  }

  func fields(of name: String) -> [String: TypedValue] {
    if let known = members[name] { return known }
    guard let definition = classes[name] else { return [:] }
    var found = definition.parent.map { fields(of: $0) } ?? [:]
    for field in definition.fields {
      let isSigned = field.name == "entitlements" && name != "Profile"
      let value = isSigned ? TypedValue(type: .value(Entitlements.schema)) : type(field.type)
      found[field.name] = field.isOptional ? value.optional : value
    }
    for method in definition.methods {
      found[method.name] = TypedValue(
        type: .callable(.init(name: "\(name):\(method.name)", isMethod: true, definition: method)))
    }
    members[name] = found
    return found
  }

  func fields(ofLibrary name: String) -> [String: TypedValue] {
    let key = "library \(name)"
    if let known = members[key] { return known }
    guard let module = modules[name] else { return [:] }
    var found = Dictionary(module.fields.map { ($0.name, type($0.type)) }) { first, _ in first }
    for function in module.functions {
      found[function.name] = TypedValue(
        type: .callable(.init(name: "\(name).\(function.name)", isMethod: false, definition: function)))
    }
    members[key] = found
    return found
  }

  func type(_ text: String) -> TypedValue {
    if let known = parsed[text] { return known }
    let made = parse(text)
    parsed[text] = made
    return made
  }

  private func parse(_ text: String) -> TypedValue {
    let parts = TypeText.list(text, separator: "|")
    if parts.count > 1 {
      let rest = parts.filter { $0 != "nil" }
      if rest.count < parts.count { return type(rest.joined(separator: "|")).optional }
      if let words = quoted(parts) { return TypedValue(type: .word(words, "value")) }
      if parts.allSatisfy({ Int($0) != nil }) { return TypedValue(type: .number) }
      return TypedValue(type: .any)
    }
    if text.hasSuffix("?") { return type(String(text.dropLast())).optional }
    if text.hasPrefix("fun(") { return TypedValue(type: .function) }
    if text.hasSuffix("[]") {
      var inner = String(text.dropLast(2))
      if inner.hasPrefix("("), inner.hasSuffix(")") { inner = String(inner.dropFirst().dropLast()) }
      return TypedValue(type: .list(type(inner).type))
    }
    if text.hasPrefix("table<"), text.hasSuffix(">") {
      let inside = String(text.dropFirst(6).dropLast())
      let comma = inside.firstIndex(of: ",") ?? inside.endIndex
      let value = String(inside[comma...].dropFirst().drop { $0 == " " })
      return TypedValue(type: .map(type(value).type))
    }
    switch text {
    case "string", "InfoKey": return TypedValue(type: .string)
    case "integer", "number": return TypedValue(type: .number)
    case "boolean": return TypedValue(type: .boolean)
    case "nil": return TypedValue(type: .null)
    case "InfoPlist": return TypedValue(type: .info)
    case "ValueType":
      return TypedValue(type: .word((aliases[text]?.words ?? []) + ["object", "list", "table", "function"], text))
    default: break
    }
    if let words = quoted([text]) { return TypedValue(type: .word(words, "value")) }
    if let alias = aliases[text] { return TypedValue(type: alias.isOpen ? .string : .word(alias.words, text)) }
    if let found = classes[text], found.role == .object || found.role == .record {
      return TypedValue(type: .object([text]))
    }
    return TypedValue(type: .any)
  }

  private func quoted(_ parts: [String]) -> [String]? {
    guard parts.allSatisfy({ $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.utf8.count > 1 }) else { return nil }
    return parts.map { String($0.dropFirst().dropLast()) }
  }
}
