import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The declarative clauses, each on a small bundle: what is found, where, and what is said about it.
@Suite struct ClauseTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    /// The clause, as in a rule.
    let clause: String
    /// The content of Info.plist; the first line of it is line 5.
    let info: String
    /// The findings, a line each; empty when the rule passes.
    let findings: [String]
    var testDescription: String { name }

    init(_ name: String, _ clause: String, _ info: String, _ findings: [String] = []) {
      self.name = name
      self.clause = clause
      self.info = info
      self.findings = findings
    }
  }

  private static func check(_ tested: Case) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(tested.clause) }\n")
    let report = try run.report(.app(tested.info))
    record(tested.name, run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == tested.findings)
    #expect(report.bundles[0].rules.map(\.status) == [tested.findings.isEmpty ? .pass : .fail])
    #expect(report.verdict == (tested.findings.isEmpty ? .pass : .fail))
  }

  private static let nested = """
    <key>A</key><dict>
      <key>x/y~z</key><string>v</string>
      <key>list</key><array><string>one</string><dict><key>in</key><string></string></dict></array>
    </dict>
    """

  @Test(arguments: [
    Case("require: there", #"require = { "K" }"#, "<key>K</key><string>v</string>"),
    Case("require: a false is a value", #"require = { "K" }"#, "<key>K</key><false/>"),
    Case("require: missing", #"require = { "K" }"#, "<key>L</key><string>v</string>", ["@"]),
    Case("require: empty", #"require = { "K" }"#, "<key>L</key><string>v</string>\n<key>K</key><string></string>", ["@"]),
    Case("require: near miss by case", #"require = "CFBundleName""#, "<key>CFBundlename</key><string>v</string>", ["@"]),
    Case("require: near miss by a slip", #"require = "com.x.Host""#, "<key>com.x.Hots</key><string>v</string>", ["@"]),
    Case("require: a key of the platform is no near miss", #"require = "CFBundleIconFiles""#, "<key>CFBundleIconFile</key><string>v</string>", ["@"]),
    Case("require: pointer there", #"require = "/A/x~1y~0z""#, nested),
    Case("require: pointer into an array", #"require = "/A/list/0""#, nested),
    Case("require: pointer to an empty string", #"require = "/A/list/1/in""#, nested, ["@"]),
    Case("require: pointer past the array", #"require = "/A/list/2""#, nested, ["@"]),
    Case("require: array positions have no signs or zeros in front", #"require = { "/A/list/00", "/A/list/+1", "/A/list/-1" }"#, nested, ["@"]),
    Case("require: pointer on the way", #"require = "/A/none/deep""#, nested, ["@"]),
    Case("require: pointer through a string", #"require = "/A/x~1y~0z/w""#, nested, ["@"]),
    Case("require: several", #"require = { "C", "B", "A" }"#, "<key>B</key><string></string>", ["@"]),
    Case("require: escaped in the key path", #"require = { "a/b~c" }"#, "<key>L</key><string>v</string>", ["@"]),
    Case("require: Unicode forms are different keys", "require = { \"caf\u{E9}\" }", "<key>cafe\u{301}</key><string>v</string>", ["@"]),
  ])
  func require(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("forbid: absent", #"forbid = { "K" }"#, "<key>L</key><string>v</string>"),
    Case("forbid: there", #"forbid = { "K" }"#, "<key>L</key><string>v</string>\n<key>K</key><true/>", ["@"]),
    Case("forbid: there and empty", #"forbid = "K""#, "<key>K</key><string></string>", ["@"]),
    Case("forbid: qualified variants", #"forbid = { "K" }"#, "<key>K-macos</key><string>a</string>\n<key>K~ipad</key><string>b</string>\n<key>K~iPad</key><string>c</string>\n<key>K-iphoneos~iphone</key><string>d</string>", ["@"]),
    Case("forbid: pointer", #"forbid = "/A/list/1/in""#, nested, ["@"]),
    Case("forbid: pointer that leads nowhere", #"forbid = { "/A/none/deep", "/A/list/7" }"#, nested),
    Case("forbid: a long value is cut", #"forbid = "K""#, "<key>K</key><string>\(String(repeating: "x", count: 300))</string>", ["@"]),
    Case("forbid: shows a dictionary", #"forbid = "A""#, nested, ["@"]),
  ])
  func forbid(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("custom: the platform's keys", #"custom_keys = { prefix = "com.x." }"#, "<key>CFBundleName</key><string>v</string>\n<key>NSPrincipalClass</key><string>v</string>"),
    Case("custom: prefixed", #"custom_keys = { prefix = "com.x." }"#, "<key>com.x.Host</key><string>v</string>\n<key>com.x.</key><string>v</string>"),
    Case("custom: not prefixed", #"custom_keys = { prefix = "com.x." }"#, "<key>CFBundleName</key><string>v</string>\n<key>Host</key><string>h</string>", ["@"]),
    Case("custom: the prefix counts letter case", #"custom_keys = { prefix = "com.x." }"#, "<key>Com.x.Host</key><string>h</string>", ["@"]),
    Case("custom: one of several prefixes", #"custom_keys = { prefix = { "com.x.", "X" } }"#, "<key>XHost</key><string>h</string>\n<key>YHost</key><string>h</string>", ["@"]),
    Case("custom: qualified", #"custom_keys = { prefix = "com.x." }"#, "<key>com.x.Host~ipad</key><string>h</string>\n<key>CFBundleName-macos</key><string>h</string>\n<key>Host-iphoneos~ipad</key><string>h</string>", ["@"]),
    Case("custom: an unknown qualifier makes a custom key", #"custom_keys = { prefix = "com.x." }"#, "<key>CFBundleName~iPad</key><string>h</string>", ["@"]),
    Case("custom: a misspelt key of the platform", #"custom_keys = { prefix = "com.x." }"#, "<key>CFBundleVersoin</key><string>1</string>", ["@"]),
    Case("custom: a hyphen belongs to the key", #"custom_keys = { prefix = "prefix-" }"#, "<key>prefix-keys</key><string>1</string>\n<key>prefix-keys-more</key><string>1</string>\n<key>other-keys</key><string>1</string>", ["@"]),
    Case("custom: an empty key", #"custom_keys = { prefix = "com.x." }"#, "<key></key><string>1</string>", ["@"]),
    Case("custom: only the top level", #"custom_keys = { prefix = "com.x." }"#, "<key>NSAppTransportSecurity</key><dict><key>Host</key><string>v</string></dict>"),
  ])
  func customKeys(_ tested: Case) throws { try Self.check(tested) }

  @Test(arguments: [
    Case("qualified: none", #"qualified_keys = { default = "present" }"#, "<key>K</key><string>v</string>"),
    Case("qualified: with default", #"qualified_keys = { default = "present" }"#, "<key>K-macos</key><string>a</string>\n<key>K~ipad</key><string>a</string>\n<key>K-iphoneos~ipad</key><string>a</string>\n<key>K</key><string>v</string>"),
    Case("qualified: by device", #"qualified_keys = { default = "present" }"#, "<key>K~ipad</key><string>a</string>", ["@"]),
    Case("qualified: by platform", #"qualified_keys = { default = "present" }"#, "<key>K-macos</key><string>a</string>", ["@"]),
    Case("qualified: by both", #"qualified_keys = { default = "present" }"#, "<key>K-iphoneos~ipad</key><string>a</string>", ["@"]),
    Case("qualified: a qualified one is no default for another", #"qualified_keys = { default = "present" }"#, "<key>K~ipad</key><string>a</string>\n<key>K-iphoneos~ipad</key><string>b</string>", ["@"]),
    Case("qualified: wrong case is a custom key", #"qualified_keys = { default = "present" }"#, "<key>K~iPad</key><string>a</string>\n<key>K-MacOS</key><string>a</string>\n<key>K-macosx</key><string>a</string>\n<key>K~mac</key><string>a</string>"),
    Case("qualified: no base", #"qualified_keys = { default = "present" }"#, "<key>~ipad</key><string>a</string>\n<key>-macos</key><string>a</string>"),
    Case("qualified: device before platform is no qualifier", #"qualified_keys = { default = "present" }"#, "<key>K~ipad-macos</key><string>a</string>"),
    Case("qualified: keys that cannot be overridden", #"qualified_keys = { default = "present" }"#, "<key>CFBundleExecutable-macos</key><string>a</string>", ["@"]),
    Case("qualified: a hyphen in the base", #"qualified_keys = { default = "present" }"#, "<key>my-key-macos</key><string>a</string>\n<key>my-key</key><string>a</string>\n<key>my-other-macos</key><string>a</string>", ["@"]),
    Case("qualified: values that are no strings", #"qualified_keys = { default = "present" }"#, "<key>K~ipad</key><array>\n<string>a</string>\n<string>b</string></array>", ["@"]),
  ])
  func qualifiedKeys(_ tested: Case) throws { try Self.check(tested) }

  @Test func clausesOfOneRuleAreAllJudged() throws {
    let run = try PolicyRun("""
      rule "r" { summary = "s", require = "A", forbid = "B", custom_keys = { prefix = "com.x." },
        qualified_keys = { default = "present" }, check = function(bundle, report) report("also this") end }
      """)
    let report = try run.report(.app("<key>B</key><true/>\n<key>C~ipad</key><true/>"))
    record("all clauses", run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == ["@"])
  }

  @Test func severityAndHelpAreTheRules() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", severity = "note", help = "https://example.com/", require = "K" }"#)
    let finding = try #require(try run.report(.app("")).bundles[0].findings.first)
    #expect(finding.severity == .note && finding.help == "https://example.com/")
    #expect(finding.declared.line == 2 && finding.declared.file == run.folder("policy.lua") && finding.rule == "test/r")
  }

  @Test(arguments: [
    (Severity.error, Severity.note, Verdict.fail), (.error, .error, .fail), (.warning, .error, .pass), (.warning, .warning, .fail),
    (.note, .warning, .pass), (.note, .note, .fail),
  ])
  func failOn(_ severity: Severity, _ failOn: Severity, _ verdict: Verdict) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", severity = \"\(severity.rawValue)\", require = \"K\" }")
    let report = try run.report(.app(""), failOn: failOn)
    #expect(report.verdict == verdict && report.bundles[0].findings.count == 1)
    #expect([report.summary.notes, report.summary.warnings, report.summary.errors]
      == [severity == .note ? 1 : 0, severity == .warning ? 1 : 0, severity == .error ? 1 : 0])
  }
}
