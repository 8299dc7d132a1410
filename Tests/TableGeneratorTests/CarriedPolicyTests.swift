import StandardPolicies
import Testing

@testable import TableGenerator

@Suite("Carried policies")
struct CarriedPolicyTests {
  private func carried(_ text: String, name: String = "apple/a.lua") throws(Mistake) -> String {
    try TableSource(path: "/Policies/apple/a.lua", name: name, bytes: Array(text.utf8)).carriedPolicy()
  }

  @Test("lose comments, indentation and examples, and keep their lines")
  func carries() throws {
    let policy = """
      -- A comment.
      rule "r" {  --[[ one
        more ]]
        require  = "--[[ not one",
        examples = { pass = { "}", {} },
          fail = {} } --
          ,
        message = [==[ a ]]
          b]==],
      }

      """
    #expect(
      try carried(policy) == """

        rule "r" {

        require = "--[[ not one",



        message = [==[ a ]]
            b]==],
        }
        """)
  }

  @Test("keep what is only called examples")
  func examples() throws {
    #expect(
      try carried("local examples = 1\nexamples = f {}\nreturn examples")
        == "local examples = 1\nexamples = f {}\nreturn examples")
  }

  @Test("are refused when they cannot be cut into pieces")
  func refuses() throws {
    for (text, line) in [("x = 'a", 1), ("\nx = [[ ]", 2), ("\n\n--[==[ ]]", 3)] {
      let mistake = try #require(throws: Mistake.self) { try carried(text) }
      #expect(mistake.line == line && mistake.message.hasSuffix("that begins here has no end"))
    }
    #expect(throws: Mistake.self) { try carried("", name: "apple/A.lua") }
    #expect(throws: Mistake.self) { try TableSource(path: "a", name: "a", bytes: [0xFF]) }
    #expect(throws: Mistake.self) { try TableKind.policies.table(of: []) }
  }

  @Test("are compiled under the names that messages have")
  func compiles() throws {
    let source = try TableSource(path: "/Policies/apple/a.lua", name: "apple/a.lua", bytes: [])
    let code = try source.compiled("return function(bundle) return bundle end")
    #expect(code.starts(with: [0x1B] + "Lua".utf8))
    let text = String(decoding: code, as: UTF8.self)
    // Not stripped: names of variables are there for messages, too.
    #expect(text.contains("@built-in:apple/a.lua") && text.contains("bundle"))
    let mistake = try #require(throws: Mistake.self) { try source.compiled("\nreturn return") }
    #expect(mistake.message.contains("built-in:apple/a.lua:2: "))
  }

  /// Damaged bytecode would go unnoticed: the source is parsed instead, only more slowly.
  @Test("come out of the program as they were compiled")
  func carriesCompiled() throws {
    for path in StandardPolicies.paths {
      let text = try #require(StandardPolicies.source(path))
      let source = try TableSource(path: path, name: path, bytes: text)
      #expect(StandardPolicies.compiled(path) == (try source.compiled(source.text)), "\(path)")
    }
  }

  @Test("carry any byte as a character")
  func bytes() {
    let text = TableKind.text(of: Array(0...255))
    #expect(text.unicodeScalars.map(\.value) == Array(256...511))
  }

  @Test("stand between as many marks as they need")
  func literals() {
    #expect(TableKind.literal("a") == "#\"\"\"\na\n\"\"\"#")
    #expect(TableKind.literal("\\#(a)") == "##\"\"\"\n\\#(a)\n\"\"\"##")
    #expect(TableKind.literal("\"\"\"##") == "###\"\"\"\n\"\"\"##\n\"\"\"###")
  }

  @Test("are those of the standard policies alone")
  func files() {
    let names = [
      "apple/a.lua", "apple/keys/a.lua", "apple/a_test.lua", "apple/fixtures/a.lua", "org.lua", "apple/a.md",
    ]
    #expect(names.filter(TableKind.policies.isMade) == ["apple/a.lua"])
    #expect(names.filter(TableKind.keys.isMade) == ["apple/keys/a.lua"])
  }
}
