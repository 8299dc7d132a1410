import Testing

@testable import TableGenerator

@Suite("The table of keys")
struct KeyTableWriterTests {
  private static let good = """
    key = "CFBundleName", type = "string", platforms = { macos = "10.0" }, summary = "A name", source = "A document"
    """

  private func table(_ files: [String: String]) throws(Mistake) -> String {
    var sources: [TableSource] = []
    for (name, text) in files {
      sources.append(try TableSource(path: "/Policies/" + name, name: "apple/keys/" + name, bytes: Array(text.utf8)))
    }
    return try TableKind.keys.table(of: sources)
  }

  @Test("has the same bytes whatever the order of the files' entries")
  func deterministic() throws {
    let other = Self.good.replacing("CFBundleName", with: "CFBundleIcons")
    let one = try table(["a.lua": "return { { \(Self.good) }, { \(other) } }"])
    let two = try table(["a.lua": "return { { \(other) } }", "b.lua": "return { { \(Self.good) } }"])
    #expect(one == two)
    #expect(one.contains("static let count = 2\n"))
    #expect(one.contains(#"static let offsets: StaticString = "000000002d""#))
  }

  @Test("has schemas in the notation of the registry")
  func notation() throws {
    let table = try table([
      "a.lua": """
      -- Data.
      local source = "A document"
      local inner = { type = "string", required = true, values = { "a", 'b' }, summary = "One"; }
      return { {
        key = "K", type = "dictionary", platforms = { ios = "9.0", macos = true }, deprecated = { ios = "10.0.1" },
        recommended = true, qualifiable = false, successor = "Inner", summary = "s", source = source,
        schema = { keys = {
          Inner = inner, ["a.b"] = { type = "array", items = "any", localizable = true, deprecated = { ios = true } },
        }, others = "date" },
      } }
      """
    ])
    #expect(
      table.contains(
        "K|dictionary|CF|macos,ios 9.0|ios 10.0.1|Inner|1|"
          + #"dictionary{Inner!:string(a,b)"One";a.b~^ios:array[any]}<date>|s"# + "\n"))
  }

  @Test(
    "refuses what it doesn't understand, naming file and key",
    arguments: [
      ("return { { \(good), colour = \"blue\" } }", "a.lua:1: error: CFBundleName: unknown field 'colour'"),
      (
        "return { { \(good) }, { \(good) } }",
        "a.lua:1: error: CFBundleName: already described in /Policies/a.lua"
      ),
      (
        "return { { key = \"K\", type = \"text\", platforms = { ios = true }, summary = \"s\", source = \"d\" } }",
        "K: unknown type 'text'"
      ),
      ("return { { key = \"K\", type = \"string\", summary = \"s\", source = \"d\" } }", "K: 'platforms' is missing"),
      (
        "return { { key = \"K\", type = \"string\", platforms = { amiga = true }, summary = \"s\", source = \"d\" } }",
        "unknown platform 'amiga'"
      ),
      (
        "return { { key = \"K\", type = \"string\", platforms = { ios = \"9\" }, summary = \"s\", source = \"d\" } }",
        "version of ios"
      ),
      (
        "return { { key = \"K\", type = \"string\", platforms = { ios = true }, source = \"d\" } }",
        "K: 'summary' must be"
      ),
      ("return { { \(good), deprecated = { ios = \"9.0\" } } }", "deprecated on ios, where it never existed"),
      ("return { { \(good), successor = \"Nothing\" } }", "successor 'Nothing' is not a known key"),
      ("return { { \(good), required = \"yes\" } }", "'required' must be true or false"),
      ("return { { \(good), schema = { items = \"string\" } } }", "'items' needs an array, not string"),
      ("return { { \(good), schema = { values = { \"a\", \"a\" } } } }", "value 'a' is listed twice"),
      ("return { { key = \"a|b\", type = \"string\" } }", "a key is made of"),
      ("return { { type = \"string\" } }", "entry 1: has no 'key'"),
      ("return {}", "must return a list"),
      ("return { { \(good) }, note = \"1\" }", "must return a list"),
      ("return os.exit(0)", "a.lua:1: error: a value is expected in place of 'os'"),
      ("return {", "a.lua: error: ends where a value is expected"),
      ("return { \"a\\n\" }", "a.lua:1: error: a text in quotes without escapes is expected"),
      ("\n\nreturn { \"a }", "a.lua:3: error: the string that begins here has no end"),
      ("--[[ return", "a.lua:1: error: the comment that begins here has no end"),
      ("return { { a = \"1\",\na = \"1\" } }", "a.lua:1: error: the table that begins here has two fields 'a'"),
      ("return { { \(good) } } return", "the end of the file is expected in place of 'return'"),
      ("return\0", "a.lua:1: error: has a control character"),
    ])
  func refuses(data: String, message: String) throws {
    let mistake = try #require(throws: Mistake.self) { try table(["a.lua": data]) }
    #expect(mistake.description.contains(message), "\(mistake)")
  }

  @Test("names the place of a nested mistake")
  func nested() throws {
    let mistake = try #require(throws: Mistake.self) {
      try table([
        "a.lua": """
        return { { key = "K", type = "array", platforms = { ios = true }, summary = "s", source = "d",
          schema = { items = { type = "dictionary", keys = {
            Inner = { type = "strnig" } } } } } }
        """
      ])
    }
    #expect(mistake.description == "/Policies/a.lua:3: error: K/0/Inner: unknown type 'strnig'")
  }
}
