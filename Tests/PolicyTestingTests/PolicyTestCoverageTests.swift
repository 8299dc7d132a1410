@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

@Suite struct PolicyTestCoverageTests {
  private static func coverage(_ rules: String, tests: String = "", modules: [String: String] = [:]) throws
    -> (coverage: PolicyTestCoverage, folder: TemporaryFolder)
  {
    let files = ["policy.lua": PolicyRun.header + rules, "policy_test.lua": tests]
    let folder = try TemporaryFolder(files.merging(modules) { $1 })
    var options = PolicyProgram.Options(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")])
    options.coversLines = true
    let program = try PolicyProgram(options)
    var run = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15")))
    run.observes = true
    var coverage = PolicyTestCoverage()
    coverage.add(program)
    for number in run.cases.indices {
      let result = run.run(number)
      #expect(result.problems == [])
      coverage.add(result, of: program)
    }
    coverage.lines.add(program)
    return (coverage, folder)
  }

  private static func clauses(_ coverage: PolicyTestCoverage) -> [String] {
    coverage.entries.flatMap { entry in
      entry.clauses.map { "\($0.name) \($0.isSeenSatisfied ? "+" : "")\($0.isSeenViolated ? "-" : "")" }
    }
  }

  @Test func clausesEachWay() throws {
    let (coverage, _) = try Self.coverage(
      """
      rule "r" { summary = "s", require = "K", forbid = "Bad", increases = "K", check = function(b, report)
          if b.info.K == "no" then error("stop") end
        end, examples = {
        pass = { { info = { K = "v" }, history = {} } }, fail = { {}, { info = { K = "" } } } } }
      rule "s" { summary = "s", increases = "CFBundleVersion" }
      """)
    // A clause with nothing to compare does not count as satisfied.
    #expect(Self.clauses(coverage) == ["require +-", "forbid +", "increases ", "check +", "increases "])
    #expect(coverage.clausePercent == 40 && coverage.percent == 50)
  }

  @Test func linesOfPoliciesAndModules() throws {
    let (coverage, folder) = try Self.coverage(
      """
      local m = import "m"
      rule "r" { summary = "s", check = function(b, report)
        if m.is_bad(b.info) then
          report("bad")
        end
      end, examples = { pass = { {} } } }
      """,
      tests: """
        local function never()
          return 1
        end
        test "t" { given = fixture.application {}, expect = "pass" }
        """,
      modules: [
        "m.lua":
          "local M = {}\nfunction M.is_bad(info)\n  if info.Bad then\n    return true\n  end\n  return false\nend\nreturn M\n"
      ])
    let files = coverage.lines.files
    #expect(files.map { folder.withoutPath($0.path) } == ["m.lua", "policy.lua"])
    #expect(files.map { $0.lines.map { "\($0.number)=\($0.runs)" } } == [["3=2", "4=0", "6=2"], ["4=2", "5=0"]])
    #expect(files.map(\.gaps) == [[4...4], [5...5]] && coverage.lines.isKnown)
  }

  @Test func gapsGoOnOverLinesWithoutCode() {
    let file = LineCoverage.File(path: "f", lines: [(1, 0), (4, 0), (5, 2), (7, 0), (9, 0), (12, 1), (13, 0)])
    #expect(file.gaps == [1...4, 7...9, 13...13])
  }

  @Test func severalProgramsAddUp() throws {
    let rule =
      "rule \"r\" { summary = \"s\", check = function(b)\n  local x = b.info.K\nend, examples = { pass = { {} } } }"
    let (first, folder) = try Self.coverage(rule)
    var sum = first.lines
    var options = PolicyProgram.Options(policies: [folder("policy.lua")])
    options.coversLines = true
    let program = try PolicyProgram(options)
    _ = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15"))).run(0)
    sum.add(program)
    #expect(first.lines.files.flatMap(\.lines).map(\.runs) == [1] && sum.files.flatMap(\.lines).map(\.runs) == [2])
    // Of a program that counted nothing nothing is known.
    sum.add(try PolicyProgram(.init(policies: [folder("policy.lua")])))
    #expect(!sum.isKnown)
  }

  @Test(arguments: [
    (#"require = "CFBundleName""#, ["CFBundleName"]),
    (#"custom_keys = { prefix = { "A", "B", "H" } }"#, []),
    ("check = function(b) for k, v in pairs(b.info) do end end", []),
    ("check = function(b) local x = b.info.B or b.info.A end", ["A", "A~ipad", "B"]),
    ("check = function(b) local x = b.identifier end", ["CFBundleIdentifier"]),
    (#"require = "/CFBundleSupportedPlatforms/0""#, ["CFBundleSupportedPlatforms"]),
  ])
  func keysThatRulesAskFor(_ fields: String, _ governed: [String]) throws {
    let (coverage, _) = try Self.coverage(
      "rule \"r\" { summary = \"s\", \(fields) }",
      tests:
        #"test "t" { given = fixture.application { info = { A = 1, ["A~ipad"] = 2, Host = "v", B = false } }, expect = { r = "pass" } }"#
    )
    let all = [
      "A", "A~ipad", "B", "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleIdentifier",
      "CFBundleInfoDictionaryVersion", "CFBundleName", "CFBundlePackageType", "CFBundleShortVersionString",
      "CFBundleSupportedPlatforms", "CFBundleVersion", "Host", "LSMinimumSystemVersion",
    ]
    #expect(coverage.keys.ungoverned == all.filter { !governed.contains($0) })
    #expect(coverage.keys.count == all.count)
  }
}
