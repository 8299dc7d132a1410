import PolicyTesting
import Testing

@testable import PolicySchema

/// The notation of the language.
@Suite struct APIFunctionTests {
  private typealias Parameter = APIFunction.Parameter

  @Test func parts() {
    let function = APIFunction(
      "f(a: string, b?: table<string, integer>, c: fun(x: any, y?: any): boolean, ...: any): (fun(): K, V), T?, ...string",
      "")
    #expect(function.name == "f")
    #expect(
      function.parameters == [
        Parameter(name: "a", isOptional: false, type: "string"),
        Parameter(name: "b", isOptional: true, type: "table<string, integer>"),
        Parameter(name: "c", isOptional: false, type: "fun(x: any, y?: any): boolean"),
        Parameter(name: "...", isOptional: false, type: "any"),
      ])
    #expect(function.returns == ["(fun(): K, V)", "T?", "...string"])
    #expect(function.usage == "f(a[, b, c, …])")
    #expect(APIFunction("g()", "").parameters.isEmpty && APIFunction("g()", "").returns.isEmpty)
    #expect(APIFunction("h(a?: integer, b?: integer): boolean", "").usage == "h([a[, b]])")
  }

  @Test func names() {
    #expect(
      TypeText.names(in: "Shape|ShapeFields[]|\"Quoted\"|T|table<string, Entry>?") == ["Shape", "ShapeFields", "Entry"])
    #expect(TypeText.rewrite("A1|Kind?") { "x.\($0)" } == "x.A1|x.Kind?")
  }

  /// Every field and function has a type whose names are defined, and a sentence.
  @Test func theLanguageIsWhole() {
    let language = PolicyLanguage.complete
    let names =
      language.classes.map(\.name) + language.aliases.map(\.name)
      + ["InfoPlist", "InfoShape", "InfoDescription", "InfoKey"]
    let known = Set(names)
    #expect(known.count == names.count)
    #expect(Set(language.globals).count == language.globals.count)
    for alias in language.aliases { #expect(Set(alias.words).count == alias.words.count, "\(alias.name)") }
    func check(_ type: String, _ summary: String?, _ place: String) {
      #expect(!type.isEmpty, "\(place)")
      let unknown = Set(TypeText.names(in: type)).subtracting(known)
      #expect(unknown.isEmpty, "\(place) mentions \(unknown.sorted()), which the language has not")
      if let summary {
        #expect(
          ".…".contains(summary.last ?? " ") && summary.count > 3 && !summary.contains("\n"),
          "\(place): '\(summary)' is no sentence")
      }
    }
    func check(_ function: APIFunction, _ place: String) {
      check("any", function.summary, "\(place)\(function.name)")
      for parameter in function.parameters { check(parameter.type, nil, "\(place)\(function.signature)") }
      for type in function.returns { check(type, nil, "\(place)\(function.signature)") }
    }
    for definition in language.classes {
      for field in definition.fields { check(field.type, field.summary, "\(definition.name).\(field.name)") }
      for method in definition.methods { check(method, "\(definition.name):") }
      #expect(Set(definition.fields.map(\.name)).count == definition.fields.count, "\(definition.name)")
      check(definition.index?.value ?? "any", definition.summary, definition.name)
    }
    for module in language.modules {
      for function in module.functions { check(function, module.name + ".") }
      for field in module.fields { check(field.type, field.summary, "\(module.name).\(field.name)") }
      check(module.index?.type ?? "any", module.summary, module.name)
    }
    for function in language.luaFunctions + language.functions { check(function, "") }
    for word in language.words {
      check(word.table, word.summary, word.name)
      #expect(language.class(word.table)?.role == .declaration, "\(word.name)")
    }
  }
}

extension TypeText {
  fileprivate static func names(in type: String) -> [String] {
    var names: [String] = []
    _ = rewrite(type) { name in
      names.append(name)
      return name
    }
    return names
  }
}
