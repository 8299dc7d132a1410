import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Every mistake a policy can make in its declarations: one clear sentence each, at its line.
@Suite struct DeclarationTests {
  struct Case: CustomTestStringConvertible {
    let source: String
    let error: String?
    var parameters: [String: String] = [:]
    var testDescription: String { source + (parameters.isEmpty ? "" : " \(parameters)") }

    init(_ source: String, _ error: String?) {
      self.source = source
      self.error = error
    }

    init(_ source: String, _ parameters: [String: String], _ error: String?) {
      self.init(source, error)
      self.parameters = parameters
    }
  }

  private static func check(_ tested: Case, header: String = PolicyRun.header) throws {
    let error = try PolicyRun.loadingError(["policy.lua": header + tested.source], parameters: tested.parameters)
    record(tested.testDescription, error)//R
    #expect(error == tested.error)
  }

  private static let valid = "rule \"r\" { summary = \"s\", require = { \"K\" } }\n"

  @Test(arguments: [
    Case(#"rule "r" { summary = "s", requires = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", needs = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", "K" }"#, "@"),
    Case(#"rule "r" { require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "  ", require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = 7, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s" }"#, "@"),
    Case(#"rule "r" {}"#, "@"),
    Case(#"rule "r" { summary = "s", severity = "errors", require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", severity = "fatal", require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", severity = true, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", help = {}, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", tags = { "a", 1 }, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", rationale = 1.5, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", require = { "A", "" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = { "A", 3 } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = { A = true } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = 3 }"#, "@"),
    Case(#"rule "r" { summary = "s", forbid = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", forbid = function() end }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "/a~2b" }"#, "@"),
    Case(#"rule "r" { summary = "s", forbid = { "/a/b~" } }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = true }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = "" }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = { key = "V", dialect = "appel" } }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = { key = "V", dialect = "numeric" } }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = { keys = "V" } }"#, "@"),
    Case(#"rule "r" { summary = "s", increases = { key = "/V~" } }"#, "@"),
    Case(#"rule "r" { summary = "s", custom_keys = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", custom_keys = { prefix = "" } }"#, "@"),
    Case(#"rule "r" { summary = "s", custom_keys = { prefix = {} } }"#, "@"),
    Case(#"rule "r" { summary = "s", custom_keys = { prefixes = "a." } }"#, "@"),
    Case(#"rule "r" { summary = "s", custom_keys = "a." }"#, "@"),
    Case(#"rule "r" { summary = "s", qualified_keys = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", qualified_keys = { default = "absent" } }"#, "@"),
    Case(#"rule "r" { summary = "s", qualified_keys = true }"#, "@"),
    Case(#"rule "r" { summary = "s", check = "K" }"#, "@"),
    Case(#"rule "r" { summary = "s", shape = { K = 1 } }"#, "@"),
    Case(#"rule "r" { summary = "s", localize = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", files = {} }"#, "@"),
    Case(#"rule "r" { summary = "s", checker = "x" }"#, "@"),
    Case(#"rule "r" { summary = "s", since = "2026-01-01", require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", deny_from = "2026-01-01", require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", deprecated = true, require = { "K" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", examples = { passes = {} } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", examples = { pass = { info = {} } } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", examples = 1 }"#, "@"),
  ])
  func rules(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(#"rule "r" { summary = "s", require = "K", applies = { kinds = "application" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { kind = "aplication" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { kind = { "application", "app" } } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { kind = {} } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { platform = "osx" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { platform = "maccos" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { nested = "yes" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { when = "true" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { minimum_os = 13 } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { minimum_os = "13.x" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { minimum_os = "13.0b1" } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { minimum_os = { form = "13" } } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = { minimum_os = { below = "Ventura" } } }"#, "@"),
    Case(#"rule "r" { summary = "s", require = "K", applies = "application" }"#, "@"),
  ])
  func applies(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(valid + #"rule "r" { summary = "again", require = { "L" } }"#, "@"),
    Case("rule \"r\"\n" + valid, "@"),
    Case(valid + #"rule "s""#, "@"),
    Case(#"rule("x", {})"#, "@"),
    Case(#"rule { summary = "s" }"#, "@"),
    Case(#"rule()"#, "@"),
    Case(#"rule "r" "s""#, "@"),
    Case(#"local half = rule "r"; half { summary = "s", require = "K" }; half { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "R" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "a..b" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "-a" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "a-" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "a b" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "a/b" { summary = "s", require = "K" }"#, "@"),
    Case(#"rule "é" { summary = "s", require = "K" }"#, "@"),
    Case("", "@"),
    Case("local x = 1", "@"),
    Case(valid + #"policy "other" { summary = "s" }"#, "@"),
    Case(#"rule "1" { summary = "s", require = "K" }; rule "a.b-c9" { summary = "s", require = "K" }"#, nil),
    Case(#"for i = 1, 3 do rule("r" .. i) { summary = "s", require = "K" } end"#, nil),
  ])
  func wholes(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("", "@"),
    Case("-- nothing but a comment\n", "@"),
    Case(valid, "@"),
    Case(#"waive "r" { because = "b", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(#"policy "p" { summary = "s", verison = "1" }"#, "@"),
    Case(#"policy "p" {}"#, "@"),
    Case(#"policy "p" { summary = "s", version = 1 }"#, "@"),
    Case(#"policy "P" { summary = "s" }"#, "@"),
    Case(#"policy "com.example/x" { summary = "s" }"#, "@"),
    Case(#"policy "p""#, "@"),
    Case(#"policy "p" { summary = "s", include = 3 }"#, "@"),
    Case("policy \"p\" { summary = \"s\", include = { \"apple.recommended\" } }\n" + valid, "@"),
    Case("policy \"p\" { summary = \"s\", include = { \"other\" } }\n" + valid, "@"),
    Case("policy \"p\" { summary = \"s\", include = { \"../other\" } }\n" + valid, "@"),
    Case("policy \"p\" { summary = \"s\", include = { \"policy\" } }\n" + valid, "@"),
    Case("policy \"com.example.a-1\" { summary = \"s\", version = \"1\" }\n" + valid, nil),
  ])
  func policies(_ tested: Case) throws { try Self.check(tested, header: "") }

  @Test(arguments: [
    Case("rule \"r\" { summary = \"s\",\n  require = { \"K\" }\n", "@"),
    Case("rule \"r\" { summary = \"s\" require = { \"K\" } }\n", "@"),
    Case("local s = 'open\n", "@"),
    Case("\n\nsummary = \"s\"\n", "@"),
    Case("local x = bundel\n", "@"),
    Case("local x = summary\n", "@"),
    Case("ruel \"r\" { summary = \"s\" }\n", "@"),
    Case("local x = os.getenv(\"HOME\")\n", "@"),
    Case("local x = io\n", "@"),
    Case("require \"x\"\n", "@"),
    Case("local v = version.pares(\"1\")\n", "@"),
    Case("local v = string.dump(print)\n", "@"),
    Case("local v = plist.nothing_like_it\n", "@"),
    Case("string.x = 1\n", "@"),
    Case("error(\"no luck\")\n", "@"),
    Case("error({})\n", "@"),
    Case("local n = nil + 1\n", "@"),
    Case("local v = version.parse(7)\n", "@"),
    Case("local v = version.parse(\"7\", \"semvre\")\n", "@"),
    Case("while true do end\n", "@"),
    Case("\u{1B}LuaT\n", "@"),
    Case("goto nowhere\n", "@"),
  ])
  func sources(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(valid + #"parameter "p" { default = {} , summary = 1 }"#, "@"),
    Case(valid + #"parameter "p" { defualt = "x" }"#, "@"),
    Case(valid + #"parameter "p" {}"#, "@"),
    Case(valid + #"parameter "p" { default = function() end }"#, "@"),
    Case(valid + #"parameter "p" { default = { 1, 2 } }"#, "@"),
    Case(valid + #"parameter "p" { type = "text", default = "x" }"#, "@"),
    Case(valid + #"parameter "p" { type = "integer", default = "x" }"#, "@"),
    Case(valid + #"parameter "p" { default = "x" }; parameter "p" { default = "y" }"#, "@"),
    Case(valid + #"parameter "p""#, "@"),
    Case(valid + #"parameter "p" { default = 7 }"#, ["p": "seven"], "@"),
    Case(valid + #"parameter "p" { default = 7 }"#, ["p": "7.5"], "@"),
    Case(valid + #"parameter "p" { default = 7.5 }"#, ["p": "x"], "@"),
    Case(valid + #"parameter "p" { default = true }"#, ["p": "yes"], "@"),
    Case(valid + #"parameter "p" { type = "integer" }"#, ["p": "99999999999999999999"], "@"),
    Case(valid + #"local v = parameter "p" { default = 7 }; assert(v == 8)"#, ["p": "8"], nil),
    Case(valid + #"local v = parameter "p" { default = 7.5 }; assert(v == 0.25)"#, ["p": "0.25"], nil),
    Case(valid + #"local v = parameter "p" { default = true }; assert(v == false)"#, ["p": "false"], nil),
    Case(valid + #"local v = parameter "p" { type = "string" }; assert(v == "a=b")"#, ["p": "a=b"], nil),
    Case(valid + #"local v = parameter "p" { default = { "x" } }; assert(#v == 2 and v[2] == "b")"#, ["p": "a,b"], nil),
    Case(valid + #"local v = parameter "p" { default = "x" }; assert(v == "x")"#, nil),
  ])
  func parameters(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(valid + #"waive "r" { owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "r" { because = "b", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "r" { because = "b", owner = "o" }"#, "@"),
    Case(valid + #"waive "r" { because = " ", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "r" { because = "b", owner = "o", expires = "2026-02-30" }"#, "@"),
    Case(valid + #"waive "r" { because = "b", owner = "o", expires = "soon" }"#, "@"),
    Case(valid + #"waive "r" { becuase = "b", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "r" { because = "b", owner = "o", expires = "2026-01-01", bundle = {} }"#, "@"),
    Case(valid + #"waive "s" { because = "b", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(#"rule "build-grows" { summary = "s", require = "K" }; waive "build-grow" { because = "b", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "other/r" { because = "b", owner = "o", expires = "2026-01-01" }"#, "@"),
    Case(valid + #"waive "r""#, "@"),
    Case(valid + #"waive "test/r" { because = "b", owner = "o", expires = "2026-01-01" }"#, nil),
  ])
  func waivers(_ tested: Case) throws { try Self.check(tested) }
}
