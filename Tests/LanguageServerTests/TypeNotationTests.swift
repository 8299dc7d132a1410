@testable import LanguageServer
import PolicyTesting
import PolicySchema
import Testing

@Suite struct TypeNotationTests {
  @Test func notationsAreParsed() {
    #expect(TypeNotation("string") == .name("string"))
    #expect(TypeNotation("string|string[]") == .union([.name("string"), .list(.name("string"))]))
    #expect(TypeNotation("(Fixture|Description)[]?") == .list(.union([.name("Fixture"), .name("Description")])))
    #expect(
      TypeNotation("table<string, table<string, any>>") == .map(.name("string"), .map(.name("string"), .name("any"))))
    #expect(
      TypeNotation("fun(bundle: Bundle, key?: string): boolean|string")
        == .function(
          [.init(name: "bundle", type: .name("Bundle")), .init(name: "key", type: .name("string"))],
          [.union([.name("boolean"), .name("string")])]))
    #expect(TypeNotation("\"pass\"|\"fail\"") == .union([.literal("pass"), .literal("fail")]))
  }

  @Test(arguments: ["", "(", "fun(", "table<", "\"", "|||", "((((", "a b", "[]", "fun(a:"])
  func brokenNotationsEnd(text: String) { _ = TypeNotation(text) }

  /// Every type of the schema names only types that there are.
  @Test func theTypesOfTheSchemaAreUnderstood() {
    let language = PolicyLanguage.complete
    let known = Set(language.classes.map(\.name) + language.aliases.map(\.name)).union([
      "InfoPlist", "InfoShape", "InfoDescription", "InfoKey",
    ])
    func names(_ type: TypeNotation) -> [String] {
      switch type {
      case .name(let name): [name]
      case .list(let element): names(element)
      case .map(let key, let value): names(key) + names(value)
      case .union(let types): types.flatMap(names)
      case .function(let parameters, let results): (parameters.map(\.type) + results).flatMap(names)
      case .literal, .schema: []
      }
    }
    var count = 0
    for field in language.classes.flatMap(\.fields) {
      for name in names(TypeNotation(field.type)) where name.first?.isUppercase == true {
        count += 1
        #expect(known.contains(name), "\(field.name): \(field.type)")
      }
    }
    #expect(count > 100)
  }
}
