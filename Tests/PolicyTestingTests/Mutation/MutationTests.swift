@testable import PolicyTesting
@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// `test --mutate`: which faults are made, which are noticed, and what is said of those that aren't.
@Suite struct MutationTests {
  static func trial(
    _ rules: String, tests: String? = nil, modules: [String: String] = [:], filters: [String] = []
  ) throws -> MutationTest {
    var files = modules
    files["policy.lua"] = PolicyRun.header + rules
    files["policy_test.lua"] = tests
    let folder = try TemporaryFolder(files)
    let day = try #require(CalendarDate("2026-06-15"))
    var test = MutationTest(.init(asOf: day, filters: filters))
    for suite in try PolicyTestSuite.discover(folder.path) { try test.run(suite) }
    test.advise()
    return test
  }

  /// The changes of mutants; survivors are marked with a star.
  static func changes(_ test: MutationTest, _ subject: Mutant.Subject? = nil) -> [String] {
    test.mutants.filter { subject == nil || $0.subject == subject }.map { ($0.isKilled ? "" : "* ") + $0.change }
  }

  /// A budget that is weakened, and a set that is left out, is noticed by a test near the limit, and with a change of each set.
  @Test func budgetsAndSets() throws {
    func killed(_ clause: String, _ pass: String, _ fail: String...) throws -> [Bool] {
      let test = try Self.trial(
        """
        rule "r" { summary = "s", applies = { kind = "application" }, \(clause), examples = {
          pass = { \(pass) }, fail = { \(fail.joined(separator: ", ")) },
        } }
        """)
      #expect(test.failures.isEmpty, "\(test.failures)")
      return test.mutants.filter { $0.subject == .clause && $0.change.first == "'" }.map(\.isKilled)
    }
    func film(_ size: String, before: String? = nil) -> String {
      func files(_ size: String) -> String { "files = { [\"Contents/Resources/film\"] = { size = \(size) } }" }
      let history = before.map { ", history = { { " + files($0) + " } }" }
      return "{ " + files(size) + (history ?? "") + " }"
    }
    let budget = #"budget = { measure = "install-size", max = "10 MB" }"#
    #expect(try killed(budget, "{}", film("15e6")) == [true])
    #expect(try killed(budget, "{}", film("30e6")) == [false])
    let growth = #"budget = { measure = "install-size", growth = "10 %" }"#
    #expect(try killed(growth, film("10e6", before: "10e6"), film("11500000", before: "10e6")) == [true])
    #expect(try killed(growth, film("10e6", before: "10e6"), film("20e6", before: "10e6")) == [false])
    let sets = #"unchanged = { "url-schemes", "usage-descriptions" }"#
    let same = "{ history = { {} } }"
    let scheme =
      #"{ info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } } } }, history = { { without = "CFBundleURLTypes" } } }"#
    let usage =
      #"{ info = { NSCameraUsageDescription = "a" }, history = { { without = "NSCameraUsageDescription" } } }"#
    #expect(try killed(sets, same, scheme) == [true, false])
    #expect(try killed(sets, same, scheme, usage) == [true, true])
  }

  /// The advice for each of them is an example that kills it.
  @Test(arguments: [
    #"budget = { measure = "install-size", max = "10 MB" }"#, #"budget = { measure = "install-size", growth = "2 %" }"#,
    #"unchanged = "entitlements""#, #"unchanged = "privacy""#, #"unchanged = "frameworks""#,
    #"unchanged = "extensions""#, #"unchanged = "localizations""#, #"unchanged = "url-schemes""#,
    #"unchanged = "queried-schemes""#, #"unchanged = "usage-descriptions""#, #"unchanged = "background-modes""#,
    #"unchanged = "transport-security""#,
  ])
  func adviceForBudgetsAndSets(_ clause: String) throws {
    let test = try Self.trial(
      #"rule "r" { summary = "s", applies = { kind = "application", nested = false }, \#(clause), examples = { pass = { { history = { {} } } } } }"#
    )
    let mutant = try #require(test.mutants.first { $0.change.contains("twice") || $0.change.contains("may change") })
    #expect(mutant.advice.first?.hasPrefix("add to examples.fail: ") == true, "\(mutant.advice)")
  }

  /// A fault of a clause is made in the rule as other parameters make it, too.
  @Test func parametersOfExamples() throws {
    let test = try Self.trial(
      """
      local key = parameter "key" { default = "A" }
      rule "r" { summary = "s", forbid = { key, "B" }, examples = {
        pass = { {} },
        fail = { { info = { C = 1 }, params = { key = "C" } }, { info = { B = 1 }, params = { key = "C" } } },
      } }
      """)
    // With another parameter there is no fault of that name, so nothing notices it.
    #expect(
      Self.changes(test, .clause) == [
        "* A is not forbidden", "B is not forbidden", "* 'forbid' ignores qualified keys such as A~ipad",
      ])
    #expect(test.failures.isEmpty)
  }

  // MARK: Clauses

  @Test(arguments: [
    (#"require = { "A", "B" }"#, ["A is not required", "B is not required", "'require' accepts an empty value"]),
    (#"forbid = "A""#, ["A is not forbidden", "'forbid' ignores qualified keys such as A~ipad"]),
    (#"budget = { measure = "install-size", max = "1 MB" }"#, ["'max' is twice 1 MB"]),
    (
      #"budget = { measure = "code-size", max = 0, growth = "2 %" }"#,
      ["'max' is twice 0", "'growth' is twice 2 %"]
    ),
    (#"unchanged = "privacy""#, ["'privacy' may change"]),
    (#"unchanged = { "frameworks", "url-schemes" }"#, ["'frameworks' may change", "'url-schemes' may change"]),
    (
      #"increases = "V""#,
      [
        "V may equal that of the earlier build", "V may fall below that of the earlier build",
        "V must fall below that of the earlier build", "V is compared only with the newest earlier build",
        "V is compared as text, in which 10 comes before 9", "V passes when it cannot be compared",
        "V is compared in the dialect 'sparkle'", "V is compared in the dialect 'semver'",
      ]
    ),
    (
      #"custom_keys = { prefix = { "a.", "b." } }"#,
      [
        "the prefix 'a.' is replaced by 'a'", "the prefix 'a.' is removed",
        "the prefix 'b.' is replaced by 'b'", "the prefix 'b.' is removed",
      ]
    ),
    (
      #"qualified_keys = { default = "present" }"#,
      [
        "keys for a device, such as Key~ipad, do not need a default",
        "keys for a platform, such as Key-macos, do not need a default",
        "a qualified key is refused even with its default",
      ]
    ),
    (
      #"localize = { languages = { "fr", "de" }, keys = "K", tables = "T" }"#,
      [
        "the language 'fr' is not required", "the language 'de' is not required", "K need not be localized",
        "the table 'T' may differ between languages",
      ]
    ),
    (
      #"files = { require = "a", forbid = { "**/b", "c/*" } }"#,
      ["the file a is not required", "**/b is forbidden only at the top, as b", "c/* is not forbidden"]
    ),
    (
      #"require = "A", applies = { kind = { "plist", "framework" }, platform = "ios", nested = true }"#,
      [
        "the rule does not apply to bundles of kind plist", "the rule does not apply to bundles of kind framework",
        "the rule applies to every kind of bundle",
        "the rule applies to every platform", "the rule also applies to outer bundles", "A is not required",
        "'require' accepts an empty value",
      ]
    ),
    (
      #"forbid = "A", applies = { minimum_os = { from = "10.15.1", below = "13.0" }, when = function() return true end }"#,
      [
        "the rule applies from a minimum system of 10.15.2, not 10.15.1",
        "the rule applies from a minimum system of 10.15.0, not 10.15.1",
        "the rule applies below a minimum system of 14, not 13.0",
        "the rule applies below a minimum system of 12, not 13.0",
        "the rule applies regardless of what 'when' returns", "A is not forbidden",
        "'forbid' ignores qualified keys such as A~ipad",
      ]
    ),
  ])
  func faultsOfClauses(_ clause: String, _ expected: [String]) throws {
    let test = try Self.trial(#"rule "r" { summary = "s", \#(clause) }"#)
    #expect(Self.changes(test, .clause) == expected.map { "* " + $0 })
  }

  @Test(arguments: [
    ("text", ["may be missing", "may be anything, not just text"]),
    ("optional(boolean)", ["may not be missing", "may be anything, not just a Boolean"]),
    (
      "text { min_length = 1, max_length = 1 }",
      [
        "may be missing", "must be text of 1 to 2 characters, not text of 1 character",
        "must be text of 0 to 1 character, not text of 1 character",
      ]
    ),
    (
      #"text { pattern = "^%a+$" }"#,
      [
        "may be missing", "is matched against '^%a+$', which loses its '^'",
        "is matched against '^%a+$', which loses its '$'",
      ]
    ),
    (#"text { pattern = "%%$" }"#, ["may be missing", "is matched against '%%$', which is removed"]),
    (
      "integer { min = 1, max = 9223372036854775807 }",
      [
        "may be missing",
        "must be an integer from 0 to 9223372036854775807, not an integer from 1 to 9223372036854775807",
        "must be an integer from 1 to 9223372036854775806, not an integer from 1 to 9223372036854775807",
        "must be an integer from 2 to 9223372036854775807, not an integer from 1 to 9223372036854775807",
      ]
    ),
    (
      "real { min = 0.5 }",
      ["may be missing", "may be below 0.5", "must be above 0.5"]
    ),
    (
      #"date { from = "2024-02-29", to = "2024-12-31" }"#,
      [
        "may be missing",
        "must be a date from 2024-02-29 on up to 2025-01-01, not a date from 2024-02-29 on up to 2024-12-31",
        "must be a date from 2024-02-28 on up to 2024-12-31, not a date from 2024-02-29 on up to 2024-12-31",
        "must be a date from 2024-02-29 on up to 2024-12-30, not a date from 2024-02-29 on up to 2024-12-31",
        "must be a date from 2024-03-01 on up to 2024-12-31, not a date from 2024-02-29 on up to 2024-12-31",
      ]
    ),
    (
      "data { length = 2 }",
      [
        "may be missing", "must be data of 2 to 3 bytes, not data of 2 bytes",
        "must be data of 1 to 2 bytes, not data of 2 bytes",
      ]
    ),
    ("one_of { \"a\" }", ["may be missing", "may be anything, not just 'a'"]),
    (
      "one_of { \"a\", 2 }",
      ["may be missing", "may not be 'a'", "may not be 2", "may be anything, not just one of 'a', 2"]
    ),
    (
      "any_of { text, boolean }",
      ["may be missing", "may not be text", "may not be a Boolean", "may be anything, not just text or a Boolean"]
    ),
    (
      "all_of { uuid, non_empty }",
      [
        "may be missing", "may be text, not just a UUID such as 8C1E4A52-6D0B-4C8E-9C27-0F1D3B5A7E91",
        "may be anything, not just a value that is not empty",
      ]
    ),
    (
      "url { schemes = { \"a\", \"b\" } }",
      [
        "may be missing", "may not have the scheme 'a'", "may not have the scheme 'b'",
        "may be an absolute URL, not just an absolute URL with the scheme a or b",
      ]
    ),
    (
      "reverse_dns",
      ["may be missing", "may be text, not just an identifier in reverse-DNS form such as com.example.app"]
    ),
    ("custom(\"even\", math.abs)", ["may be missing", "may be anything, not just even"]),
  ])
  func faultsOfShapes(_ shape: String, _ expected: [String]) throws {
    let test = try Self.trial(#"rule "r" { summary = "s", shape = { K = \#(shape) } }"#)
    #expect(Self.changes(test, .clause) == expected.map { "* K " + $0 })
  }

  @Test func repeatedElements() throws {
    let test = try Self.trial(#"rule "r" { summary = "s", shape = { K = list_of(boolean, { unique = true }) } }"#)
    #expect(
      Self.changes(test, .clause) == [
        "* K may be missing", "* K[…] may be anything, not just a Boolean", "* K may have repeated elements",
      ])
  }

  @Test func faultsInsideShapes() throws {
    let test = try Self.trial(
      #"rule "r" { summary = "s", shape = { L = list_of({ A = text }, { min_count = 1 }), D = dictionary({ B = optional(text) }, { closed = true }), O = dictionary({}, { others = text }) } }"#
    )
    #expect(
      Self.changes(test, .clause) == [
        "* D may be missing", "* D.B may not be missing", "* D.B may be anything, not just text",
        "* 'closed' is removed: D may have other keys", "* L may be missing",
        "* L must be a list of at least 0 elements, each element a dictionary with 'A', not a list of at least 1 element, each element a dictionary with 'A'",
        "* L must be a list of at least 2 elements, each element a dictionary with 'A', not a list of at least 1 element, each element a dictionary with 'A'",
        "* L[…].A may be missing", "* L[…].A may be anything, not just text", "* O may be missing",
        "* O.others may be anything, not just text",
      ])
  }

  // MARK: Code

  @Test(arguments: [
    ("if a == b then report(\"x\") end", ["'a == b' is changed to 'a ~= b'", "'report(\"x\")' is removed"]),
    (
      "if a.b(c) <= #d[1] then end",
      [
        "'a.b(c) <= #d[1]' is changed to 'a.b(c) < #d[1]'", "'a.b(c) <= #d[1]' is changed to 'a.b(c) > #d[1]'",
        "1 is changed to 2",
      ]
    ),
    ("local x <const> = a - -1", ["'a - -1' is changed to 'a + -1'", "1 is changed to 2"]),
    (
      "return not a and b or c",
      ["'not' is removed before 'a'", "'a and b' is changed to 'a or b'", "'b or c' is changed to 'b and c'"]
    ),
    ("if a.b then elseif f(c) then end", ["'a.b' is negated", "'f(c)' is negated"]),
    (
      "a(true, false, 1.5, 0x10, 'k')",
      ["'true' is changed to 'false'", "'false' is changed to 'true'", "'k' is replaced by another string"]
    ),
    (
      "a:find('^b%.$', 1, true) a:find('b', 1, true)",
      [
        "'^b%.$' is replaced by another string", "the pattern '^b%.$' loses its '^'",
        "the pattern '^b%.$' loses its '$'", "1 is changed to 2",
        "'true' is changed to 'false'", "'b' is replaced by another string", "1 is changed to 2",
      ]
    ),
    ("return report:missing(a, 'K', 'no %s', 1 + 1)", ["'report:missing(a, 'K', 'no %s', 1 + 1)' is removed"]),
    (
      "report:file('a', 'b', { fix = 'c' }) other:file('a')",
      ["'report:file('a', 'b', { fix = 'c' })' is removed", "'a' is replaced by another string"]
    ),
    ("error('k' .. 1) local m = 'two words' local e = [[k]]", ["1 is changed to 2"]),
    (
      "rule 'x' { summary = 's', help = 'h', examples = { pass = { { info = { K = 1 } } } }, require = 'K' }",
      ["'x' is replaced by another string", "'K' is replaced by another string"]
    ),
    (
      "local t = { ['k'] = 1, tags = { 'a' }; rationale = 'k' }",
      ["'k' is replaced by another string", "1 is changed to 2"]
    ),
  ])
  func faultsOfCode(_ body: String, _ expected: [String]) {
    let source = Array("local x = 1 + 1 == 2\nlocal function f(a, b, c, d)\n  \(body)\nend\n".utf8)
    let found = SourceMutants.all(in: "f.lua", source, LuaOutline(source))
    #expect(found.map(\.change) == expected)
    #expect(found.allSatisfy { $0.line == 3 && $0.column > 2 })
  }

  @Test func faultsKeepTheLines() {
    let source = Array(
      "local f = function(b, report)\n  report:at(b.info,\n    'K',\n    'no')\n  return b.x\nend".utf8)
    let found = SourceMutants.all(in: "f.lua", source, LuaOutline(source))
    #expect(
      found.map { String(decoding: $0.applied(to: source), as: UTF8.self) } == [
        "local f = function(b, report)\n  ;\n\n\n  return b.x\nend"
      ])
  }

  @Test func reportsUnderAnyName() throws {
    let source = Array("t = { check = function(_, r) r('x') r:at(b, 'K', 'x') s('y') end }".utf8)
    let found = SourceMutants.all(in: "f.lua", source, LuaOutline(source))
    #expect(
      found.map(\.change) == [
        "'r('x')' is removed", "'r:at(b, 'K', 'x')' is removed", "'y' is replaced by another string",
      ])
  }

  @Test func sourcesCutOff() {
    let source =
      "rule 'x' { check = function(b, r) if a.b(c)[1] == #d then r:at(b, 'K', 'x') end return not 'k' end, tags = { 'a' } }"
    for cut in 0...source.utf8.count {
      let bytes = Array(source.utf8.prefix(cut))
      _ = SourceMutants.all(in: "f.lua", bytes, LuaOutline(bytes))
    }
  }

  // MARK: Trying

  private static let host = #"""
    local hosts = import "acme.hosts"
    rule "host" {
      summary = "s",
      check = function(bundle, report)
        local host = bundle.info.ExampleHost
        if host == nil then return report:missing(bundle.info, "ExampleHost") end
        if not hosts.known(host) then report:at(bundle.info, "ExampleHost", "'%s' is not known", host) end
      end,
      examples = { pass = { PASS }, fail = { FAIL } },
    }
    """#

  private static let hosts = #"""
    local M = {}
    function M.known(host) return host == "api" or host == "cdn" end
    function M.forgotten(n) return n + 1 end
    return M
    """#

  private static func host(pass: String, fail: String) throws -> MutationTest {
    try trial(
      host.replacing("PASS", with: pass).replacing("FAIL", with: fail), modules: ["acme/hosts.lua": hosts])
  }

  /// The column of each mutant of a function, by line. The code is for a rule whose examples expect nothing in particular.
  private func mutated(_ code: String, modules: [String: String] = [:]) throws -> Set<String> {
    let test = try Self.trial(code, modules: modules)
    #expect(test.failures.isEmpty, "\(test.failures)")
    return Set(test.mutants.filter { $0.subject == .code }.map(\.change))
  }

  private static func replaced(_ text: String) -> String { "'\(text)' is replaced by another string" }

  /// Functions that only build examples have no mutants; those that the check uses as well have.
  @Test func functionsOfExamples() throws {
    let found = try mutated(
      """
      local made = import "acme.made"
      local both = import "acme.both"
      local function part(name) return { [name] = "part" } end
      local function app(name) return { info = part(name) } end
      local function limit() return "limit" end
      local base = app "base"
      rule "r" {
        summary = "s",
        check = function(bundle, report)
          if bundle.info[limit()] or bundle.info[both.key()] then report("x") end
        end,
        examples = { pass = { app "a", base, made.app("b"), { info = { [both.other()] = 1 } } }, fail = { { info = { [limit()] = 1 } } } },
      }
      """,
      modules: [
        "acme/made.lua": "return { app = function(name) return { info = { [name] = 'made' } } end }",
        "acme/both.lua":
          "local M = {}\nfunction M.key() return 'key' end\nfunction M.other() return 'other' end\nreturn M",
      ])
    #expect(found.isSuperset(of: ["limit", "key"].map(Self.replaced)), "\(found)")
    #expect(found.isDisjoint(with: ["part", "made", "other"].map(Self.replaced)), "\(found)")
  }

  /// A function that also declares or changes something is mutated in any case.
  @Test func functionsWithEffects() throws {
    let found = try mutated(
      """
      local known = {}
      local function note(key)
        known[key] = "noted"
        return { info = { Other = 1 } }
      end
      local function declare(key)
        rule(key) { summary = "s", forbid = "Declared" }
        return {}
      end
      local unused = declare "other"
      rule "r" {
        summary = "s",
        check = function(bundle, report) if known.K == "noted" and bundle.info.K then report("x") end end,
        examples = { pass = { note "K" }, fail = { { info = { K = 1 } } } },
      }
      """)
    #expect(found.isSuperset(of: ["noted", "Declared"].map(Self.replaced)), "\(found)")
  }

  /// Code that only computes `fix` and `expected` of a finding has no mutants; code that decides about the finding or its message has.
  @Test func textsOfFindings() throws {
    let found = try mutated(
      """
      local function advice(key) return key .. "advice" end
      local function word(key) return key .. "word" end
      rule "r" {
        summary = "s",
        check = function(bundle, report)
          local key, shown = "K", word("x")
          local hint
          if bundle.info.K then hint = advice("hint") end
          local text <const> = word("text")
          if bundle.info[key] then report:at(bundle.info, "K", "it is %s", shown, { fix = hint, expected = text }) end
        end,
        examples = { pass = { {} }, fail = { { info = { K = 1 }, at = "/K", message = "xword" } } },
      }
      """)
    #expect(found.isSuperset(of: ["K", "x", "word"].map(Self.replaced)), "\(found)")
    #expect(found.isDisjoint(with: ["advice", "hint", "text"].map(Self.replaced)), "\(found)")
  }

  /// A fault in a module is tried on the rules that use it, although the part that is loaded lacks other rules; a test of several rules
  /// kills it, too.
  @Test func rulesOfFiles() throws {
    func killed(_ expectation: String) throws -> Set<String> {
      let test = try Self.trial(
        #"import "acme.one" import "acme.two""#,
        tests: #"test "t" { given = fixture.application { info = { A = "a" } }, expect = \#(expectation) }"#,
        modules: [
          "acme/keys.lua": "local M = {}\nfunction M.a() return 'a' end\nfunction M.b() return 'b' end\nreturn M",
          "acme/one.lua":
            "local keys = import 'acme.keys'\nrule 'one' { summary = 's', check = function(b, report) if b.info.A == keys.a() then report('x') end end }",
          "acme/two.lua":
            "local keys = import 'acme.keys'\nrule 'two' { summary = 's', check = function(b, report) if b.info.A == keys.b() then report('x') end end }",
        ])
      #expect(test.failures.isEmpty, "\(test.failures)")
      return Set(test.mutants.filter { $0.isKilled && $0.file.hasSuffix("keys.lua") }.map(\.change))
    }
    #expect(try killed(#"{ one = "fail", two = "pass" }"#) == [Self.replaced("a")])
    #expect(try killed(#""fail""#) == [Self.replaced("a")])
    #expect(try killed(#"{ two = "pass" }"#) == [])
  }

  /// A fault that only moves a finding is killed by an example with `at`, which the advice on a survivor shows.
  @Test func movedFindings() throws {
    func trial(_ fail: String) throws -> [Mutant] {
      let rule = """
        rule "r" { summary = "s", check = function(bundle, report)
          local place = "ExampleHost"
          if bundle.info.ExampleName then report:missing(bundle.info, place, "no host") end
        end, examples = { pass = { {} }, fail = { \(fail) } } }
        """
      return try Self.trial(rule).mutants.filter { $0.change == "'ExampleHost' is replaced by another string" }
    }
    let survivor = try #require(try trial("{ info = { ExampleName = \"x\" } }").first)
    let advice = survivor.advice.joined()
    #expect(
      !survivor.isKilled && advice.hasPrefix("add to examples.fail: { info = { ExampleName = ")
        && advice.hasSuffix(", at = \"/ExampleHost\" }"), "\(advice)")
    let examples = [
      String(advice.dropFirst("add to examples.fail: ".count)),
      "{ info = { ExampleName = \"x\" }, at = \"/ExampleHost\" }",
    ]
    for example in examples { #expect(try trial(example).map(\.isKilled) == [true], "\(example)") }
  }

  @Test func aStrongSuiteAndAWeakOne() throws {
    let strong = try Self.host(
      pass: #"{ info = { ExampleHost = "api" } }, { info = { ExampleHost = "cdn" } }"#,
      fail: #"{}, { info = { ExampleHost = "x" } }"#)
    // Nothing calls 'forgotten', so it has no mutants.
    #expect(!strong.mutants.isEmpty && strong.mutants.allSatisfy(\.isKilled), "\(Self.changes(strong))")
    let weak = try Self.host(pass: #"{ info = { ExampleHost = "api" } }"#, fail: #"{ info = { ExampleHost = "x" } }"#)
    let survivors = weak.mutants.filter { !$0.isKilled && $0.file.hasSuffix("policy.lua") }
    #expect(
      survivors.map { "\($0.line):\($0.column ?? 0) \($0.change): \($0.advice.joined())" } == [
        "7:32 'report:missing(bundle.info, \"ExampleHost\")' is removed: add to examples.fail: {}"
      ])
    #expect(weak.percent < strong.percent)
    let shared = weak.mutants.filter { !$0.isKilled && $0.rule == nil }.map {
      "\($0.line) \($0.change): \($0.advice.joined())"
    }
    #expect(
      shared.contains(
        "2 'cdn' is replaced by another string: add to examples.pass: { info = { ExampleHost = \"cdn\" } }"),
      "\(shared)")
    let none = try Self.host(pass: "", fail: "")
    #expect(none.percent == 0 && none.testCount == 0 && none.mutants.count > 5)
  }

  @Test func anEndlessLoopIsNoticed() throws {
    let test = try Self.trial(
      """
      rule "r" {
        summary = "s",
        check = function(bundle, report)
          local n = 0
          while n < 3 do n = n + 1 end
          if n == 3 then report("always") end
        end,
        examples = { fail = { {} } },
      }
      """)
    #expect(Self.changes(test, .code).contains("'n + 1' is changed to 'n - 1'"))
    #expect(Self.changes(test, .code).contains("* 'n < 3' is changed to 'n <= 3'") == false)
  }

  /// A loop declares rules of one text: what any of their tests notices is noticed.
  @Test func rulesOfALoop() throws {
    let test = try Self.trial(
      """
      for number = 1, 2 do
        rule("r" .. number) {
          summary = "s",
          check = function(bundle, report) if bundle.info.K == number then report("x") end end,
          examples = number == 2 and { fail = { { info = { K = 2 } } } } or { pass = { { info = { K = 2 } } } },
        }
      end
      """)
    #expect(
      Self.changes(test, .code) == [
        "'bundle.info.K == number' is changed to 'bundle.info.K ~= number'", "'report(\"x\")' is removed",
      ])
    #expect(test.mutants.allSatisfy { $0.subject == .data || $0.rule == nil })
  }

  @Test func failuresComeFirst() throws {
    let test = try Self.trial(#"rule "r" { summary = "s", require = "K", examples = { pass = { {} } } }"#)
    #expect(test.failures.count == 1 && test.mutants.isEmpty && test.percent == 100)
    #expect(throws: EngineError.self) { try Self.trial(#"rule "r" { summary = "s" }"#) }
  }

  @Test func filtersChooseRules() throws {
    let rules = #"""
      rule "one" { summary = "s", forbid = "A", examples = { fail = { { info = { A = 1 } } } } }
      rule "two" { summary = "s", forbid = "B", examples = { fail = { { info = { B = 1 } } } } }
      """#
    #expect(Set(try Self.trial(rules).mutants.compactMap(\.rule)) == ["test/one", "test/two"])
    let filtered = try Self.trial(rules, filters: ["two"])
    #expect(Set(filtered.mutants.compactMap(\.rule)) == ["test/two"])
    #expect(filtered.testCount == 2)
  }

  /// A rule that two policies have is one rule; it is enough that the tests of one notice.
  @Test func includedRules() throws {
    let folder = try TemporaryFolder([
      "policy.lua": "policy \"a\" { summary = \"s\", include = { \"shared\" } }",
      "policy_test.lua":
        "test \"t\" { given = fixture.application { info = { [\"A~ipad\"] = 1 } }, expect = { r = \"fail\" } }",
      "shared.lua":
        "policy \"b\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"A\", examples = { fail = { { info = { A = 1 } } } } }",
    ])
    let day = try #require(CalendarDate("2026-06-15"))
    var test = MutationTest(.init(asOf: day))
    for suite in try PolicyTestSuite.discover(folder.path) { try test.run(suite) }
    #expect(Self.changes(test) == ["A is not forbidden", "'forbid' ignores qualified keys such as A~ipad"])
  }

  /// Threads share the rules of a policy; what they find, and the advice on it, is put together in the order of rules.
  @Test(arguments: [2, 5])
  func threads(_ jobs: Int) throws {
    let rules = (1...12).map { number in
      """
      rule "r\(number)" {
        summary = "s",
        check = function(bundle, report)
          if bundle.info.A == \(number) and same(bundle) then report("no") end
        end,
        examples = { pass = { { info = { A = 0 } } }, fail = { { info = { A = \(number) } } } },
      }
      """
    }
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "local function same(bundle) return bundle.info.B ~= 7 end\n"
        + rules.joined(separator: "\n"),
      "other.lua": "policy \"other\" { summary = \"s\", include = { \"policy\" } }",
    ])
    let day = try #require(CalendarDate("2026-06-15"))
    let suites = ["policy.lua", "other.lua"].map { PolicyTestSuite(policy: folder($0), tests: []) }
    func mutants(jobs: Int) throws -> [Mutant] {
      var test = MutationTest(.init(asOf: day, jobs: jobs))
      for suite in suites { try test.run(suite) }
      test.advise()
      #expect(test.failures.isEmpty && test.checkerErrors.isEmpty)
      return test.mutants
    }
    let one = try mutants(jobs: 1)
    #expect(one.contains(where: \.isKilled) && one.contains { !$0.isKilled && !$0.advice.isEmpty })
    #expect(try mutants(jobs: jobs) == one)
  }
}
