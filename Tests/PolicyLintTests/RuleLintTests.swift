@testable import PolicyLint
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

@Suite struct RuleLintTests {
  /// `isAboutNested`: whether remarks that a rule reaches nested bundles are among them.
  private static func remarks(_ rules: String, asOf: String? = nil, isAboutNested: Bool = false) throws -> [String] {
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let remarks = PolicyLint.remarks(on: program, asOf: asOf.flatMap { CalendarDate($0) })
    return remarks.filter { isAboutNested || $0.code != .ruleNested }.map {
      folder.withoutPath("\($0.line) \($0.code.rawValue) \($0.message)")
    }
  }

  private static let rest = "rationale = \"r\", examples = { pass = { {} }, fail = { {} } }"

  @Test(arguments: [
    (
      "when = function() return true end",
      "rule.always-applies rule 'r' has a 'when' that returns true for every bundle"
    ),
    ("when = function(b) if b.kind then return true end return true end", "rule.always-applies"),
    ("when = yes", "rule.always-applies"),
    ("when = function() return false end", "rule.never-applies rule 'r' has a 'when' that never returns true"),
    ("when = function() end", "rule.never-applies"),
    (
      "when = function(b) for _ in pairs(b.info) do if b.kind then return nil end end return false end",
      "rule.never-applies"
    ),
    ("when = function(b) if b.kind then return true end end", nil),
    ("when = function(b) return b.kind == 'plugin' end", nil),
    ("when = function(b) local f = function() return true end return f() end", nil),
    ("when = function(b) if b.kind then return true end return false end", nil),
    ("minimum_os = { from = '0' }", "rule.always-applies rule 'r' applies from 0, which includes every version"),
    ("minimum_os = { below = '0.0' }", "rule.never-applies rule 'r' applies below 0.0, so it never applies"),
    ("minimum_os = { from = '0.1' }", nil),
    (
      "kind = { 'plist', 'plugin', 'application', 'extension', 'framework' }",
      "rule.always-applies rule 'r' names the kinds that are already the default"
    ),
    (
      "key = 'A', without = { 'A', 'B' }",
      "rule.never-applies rule 'r' is for bundles with and without A, so it applies only if the value is blank"
    ),
    ("key = { 'A', 'C' }, without = { 'A', 'B' }", nil),
    ("without = 'CFBundleNam'", "key.misspelt rule 'r' names 'CFBundleNam', which the platform does not define"),
    ("kind = { 'plugin', 'application', 'extension', 'framework' }", nil),
    (
      "kind = { 'application', 'framework', 'extension', 'plugin', 'xcframework', 'settings', 'archive', 'plist' }", nil
    ),
  ])
  func applicability(_ field: String, _ problem: String?) throws {
    let found = try Self.remarks(
      "local function yes() return true end rule \"r\" { summary = \"s\", forbid = \"K\", \(Self.rest), applies = { \(field) } }"
    )
    #expect(found.count == (problem == nil ? 0 : 1), "\(found)")
    if let problem { #expect(found.first?.hasPrefix("2 " + problem) == true, "\(found)") }
  }

  /// Clauses that bundles of vendors do not satisfy ask for a word on which bundles they are for.
  @Test(arguments: [
    (#"require = "K""#, "which may not have these keys"),
    (#"increases = "CFBundleVersion""#, "which have version numbers of their own"),
    (#"custom_keys = { prefix = "com.x." }"#, "which have custom keys of their own"),
    (#"require = "K", applies = { platform = "macos" }"#, "which may not have these keys"),
    (#"require = "K", applies = { minimum_os = "10.0" }"#, "which may not have these keys"),
    (#"require = "K", applies = { nested = false }"#, nil), (#"require = "K", applies = { nested = true }"#, nil),
    (#"require = "K", applies = { kind = "application" }"#, nil),
    (#"require = "K", applies = { kind = { "application", "framework" } }"#, nil),
    (#"require = "K", applies = { when = function(b) return b.name == "x" end }"#, nil), (#"forbid = "K""#, nil),
    (#"shape = { K = optional(text) }"#, nil), (#"qualified_keys = { default = "present" }"#, nil),
  ])
  func nestedBundles(_ fields: String, _ reason: String?) throws {
    let found = try Self.remarks("rule \"r\" { summary = \"s\", \(Self.rest), \(fields) }", isAboutNested: true)
    let expected = reason.map {
      "2 rule.nested rule 'r' also applies to nested bundles, such as frameworks from vendors, \($0)"
    }
    #expect(found == [expected].compactMap { $0 }, "\(found)")
    #expect(LintCode.ruleNested.severity == .note)
  }

  @Test(arguments: [
    ("check = function() end", true), ("check = function(bundle) local x = bundle.name end", true),
    ("check = function(bundle, report) end", true), ("check = silent", true),
    ("check = function(bundle, report) report('x') end", false),
    ("check = function(...) local b, r = ... r('x') end", false),
    ("check = function(bundle, report) silent(report) end", false), ("check = loud", false),
  ])
  func silentChecks(_ check: String, _ isSilent: Bool) throws {
    let found = try Self.remarks(
      """
      local function silent() end local function loud(b, r) r(b.name) end
      rule "r" { summary = "s", \(Self.rest), \(check) }
      """)
    #expect(found.map { $0.hasPrefix("3 check.silent") } == (isSilent ? [true] : []), "\(found)")
  }

  @Test(arguments: [
    ("require = 'CFBundleGetInfoString'", "key.deprecated rule 'r' names 'CFBundleGetInfoString', which is deprecated"),
    ("shape = { CFBundleGetInfoString = text }", "key.deprecated"),
    ("forbid = 'CFBundleGetInfoString'", nil), ("shape = { CFBundleGetInfoString = optional(text) }", nil),
    (
      "require = 'LSMinimumSystemVersion', applies = { platform = 'ios' }",
      "key.platform rule 'r' applies to ios, but 'LSMinimumSystemVersion' is read only on macOS, Mac Catalyst"
    ),
    ("require = 'LSMinimumSystemVersion', applies = { platform = { 'ios', 'macos' } }", nil),
    ("require = 'LSMinimumSystemVersion', applies = { platform = 'catalyst' }", nil),
    ("require = { 'CFBundleName', 'com.example.Own' }, applies = { platform = 'ios' }", nil),
  ])
  func keysThatNothingReads(_ clause: String, _ problem: String?) throws {
    let found = try Self.remarks("rule \"r\" { summary = \"s\", \(Self.rest), \(clause) }")
    #expect(found.count == (problem == nil ? 0 : 1), "\(found)")
    if let problem { #expect(found.first?.hasPrefix("2 " + problem) == true, "\(found)") }
  }

  @Test func keysAreShownWhereTheyStand() throws {
    #expect(
      try Self.remarks(
        """
        local names = {
          "CFBundelName" }
        rule "r" { summary = "s", \(Self.rest), require = names,
          forbid = {
            "/CFBundelVersion/0" },
          shape = {
            CFBundelIconFile = optional(text) } }
        """
      ).map { $0.prefix(1) } == ["3", "6", "8"])
  }

  @Test(arguments: [
    ("expires = '2026-01-01'", ["4 waiver.expired the waiver of 'test/r' expired on 2026-01-01"]),
    ("expires = '2026-06-15'", []), ("expires = '2027-01-01', key = 'A'", []),
    (
      "expires = '2027-01-01', key = 'B'",
      ["4 waiver.unused the waiver of 'test/r' covers nothing: the rule reports nothing about 'B'"]
    ),
    (
      "expires = '2027-01-01', bundle = 'b' } waive 'r' { because = 'c', owner = 'p', expires = '2028-01-01', bundle = 'b'",
      ["4 waiver.duplicate the waiver of 'test/r' duplicates the waiver at policy.lua:4"]
    ),
    (
      "expires = '2027-01-01', bundle = 'b' } waive 'r' { because = 'c', owner = 'p', expires = '2028-01-01', bundle = 'c'",
      []
    ),
  ])
  func waivers(_ fields: String, _ problems: [String]) throws {
    #expect(
      try Self.remarks(
        """
        rule "r" { summary = "s", \(Self.rest), require = "A" }

        waive "r" { because = "b", owner = "o", \(fields) }
        """, asOf: "2026-06-15") == problems)
  }

  /// Of thousands of waivers each is looked at once.
  @Test func manyWaivers() throws {
    let waivers = (0..<3000).map { number in
      "waive \"r\" { because = \"b\", owner = \"o\", expires = \"2030-01-01\", bundle = \"b\(number)\", key = \"\(number % 1000 == 0 ? "B" : "A")\" }"
    }
    let found = try Self.remarks(
      "rule \"r\" { summary = \"s\", \(Self.rest), require = \"A\" }\n" + waivers.joined(separator: "\n"))
    #expect(found.count == 3 && found.allSatisfy { $0.contains("waiver.unused") }, "\(found)")
  }

  @Test(arguments: [
    ("require = '/A/0'", "A", false), ("require = '/A/0'", "/A/0", true), ("forbid = 'A'", "A~ipad", true),
    ("shape = { A = text }", "/A/x/0", true), ("shape = { A = text }", "B", false),
    ("shape = dictionary({ A = text }, { closed = true })", "B", true),
    ("custom_keys = { prefix = 'x.' }", "x.A", false), ("custom_keys = { prefix = 'x.' }", "CFBundleName", false),
    ("custom_keys = { prefix = 'x.' }", "A", true), ("qualified_keys = { default = 'present' }", "CFBundleName", false),
    ("qualified_keys = { default = 'present' }", "CFBundleName~ipad", true), ("files = { require = 'x' }", "A", false),
    ("localize = { keys = 'A' }", "B", true), ("increases = 'A'", "B", false), ("increases = 'A'", "A", true),
    ("check = function(b, report) report('x') end", "A", true),
    ("require = 'B', forbid = 'A'", "A", true),
  ])
  func keysOfWaivers(_ clause: String, _ key: String, _ mayCover: Bool) throws {
    let found = try Self.remarks(
      "rule \"r\" { summary = \"s\", \(Self.rest), \(clause) }\nwaive \"r\" { because = \"b\", owner = \"o\", expires = \"2030-01-01\", key = \"\(key)\" }"
    )
    #expect(found.map { $0.contains("waiver.unused") } == (mayCover ? [] : [true]), "\(found)")
  }

  @Test(arguments: [
    (
      "'com.example'",
      ["2 prefix.open rule 'r' also accepts 'com.examples.Host', which starts with 'com.example' but has another owner"]
    ),
    ("'com.example.'", []), ("'API'", []), ("'com.example-'", []), ("'com.example2'", []),
    (
      "{ 'com.x.', 'com.y' }",
      ["2 prefix.open rule 'r' also accepts 'com.ys.Host', which starts with 'com.y' but has another owner"]
    ),
  ])
  func prefixes(_ prefix: String, _ problems: [String]) throws {
    let rule = "rule \"r\" { summary = \"s\", \(Self.rest), custom_keys = { prefix = \(prefix) } }"
    #expect(try Self.remarks(rule) == problems)
  }

  @Test func everyCodeIsDocumented() throws {
    let text = String(decoding: try TemporaryFolder.bytes(of: "docs/testing.md"), as: UTF8.self)
    let lines = Set(text.split(separator: "\n").map { $0.split(separator: "|").prefix(2).joined(separator: "|") })
    let missing = LintCode.allCases.filter { !lines.contains(" `\($0.rawValue)` | \($0.severity.rawValue) ") }
    #expect(missing.isEmpty)
  }
}
