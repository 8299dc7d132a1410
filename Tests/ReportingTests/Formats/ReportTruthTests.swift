import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine
@testable import Reporting

/// Every format shows whether the check passed, and how many findings count, are waived or baselined.
@Suite struct ReportTruthTests {
  /// The possible results of a check.
  enum Situation: String, CaseIterable, Sendable {
    case pass, violations, waived, expiredWaiver, baselined, goneFromStrictBaseline, accepted, everything
    case warningsBelowFailOn, warningsAtFailOn
    case errorInBundle, errorOfRun, unreadableBundle, nothingEvaluated, nothingChecked, notBegun

    var verdict: Verdict {
      switch self {
      case .pass, .waived, .baselined, .accepted, .warningsBelowFailOn, .nothingChecked: .pass
      case .violations, .expiredWaiver, .goneFromStrictBaseline, .warningsAtFailOn: .fail
      case .everything, .errorInBundle, .errorOfRun, .unreadableBundle, .nothingEvaluated, .notBegun: .error
      }
    }

    private var rules: String {
      let rule = "rule \"bad\" { summary = \"s\", forbid = { \"A\", \"B\" } }\n"
      func waiver(_ day: String) -> String {
        "waive \"bad\" { because = \"later\", owner = \"jo\", expires = \"\(day)\", key = \"A\" }\n"
      }
      switch self {
      case .waived, .everything: return rule + waiver("2026-12-31")
      case .expiredWaiver: return rule + waiver("2026-01-31")
      case .warningsBelowFailOn, .warningsAtFailOn:
        return "rule \"bad\" { summary = \"s\", severity = \"warning\", forbid = { \"A\", \"B\" } }\n"
      case .errorInBundle:
        return rule + "rule \"broken\" { summary = \"s\", check = function(b, report) error(\"no luck\") end }\n"
      case .nothingEvaluated:
        return "rule \"bad\" { summary = \"s\", applies = { kind = \"framework\" }, forbid = \"A\" }\n"
      default: return rule
      }
    }

    private func info(_ number: Int) -> String {
      switch self {
      case .pass, .goneFromStrictBaseline, .nothingEvaluated, .nothingChecked: "<key>N</key><true/>"
      case .waived: "<key>A</key><true/>"
      case .everything: number == 0 ? "<key>A</key><true/><key>B</key><true/>" : "<key>B</key><true/>"
      default: "<key>A</key><true/>" + (number == 0 ? "<key>B</key><true/>" : "")
      }
    }

    /// The report of two bundles with the same identifier, as it comes out.
    func report() throws -> Report {
      if self == .notBegun {
        return Report(failure: EngineError(code: "policy.syntax", message: "no", file: "p.lua", line: 3))
      }
      let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
      let day = try #require(CalendarDate("2026-06-15"))
      func check(_ bundles: [(String, String)], _ baseline: String?) throws -> Report {
        var options = Check.Options(asOf: day, allowsEmpty: self == .nothingChecked)
        options.failOn = self == .warningsAtFailOn ? .warning : .error
        options.baseline = try baseline.map { try Baseline($0, file: "base.txt") }
        options.isBaselineStrict = self == .goneFromStrictBaseline
        if self == .errorOfRun { options.rules = ["bad", "gone"] }
        var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
        for (path, info) in bundles {
          let graph = try BundleGraph.app("<key>CFBundleIdentifier</key><string>com.x</string>\(info)")
          check.run(on: graph, path: path)
        }
        if self == .unreadableBundle || self == .everything {
          let path = folder("gone.app")
          do throws(BundleError) { _ = try BundleGraph.open(path: path) } catch { check.add(unreadable: path, error) }
        }
        return check.report()
      }
      if self == .nothingChecked { return try check([], nil) }
      let bundles = [("a/App.app", info(0)), ("b/App.app", info(1))]
      switch self {
      case .baselined: return try check(bundles, Baseline.text(of: check(bundles, nil)))
      case .accepted:
        var report = try check(bundles, Baseline.text(of: check([("a/App.app", "<key>N</key><true/>")], nil)))
        report.acceptFindings()
        return report
      case .everything: return try check(bundles, Baseline.text(of: check([bundles[1]], nil)))
      case .goneFromStrictBaseline:
        return try check(bundles, Baseline.text(of: check([("a/App.app", "<key>A</key><true/>")], nil)))
      default: return try check(bundles, nil)
      }
    }
  }

  @Test(arguments: ReportFormat.allCases) func everyFormatHasAReader(_ format: ReportFormat) {
    #expect(ReportAccount.readers[format] != nil, "add a reader of \(format) to ReportAccount.readers")
  }

  @Test(arguments: Situation.allCases) func reportsAreWhatTheyAreCalled(_ situation: Situation) throws {
    let report = try situation.report()
    #expect(report.verdict == situation.verdict)
    let summary = report.summary
    let open = summary.errors + summary.warnings + summary.notes
    switch situation {
    case .waived: #expect(summary.waived == 2 && open == 0)
    case .baselined, .accepted: #expect(summary.baselined == 3 && open == 0)
    case .everything: #expect(summary.waived == 1 && summary.baselined == 1 && open == 1, "\(summary)")
    case .violations, .expiredWaiver, .warningsAtFailOn, .warningsBelowFailOn: #expect(open == 3)
    default: break
    }
  }

  @Test(arguments: Situation.allCases, ReportFormat.allCases)
  func everyFormatTellsTheSame(_ situation: Situation, _ format: ReportFormat) throws {
    let report = try situation.report()
    let reader = try #require(ReportAccount.readers[format])
    let context = ReportContext(toolVersion: "9.9.9", failOn: report.failOn)
    let bytes = format.view(context).render(report)
    let text = String(decoding: bytes, as: UTF8.self)
    let account = try reader(bytes)
    #expect(account.verdict == report.verdict, "\(text)")
    let summary = report.summary
    if let open = account.open { #expect(open == summary.errors + summary.warnings + summary.notes, "\(text)") }
    if let waived = account.waived { #expect(waived == summary.waived, "\(text)") }
    if let baselined = account.baselined { #expect(baselined == summary.baselined, "\(text)") }
    #expect(format.view(context).render(report) == bytes, "the same report gives the same bytes")
  }

  /// A caller that takes another severity for the one that fails must not make a failed bundle look as if it had passed.
  @Test(arguments: ReportFormat.allCases) func failuresAreNotLostByTheWrongSeverity(_ format: ReportFormat) throws {
    let report = try Situation.warningsAtFailOn.report()
    let bytes = format.view(ReportContext(toolVersion: "9.9.9")).render(report)
    let reader = try #require(ReportAccount.readers[format])
    #expect(try reader(bytes).verdict == .fail)
  }
}
