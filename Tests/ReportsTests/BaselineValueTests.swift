import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// A baseline accepts only the recorded value and message at a place.
@Suite struct BaselineValueTests {
  private static func folder(_ rules: String) throws -> TemporaryFolder {
    try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
  }

  private static func report(
    _ rules: String, _ graph: BundleGraph, baseline: String? = nil, isStrict: Bool = false
  ) throws -> Report {
    let folder = try folder(rules)
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.baseline = try baseline.map { try Baseline($0, file: "base.txt") }
    options.isBaselineStrict = isStrict
    var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
    check.run(on: graph, path: graph.displayPath)
    return check.report()
  }

  private static func app(_ info: String, _ files: [String: String] = [:]) throws -> BundleGraph {
    try BundleGraph.fixture(
      "App.app",
      files.mapValues { .text($0) }.merging([
        "Contents/Info.plist": .text(
          PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x</string>\(info)"))
      ]) { $1 })
  }

  struct Case: CustomTestStringConvertible {
    let what: String
    let rule: String
    let before: String
    let after: String
    /// The numbers of accepted and new findings in the later bundle.
    let accepted: Int
    let new: Int
    var testDescription: String { what }
  }

  private static func forbidding(_ key: String) -> String {
    "rule \"r\" { summary = \"s\", forbid = \"\(key)\" }"
  }
  private static func string(_ key: String, _ text: String) -> String { "<key>\(key)</key><string>\(text)</string>" }
  private static let long = String(repeating: "x", count: 400)

  @Test(arguments: [
    Case(
      what: "the same value", rule: forbidding("K"), before: string("K", "a"), after: string("K", "a"), accepted: 1,
      new: 0),
    Case(
      what: "another value", rule: forbidding("K"), before: string("K", "a"), after: string("K", "b"), accepted: 0,
      new: 1),
    Case(
      what: "a value of another type", rule: forbidding("K"), before: string("K", "1"),
      after: "<key>K</key><integer>1</integer>", accepted: 0, new: 1),
    Case(
      what: "a long value that differs at its end", rule: forbidding("K"), before: string("K", long + "a"),
      after: string("K", long + "b"), accepted: 0, new: 1),
    Case(
      what: "data of the same size", rule: forbidding("K"), before: "<key>K</key><data>AAAA</data>",
      after: "<key>K</key><data>AAAB</data>", accepted: 0, new: 1),
    Case(
      what: "a dictionary in another order", rule: forbidding("K"),
      before: "<key>K</key><dict>\(string("a", "1"))\(string("b", "2"))</dict>",
      after: "<key>K</key><dict>\(string("b", "2"))\(string("a", "1"))</dict>", accepted: 1, new: 0),
    Case(
      what: "a dictionary with another value deep inside", rule: forbidding("K"),
      before:
        "<key>K</key><array><array><array><array><array>\("<string>a</string>")</array></array></array></array></array>",
      after:
        "<key>K</key><array><array><array><array><array>\("<string>b</string>")</array></array></array></array></array>",
      accepted: 0, new: 1),
    Case(
      what: "a value where there was none",
      rule: "rule \"r\" { summary = \"s\", require = \"K\", shape = { K = optional(text { max_length = 1 }) } }",
      before: "", after: string("K", "ab"), accepted: 0, new: 1),
    Case(
      what: "another item at the same position",
      rule: "rule \"r\" { summary = \"s\", shape = { L = list_of { Name = text, Role = optional(text) } } }",
      before: "<key>L</key><array><dict>\(string("Role", "Editor"))</dict></array>",
      after: "<key>L</key><array><dict>\(string("Role", "Viewer"))</dict></array>", accepted: 0, new: 1),
    Case(
      what: "the same wrong value in another item",
      rule: "rule \"r\" { summary = \"s\", shape = { L = list_of { Name = text, Role = one_of { \"Editor\" } } } }",
      before: "<key>L</key><array><dict>\(string("Name", "a"))\(string("Role", "X"))</dict></array>",
      after: "<key>L</key><array><dict>\(string("Name", "b"))\(string("Role", "X"))</dict></array>", accepted: 0, new: 1
    ),
    Case(
      what: "what a function says of other data, at no key",
      rule: "rule \"r\" { summary = \"s\", check = function(b, report) report(\"no '%s'\", b.info.L) end }",
      before: string("L", "fr"), after: string("L", "de"), accepted: 0, new: 1),
    Case(
      what: "what a function says of other data, of a file",
      rule:
        "rule \"r\" { summary = \"s\", check = function(b, report) report:file(\"a\", \"no \" .. b.info.L, { fix = \"f\" }) end }",
      before: string("L", "fr"), after: string("L", "de"), accepted: 0, new: 1),
    Case(
      what: "what a function says of other data, of a missing key",
      rule:
        "rule \"r\" { summary = \"s\", check = function(b, report) report:missing(b.info, \"M\", \"%s\", b.info.L) end }",
      before: string("L", "fr"), after: string("L", "de"), accepted: 0, new: 1),
    Case(
      what: "a message whose rule gives a discriminator",
      rule:
        "rule \"r\" { summary = \"s\", check = function(b, report) report(\"%s\", b.info.L, { discriminator = \"size\" }) end }",
      before: string("L", "1 byte"), after: string("L", "2 bytes"), accepted: 1, new: 0),
    Case(
      what: "one more of the same",
      rule:
        "rule \"r\" { summary = \"s\", check = function(b, report) for i = 1, b.info.N do report(\"again\") end end }",
      before: "<key>N</key><integer>2</integer>", after: "<key>N</key><integer>3</integer>", accepted: 2, new: 1),
  ])
  func accepts(_ tested: Case) throws {
    let first = try Self.report(tested.rule, Self.app(tested.before))
    #expect(first.bundles[0].errors.isEmpty && !first.bundles[0].findings.isEmpty)
    let text = Baseline.text(of: first)
    #expect(try Self.report(tested.rule, Self.app(tested.before), baseline: text, isStrict: true).verdict == .pass)
    let second = try Self.report(tested.rule, Self.app(tested.after), baseline: text)
    #expect(second.summary.baselined == tested.accepted && second.summary.errors == tested.new)
    #expect(second.warnings.map(\.code.rawValue) == (tested.accepted > 0 ? [] : ["baseline.gone"]))
  }

  @Test func anotherValueIsSaidToBeThere() throws {
    let text = Baseline.text(of: try Self.report(Self.forbidding("K"), Self.app(Self.string("K", "a"))))
    let other = try Self.report(Self.forbidding("K"), Self.app(Self.string("K", "b")), baseline: text)
    #expect(
      other.warnings.map(\.message) == [
        "com.x no longer has the finding test/r at Contents/Info.plist /K with the accepted value; it has a different value now"
      ])
  }

  /// A changed policy may reword messages; with an unchanged policy another message means other data.
  @Test func aMessageWordedAnew() throws {
    func rule(_ message: String) -> String {
      "rule \"r\" { summary = \"s\", check = function(b, report) report(\"\(message)\") end }"
    }
    let text = Baseline.text(of: try Self.report(rule("old words"), Self.app("")))
    let anew = try Self.report(rule("new words"), Self.app(""), baseline: text)
    #expect(anew.verdict == .pass && anew.summary.baselined == 1)
    #expect(
      anew.warnings.map(PolicyRun.describe) == [
        "baseline.outdated base.txt: policy 'test' has changed since the baseline was written; findings whose message changed are accepted by place and value [write a new one with --write-baseline FILE]"
      ])
  }

  /// An unchanged and a reworded finding are each accepted once.
  @Test func theSameWordsGoFirst() throws {
    func rule(_ first: String, _ second: String) -> String {
      "rule \"r\" { summary = \"s\", check = function(b, report) report(\"\(first)\") report(\"\(second)\") end }"
    }
    let text = Baseline.text(of: try Self.report(rule("b", "c"), Self.app("")))
    let anew = try Self.report(rule("a", "b"), Self.app(""), baseline: text)
    #expect(anew.summary.baselined == 2 && anew.verdict == .pass)
    let more = try Self.report(
      "rule \"r\" { summary = \"s\", check = function(b, report) report(\"a\") report(\"b\") report(\"d\") end }",
      Self.app(""), baseline: text)
    #expect(more.summary.baselined == 2 && more.summary.errors == 1)
  }

  /// Thousands of findings at one place, a few of them reworded.
  @Test func manyAtOnePlace() throws {
    func rule(_ first: Int, _ last: Int) -> String {
      "rule \"r\" { summary = \"s\", check = function(b, report) for i = \(first), \(last) do report(\"number %d\", i) end end }"
    }
    let text = Baseline.text(of: try Self.report(rule(1, 3000), Self.app("")))
    let same = try Self.report(rule(1, 3000), Self.app(""), baseline: text)
    #expect(same.summary.baselined == 3000 && same.verdict == .pass && same.warnings.isEmpty)
    let anew = try Self.report(rule(11, 3020), Self.app(""), baseline: text)
    #expect(anew.summary.baselined == 3000 && anew.summary.errors == 10)
    #expect(anew.warnings.map(\.code.rawValue) == ["baseline.outdated"])
  }

  @Test func theFirstVersionIsRead() throws {
    let report = try Self.report(Self.forbidding("K"), Self.app(Self.string("K", "a")))
    let fingerprint = report.bundles[0].findings[0].fingerprint
    let old = "# bundlepolicy baseline 1: let be\n\(fingerprint)\t1\tcom.x\ttest/r\tContents/Info.plist /K\n"
    for value in ["a", "b"] {
      let found = try Self.report(Self.forbidding("K"), Self.app(Self.string("K", value)), baseline: old)
      #expect(found.verdict == .pass && found.summary.baselined == 1)
      #expect(
        found.warnings.map(PolicyRun.describe) == [
          "baseline.old base.txt: the baseline has format version 1, which does not store values: it accepts any value at the places it lists [write a new one with --write-baseline FILE]"
        ])
    }
  }

  /// Findings of one rule that differ in any respect have different fingerprints.
  @Test(arguments: [
    "rule \"r\" { summary = \"s\", check = function(b, report) report(\"no 'fr'\") report(\"no 'de'\") end }",
    "rule \"r\" { summary = \"s\", check = function(b, report) report:at(b.info, \"K\", \"a\") report:at(b.info, \"K\", \"b\") end }",
    "rule \"r\" { summary = \"s\", check = function(b, report) report:missing(b.info, \"M\", \"a\") report:missing(b.info, \"M\", \"b\") end }",
    "rule \"r\" { summary = \"s\", check = function(b, report) report:file(\"Contents/Info.plist\", \"a\") report:at(b.info, nil, \"b\") end }",
    "rule \"r\" { summary = \"s\", check = function(b, report) report(\"a\", { expected = \"x\" }) report(\"a\", { expected = \"y\" }) end }",
    "rule \"r\" { summary = \"s\", require = \"M\", shape = { M = text } }",
    "rule \"r\" { summary = \"s\", files = { forbid = { \"Contents/*.txt\", \"**/a.txt\" } } }",
    "rule \"r\" { summary = \"s\", localize = { keys = { \"A\", \"B\" }, languages = { \"fr\", \"de\" } } }",
    "rule \"r\" { summary = \"s\", localize = { keys = { \"A\", \"B\" }, tables = \"T\" } }",
    "rule \"r\" { summary = \"s\", forbid = \"K\", shape = { K = text { max_length = 1 } } }",
  ])
  func differ(_ rule: String) throws {
    let graph = try Self.app(
      Self.string("K", "value"),
      [
        "Contents/a.txt": "", "Contents/Resources/en.lproj/T.strings": "\"x\" = \"y\"; \"z\" = \"w\";",
        "Contents/Resources/it.lproj/T.strings": "\"x\" = \"y\";", "Contents/Resources/fr.lproj/a.txt": "",
        "Contents/Resources/it.lproj/InfoPlist.strings": "\"C\" = \"y\";",
      ])
    let report = try Self.report(rule, graph)
    let findings = report.bundles[0].findings
    #expect(report.bundles[0].errors.isEmpty && findings.count > 1)
    #expect(Set(findings.map(\.fingerprint)).count == findings.count, "\(findings.map(PolicyRun.describe))")
    // A baseline of one of them accepts only that one.
    let text = Baseline.text(of: report)
    let lines = text.split(separator: "\n").map(String.init)
    for line in lines where line.first != "#" && !line.hasPrefix("policy") {
      let one = lines.prefix(2).joined(separator: "\n") + "\n" + line + "\n"
      #expect(try Self.report(rule, graph, baseline: one).summary.baselined == Int(line.split(separator: "\t")[1]))
    }
  }

  /// A single finding has the fingerprint of its place, so that rewording does not change it.
  @Test func oneAloneKeepsItsFingerprint() throws {
    func fingerprint(_ message: String) throws -> String {
      try Self.report(
        "rule \"r\" { summary = \"s\", check = function(b, report) report(\"\(message)\") end }", Self.app("")
      ).bundles[0].findings[0].fingerprint
    }
    #expect(try fingerprint("a") == fingerprint("b"))
  }

  @Test func acceptingAReport() throws {
    let rules = Self.forbidding("K") + "\nrule \"q\" { summary = \"s\", severity = \"note\", forbid = \"K\" }"
    var report = try Self.report(rules, Self.app(Self.string("K", "a")))
    #expect(report.verdict == .fail && report.summary.failedBundles == 1)
    report.acceptFindings()
    #expect(report.verdict == .pass && report.bundles[0].verdict == .pass)
    #expect(report.bundles[0].rules.map(\.status) == [.baselined, .baselined])
    #expect(report.summary.baselined == 2 && report.summary.errors == 0 && report.summary.notes == 0)
    #expect(report.summary.failedBundles == 0 && report.summary.rulesPassed == 2 && report.summary.rulesFailed == 0)
    var broken = try Self.report("rule \"r\" { summary = \"s\", check = function() error(\"x\") end }", Self.app(""))
    let before = broken
    broken.acceptFindings()
    #expect(broken == before)
  }
}
