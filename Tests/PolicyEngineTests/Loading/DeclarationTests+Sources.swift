import PolicyTestSupport
import Testing

@testable import PolicyEngine

// Mistakes in Lua itself, in parameters and in waivers.
extension DeclarationTests {
  @Test(arguments: [
    Case(
      "rule \"r\" { summary = \"s\",\n  require = { \"K\" }\n",
      "policy.syntax policy.lua:4: '}' expected (to close '{' at line 2) near <eof>"),
    Case(
      "rule \"r\" { summary = \"s\" require = { \"K\" } }\n",
      "policy.syntax policy.lua:2: '}' expected near 'require' [put a comma before require]"),
    Case("local s = 'open\n", "policy.syntax policy.lua:2: unfinished string near ''open'"),
    Case(
      "\n\nsummary = \"s\"\n",
      "policy.invalid policy.lua:4: cannot assign to the global 'summary'; write 'local summary = …'"),
    Case(
      "local x = bundel\n",
      "policy.invalid policy.lua:2: there is no global 'bundel'; check its spelling, or declare it with 'local'"
    ),
    Case(
      "local x = summary\n",
      "policy.invalid policy.lua:2: there is no global 'summary'; check its spelling, or declare it with 'local'"
    ),
    Case(
      "ruel \"r\" { summary = \"s\" }\n", "policy.invalid policy.lua:2: there is no global 'ruel'; did you mean 'rule'?"
    ),
    Case(
      "local x = os.getenv(\"HOME\")\n",
      "policy.invalid policy.lua:2: there is no global 'os'; policies can only use the bundle and the modules they import; the day of the check is as_of"
    ),
    Case(
      "local x = io\n",
      "policy.invalid policy.lua:2: there is no global 'io'; policies can only use the bundle and the modules they import"
    ),
    Case(
      "require \"x\"\n",
      "policy.invalid policy.lua:2: there is no global 'require'; use import \"name\" to load a module"
    ),
    Case(
      "local v = version.pares(\"1\")\n",
      "policy.invalid policy.lua:2: there is no function 'version.pares'; did you mean 'parse'?"),
    Case(
      "local v = string.dump(print)\n",
      "policy.invalid policy.lua:2: there is no function 'string.dump'; known names: byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper"
    ),
    Case(
      "local v = plist.nothing_like_it\n",
      "policy.invalid policy.lua:2: there is no function 'plist.nothing_like_it'; known names: type, resolve, variants, place, path, format, find, search, keys, blanks, is_blank, diagnostics"
    ),
    Case("string.x = 1\n", "policy.invalid policy.lua:2: string is read-only: cannot set 'x'"),
    Case("error(\"no luck\")\n", "policy.invalid policy.lua:2: no luck"),
    Case(
      "error({})\n", #"policy.invalid policy.lua:2: an error value of type 'table' was raised; use error("message")"#),
    Case("local n = nil + 1\n", "policy.invalid policy.lua:2: attempt to perform arithmetic on a nil value"),
    Case("local v = version.parse(7)\n", "policy.invalid policy.lua:2: version.parse needs a string, found integer"),
    Case(
      "local v = version.parse(\"7\", \"semvre\")\n",
      "policy.invalid policy.lua:2: version.parse: there is no dialect 'semvre'; did you mean 'semver'?"),
    Case(
      "while true do end\n",
      "limit.fuel policy.lua:2: loading the policy used up 50000000 units of fuel [look for a loop that does not end]"),
    Case("\u{1B}LuaT\n", #"policy.syntax policy.lua:2: unexpected symbol near '<\27>'"#),
    Case("goto nowhere\n", "policy.syntax policy.lua:3: no visible label 'nowhere' for <goto> at line 2"),
  ])
  func sources(_ tested: Case) throws { try Self.check(tested) }

  /// Syntax of other languages that Lua does not have.
  @Test(arguments: [
    Case(
      "if 1 != 2 then end\n", "policy.syntax policy.lua:2: 'then' expected near '!' ['not equal' is written ~= in Lua]"),
    Case("local n = 1\nn += 1\n", "policy.syntax policy.lua:3: syntax error near '+' [Lua has no +=: write x = x + y]"),
    Case(
      "local b = true && false\n", "policy.syntax policy.lua:2: unexpected symbol near '&' [write 'and' instead of &&]"),
    Case("local b = !true\n", "policy.syntax policy.lua:2: unexpected symbol near '!' [write 'not' instead of !]"),
    Case("// note\n", "policy.syntax policy.lua:2: unexpected symbol near '//' [comments begin with --]"),
    Case("local b = 1\nif b = 1 then end\n", "policy.syntax policy.lua:3: 'then' expected near '=' [compare with ==]"),
    Case(
      "local t = { a: 1 }\n",
      "policy.syntax policy.lua:2: <name> expected near '1' [a field of a table is written name = value]"),
    Case(
      "for i = 1, 2 do\n  continue\nend\n",
      "policy.syntax policy.lua:4: syntax error near 'end' [Lua has no 'continue': write 'goto continue', with '::continue::' before the loop's 'end']"
    ),
    Case(
      "local s = “x”\n",
      "policy.syntax policy.lua:2: unexpected character “ [write straight quotes: \" or ']"),
    Case(
      "local s = '\\d+'\n",
      #"policy.syntax policy.lua:2: invalid escape sequence near ''\d' [patterns escape with %: write %d, %s or %.; a backslash itself is \\]"#
    ),
    Case("local s = null\n", "policy.invalid policy.lua:2: there is no global 'null'; write nil"),
    // Text in quotes or in a comment does not cause the message.
    Case("local s = \"a != b\" )\n", "policy.syntax policy.lua:2: unexpected symbol near ')'"),
    Case("local s = ) -- a != b\n", "policy.syntax policy.lua:2: unexpected symbol near ')'"),
    Case(
      "local s = string[1]\n",
      "policy.invalid policy.lua:2: 'string' has no field [1]; call its functions by name"),
    Case(
      "local _, e = pcall(string.rep, 'x', {}) error(e)\n",
      "policy.invalid policy.lua:2: bad argument #2 to 'string.rep' (number expected, got table)"),
    Case(
      "local function f(x) return (x:gsub('x', f)) end f('x')\n",
      "limit.call policy.lua:2: loading the policy reached a limit: the call stack is too deep [look for a function that calls itself without end, directly or through gsub, sort or pcall]"
    ),
    Case(
      "local n = keys + 1\n", "policy.invalid policy.lua:2: attempt to perform arithmetic on an object (global 'keys')"),
    Case(
      "local m = import \"other.lua\"\n",
      "policy.invalid policy.lua:2: there is no module 'other.lua': modules are named without '.lua'; write \"other\""),
  ])
  func habitsOfOtherLanguages(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      valid + #"parameter "p" { default = {} , summary = 1 }"#,
      "policy.invalid policy.lua:3: parameter 'p': 'summary' must be a string, found integer"),
    Case(
      valid + #"parameter "p" { defualt = "x" }"#,
      "policy.invalid policy.lua:3: parameter 'p': unknown field 'defualt'; did you mean 'default'?"),
    Case(
      valid + #"parameter "p" {}"#,
      "policy.invalid policy.lua:3: parameter 'p' has no default and no value was given: pass --param p=VALUE"),
    Case(
      valid + #"parameter "p" { default = function() end }"#,
      "policy.invalid policy.lua:3: parameter 'p': 'default' must be a string, number, boolean, list of strings or table with names, found function"
    ),
    Case(
      valid + #"parameter "p" { default = { 1, 2 } }"#,
      "policy.invalid policy.lua:3: parameter 'p': 'default' must be a string, number, boolean, list of strings or table with names, found list"
    ),
    Case(
      valid + #"parameter "p" { type = "text", default = "x" }"#,
      "policy.invalid policy.lua:3: parameter 'p': unknown type 'text'; known names: string, integer, number, boolean, list, map"
    ),
    Case(
      valid + #"parameter "p" { type = "integer", default = "x" }"#,
      "policy.invalid policy.lua:3: parameter 'p': 'default' is of type string, but 'type' is integer"),
    Case(
      valid + #"parameter "p" { default = "x" }; parameter "p" { default = "y" }"#,
      "policy.invalid policy.lua:3: parameter 'p' is already declared at policy.lua:3"),
    Case(
      valid + #"parameter "p""#,
      #"policy.incomplete policy.lua:3: parameter 'p' has no table after its name [write parameter "p" { … }]"#),
    Case(
      valid + #"parameter "p" { default = 7 }"#, ["p": "seven"],
      "parameters.type parameter 'p' is an integer, found 'seven' [policy.lua:3 declares it]"),
    Case(
      valid + #"parameter "p" { default = 7 }"#, ["p": "7.5"],
      "parameters.type parameter 'p' is an integer, found '7.5' [policy.lua:3 declares it]"),
    Case(
      valid + #"parameter "p" { default = 7.5 }"#, ["p": "x"],
      "parameters.type parameter 'p' is a number, found 'x' [policy.lua:3 declares it]"),
    Case(
      valid + #"parameter "p" { default = true }"#, ["p": "yes"],
      "parameters.type parameter 'p' is true or false, found 'yes' [policy.lua:3 declares it]"),
    Case(
      valid + #"parameter "p" { type = "integer" }"#, ["p": "99999999999999999999"],
      "parameters.type parameter 'p' is an integer, found '99999999999999999999' [policy.lua:3 declares it]"),
    Case(valid + #"local v = parameter "p" { default = 7 }; assert(v == 8)"#, ["p": "8"], nil),
    Case(valid + #"local v = parameter "p" { default = 7.5 }; assert(v == 0.25)"#, ["p": "0.25"], nil),
    Case(valid + #"local v = parameter "p" { default = true }; assert(v == false)"#, ["p": "false"], nil),
    Case(valid + #"local v = parameter "p" { type = "string" }; assert(v == "a=b")"#, ["p": "a=b"], nil),
    Case(valid + #"local v = parameter "p" { default = { "x" } }; assert(#v == 2 and v[2] == "b")"#, ["p": "a,b"], nil),
    Case(valid + #"local v = parameter "p" { default = "x" }; assert(v == "x")"#, nil),
  ])
  func parameters(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      valid + #"waive "r" { owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'because' is missing: why the violation is acceptable"),
    Case(
      valid + #"waive "r" { because = "b", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'owner' is missing: who is responsible for it"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is missing: the last day on which it applies, YYYY-MM-DD"),
    Case(
      valid + #"waive "r" { because = " ", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'because' is missing: why the violation is acceptable"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "2026-02-30" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is not a date: '2026-02-30' (write YYYY-MM-DD)"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "soon" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is not a date: 'soon' (write YYYY-MM-DD)"),
    Case(
      valid + #"waive "r" { becuase = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': unknown field 'becuase'; did you mean 'because'?"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "2026-01-01", bundle = {} }"#,
      "policy.invalid policy.lua:3: waive 'r': 'bundle' must be a string, found list"),
    Case(
      valid + #"waive "s" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive: there is no rule 's'; known names: r"),
    Case(
      #"rule "build-grows" { summary = "s", require = "K" }; waive "build-grow" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:2: waive: there is no rule 'build-grow'; did you mean 'build-grows'?"),
    Case(
      valid + #"waive "other/r" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive: there is no rule 'other/r'; did you mean 'r'?"),
    Case(
      valid + #"waive "r""#,
      #"policy.incomplete policy.lua:3: waive 'r' has no table after its name [write waive "r" { … }]"#),
    Case(valid + #"waive "test/r" { because = "b", owner = "o", expires = "2026-01-01" }"#, nil),
  ])
  func waivers(_ tested: Case) throws { try Self.check(tested) }
}
