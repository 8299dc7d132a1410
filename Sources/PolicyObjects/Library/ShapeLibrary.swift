import LuaRuntime
import PolicySchema

// The words that are shapes themselves.
extension Shape.Word {
  var definition: APIModule {
    switch self {
    case .text:
      module(
        "A string; lengths are in characters. Also the library of functions of strings, which compare bytes.",
        call: "(options: TextOptions): Shape", HostFunction.textFunctions)
    case .integer: module("A whole number.", call: "(options: NumberOptions): Shape")
    case .real: module("A number; integers are numbers too.", call: "(options: NumberOptions): Shape")
    case .boolean: module("`true` or `false`.")
    case .date: module("A date; `to` includes the whole day.", call: "(options: DateOptions): Shape")
    case .data: module("Data; lengths are in bytes.", call: "(options: LengthOptions): Shape")
    case .dictionary:
      module("A dictionary with these keys.", call: "(fields: ShapeFields, options?: DictionaryOptions): Shape")
    case .uuid: module("A UUID as a string; also the library of UUID functions.", HostFunction.uuidFunctions)
    case .url: module("An absolute URL.", call: "(options: URLOptions): Shape")
    case .nonEmpty: module("A string, array, dictionary or data that is not empty.")
    case .reverseDNS: module("A name such as `com.example.App`.")
    case .versionString:
      module("A version, by default in the dialect `apple`.", call: "(options: VersionOptions): Shape")
    }
  }

  private func module(_ summary: String, call: String? = nil, _ functions: [HostFunction] = []) -> APIModule {
    APIModule(shape: rawValue, summary, call: call, functions: functions.compactMap(\.definition))
  }
}

extension HostFunction {
  static let uuidFunctions = [
    HostFunction("is_valid(text: any): boolean", "Returns whether a string is a UUID.") { _, call, answer in
      answer.set(call[0].string.flatMap { TextForms.canonicalUUID($0) } != nil)
    },
    HostFunction("canonical(text: any): string?", "Returns the UUID in upper case, or nil if the string is not a UUID.")
    { _, call, answer in
      if let canonical = call[0].string.flatMap({ TextForms.canonicalUUID($0) }) { answer.set(canonical) }
    },
  ]
}

extension PolicyHost {
  /// `uuid` and `text` are shapes, and the libraries for such strings.
  func readShape(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let word = declarations.shapes.word(node), let functions = HostFunction.ofShapes[word],
      case .string(let bytes) = key
    else { return answer.fail("\(description(of: node)) has no fields") }
    let name = String(decoding: bytes, as: UTF8.self)
    if functions.contains(where: { $0.name == name }), let function = HostFunction.number(of: bytes, in: .shape) {
      return answer.set(function: function)
    }
    answer.fail(
      "there is no function '\(word.rawValue).\(name)'"
        + DeclarationError.suggestion(for: name, among: functions.map(\.name)))
  }
}

extension HostLibrary {
  static let fixture = HostLibrary(
    "fixture", "Bundles for tests, described by how they differ from valid ones.", isForTests: true,
    FixtureKind.allCases.map { kind in
      HostFunction("\(kind.rawValue)(differences?: Description): Fixture", kind.summary, traits: .final) {
        host, call, answer in
        host.declarations.makeFixture(kind, call, answer)
      }
    })
}

extension HostFunction {
  static let fixtureMethods = [
    HostFunction(
      "with(differences: Description): Fixture", "A copy of the bundle with these differences.", traits: .final
    ) { host, call, answer in host.declarations.makeFixture(nil, call, answer) }
  ]
}

extension PolicyHost {
  static let fixtureClass = APIClass(
    "Fixture", .object, "A bundle that a test describes.",
    methods: HostFunction.fixtureMethods.compactMap(\.definition))

  func readFixture(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let name) = key, let function = HostFunction.number(of: name, in: .fixture) else {
      return answer.fail("a fixture's only function is fixture:with { … }")
    }
    answer.set(function: function)
  }
}
