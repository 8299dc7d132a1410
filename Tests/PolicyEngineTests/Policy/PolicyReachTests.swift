@testable import PolicyLint
import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The rules that a policy may loosen: its own, and the rules of the policies it includes, unless another policy includes them, too.
@Suite struct PolicyReachTests {
  private static let fields = #"because = "b", owner = "o", expires = "2026-12-31""#
  private static func waive(_ rule: String) -> String { "waive \"\(rule)\" { \(fields) }\n" }

  private static func policy(_ id: String, include: [String] = [], _ body: String = "") -> String {
    let list = include.map { "\"\($0)\"" }.joined(separator: ", ")
    return "policy \"\(id)\" { summary = \"s\", include = { \(list) } }\n"
      + "rule \"r\" { summary = \"s\", forbid = \"Bad\" }\n" + body
  }

  private static func report(_ folder: TemporaryFolder, _ policies: [String], waivers: [String] = []) throws -> Report {
    var options = PolicyProgram.Options(policies: policies.map { folder($0) })
    options.waivers = waivers.map { folder($0) }
    var check = Check(try PolicyProgram(options), .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app("<key>Bad</key><true/>"), path: "App.app")
    return check.report()
  }

  private static func remarks(_ report: Report, _ folder: TemporaryFolder) -> [String] {
    report.warnings.map { folder.withoutPath(PolicyRun.describe($0)) }
  }

  private static func open(_ report: Report) -> [String] {
    report.bundles[0].findings.filter(\.isOpen).map { "\($0.rule) \($0.severity.rawValue)" }
  }

  struct Refusal: CustomTestStringConvertible {
    let what: String
    var own = ""
    var base = ""
    var beside = ""
    var module = ""
    let error: String
    var testDescription: String { what }
  }

  private static let hint =
    "a policy waives its own rules and those of the policies it includes; move the waiver to a policy that includes "

  @Test(arguments: [
    Refusal(
      what: "the policy that includes it", base: waive("own/r"),
      error:
        "base.lua:3: waive 'own/r': policy 'own' is not included here, so its rules cannot be waived here [\(hint)'own', or to a file named with --waivers]"
    ),
    Refusal(
      what: "a sibling", base: waive("beside/r"),
      error:
        "base.lua:3: waive 'beside/r': policy 'beside' is not included here, so its rules cannot be waived here [\(hint)'beside', or to a file named with --waivers]"
    ),
    Refusal(
      what: "what only a sibling includes", beside: waive("base/r"),
      error:
        "beside.lua:3: waive 'base/r': policy 'base' is not included here, so its rules cannot be waived here [\(hint)'base', or to a file named with --waivers]"
    ),
    Refusal(
      what: "from a module", base: "import \"module\"\n", module: waive("own/r"),
      error:
        "module.lua:1: waive 'own/r': policy 'own' is not included here, so its rules cannot be waived here [\(hint)'own', or to a file named with --waivers]"
    ),
    Refusal(
      what: "disable in the policy that includes it", base: "disable \"own/r\" { because = \"b\" }",
      error:
        "base.lua:3: disable 'own/r': policy 'own' is not included here [a policy can only adjust rules of policies it includes]"
    ),
    Refusal(
      what: "override in a sibling", beside: "override \"own/r\" { severity = \"note\" }",
      error:
        "beside.lua:3: override 'own/r': policy 'own' is not included here [a policy can only adjust rules of policies it includes]"
    ),
  ])
  func outOfReach(_ tested: Refusal) throws {
    #expect(
      try PolicyRun.loadingError(
        [
          "own.lua": Self.policy("own", include: ["base"], tested.own), "base.lua": Self.policy("base", tested.base),
          "beside.lua": Self.policy("beside", tested.beside), "module.lua": tested.module,
        ], policies: ["own.lua", "beside.lua"]) == "policy.invalid " + tested.error)
  }

  @Test func whatIsIncludedIsInReach() throws {
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own", include: ["middle"], Self.waive("base/r")),
      "middle.lua": Self.policy("middle", include: ["base"]), "base.lua": Self.policy("base"),
    ])
    let report = try Self.report(folder, ["own.lua"])
    #expect(Self.open(report) == ["middle/r error", "own/r error"] && report.warnings.isEmpty)
  }

  /// The policy may be declared in a module that its file imports; what it includes counts all the same.
  @Test func aPolicyDeclaredInAModule() throws {
    let files = [
      "own.lua": "import \"header\"\n" + Self.waive("base/r"),
      "header.lua": "policy \"own\" { summary = \"s\", include = { \"base\" } }\n", "base.lua": Self.policy("base"),
    ]
    let folder = try TemporaryFolder(files)
    let report = try Self.report(folder, ["own.lua"])
    #expect(Self.open(report).isEmpty && report.warnings.isEmpty)
    let beside = try TemporaryFolder(files.merging(["other.lua": Self.policy("other", include: ["base"])]) { $1 })
    #expect(Self.open(try Self.report(beside, ["own.lua", "other.lua"])) == ["base/r error", "other/r error"])
  }

  struct Shared: CustomTestStringConvertible {
    let what: String
    var own = ""
    var left = ""
    var right = ""
    var policies = ["own.lua"]
    /// The findings of `base/r` that remain.
    let open: [String]
    var warnings: [String] = []
    var testDescription: String { what }
  }

  /// `own` includes `left` and `right`, which both include `base`.
  @Test(arguments: [
    Shared(
      what: "one of two waives", left: waive("base/r"), open: ["base/r error"],
      warnings: [
        "waiver.shared left.lua:3: the waiver of 'base/r' does not cover what was found: policy 'right' also includes 'base' [waive the rule in policy 'right' as well, or in a policy that includes both]"
      ]),
    Shared(what: "both waive", left: waive("base/r"), right: waive("base/r"), open: []),
    Shared(what: "the policy around both waives", own: waive("base/r"), open: []),
    Shared(
      what: "the policy around both waives, and base is named too", own: waive("base/r"),
      policies: ["own.lua", "base.lua"], open: ["base/r error"],
      warnings: [
        "waiver.shared own.lua:3: the waiver of 'base/r' does not cover what was found: policy 'base' is also used on its own [move it to a policy that includes all of these, and name only that one]"
      ]),
    Shared(
      what: "one of two expired", left: waive("base/r"),
      right: "waive \"base/r\" { because = \"b\", owner = \"o\", expires = \"2026-06-14\" }", open: ["base/r error"]),
    Shared(
      what: "named beside each other, one waives", left: waive("base/r"), policies: ["left.lua", "right.lua"],
      open: ["base/r error"],
      warnings: [
        "waiver.shared left.lua:3: the waiver of 'base/r' does not cover what was found: policy 'right' also includes 'base' [waive the rule in policy 'right' as well, or in a policy that includes both]"
      ]),
    Shared(
      what: "one of two disables", left: "disable \"base/r\" { because = \"b\" }", open: ["base/r error"],
      warnings: [
        "adjustment.shared left.lua:3: disable 'base/r' has no effect: policy 'right' also includes 'base' [disable the rule in policy 'right' as well, or in a policy that includes both]"
      ]),
    Shared(
      what: "both disable", left: "disable \"base/r\" { because = \"b\" }",
      right: "disable \"base/r\" { because = \"b\" }", open: []),
    Shared(
      what: "one makes it milder than the other", left: "override \"base/r\" { severity = \"warning\" }",
      right: "override \"base/r\" { severity = \"note\" }", open: ["base/r warning"],
      warnings: [
        "adjustment.shared right.lua:3: override 'base/r' has no effect: policy 'left' is stricter (left.lua:3) [if several policies include a rule, the strictest severity applies]"
      ]),
    Shared(
      what: "one of two makes it milder", right: "override \"base/r\" { severity = \"note\" }", open: ["base/r error"],
      warnings: [
        "adjustment.shared right.lua:3: override 'base/r' has no effect: policy 'left' also includes 'base' [override the rule in policy 'left' as well, or in a policy that includes both]"
      ]),
    Shared(
      what: "the policy around both makes it milder", own: "override \"base/r\" { severity = \"note\" }",
      open: ["base/r note"]),
    Shared(
      what: "one disables, and the other makes it milder", left: "disable \"base/r\" { because = \"b\" }",
      right: "override \"base/r\" { severity = \"note\" }", open: ["base/r note"],
      warnings: [
        "adjustment.shared left.lua:3: disable 'base/r' has no effect: policy 'right' is stricter (right.lua:3) [if several policies include a rule, the strictest severity applies]"
      ]),
  ])
  func broughtInTwice(_ tested: Shared) throws {
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own", include: ["left", "right"], tested.own),
      "left.lua": Self.policy("left", include: ["base"], tested.left),
      "right.lua": Self.policy("right", include: ["base"], tested.right), "base.lua": Self.policy("base"),
    ])
    let report = try Self.report(folder, tested.policies)
    #expect(Self.open(report).filter { $0.hasPrefix("base/") } == tested.open)
    #expect(Self.remarks(report, folder) == tested.warnings)
    let remarks = PolicyLint.remarks(
      on: try PolicyProgram(.init(policies: tested.policies.map { folder($0) })), asOf: CalendarDate("2026-06-15"))
    #expect(remarks.contains { $0.code == .waiverShared } == tested.warnings.contains { $0.hasPrefix("waiver.shared") })
    #expect(
      remarks.contains { $0.code == .adjustmentShared } == tested.warnings.contains { $0.hasPrefix("adjustment.") })
  }

  /// A rule that is raised for one is raised for all: that loosens nothing.
  @Test func whatIsMadeStricterStands() throws {
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own", include: ["left", "base"]),
      "left.lua": Self.policy("left", include: ["base"], "override \"base/q\" { severity = \"error\" }"),
      "base.lua": Self.policy(
        "base",
        "rule \"q\" { summary = \"s\", severity = \"note\", check = function(b, report) report(\"a\") report(\"b\", { severity = \"warning\" }) end }"
      ),
    ])
    let report = try Self.report(folder, ["own.lua"])
    #expect(Self.open(report).filter { $0.hasPrefix("base/q") } == ["base/q error", "base/q warning"])
    #expect(report.warnings.isEmpty)
  }

  @Test func aNamedFileReachesEverything() throws {
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own", include: ["left", "right"]), "left.lua": Self.policy("left", include: ["base"]),
      "right.lua": Self.policy("right", include: ["base"]), "base.lua": Self.policy("base"),
      "w.lua": ["own/r", "left/r", "right/r", "base/r"].map(Self.waive).joined(),
    ])
    let report = try Self.report(folder, ["own.lua", "base.lua"], waivers: ["w.lua"])
    #expect(Self.open(report).isEmpty && report.warnings.isEmpty)
  }

  /// An included policy cannot weaken the requirements of the policy that includes it.
  @Test func neverWaiveBindsWhatIsIncluded() throws {
    #expect(
      try PolicyRun.loadingError([
        "policy.lua": "policy \"own\" { summary = \"s\", include = { \"left\" }, never_waive = \"base/r\" }",
        "left.lua": Self.policy("left", include: ["base"], "disable \"base/r\" { because = \"b\" }"),
        "base.lua": Self.policy("base"),
      ])
        == "policy.invalid left.lua:3: disable 'base/r': policy 'own' names the rule in never_waive (policy.lua:1) [such a rule can be neither disabled nor downgraded; fix the bundle instead]"
    )
  }

  /// Two policies that include each other reach each other, but neither is on every path to the named one.
  @Test func includingEachOther() throws {
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own", include: ["left"]),
      "left.lua": Self.policy("left", include: ["own"], Self.waive("own/r") + "disable \"own/r\" { because = \"b\" }"),
    ])
    let report = try Self.report(folder, ["own.lua"])
    #expect(Self.open(report) == ["left/r error", "own/r error"])
    #expect(report.warnings.map(\.code.rawValue) == ["adjustment.shared", "waiver.shared"])
  }

  /// A default that a policy declares is its own; no other policy's parameter has it.
  @Test func parametersOfOneName() throws {
    let folder = try TemporaryFolder([
      "own.lua":
        "local p = parameter \"p\" { default = \"a.\" }\n" + Self.policy("own", include: ["left"])
        + "rule \"k\" { summary = \"s\", custom_keys = { prefix = p } }",
      "left.lua": Self.policy("left") + "parameter \"p\" { default = \"Bad\" }",
    ])
    #expect(Self.open(try Self.report(folder, ["own.lua"])) == ["left/r error", "own/k error", "own/r error"])
  }

  /// A policy that imports the modules of another first doesn't get its rules, to waive them as its own.
  @Test(arguments: [
    (
      "import \"shared\"", "",
      "right.lua:3: module 'shared' declares rules or waivers, and two policies import it: 'left' (left.lua:3) and 'right' (right.lua:3) [move its declarations to a policy of their own and include that, or include 'left']"
    ),
    (
      "import \"around\"", "",
      "right.lua:3: module 'shared' declares rules or waivers, and two policies import it: 'left' (around.lua:1) and 'right' (right.lua:3) [move its declarations to a policy of their own and include that, or include 'left']"
    ),
    (
      "import \"apple.identity.signature\"", "apple.recommended",
      "left.lua:3: module 'apple.identity.signature' declares rules or waivers, and two policies import it: 'left' (left.lua:3) and 'apple.recommended' (built-in:apple/recommended.lua:"
    ),
  ])
  func aModuleOfTwoPolicies(_ left: String, _ include: String, _ error: String) throws {
    let found = try PolicyRun.loadingError(
      [
        "own.lua": Self.policy("own", include: ["left", include.isEmpty ? "right" : include]),
        "left.lua": Self.policy("left", left),
        "right.lua": Self.policy("right", "import \"shared\""),
        "shared.lua": "rule \"shared\" { summary = \"s\", forbid = \"Bad\" }", "around.lua": "import \"shared\"",
      ], policies: ["own.lua"])
    #expect(found?.hasPrefix("policy.invalid " + error) == true, "\(found ?? "it loaded")")
  }

  /// In descriptions, the parameters of a module with rules belong to these rules.
  @Test func parametersOfAModuleWithRules() throws {
    let rule = "summary = \"s\", check = function() end }"
    let folder = try TemporaryFolder([
      "own.lua": Self.policy("own") + "parameter \"all\" { default = 1 }\nimport \"module\"\nimport \"values\"\n"
        + "rule \"a\" { \(rule)",
      "module.lua": "parameter \"own\" { default = 2 }\nrule \"b\" { \(rule)",
      "values.lua": "return parameter \"shared\" { default = 3 }",
    ])
    let rules = try PolicyProgram(.init(policies: [folder("own.lua")])).descriptions
    let names = rules.map { "\($0.id): \($0.parameters.map(\.name).sorted().joined(separator: " "))" }
    #expect(names.sorted() == ["own/a: all shared", "own/b: all own shared", "own/r: all shared"])
  }

  /// A module that only returns values, or declares parameters, is everyone's.
  @Test func aModuleOfValues() throws {
    #expect(
      try PolicyRun.loadingError(
        [
          "own.lua": Self.policy("own", include: ["left"], "import \"values\""),
          "left.lua": Self.policy("left", "import \"values\""),
          "values.lua": "return { prefix = parameter \"prefix\" { default = \"a.\" } }",
        ], policies: ["own.lua"]) == nil)
  }
}
