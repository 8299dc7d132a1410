import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Every mistake a policy can make in its declarations: one clear sentence each, at its line.
@Suite(.largeStack) struct DeclarationTests {
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

  static func check(_ tested: Case, header: String = PolicyRun.header) throws {
    let error = try PolicyRun.loadingError(["policy.lua": header + tested.source], parameters: tested.parameters)
    #expect(error == tested.error)
  }

  static let valid = "rule \"r\" { summary = \"s\", require = { \"K\" } }\n"

  @Test(arguments: [
    Case(
      #"rule "r" { summary = "s", requires = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown field 'requires'; did you mean 'require'?"),
    Case(
      #"rule "r" { summary = "s", needs = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown field 'needs'; known names: summary, severity, rationale, source, help, tags, applies, since, deny_from, deprecated, examples, require, forbid, shape, entitlements, entitlements_of, increases, unchanged, budget, custom_keys, qualified_keys, localize, files, checker, with, check, across, collect"
    ),
    Case(
      #"rule "r" { summary = "s", "K" }"#,
      "policy.invalid policy.lua:2: rule 'r': fields need names; found an entry without one (write name = value)"),
    Case(
      #"rule "r" { require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that states the requirement"),
    Case(
      #"rule "r" { summary = "  ", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that states the requirement"),
    Case(
      #"rule "r" { summary = 7, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' must be a string, found integer"),
    Case(
      #"rule "r" { summary = "s" }"#,
      "policy.invalid policy.lua:2: rule 'r' checks nothing: add one of require, forbid, shape, entitlements, increases, unchanged, budget, custom_keys, qualified_keys, localize, files, checker, check, across"
    ),
    Case(
      #"rule "r" {}"#,
      "policy.invalid policy.lua:2: rule 'r': 'summary' is missing: one sentence that states the requirement"),
    Case(
      #"rule "r" { summary = "s", severity = "errors", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown severity 'errors'; did you mean 'error'?"),
    Case(
      #"rule "r" { summary = "s", severity = "fatal", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': unknown severity 'fatal'; known names: note, warning, error"),
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
      "policy.invalid policy.lua:2: rule 'r': 'require' is empty, so it would check nothing"),
    Case(
      #"rule "r" { summary = "s", require = { "A", "" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'require' has an empty entry"),
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
      "policy.invalid policy.lua:2: rule 'r': 'forbid' is empty, so it would check nothing"),
    Case(
      #"rule "r" { summary = "s", forbid = function() end }"#,
      "policy.invalid policy.lua:2: rule 'r': 'forbid' must be a list of strings, found function"),
    Case(
      #"rule "r" { summary = "s", require = "/a~2b" }"#,
      "policy.invalid policy.lua:2: rule 'r': '/a~2b' in 'require' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", forbid = { "/a/b~" } }"#,
      "policy.invalid policy.lua:2: rule 'r': '/a/b~' in 'forbid' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", forbid = "com.example.Debug*" }"#,
      "policy.invalid policy.lua:2: rule 'r': 'com.example.Debug*' in 'forbid' contains '*', which is not a wildcard here; to match several keys, iterate over pairs(bundle.info) in a 'check'"
    ),
    Case(
      #"rule "r" { summary = "s", forbid = "NSAppTransportSecurity.NSAllowsArbitraryLoads" }"#,
      "policy.invalid policy.lua:2: rule 'r': 'NSAppTransportSecurity.NSAllowsArbitraryLoads' in 'forbid' is one key with periods in it; for a key inside NSAppTransportSecurity write a JSON Pointer, '/NSAppTransportSecurity/NSAllowsArbitraryLoads'"
    ),
    Case(
      #"rule "r" { summary = "s", shape = { ["/A/B"] = optional(text) } }"#,
      "policy.invalid policy.lua:2: rule 'r', shape: '/A/B' is not a key of Info.plist; shapes nest: write A = { B = … } for /A/B"
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
      "policy.invalid policy.lua:2: rule 'r': 'increases' is empty, so it would check nothing"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "V", dialect = "appel" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown dialect 'appel'; did you mean 'apple'?"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "V", dialect = "numeric" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown dialect 'numeric'; known names: apple, sparkle, semver"
    ),
    Case(
      #"rule "r" { summary = "s", increases = { keys = "V" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: unknown field 'keys'; did you mean 'key'?"),
    Case(
      #"rule "r" { summary = "s", increases = { key = "/V~" } }"#,
      "policy.invalid policy.lua:2: rule 'r', increases: '/V~' in 'key' is not a JSON Pointer: in a key, write '~0' for '~' and '~1' for '/'"
    ),
    Case(
      #"rule "r" { summary = "s", custom_keys = {} }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is missing: the prefix (or list of prefixes) of your own keys"
    ),
    Case(
      #"rule "r" { summary = "s", custom_keys = { prefix = "" } }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is empty, so it would check nothing"),
    Case(
      #"rule "r" { summary = "s", custom_keys = { prefix = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', custom_keys: 'prefix' is empty, so it would check nothing"),
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
      "policy.invalid policy.lua:2: rule 'r', shape, K: a shape was expected, such as text or one_of { … }, found integer"
    ),
    Case(
      #"rule "r" { summary = "s", localize = {} }"#,
      "policy.invalid policy.lua:2: rule 'r', localize: it is empty; give 'languages', 'keys' or 'tables'"),
    Case(
      #"rule "r" { summary = "s", files = {} }"#,
      "policy.invalid policy.lua:2: rule 'r', files: it is empty; give 'require' or 'forbid'"),
    Case(
      #"rule "r" { summary = "s", checker = 7 }"#,
      "policy.invalid policy.lua:2: rule 'r': 'checker' must be a string, found integer"),
    Case(
      #"rule "r" { summary = "s", since = "2026-02-30", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'since' is not a date: '2026-02-30' (write YYYY-MM-DD)"),
    Case(
      #"rule "r" { summary = "s", deny_from = "soon", require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'deny_from' is not a date: 'soon' (write YYYY-MM-DD)"),
    Case(
      #"rule "r" { summary = "s", with = { limit = 1 }, require = { "K" } }"#,
      "policy.invalid policy.lua:2: rule 'r': 'with' sets the options of a checker, but the rule has no 'checker'"),
    Case(
      #"rule "r" { summary = "s", require = "K", examples = { passes = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', examples: unknown field 'passes'; did you mean 'pass'?"),
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
      "policy.invalid policy.lua:2: rule 'r', applies: unknown kind 'app'; did you mean 'application'?"
    ),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { kind = {} } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: 'kind' is empty, so it would check nothing"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { platform = "osx" } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies: unknown platform 'osx'; known names: macos, ios, tvos, watchos, visionos, catalyst"
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
      #"policy.invalid policy.lua:2: rule 'r', applies: '13.x' is not a system version, such as "13.0""#),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = "13.0b1" } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies: '13.0b1' is not a system version, such as "13.0""#),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = { form = "13" } } }"#,
      "policy.invalid policy.lua:2: rule 'r', applies, minimum_os: unknown field 'form'; did you mean 'from'?"),
    Case(
      #"rule "r" { summary = "s", require = "K", applies = { minimum_os = { below = "Ventura" } } }"#,
      #"policy.invalid policy.lua:2: rule 'r', applies, minimum_os: 'Ventura' is not a system version, such as "13.0""#),
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
    Case(#"rule("x", {})"#, #"policy.invalid policy.lua:2: write rule "x" { … }, without parentheses or a comma"#),
    Case(
      #"rule { summary = "s" }"#, #"policy.invalid policy.lua:2: rule needs a name: rule "name" { … }, found table"#),
    Case(#"rule()"#, #"policy.invalid policy.lua:2: rule needs a name: rule "name" { … }, found nil"#),
    Case(#"rule "r" "s""#, "policy.invalid policy.lua:2: rule 'r': a table was expected, found string"),
    Case(
      #"local half = rule "r"; half { summary = "s", require = "K" }; half { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: this rule already has a table; declare another rule with another name"),
    Case(
      #"rule "R" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'R' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: '' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "a..b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a..b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "-a" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: '-a' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "a-" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a-' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "a b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "a/b" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'a/b' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"rule "é" { summary = "s", require = "K" }"#,
      "policy.invalid policy.lua:2: 'é' is not a rule id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      "",
      #"policy.empty policy.lua:1: the policy has no rules, so it would check nothing [declare one: rule "id" { summary = "…", require = { … } }]"#
    ),
    Case(
      "local x = 1",
      #"policy.empty policy.lua:1: the policy has no rules, so it would check nothing [declare one: rule "id" { summary = "…", require = { … } }]"#
    ),
    Case(
      valid + #"policy "other" { summary = "s" }"#,
      "policy.invalid policy.lua:3: policy 'other': a file can declare only one policy, and this one already declares 'test'"
    ),
    Case(#"rule "1" { summary = "s", require = "K" }; rule "a.b-c9" { summary = "s", require = "K" }"#, nil),
    Case(#"for i = 1, 3 do rule("r" .. i) { summary = "s", require = "K" } end"#, nil),
  ])
  func wholes(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case(
      "",
      #"policy.undeclared policy.lua:1: the file does not declare a policy [start it with: policy "com.example.release" { summary = "…" }]"#
    ),
    Case(
      "-- nothing but a comment\n",
      #"policy.undeclared policy.lua:1: the file does not declare a policy [start it with: policy "com.example.release" { summary = "…" }]"#
    ),
    Case(valid, #"policy.invalid policy.lua:1: rule 'r' comes before any policy; declare policy "…" { … } first"#),
    Case(
      #"waive "r" { because = "b", owner = "o", expires = "2026-01-01" }"#,
      #"policy.invalid policy.lua:1: waive 'r' comes before any policy; declare policy "…" { … } first"#),
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
      "policy.invalid policy.lua:1: 'P' is not a policy id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"policy "com.example/x" { summary = "s" }"#,
      "policy.invalid policy.lua:1: 'com.example/x' is not a policy id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
    ),
    Case(
      #"policy "p""#,
      #"policy.incomplete policy.lua:1: policy 'p' has no table after its name [write policy "p" { … }]"#),
    Case(
      #"policy "p" { summary = "s", include = 3 }"#,
      "policy.invalid policy.lua:1: policy 'p': 'include' must be a list of strings, found integer"),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"apple.recomended\" } }\n" + valid,
      "policy.not-found policy.lua:1: there is no standard policy 'apple.recomended'; did you mean 'apple.recommended'?"
    ),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"other\" } }\n" + valid,
      "policy.not-found policy.lua:1: there is no module 'other': other.lua does not exist"),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"../other\" } }\n" + valid,
      #"policy.module policy.lua:1: '../other' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"policy\" } }\n" + valid,
      "policy.invalid policy.lua:1: the policy includes itself: 'policy' is this file"),
    Case(
      "policy \"p\" { summary = \"s\", include = { \"a\", \"b\", \"a\" } }\n" + valid,
      "policy.invalid policy.lua:1: policy 'p': 'include' names 'a' twice"),
    Case("policy \"com.example.a-1\" { summary = \"s\", version = \"1\" }\n" + valid, nil),
  ])
  func policies(_ tested: Case) throws { try Self.check(tested, header: "") }
}
