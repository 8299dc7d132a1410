import Parameters
@testable import Comparison
import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Changes in results between policies.
@Suite struct PolicyComparisonTests {
  private static let bad = #"rule "bad" { summary = "s", forbid = "Bad" }"#

  /// Compares two policies on applications with these property lists.
  private static func compare(
    _ old: String, _ new: String, _ infos: [String] = ["<key>Bad</key><true/>"], rules: [String] = [],
    skip: [String] = [], parameters: PolicyParameters = [:], waivers: String? = nil, failOn: FailureThreshold = .error,
    jobs: Int = 1
  ) throws -> PolicyComparison {
    let folder = try TemporaryFolder(["old.lua": PolicyRun.header + old, "new.lua": PolicyRun.header + new])
    var paths: [String] = []
    for (number, info) in infos.enumerated() {
      try folder.write("A\(number).app/Contents/Info.plist", PropertyListText.document(info))
      paths.append(folder("A\(number).app"))
    }
    func loading(_ name: String) throws -> PolicyProgram.Options {
      var options = PolicyProgram.Options(policies: [folder(name)], parameters: parameters)
      if let waivers {
        try folder.write("waivers.lua", waivers)
        options.waivers = [folder("waivers.lua")]
      }
      return options
    }
    let options = Check.Options(
      asOf: try #require(CalendarDate("2026-06-15")), failOn: failOn, rules: rules, skip: skip)
    return .between(try loading("old.lua"), and: try loading("new.lua"), on: paths, options, jobs: jobs)
  }

  private static func flips(_ comparison: PolicyComparison) -> [String] {
    comparison.bundles.flatMap(\.rules).map { rule in
      let (before, after) = (rule.before?.status.rawValue ?? "none", rule.after?.status.rawValue ?? "none")
      let findings = rule.findings.map(\.kind.rawValue).joined(separator: " ")
      return "\(rule.id) \(before) \(after)" + (findings.isEmpty ? "" : ": \(findings)")
    }
  }

  struct Case: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let outcome: PolicyComparison.Outcome
    let flips: [String]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(name: "same", old: bad, new: bad, outcome: .same, flips: []),
    Case(
      name: "a rule more that fails", old: #"rule "x" { summary = "s", forbid = "No" }"#,
      new: #"rule "x" { summary = "s", forbid = "No" } "# + bad, outcome: .worse, flips: ["test/bad none fail: added"]),
    Case(
      name: "a rule more that passes", old: bad, new: bad + #" rule "x" { summary = "s", forbid = "No" }"#,
      outcome: .changed, flips: []),
    Case(
      name: "a rule less", old: bad + #" rule "x" { summary = "s", forbid = "Bad" }"#, new: bad, outcome: .changed,
      flips: ["test/x fail none: removed"]),
    Case(
      name: "a rule loosened", old: bad, new: #"rule "bad" { summary = "s", forbid = "No" }"#, outcome: .changed,
      flips: ["test/bad fail pass: removed"]),
    Case(
      name: "a rule tightened", old: #"rule "bad" { summary = "s", forbid = "No" }"#, new: bad, outcome: .worse,
      flips: ["test/bad pass fail: added"]),
    Case(
      name: "a rule that ceases to apply", old: #"rule "x" { summary = "s", forbid = "No" } "# + bad,
      new: #"rule "x" { summary = "s", forbid = "No", applies = { kind = "framework" } } "# + bad, outcome: .changed,
      flips: ["test/x pass not-applicable"]),
    Case(
      name: "another severity", old: #"rule "bad" { summary = "s", severity = "warning", forbid = "Bad" }"#, new: bad,
      outcome: .worse, flips: ["test/bad fail fail: severity"]),
    Case(
      name: "a renamed rule", old: bad,
      new: #"rule "evil" { summary = "s", deprecated = "bad", forbid = "Bad" }"#, outcome: .changed, flips: []),
    Case(
      name: "a renamed rule that was tightened", old: bad,
      new: #"rule "evil" { summary = "s", deprecated = "bad", forbid = { "Bad", "CFBundleName" } , require = "X" }"#,
      outcome: .changed, flips: ["test/evil fail fail: added"]),
    Case(
      name: "a rule that breaks", old: bad, new: #"rule "bad" { summary = "s", check = function() error("x") end }"#,
      outcome: .error, flips: ["test/bad fail error: removed"]),
    Case(name: "a policy that doesn't load", old: bad, new: "rule (", outcome: .error, flips: []),
  ])
  func outcomes(_ given: Case) throws {
    let comparison = try Self.compare(given.old, given.new)
    #expect(comparison.outcome == given.outcome)
    #expect(Self.flips(comparison) == given.flips)
  }

  /// New failures depend on `failOn`.
  @Test func warnings() throws {
    let warning =
      #"rule "x" { summary = "s", forbid = "No" } rule "w" { summary = "s", severity = "warning", forbid = "Bad" }"#
    let none = #"rule "x" { summary = "s", forbid = "No" }"#
    #expect(try Self.compare(none, warning).outcome == .changed)
    #expect(try Self.compare(none, warning, failOn: .warning).outcome == .worse)
  }

  /// Findings are matched although their line or message changed; of equal ones the number matters.
  @Test func findingsAreMatched() throws {
    func rule(_ count: Int, _ word: String) -> String {
      "rule \"n\" { summary = \"s\", check = function(b, report) for i = 1, \(count) do report(\"\(word)\") end end }"
    }
    #expect(try Self.flips(Self.compare(rule(1, "a"), "\n\n" + rule(1, "a"))) == [])
    #expect(try Self.flips(Self.compare(rule(1, "a"), rule(3, "a"))) == ["test/n fail fail: added added"])
    #expect(try Self.flips(Self.compare(rule(3, "a"), rule(2, "a"))) == ["test/n fail fail: removed"])
    let comparison = try Self.compare(rule(1, "a"), rule(3, "a"))
    #expect(comparison.totals.map(\.added) == [2] && comparison.outcome == .changed)
  }

  /// Names that only one of the policies has are accepted; those that neither has are errors.
  @Test func namesOfOneSide() throws {
    let new = Self.bad + #" rule "x" { summary = "s", forbid = "Bad" }"#
    let only = try Self.compare(Self.bad, new, rules: ["x"])
    #expect(only.outcome == .worse && Self.flips(only) == ["test/x none fail: added"])
    let without = try Self.compare(Self.bad, new, skip: ["x"])
    #expect(without.outcome == .same)
    let unknown = try Self.compare(Self.bad, new, rules: ["x", "none"])
    #expect(unknown.outcome == .error && unknown.old.errors.map(\.code) == ["check.unknown-rule"])
    let parametrized = #"local p = parameter "p" { default = "Bad", summary = "s" } "# + Self.bad
    #expect(try Self.compare(Self.bad, parametrized, parameters: ["p": "x"]).outcome == .same)
    #expect(try Self.compare(Self.bad, parametrized, parameters: ["q": "x"]).outcome == .error)
  }

  @Test func waiversOfOneSide() throws {
    let new = Self.bad + #" rule "x" { summary = "s", forbid = "Bad" }"#
    func waiver(_ rule: String) -> String {
      "waive \"\(rule)\" { because = \"b\", owner = \"o\", expires = \"2099-01-01\" }"
    }
    let waived = try Self.compare(Self.bad, new, waivers: waiver("x"))
    #expect(waived.outcome == .changed && Self.flips(waived) == ["test/x none waived: added"])
    let unknown = try Self.compare(Self.bad, new, waivers: waiver("y"))
    #expect(unknown.outcome == .error && unknown.new.errors.map(\.message).contains { $0.contains("'y'") })
  }

  @Test func oneBadBundleStopsNothing() throws {
    let folder = try TemporaryFolder(["old.lua": PolicyRun.header + Self.bad])
    try folder.write("B.app/Contents/Info.plist", PropertyListText.document("<key>Bad</key><true/>"))
    let loading = PolicyProgram.Options(policies: [folder("old.lua")])
    let options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    let comparison = PolicyComparison.between(
      loading, and: loading, on: [folder("gone.app"), folder("B.app")], options)
    #expect(comparison.outcome == .error)
    #expect(comparison.bundles.map { "\($0.before) \($0.after)" } == ["fail fail", "error error"])
  }

  @Test func jobsMakeNoDifference() throws {
    let infos = (0..<60).map { number in
      "<key>CFBundleIdentifier</key><string>a.b</string>" + (number % 3 == 0 ? "<key>Bad</key><true/>" : "")
        + (number % 7 == 0 ? "<key>Worse</key><true/>" : "")
    }
    let folder = try TemporaryFolder([
      "old.lua": PolicyRun.header + Self.bad,
      "new.lua": PolicyRun.header + #"rule "bad" { summary = "s", forbid = "Worse" }"#,
    ])
    var paths: [String] = []
    for (number, info) in infos.enumerated() {
      try folder.write("A\(number).app/Contents/Info.plist", PropertyListText.document(info))
      paths.append(folder("A\(number).app"))
    }
    let options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    let (old, new) = (
      PolicyProgram.Options(policies: [folder("old.lua")]), PolicyProgram.Options(policies: [folder("new.lua")])
    )
    let first = PolicyComparison.between(old, and: new, on: paths, options)
    #expect(first.bundles.count == 60 && first.outcome == .worse)
    #expect(first.totals.map { [$0.failsNewly, $0.failsNoLonger, $0.added, $0.removed] } == [[6, 17, 9, 20]])
    for jobs in [2, 7] { #expect(PolicyComparison.between(old, and: new, on: paths, options, jobs: jobs) == first) }
  }
}
