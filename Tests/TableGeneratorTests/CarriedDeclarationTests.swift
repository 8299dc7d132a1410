import Testing

@testable import TableGenerator

/// What is read of a file without running it; when in doubt, nothing is.
@Suite("Carried declarations")
struct CarriedDeclarationTests {
  private func declaration(_ text: String) throws(Mistake) -> CarriedDeclaration {
    try CarriedDeclaration(TableSource(path: "/Policies/apple/a.lua", name: "apple/a.lua", bytes: Array(text.utf8)))
  }

  @Test("tell what a rule is for")
  func rules() throws {
    let text = """
      local values = import "apple.values" -- import "apple.none"
      local function with(rule) return { rule, severity = "note" } end

      rule "a-rule" {
        summary  = "A | B, C",
        severity = "error",
        applies  = { kind = { "application", 'framework' }, platform = "ios", nested = false, when = function() return true end },
        check    = function(bundle, report)
          local severity = "note"
          for _, x in ipairs { a = 1 } do if x then local kind = 1 else repeat until x end end
        end,
        examples = { pass = { with { kind = "plist" } } },
      }
      """
    let found = try declaration(text)
    #expect(found.record == "rule|4|a-rule|error|check|application,framework|ios|false||")
    #expect(found.imports.map(\.line) == [1] && found.imports.map(\.module) == ["apple.values"])
    #expect(try declaration("rule \"a\" { severity = \"note\", require = x }").record == "rule|1|a|note||||||")
  }

  @Test(
    "keep the conditions that come before one that is not plain",
    arguments: [
      ("kind = \"plist\", platform = mobile, nested = true", "plist||"),
      ("platform = { \"ios\" }, nested = is_nested", "|ios|"), ("minimum_os = \"12\"", "||"),
    ])
  func conditions(_ applies: String, _ expected: String) throws {
    let found = try declaration("rule \"a\" { severity = \"error\", applies = { \(applies) }, check = f }")
    #expect(found.record == "rule|1|a|error|check|" + expected + "||")
  }

  @Test(
    "have the first clause where it is plain, and nothing else but a check is asked",
    arguments: [
      ("require = \"A\"", "require:A"), ("require = { \"A\", \"/B/C\", }", "require:A,/B/C"),
      ("require = { \"A\" }, check = f", "require:A"), ("files = { forbid = { \"**/*.a\" } }", "forbid:**/*.a"),
      ("files = { forbid = \"a\" }, applies = { kind = \"plist\" }", "forbid:a"),
      ("require = lists.two", "require:A,B"), ("require = lists.none", ""), ("require = others.two", ""),
      ("require = lists.two, applies = { when = f }", ""), ("require = \"A\", applies = { minimum_os = \"12\" }", ""),
      ("require = \"A\", forbid = \"B\"", ""), ("require = \"A\", files = { forbid = \"b\" }", ""),
      ("files = { require = \"a\", forbid = \"b\" }", ""), ("require = { f() }", ""), ("forbid = \"A\"", ""),
    ])
  func clauses(_ fields: String, _ expected: String) throws {
    let text = "local lists = import \"apple.lists\"\nrule \"a\" { severity = \"error\", \(fields) }"
    let lists = "-- What is asked.\nreturn { two = { \"A\", \"B\" } }\n"
    let found = try CarriedDeclaration(
      TableSource(path: "/Policies/apple/a.lua", name: "apple/a.lua", bytes: Array(text.utf8))
    ) { module in
      module == "apple.lists"
        ? try? TableSource(path: "/Policies/apple/lists.lua", name: "apple/lists.lua", bytes: Array(lists.utf8)) : nil
    }
    #expect(found.record.split(separator: "|", omittingEmptySubsequences: false).last.map { String($0) } == expected)
  }

  @Test("tell whether a rule compares builds")
  func comparing() throws {
    let found = try declaration("rule \"a\" { severity = \"error\", increases = \"CFBundleVersion\" }")
    #expect(found.record == "rule|1|a|error|||||increases|")
  }

  @Test(
    "are none where the file must be run",
    arguments: [
      "rule \"a\" { severity = severity, check = f }", "rule \"a\" { check = f }",
      "rule \"a\" { severity = \"error\", since = \"2026-01-01\", check = f }",
      "rule \"a\" { severity = \"error\", deprecated = \"b\", check = f }",
      "rule \"a\" { severity = \"error\", checker = \"x\" }",
      "rule \"a\" { severity = \"error\", custom_keys = {} }",
      "rule \"a\" { severity = \"error\", increases = { key = \"k\", scope = \"identifier\" } }",
      "rule \"a\" { severity = \"error\", applies = some, check = f }",
      "rule \"a\" { severity = \"error\", applies = { kind = kinds }, check = f }",
      "rule \"a\" { severity = \"error\", applies = { kind = { \"plist\", other } }, check = f }",
      "rule(\"a\") { severity = \"error\", check = f }", "rule \"a\" (table)", "rule \"a\" { f, severity = \"error\" }",
      "for i = 1, 2 do rule \"a\" { severity = \"error\", check = f } end",
      "local function f() rule \"a\" { severity = \"error\", check = f } end",
      "rule \"a\" { severity = \"error\", check = f }\nrule \"b\" { severity = \"error\", check = f }",
      "parameter \"p\" {}\nrule \"a\" { severity = \"error\", check = f }",
      "rule \"a\" { severity = \"error\", check = f", "return {}",
    ])
  func others(_ text: String) throws {
    #expect(try declaration(text).record == "")
  }

  @Test("tell of policies that only import")
  func policies() throws {
    let text = "\npolicy \"apple.a\" { summary = \"S\", version = \"1.0.0\", include = { \"apple.b\", \"apple.c\" } }\n"
    #expect(try declaration(text + "import \"apple.x\"\n").record == "policy|2|apple.a|1.0.0|apple.b,apple.c|S")
    #expect(try declaration(text + "local x = import \"apple.x\" x {}").record == "")
    #expect(try declaration("policy \"apple.a\" { summary = \"S\", never_waive = \"x\" }").record == "")
  }
}
