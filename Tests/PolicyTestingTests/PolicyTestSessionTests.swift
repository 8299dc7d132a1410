@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The results of tests do not depend on the number of threads.
@Suite struct PolicyTestSessionTests {
  /// A repository: a large suite, small ones that share an included policy, one that doesn't load, one with a misnamed rule.
  private static func repository() throws -> TemporaryFolder {
    let shared =
      #"policy "shared" { summary = "s" } rule "s" { summary = "s", forbid = "Bad", examples = { pass = { {} }, fail = { {} } } }"#
    let large = (1...150).map { number in
      "test \"number \(number)\" { given = fixture.application { info = { N = \(number) } }, expect = { odd = \"\(number % 3 == 0 ? "pass" : "fail")\" } }"
    }
    let folder = try TemporaryFolder([
      "large.lua":
        #"policy "large" { summary = "s" } rule "odd" { summary = "s", check = function(b, report) if b.info.N % 2 == 0 then report("even") end end }"#,
      "large_test.lua": large.joined(separator: "\n"), "broken.lua": #"policy "broken" {"#, "shared.lua": shared,
      "zmisnamed.lua": #"policy "m" { summary = "s" } rule "r" { summary = "s", forbid = "Bad" }"#,
      "zmisnamed_test.lua": #"test "t" { given = {}, expect = { s = "pass" } }"#,
    ])
    for number in 1...12 {
      try folder.write(
        "small\(number).lua",
        "policy \"p\(number)\" { summary = \"s\", include = \"shared\" } rule \"r\" { summary = \"s\", require = \"K\", examples = { pass = { {}, { info = { K = 1 } } } } }"
      )
    }
    return folder
  }

  /// One text of everything that came out.
  private static func outline(
    _ folder: TemporaryFolder, jobs: Int, seed: UInt64? = nil, filters: [String] = []
  ) throws -> String {
    var options = PolicyTestSession.Options(asOf: try #require(CalendarDate("2026-06-15")), jobs: jobs)
    (options.seed, options.filters) = (seed, filters)
    var lines: [String] = []
    for outcome in PolicyTestSession.run(try PolicyTestSuite.discover(folder.path), options) {
      lines += outcome.results.map {
        "\($0.testCase.name) \($0.problems) \($0.statuses.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
      }
      lines += outcome.errors.map { PolicyRun.describe($0) }
      lines += outcome.coverage.entries.map { "\($0.rule) \($0.isSeenPassing) \($0.isSeenFailing)" }
      lines.append("\(outcome.coverage.percent)")
    }
    return folder.withoutPath(lines.joined(separator: "\n"))
  }

  @Test(arguments: [nil, 7, 123_456] as [UInt64?]) func jobsMakeNoDifference(_ seed: UInt64?) throws {
    let folder = try Self.repository()
    let alone = try Self.outline(folder, jobs: 1, seed: seed)
    for jobs in [2, 3, 8, 64] { #expect(try Self.outline(folder, jobs: jobs, seed: seed) == alone) }
    let filtered = try Self.outline(folder, jobs: 1, seed: seed, filters: ["number 1", "p3/"])
    #expect(
      try Self.outline(folder, jobs: 8, seed: seed, filters: ["number 1", "p3/"]) == filtered && filtered != alone)
    // 150 tests; 12 times 2 examples; the examples of the shared rule once, for it is also in a policy of its own.
    #expect(alone.split(separator: "\n").count { $0.contains(" [\"") || $0.contains(" [] ") } == 150 + 24 + 2)
    #expect(alone.contains("policy.syntax broken.lua:1:") && alone.contains("test.rule zmisnamed_test.lua:1:"))
  }

  /// All tests of a run have the processor time of a check together. What comes when it is used up is an error, not a pass.
  @Test(arguments: [1, 4]) func theRunHasALimit(_ jobs: Int) throws {
    let folder = try TemporaryFolder([
      "policy.lua": #"""
      policy "p" { summary = "s" }
      rule "cheap" { summary = "s", forbid = "Bad", examples = { pass = { {} }, fail = { { info = { Bad = 1 } } } } }
      rule "dear" { summary = "s", check = function() for _ = 1, 1000000 do end end, examples = { pass = { {} } } }
      """#
    ])
    func outcomes(_ budget: RunBudget) throws -> (problems: [[String]], errors: [String]) {
      var options = PolicyTestSession.Options(asOf: try #require(CalendarDate("2026-06-15")), jobs: jobs)
      options.budget = budget
      let all = PolicyTestSession.run(try PolicyTestSuite.discover(folder.path), options)
      return (all.flatMap { $0.results.map(\.problems) }, all.flatMap { $0.errors.map(\.code.rawValue) })
    }
    let usual = try outcomes(RunBudget())
    #expect(usual.problems == [[], [], []] && usual.errors.isEmpty)
    let spent = try outcomes(RunBudget(seconds: 0))
    #expect(spent.problems.map(\.isEmpty) == [true, true, false] && spent.errors == ["limit.total"])
    #expect(spent.problems.last?.first?.contains("all rules together exceeded the limit") == true, "\(spent.problems)")
  }

  @Test func theSeedMakesTheOrder() throws {
    let folder = try Self.repository()
    let orders = try [nil, 1, 2].map { try Self.outline(folder, jobs: 4, seed: $0) }
    #expect(Set(orders).count == 3)
    #expect(Set(orders.map { $0.split(separator: "\n").sorted() }).count == 1)
  }

  /// However a policy is declared, its tests are found.
  @Test(arguments: [
    "policy \"p\" {", "policy(\"p\") {", "(policy) \"p\" {", "local p = policy;\np \"p\" {", "policy -- x\n'p' {",
  ])
  func policiesAreFound(_ start: String) throws {
    let folder = try TemporaryFolder([
      "a/x.lua": start + " summary = \"s\" }\n", "a/data.lua": "local policy = 1\nreturn { policy = policy.policy }",
    ])
    #expect(try PolicyTestSuite.discover(folder("a")).map { folder.withoutPath($0.policy) } == ["a/x.lua"])
  }
}
