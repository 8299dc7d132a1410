import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// `measure`, and `budget` without a ledger.
@Suite struct BudgetClauseTests {
  private static func app(_ bytes: Int, build: String = "1", name: String = "App.app") throws -> BundleGraph {
    let info = PropertyListText.document(
      "<key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundleVersion</key><string>\(build)</string>")
    return try BundleGraph.open(
      storage: MemoryStorage([
        "Contents/Info.plist": .text(info), "Contents/Resources/big.dat": .zeros(bytes),
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .text(
          PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.app.share</string>")),
      ]), name: name)
  }

  private static func rule(_ budget: String) -> String { "rule \"r\" { summary = \"s\", budget = { \(budget) } }" }

  @Test func theFindingIsAtTheFile() throws {
    let run = try PolicyRun(Self.rule(#"measure = "largest-file", max = "1 KB""#))
    #expect(
      run.lines(try run.report(Self.app(2_000))) == [
        "Contents/Resources/big.dat: the size of the largest file is 2 KB (2,000 bytes), above the budget of 1 KB [expected at most 1 KB] [fix make it smaller, or raise 'max' of the rule if the budget is outdated]"
      ])
    #expect(try run.report(Self.app(1_000)).verdict == .pass)
  }

  @Test(arguments: [("2 %", 1_020, true), ("2 %", 1_060, false), ("50", 1_050, true), ("50", 1_051, false)])
  func growthIsComparedWithTheBuildBefore(_ growth: String, _ bytes: Int, _ passes: Bool) throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", applies = { nested = false }, budget = { measure = \"largest-file\", growth = \"\(growth)\" } }"
    )
    let previous = [try Self.app(1_000, name: "Old.app"), try Self.app(5_000, build: "0", name: "Older.app")]
    let report = try run.report(Self.app(bytes, build: "2"), previous: previous)
    #expect(report.verdict == (passes ? .pass : .fail), "\(run.lines(report))")
  }

  @Test func withoutEarlierBuildsOnlyTheMaximumCounts() throws {
    let run = try PolicyRun(Self.rule(#"measure = "install-size", max = "1 MB", growth = "2 %""#))
    let report = try run.report(Self.app(1_000))
    #expect(report.verdict == .pass)
    #expect(report.bundles[0].rules[0].reason?.contains("--previous OLD") == true)
    let growth = try PolicyRun(Self.rule(#"measure = "install-size", growth = "2 %""#))
    #expect(try growth.report(Self.app(1_000)).bundles[0].rules[0].status == .notApplicable)
  }

  @Test func everyBundleHasItsOwnMeasures() throws {
    let run = try PolicyRun("measure \"install-size\" {}\n" + Self.rule(#"measure = "localizations", max = 5"#))
    let report = try run.report(Self.app(2_000))
    let builds = report.bundles[0].builds
    #expect(builds.map(\.path) == ["", "Contents/PlugIns/Share.appex"])
    let sizes = builds.map { $0.details.measure("install-size") ?? -1 }
    #expect(sizes[0] > sizes[1] + 2_000 && sizes[1] > 0)
    #expect(builds.allSatisfy { $0.details.measure("localizations") == 0 && $0.details.sets.isEmpty })
  }

  @Test func theSizeOfABundleIsItsInstallSize() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        report("%s", tostring(bundle.size > 0 and bundle.size == bundle.measures["install-size"]))
      end }
      """)
    #expect(try run.report(Self.app(2_000)).bundles[0].findings.map(\.message) == ["true", "true"])
  }

  /// A check without measures has none in its report.
  @Test func nothingIsMeasuredUnasked() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", require = "CFBundleIdentifier" }"#)
    #expect(try run.report(Self.app(1)).bundles[0].builds.allSatisfy(\.details.isEmpty))
  }

  @Test(arguments: [
    ("return -1", "found -1"), ("return 1.5", "found 1.5"), ("return 'x'", "found string"), ("return 0/0", "found"),
    ("return math.huge", "found inf"), ("return {}", "found"), ("error('no')", "no"),
    ("while true do end", "measure 'own' used up its"), ("return bundle.nothing", "no field 'nothing'"),
  ])
  func aFunctionThatFailsIsAnErrorOfTheCheck(_ body: String, _ message: String) throws {
    let run = try PolicyRun(
      """
      measure "own" { value = function(bundle) \(body) end }
      rule "budget" { summary = "s", budget = { measure = "own", max = 1 } }
      rule "other" { summary = "s", require = "CFBundleIdentifier" }
      """)
    let report = try run.report(Self.app(1))
    #expect(report.verdict == .error)
    let lines = run.lines(report)
    #expect(lines.count == 2 && lines[0].contains("policy.lua:2") && lines[0].contains(message), "\(lines)")
    #expect(lines.first?.contains("measure 'own'") == true, "\(lines)")
    #expect(report.bundles[0].rules[0].status == .notApplicable && report.bundles[0].rules[1].status == .pass)
  }

  @Test func aFunctionChoosesItsBundles() throws {
    let run = try PolicyRun(
      """
      measure "own" { applies = { kind = "extension" }, value = function(bundle) return 7.0 end }
      measure "none" { value = function(bundle) return nil end }
      rule "r" { summary = "s", check = function(bundle, report)
        report("%s %s", tostring(bundle.measures.own), tostring(bundle.measures.none))
      end }
      """)
    let report = try run.report(Self.app(1))
    #expect(report.bundles[0].findings.map(\.message) == ["nil nil", "7 nil"])
    #expect(report.bundles[0].builds.map(\.details.measures.count) == [0, 1])
  }

  @Test func includedPoliciesShareMeasures() throws {
    let header = #"{ summary = "s" }"#
    let error = try PolicyRun.loadingError([
      "policy.lua":
        "policy \"p\" { summary = \"s\", include = \"q\" }\nmeasure \"own\" { value = function() return 1 end }\nmeasure \"install-size\" {}\n",
      "q.lua": "policy \"q\" \(header)\nmeasure \"install-size\" {}\n" + Self.rule(#"measure = "own", max = 1"#),
    ])
    #expect(error == nil)
  }
}
