import LanguageSchema
import LuaRuntime

// The words of the policy language.
extension HostFunction {
  static let words: [APIWord] = [
    APIWord("policy", "id", table: "Policy", "Declares the policy; once in a file, before everything else."),
    APIWord(
      "parameter", "name", table: "Parameter", result: "any",
      "Declares a parameter, and is its value: what `--param` gives, or the default."),
    APIWord("rule", "id", table: "Rule", "Declares a rule."),
    APIWord("waive", "rule", table: "Waiver", "Lets findings of a rule be, until a day."),
    APIWord("override", "rule", table: "Override", "Changes the severity of a rule of an included policy."),
    APIWord("disable", "rule", table: "Disablement", "Leaves out a rule of an included policy."),
    APIWord(
      "test", "name", table: "Test", isForTests: true,
      "Declares a test: a bundle, and what the policy must make of it."),
  ]

  static let importModule = HostFunction(
    "import(module: string): any",
    "The value of a module, read-only: `import \"acme.ids\"` runs `acme/ids.lua` once.", traits: .imports
  ) { host, call, answer in
    // The bridge calls again with `true` once the module has run.
    if case .string(let name) = call[0], call[1] == .boolean(true) { return host.recorder.finishImport(name) }
    host.recorder.importModule(call, answer)
  }

  /// The words that make shapes of other things. Those that are shapes as they stand are objects: see `Shape.Word`.
  static let shapeMakers: [HostFunction] = [
    shape("one_of(values: (string|number|boolean)[]): Shape", "One of these values.") {
      (reader, call) throws(DeclarationError) in try reader.oneOf(call)
    },
    shape(
      "list_of(element: Shape|ShapeFields, options?: CountOptions): Shape", "An array whose elements fit."
    ) { (reader, call) throws(DeclarationError) in try reader.listOf(call) },
    shape("optional(shape: Shape|ShapeFields): Shape", "There and fits, or not there.") {
      (reader, call) throws(DeclarationError) in try reader.optional(call)
    },
    shape("any_of(shapes: (Shape|ShapeFields)[]): Shape", "One of these fits.") {
      (reader, call) throws(DeclarationError) in try reader.combination("any_of", call) { .anyOf($0) }
    },
    shape("all_of(shapes: (Shape|ShapeFields)[]): Shape", "All of these fit.") {
      (reader, call) throws(DeclarationError) in try reader.combination("all_of", call) { .allOf($0) }
    },
    shape(
      "custom(name: string, fits: fun(value: any): boolean|string|nil): Shape",
      "What the function returns `true` for; a string that it returns says what is wrong.", traits: .captures
    ) { (reader, call) throws(DeclarationError) in try reader.custom(call) },
  ]

  private static func shape(
    _ signature: String, _ summary: String, traits: LuaState.Traits = [],
    _ make: @escaping @Sendable (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading
  ) -> HostFunction {
    HostFunction(signature, summary, traits: traits) { host, call, answer in
      host.recorder.makeShape(call, answer, make)
    }
  }
}
