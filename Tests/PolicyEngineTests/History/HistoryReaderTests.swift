import Basics
@testable import BuildHistory
import Bundles
import PolicyTestSupport
import ReleaseLedger
import Reports
import Testing

@testable import PolicyEngine

/// A ledger, as rules see it, while others write to it, and when it cannot be read.
@Suite struct HistoryReaderTests {
  private static let rules = """
    rule "grows" { summary = "s", increases = "CFBundleVersion" }
    rule "looks" { summary = "s", check = function(b, report) pcall(function() return b.history[1] end) end }
    rule "counts" { summary = "s", check = function(b, report) local n = #b.history end }
    rule "highest" { summary = "s", check = function(b, report) local h = b.history:highest("CFBundleVersion") end }
    rule "walks" { summary = "s", check = function(b, report) for _, old in ipairs(b.history) do report("x") end end }
    rule "namesake" { summary = "s", check = function(b, report) local n = b.namesake end }
    rule "conditional" { summary = "s", applies = { when = function(b) return #b.history > 0 end }, require = "A" }
    rule "sound" { summary = "s", require = "CFBundleIdentifier" }
    rule "bad" { summary = "s", forbid = "Bad" }

    """

  private static func shop() throws -> TemporaryFolder {
    try TemporaryFolder([
      "policy.lua": PolicyRun.header + rules,
      "A.app/Contents/Info.plist": PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundleVersion</key><string>41</string>"
          + "<key>Bad</key><true/>"),
    ])
  }

  private static func record(_ folder: TemporaryFolder, _ ledger: Ledger) throws {
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.failOn = .error
    options.ledger = ledger
    options.recording = Recording(tool: "test", labels: [], keepsFailures: false, now: { 1 })
    options.rules = ["sound"]
    var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
    check.run(on: try BundleGraph.open(path: folder("A.app")), path: "A.app")
    var report = check.report()
    _ = check.record(&report)
    try #require(report.verdict == .pass && report.ledger?.records.count == 1, "\(report)")
  }

  /// The same build, recorded by another job during this check, is not an earlier build to the rules that follow.
  @Test func whatOthersRecordMeanwhileIsNotSeen() throws {
    let folder = try Self.shop()
    let ledger = try Ledger.prepare(LedgerLocation(.file(folder("builds.db"))), time: 1).0
    let graph = try BundleGraph.open(path: folder("A.app"))
    func answers(_ reader: HistoryReader) -> [Bool] {
      let answers = [
        reader.ownRow(of: graph.outer) != nil, reader.highest(of: graph.outer, .build, .apple, .platform) != nil,
        reader.recorded(0, of: graph.outer) != nil, reader.recordedCount(of: graph.outer) > 0,
        reader.newestNamesake(of: graph.outer) != nil,
        reader.newestUnreadable(of: graph.outer, .build, .apple, .platform) != nil,
      ]
      #expect(reader.takeFailure() == nil)
      return answers
    }
    let before = try #require(HistoryReader(of: graph, given: nil, ledger: ledger))
    #expect(before.ownRow(of: graph.outer) == nil)
    try Self.record(folder, ledger)
    #expect(answers(before) == [false, false, false, false, false, false])
    // Who begins later sees it as what it is: the same build.
    let after = try #require(HistoryReader(of: graph, given: nil, ledger: ledger))
    #expect(answers(after) == [true, false, false, false, false, false])
  }

  @Test func rulesThatNeedNoLedgerAreJudgedWithoutIt() throws {
    let folder = try Self.shop()
    for records in [false, true] {
      var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
      options.ledgerFailure = LedgerError(
        .unreachable, "no route", file: "postgres://db/x", hint: "look at the network")
      if records { options.recording = Recording(tool: "test", labels: [], keepsFailures: false, now: { 1 }) }
      let loading = PolicyProgram.Options(policies: [folder("policy.lua")])
      let report = Check.report(
        on: [folder("A.app")], try PolicyProgram(loading), options, jobs: 1)
      #expect(report.verdict == .error)
      #expect(report.errors.map(\.code.rawValue) == ["ledger.unreachable"] && report.errors[0].message == "no route")
      let bundle = try #require(report.bundles.first)
      for rule in bundle.rules {
        let expected: RuleResult.Status =
          switch rule.id {
          case "test/sound": .pass
          case "test/bad": .fail
          default: .error
          }
        #expect(rule.status == expected, "\(rule.id)")
      }
      #expect(Set(bundle.errors.map(\.code.rawValue)) == ["ledger.unreachable"] && bundle.errors.count == 7)
      #expect(bundle.errors.allSatisfy { $0.rule != nil && $0.message.contains("was not evaluated") })
    }
  }
}
