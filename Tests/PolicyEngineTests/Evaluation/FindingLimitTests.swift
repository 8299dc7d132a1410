import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The limits on all findings of a bundle, and of a run.
@Suite struct FindingLimitTests {
  /// Rules that each report eight texts of this length.
  private static func rules(_ count: Int, length: Int = 1_000_000) -> String {
    (1...count).map {
      """
      rule "r\($0)" { summary = "s", check = function(bundle, report)
        local text = ("k"):rep(\(length))
        for i = 1, 8 do report("m", { discriminator = text .. i }) end
      end }
      """
    }.joined(separator: "\n")
  }

  private static func size(_ report: Report) -> Int {
    report.bundles.reduce(0) { $0 + $1.findings.reduce(0) { $0 + $1.size } }
  }

  @Test func allRulesOnOneBundle() throws {
    let report = try PolicyRun(Self.rules(20)).report(.app(["CFBundleName": "A"]), fuel: 5_000_000)
    let size = Self.size(report)
    #expect(size <= EvaluationBudget.findingLimit && size > EvaluationBudget.findingLimit - (2 << 20))
    #expect(report.verdict == .error)
    let errors = report.bundles[0].errors
    #expect(Set(errors.map(\.code.rawValue)) == ["limit.findings"])
    // Sixteen rules have room, and the others are reported individually.
    #expect(errors.map(\.rule) == (17...20).map { "test/r\($0)" }, "\(errors.map(\.rule))")
    #expect(
      errors[0].message
        == "rule 'r17' was stopped, and its further findings are left out: the findings of all rules on one bundle take more than 128 MiB"
    )
    #expect(report.bundles[0].rules.map(\.findings).reduce(0, +) == report.bundles[0].findings.count)
    #expect(report.bundles[0].rules.filter { $0.status == .error }.count == 4)
  }

  @Test func smallFindingsTakeRoomAsWell() throws {
    let finding = try #require(
      try PolicyRun("rule \"r\" { summary = \"s\", require = \"K\" }").report(.app([:])).bundles[0].findings.first)
    #expect(finding.size > 512)
  }

  /// The same findings are left out, however many threads there are.
  @Test(arguments: [1, 2])
  func allBundles(jobs: Int) throws {
    let names = (1...6).map { "A\($0).app" }
    var files = names.reduce(into: [String: String]()) {
      $0["\($1)/Contents/Info.plist"] = PropertyListText.document("<key>CFBundleName</key><string>A</string>")
    }
    files["policy.lua"] = PolicyRun.header + Self.rules(14, length: 10_000)
    let folder = try TemporaryFolder(files)
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    var options = Check.Options(asOf: day)
    options.findingLimit = 5 << 20
    let report = Check.report(on: names.map { folder($0) }, program, options, jobs: jobs)
    #expect(report.bundles.count == 6 && report.verdict == .error)
    let size = Self.size(report)
    #expect(size <= options.findingLimit && size > options.findingLimit - (20 << 10))
    #expect(report.bundles.map(\.errors.count) == [0, 0, 0, 0, 1, 1])
    let kept = report.bundles.map(\.findings.count)
    #expect(kept[..<4].allSatisfy { $0 == 112 } && kept[4] > 0 && kept[4] < 112 && kept[5] == 0, "\(kept)")
    #expect(
      report.bundles[5].errors.map(\.message) == [
        "112 findings on this bundle are left out: the findings on all bundles take more than 5 MiB"
      ])
    for bundle in report.bundles {
      #expect(bundle.rules.map(\.findings).reduce(0, +) == bundle.findings.count)
      #expect(bundle.rules.allSatisfy { $0.status == ($0.findings == 8 ? .fail : .error) })
    }
  }
}
