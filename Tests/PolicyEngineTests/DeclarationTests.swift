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
    #expect(error == tested.error)
  }

  private static let valid = "rule \"r\" { summary = \"s\", require = { \"K\" } }\n"

  @Test(arguments: [
    Case(
      #"rule "r" { summary = "s", requires = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown field 'requires'; did you mean 'require'?"),
    Case(
      #"rule "r" { summary = "s", needs = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown field 'needs'; known are summary, severity, rationale, help, tags, applies, examples, require, forbid, increases, custom_keys, qualified_keys, check, shape, localize, files, checker, with, since, deny_from, deprecated"
    ),
    Case(
      #"rule "r" { summary = "s", "K" }"#,
      "policy.invalid policy.lua:2: rule 'r': fields have names, found an entry without one (write 'name = value')"),
    Case(
      #"rule "r" { require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that says what must hold"),
    Case(
      #"rule "r" { summary = "  ", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that says what must hold"),
    Case(
      #"rule "r" { summary = 7, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' must be a string, found integer"),
    Case(
      #"rule "r" { summary = "s" }"#,
      "policy.invalid policy.lua:2: rule 'r' judges nothing: give one of require, forbid, increases, custom_keys, qualified_keys, check"
    ),
    Case(
      #"rule "r" {}"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that says what must hold"),
    Case(
      #"rule "r" { summary = "s", severity = "errors", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown severity 'errors'; did you mean 'error'?"),
    Case(
      #"rule "r" { summary = "s", severity = "fatal", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown severity 'fatal'; known are note, warning, error"),
    Case(
      #"rule "r" { summary = "s", severity = true, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'severity' must be a string, found boolean"),
    Case(
      #"rule "r" { summary = "s", help = {}, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'help' must be a string, found list"),
    Case(
      #"rule "r" { summary = "s", tags = { "a", 1 }, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'tags' must be a list of strings, found integer"),
    Case(
      #"rule "r" { summary = "s", rationale = 1.5, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'rationale' must be a string, found number"),
    Case(
      #"rule "r" { summary = "s", require = {} }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", require = { "A", "" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' has an entry that is empty"),
    Case(
      #"rule "r" { summary = "s", require = { "A", 3 } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' must be a list of strings, found integer"),
    Case(
      #"rule "r" { summary = "s", require = { A = true } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' must be a list of strings, found table"),
    Case(
      #"rule "r" { summary = "s", require = 3 }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' must be a list of strings, found integer"),
    Case(
      #"rule "r" { summary = "s", forbid = {} }"#,
      "policy.invalid policy.lua:2: rule 'r': 'forbid' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", forbid = function() end }"#,
      "policy.invalid policy.lua:2: rule 'r': 'forbid' must be a list of strings, found function"),
    Case(
      #"rule "r" { summary = "s", require = "/a~2b" }"#,
      "policy.invalid policy.lua:2: rule 'r': '/a~2b' in 'require' is not a JSON Pointer: in a key's name write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", forbid = { "/a/b~" } }"#,
      "policy.invalid policy.lua:2: rule 'r': '/a/b~' in 'forbid' is not a JSON Pointer: in a key's name write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", increases = {} }"#,
      #"policy.invalid policy.lua:2: rule 'r', increases: 'key' is missing: the key that holds the version, such as "CFBundleVersion""#
    ),
    Case(
      #"rule "r" { summary = "s", increases = true }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: a table was expected, found boolean"),
    Case(
      #"rule "r" { summary = "s", increases = "" }"#,
      "policy.invalid policy.lua:2: rule 'r': 'increases' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "V", dialect = "appel" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown dialect 'appel'; did you mean 'apple'?"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "V", dialect = "numeric" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown dialect 'numeric'; known are apple, sparkle, semver"),
    Case(
      #"rule "r" { summary = "s", increases = { keys = "V" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown field 'keys'; did you mean 'key'?"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "/V~" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: '/V~' in 'key' is not a JSON Pointer: in a key's name write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", custom_keys = {} }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is missing: the prefix (or list of prefixes) of your own keys"
    ),
    Case(
      #"rule "r" { summary = "s", custom_keys = { prefix = "" } }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", custom_keys = { prefix = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", custom_keys = { prefixes = "a." } }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: unknown field 'prefixes'; did you mean 'prefix'?"),
    Case(
      #"rule "r" { summary = "s", custom_keys = "a." }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: a table was expected, found string"),
    Case(
      #"rule "r" { summary = "s", qualified_keys = {} }"#,
      #"policy.invalid policy.lua:2: rule 'r', qualified_keys: write { default = "present" }"#),
    Case(
      #"rule "r" { summary = "s", qualified_keys = { default = "absent" } }"#,
      #"policy.invalid policy.lua:2: rule 'r', qualified_keys: write { default = "present" }"#),
    Case(
      #"rule "r" { summary = "s", qualified_keys = true }"#,
      "policy.invalid policy.lua:2: rule 'r', qualified_keys: a table was expected, found boolean"),
    Case(
      #"rule "r" { summary = "s", check = "K" }"#,
      "policy.invalid policy.lua:2: rule 'r': 'check' must be a function, found string"),
    Case(
      #"rule "r" { summary = "s", shape = { K = 1 } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'shape' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", localize = {} }"#,
      "policy.invalid policy.lua:2: rule 'r': 'localize' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", files = {} }"#,
      "policy.invalid policy.lua:2: rule 'r': 'files' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", checker = "x" }"#,
      "policy.invalid policy.lua:2: rule 'r': 'checker' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", since = "2026-01-01", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'since' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", deny_from = "2026-01-01", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'deny_from' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", deprecated = true, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'deprecated' is not available in this version of bundlepolicy"),
    Case(
      #"rule "r" { summary = "s", require = "K", examples = { passes = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', examples: unknown field 'passes'; known are pass, fail"),
    Case(
      #"rule "r" { summary = "s", require = "K", examples = { pass = { info = {} } } }"#,
      "policy.invalid policy.lua:2: rule 'r', examples: 'pass' must be a list of bundles, found table"),
    Case(
      #"rule "r" { summary = "s", require = "K", examples = 1 }"#,
      "policy.invalid policy.lua:2: rule 'r', examples: a table was expected, found integer"),
  ])
  func rules(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { kinds = "application" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown field 'kinds'; did you mean 'kind'?"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { kind = "aplication" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown kind 'aplication'; did you mean 'application'?"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { kind = { "application", "app" } } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown kind 'app'; known are application, framework, extension, plugin, xcframework, settings, archive, plist"
    ),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { kind = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: 'kind' is empty, so it would judge nothing"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { platform = "osx" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown platform 'osx'; known are macos, ios, tvos, watchos, visionos, catalyst"
    ),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { platform = "maccos" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown platform 'maccos'; did you mean 'macos'?"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { nested = "yes" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: 'nested' must be true or false, found string"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { when = "true" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: 'when' must be a function, found string"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = 13 } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies: 'minimum_os' must be a version such as "13.0" or { from = …, below = … }, found integer"#
    ),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = "13.x" } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies: '13.x' is not a system version such as "13.0""#),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = "13.0b1" } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies: '13.0b1' is not a system version such as "13.0""#),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = { form = "13" } } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies, minimum_os: unknown field 'form'; did you mean 'from'?"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = { below = "Ventura" } } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies, minimum_os: 'Ventura' is not a system version such as "13.0""#),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = "application" }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: a table was expected, found string"),
  ])
  func applies(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      valid + #"rule "r" { summary = "again", require = { "L" } }"#,
      "policy.invalid policy.lua:3: rule 'r' is already declared at policy.lua:2"),
    Case(
      "rule \"r\"\n" + valid,
      #"policy.incomplete policy.lua:2: rule 'r' has no table after its name [write rule "r" { … }]"#),
    Case(
      valid + #"rule "s""#,
      #"policy.incomplete policy.lua:3: rule 's' has no table after its name [write rule "s" { … }]"#),
    Case(#"rule("x", {})"#, #"policy.invalid policy.lua:2: write rule "x" { … }, without parentheses and comma"#),
    Case(
      #"rule { summary = "s" }"#, #"policy.invalid policy.lua:2: rule needs a name: rule "name" { … }, found table"#),
    Case(#"rule()"#, #"policy.invalid policy.lua:2: rule needs a name: rule "name" { … }, found nil"#),
    Case(#"rule "r" "s""#, "policy.invalid policy.lua:2: rule 'r': a table was expected, found string"),
    Case(
      #"local half = rule "r"; half { summary = "s", require = "K" }; half { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: this rule already has its table"),
    Case(
      #"rule "R" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'R' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: '' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "a..b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a..b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "-a" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: '-a' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "a-" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a-' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "a b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "a/b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a/b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"rule "é" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'é' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      "",
      #"policy.empty policy.lua:1: the policy has no rules, so it would judge nothing [declare one: rule "id" { summary = "…", require = { … } }]"#
    ),
    Case(
      "local x = 1",
      #"policy.empty policy.lua:1: the policy has no rules, so it would judge nothing [declare one: rule "id" { summary = "…", require = { … } }]"#
    ),
    Case(
      valid + #"policy "other" { summary = "s" }"#,
      "policy.invalid policy.lua:3: policy 'other': this file already declares policy 'test'"),
    Case(#"rule "1" { summary = "s", require = "K" }; rule "a.b-c9" { summary = "s", require = "K" }"#, nil),
    Case(#"for i = 1, 3 do rule("r" .. i) { summary = "s", require = "K" } end"#, nil),
  ])
  func wholes(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      "",
      #"policy.undeclared policy.lua:1: the file declares no policy [start it with: policy "com.example.release" { summary = "…" }]"#
    ),
    Case(
      "-- nothing but a comment\n",
      #"policy.undeclared policy.lua:1: the file declares no policy [start it with: policy "com.example.release" { summary = "…" }]"#
    ),
    Case(valid, #"policy.invalid policy.lua:1: rule 'r' stands before any policy: declare policy "…" { … } first"#),
    Case(
      #"waive "r" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      #"policy.invalid policy.lua:1: waive 'r' stands before any policy: declare policy "…" { … } first"#),
    Case(
      #"policy "p" { summary = "s", verison = "1" }"#,
      "policy.invalid policy.lua:1: policy 'p': unknown field 'verison'; did you mean 'version'?"),
    Case(
      #"policy "p" {}"#,
      "policy.invalid policy.lua:1: policy 'p': 'summary' is missing: one sentence that says what the policy is for"),
    Case(
      #"policy "p" { summary = "s", version = 1 }"#,
      "policy.invalid policy.lua:1: policy 'p': 'version' must be a string, found integer"),
    Case(
      #"policy "P" { summary = "s" }"#,
      "policy.invalid policy.lua:1: 'P' is not a policy id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"policy "com.example/x" { summary = "s" }"#,
      "policy.invalid policy.lua:1: 'com.example/x' is not a policy id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
    ),
    Case(
      #"policy "p""#,
      #"policy.incomplete policy.lua:1: policy 'p' has no table after its name [write policy "p" { … }]"#),
    Case(
      #"policy "p" { summary = "s", include = 3 }"#,
      "policy.invalid policy.lua:1: policy 'p': 'include' must be a list of strings, found integer"),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"apple.recommended\" } }\n" + valid,
      "policy.include policy.lua:1: the standard policy 'apple.recommended' is not part of this version of bundlepolicy [remove it from include]"
    ),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"other\" } }\n" + valid,
      "policy.not-found policy.lua:1: there is no module 'other': other.lua does not exist"),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"../other\" } }\n" + valid,
      #"policy.module policy.lua:1: '../other' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids""#
    ),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"policy\" } }\n" + valid,
      "policy.include policy.lua:1: 'policy' is included more than once"),
    Case("policy \"com.example.a-1\" { summary = \"s\", version = \"1\" }\n" + valid, nil),
  ])
  func policies(_ tested: Case) throws { try Self.check(tested, header: "") }

  @Test(arguments: [
    Case(
      "rule \"r\" { summary = \"s\",\n  require = { \"K\" }\n",
      "policy.syntax policy.lua:4: '}' expected (to close '{' at line 2) near <eof>"),
    Case(
      "rule \"r\" { summary = \"s\" require = { \"K\" } }\n", "policy.syntax policy.lua:2: '}' expected near 'require'"),
    Case("local s = 'open\n", "policy.syntax policy.lua:2: unfinished string near ''open'"),
    Case(
      "\n\nsummary = \"s\"\n",
      "policy.invalid policy.lua:4: cannot assign to the global 'summary'; write 'local summary = …'"),
    Case(
      "local x = bundel\n",
      "policy.invalid policy.lua:2: there is no global 'bundel'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
    ),
    Case(
      "local x = summary\n",
      "policy.invalid policy.lua:2: there is no global 'summary'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
    ),
    Case(
      "ruel \"r\" { summary = \"s\" }\n", "policy.invalid policy.lua:2: there is no global 'ruel'; did you mean 'rule'?"
    ),
    Case(
      "local x = os.getenv(\"HOME\")\n",
      "policy.invalid policy.lua:2: there is no global 'os'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
    ),
    Case(
      "local x = io\n",
      "policy.invalid policy.lua:2: there is no global 'io'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
    ),
    Case(
      "require \"x\"\n",
      "policy.invalid policy.lua:2: there is no global 'require'; known are assert, bundles, error, getmetatable, glob, import, ipairs, keys, locale, math, next, pairs, parameter, pcall, plist, policy, rule, select, setmetatable, string, table, tonumber, tostring, type, utf8, uuid, version, waive, xpcall"
    ),
    Case(
      "local v = version.pares(\"1\")\n",
      "policy.invalid policy.lua:2: there is no function 'version.pares'; did you mean 'parse'?"),
    Case(
      "local v = string.dump(print)\n",
      "policy.invalid policy.lua:2: there is no function 'string.dump'; known are byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper"
    ),
    Case(
      "local v = plist.nothing_like_it\n",
      "policy.invalid policy.lua:2: there is no function 'plist.nothing_like_it'; known are type, resolve, variants, place, path, diagnostics"
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
      "policy.invalid policy.lua:3: parameter 'p': 'default' must be a string, number, boolean or list of strings, found function"
    ),
    Case(
      valid + #"parameter "p" { default = { 1, 2 } }"#,
      "policy.invalid policy.lua:3: parameter 'p': 'default' must be a string, number, boolean or list of strings, found list"
    ),
    Case(
      valid + #"parameter "p" { type = "text", default = "x" }"#,
      "policy.invalid policy.lua:3: parameter 'p': unknown type 'text'; known are string, integer, number, boolean, list"
    ),
    Case(
      valid + #"parameter "p" { type = "integer", default = "x" }"#,
      "policy.invalid policy.lua:3: parameter 'p': its default is string, its type integer"),
    Case(
      valid + #"parameter "p" { default = "x" }; parameter "p" { default = "y" }"#,
      "policy.invalid policy.lua:3: parameter 'p' is already declared at policy.lua:3"),
    Case(
      valid + #"parameter "p""#,
      #"policy.incomplete policy.lua:3: parameter 'p' has no table after its name [write parameter "p" { … }]"#),
    Case(
      valid + #"parameter "p" { default = 7 }"#, ["p": "seven"],
      "policy.invalid policy.lua:3: parameter 'p': 'seven' is not an integer"),
    Case(
      valid + #"parameter "p" { default = 7 }"#, ["p": "7.5"],
      "policy.invalid policy.lua:3: parameter 'p': '7.5' is not an integer"),
    Case(
      valid + #"parameter "p" { default = 7.5 }"#, ["p": "x"],
      "policy.invalid policy.lua:3: parameter 'p': 'x' is not a number"),
    Case(
      valid + #"parameter "p" { default = true }"#, ["p": "yes"],
      "policy.invalid policy.lua:3: parameter 'p': 'yes' is not true or false"),
    Case(
      valid + #"parameter "p" { type = "integer" }"#, ["p": "99999999999999999999"],
      "policy.invalid policy.lua:3: parameter 'p': '99999999999999999999' is not an integer"),
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
      "policy.invalid policy.lua:3: waive 'r': 'because' is missing: why the rule may be broken"),
    Case(
      valid + #"waive "r" { because = "b", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'owner' is missing: who answers for it"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is missing: the last day it holds, YYYY-MM-DD"),
    Case(
      valid + #"waive "r" { because = " ", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'because' is missing: why the rule may be broken"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "2026-02-30" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is not a day: '2026-02-30' (write YYYY-MM-DD)"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "soon" }"#,
      "policy.invalid policy.lua:3: waive 'r': 'expires' is not a day: 'soon' (write YYYY-MM-DD)"),
    Case(
      valid + #"waive "r" { becuase = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive 'r': unknown field 'becuase'; did you mean 'because'?"),
    Case(
      valid + #"waive "r" { because = "b", owner = "o", expires = "2026-01-01", bundle = {} }"#,
      "policy.invalid policy.lua:3: waive 'r': 'bundle' must be a string, found list"),
    Case(
      valid + #"waive "s" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive: there is no rule 's'; known are r"),
    Case(
      #"rule "build-grows" { summary = "s", require = "K" }; waive "build-grow" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:2: waive: there is no rule 'build-grow'; did you mean 'build-grows'?"),
    Case(
      valid + #"waive "other/r" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      "policy.invalid policy.lua:3: waive: there is no rule 'other/r'; known are r"),
    Case(
      valid + #"waive "r""#,
      #"policy.incomplete policy.lua:3: waive 'r' has no table after its name [write waive "r" { … }]"#),
    Case(valid + #"waive "test/r" { because = "b", owner = "o", expires = "2026-01-01" }"#, nil),
  ])
  func waivers(_ tested: Case) throws { try Self.check(tested) }
}
