import Bundles
import PolicyTestSupport
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting
@testable import Reports

/// Reports in JSON that are read again: every format can be made of them.
@Suite struct ReportReadingTests {
  private static func file(_ report: Report, rules: [RuleDescription] = [], name: String = "r.json") throws
    -> ReportFile
  {
    let bytes = JSONReport(toolVersion: "9.9.9", rules: rules).render(report)
    return try ReportFile(bytes, name: name)
  }

  private static func whole(_ merge: ReportMerge) throws -> Report {
    var report = merge.report
    try merge.forEachBundle { report.bundles.append($0) }
    return report
  }

  @Test(arguments: ReportTruthTests.Situation.allCases, ReportFormat.allCases)
  func everyFormatIsTheSame(_ situation: ReportTruthTests.Situation, _ format: ReportFormat) throws {
    // A report without bundles does not pass.
    if situation == .nothingChecked { return }
    let report = try situation.report()
    let merge = try ReportMerge([try Self.file(report)], failOn: nil)
    let context = ReportContext(toolVersion: "9.9.9", failOn: report.failOn)
    let again = format.view(context).render(try Self.whole(merge))
    #expect(
      String(decoding: again, as: UTF8.self) == String(decoding: format.view(context).render(report), as: UTF8.self))
  }

  @Test(arguments: ReportFormat.allCases) func everythingSurvives(_ format: ReportFormat) throws {
    let (report, _) = try fullReport()
    let context = ReportContext(toolVersion: "9.9.9", failOn: report.failOn)
    let again = try Self.whole(try ReportMerge([try Self.file(report)], failOn: nil))
    #expect(
      String(decoding: format.view(context).render(again), as: UTF8.self)
        == String(decoding: format.view(context).render(report), as: UTF8.self))
  }

  @Test func rulesExcerptsAndExplanationsSurvive() throws {
    let run = try PolicyRun(
      """
      rule "a" { summary = "s", rationale = "why\\nso", help = "https://example.com/", tags = { "t" }, forbid = "Bad" }
      rule "b" { summary = "s", require = "Gone" }
      """)
    let graph = try BundleGraph.fixture(
      "App.app", ["Contents/Info.plist": .info("<key>Bad</key><string>\(String(repeating: "x", count: 400))</string>")])
    let (report, rules) = try run.evidentReport(graph)
    let file = try Self.file(report, rules: rules)
    let again = try Self.whole(try ReportMerge([file], failOn: nil))
    let bundle = try #require(again.bundles.first)
    #expect(bundle.findings.count == 2)
    for (finding, old) in zip(bundle.findings, report.bundles[0].findings) {
      #expect(finding.excerpt == old.excerpt)
      #expect(finding.excerpt != nil)
    }
    #expect(
      JSONReport(toolVersion: "9.9.9", rules: file.rules).render(again)
        == JSONReport(toolVersion: "9.9.9", rules: rules).render(report))
  }

  @Test func hostileTextSurvives() throws {
    for text in hostileTexts where !text.isEmpty {
      var finding = Finding.sample
      finding.message = text
      finding.value = text
      finding.file = text
      var report = Report.sample(
        path: text, findings: [finding], errors: [EngineError(code: "c", message: text, hint: text)])
      report.verdict = .error
      report.bundles[0].verdict = .error
      report.summary.bundles = 1
      report.warnings = [EngineError(code: "w", message: text, file: text, line: 3, subject: text)]
      let again = try Self.whole(try ReportMerge([try Self.file(report)], failOn: nil))
      for format in ReportFormat.allCases {
        let context = ReportContext(toolVersion: "9.9.9")
        var expected = report
        expected.summary = again.summary
        #expect(format.view(context).render(again) == format.view(context).render(expected), "\(text.debugDescription)")
      }
    }
  }

  // MARK: Merging

  private static func report(_ path: String, _ findings: [Finding] = [], digest: String = "sha256:1") -> Report {
    var report = Report.sample(path: path, findings: findings)
    report.bundles[0].verdict = findings.contains { $0.severity == .error } ? .fail : .pass
    report.verdict = report.bundles[0].verdict
    report.policies = [PolicySummary(id: "p", version: nil, source: "p.lua", digest: digest)]
    report.summary.bundles = 1
    return report
  }

  private static func merge(_ reports: [Report], failOn: FailureThreshold? = nil) throws -> ReportMerge {
    try ReportMerge(
      try reports.enumerated().map { try file($0.element, name: "\($0.offset).json") }, failOn: failOn)
  }

  @Test func bundlesAreSortedAndCounted() throws {
    let merge = try Self.merge([Self.report("b", [.sample]), Self.report("a"), Self.report("B")])
    let whole = try Self.whole(merge)
    #expect(whole.bundles.map(\.path) == ["B", "a", "b"])
    #expect(whole.verdict == .fail && whole.summary.bundles == 3 && whole.summary.errors == 1)
    #expect(whole.summary.failedBundles == 1 && whole.policies.count == 1)
  }

  @Test func failOnIsAppliedAnew() throws {
    var warning = Finding.sample
    warning.severity = .warning
    let reports = [Self.report("a", [warning])]
    #expect(try Self.merge(reports).report.verdict == .pass)
    let strict = try Self.whole(try Self.merge(reports, failOn: .warning))
    #expect(strict.verdict == .fail && strict.bundles[0].verdict == .fail && strict.failOn == .warning)
  }

  @Test func remarksThatNothingHappenedNeedAllParts() throws {
    var parts = [Self.report("a"), Self.report("b")]
    func unused(_ line: Int) -> EngineError {
      EngineError(code: "waiver.unused", message: "covered nothing", file: "w.lua", line: line)
    }
    func bundle(_ path: String) -> EngineError {
      EngineError(code: "bundle.x", message: "m", file: path, subject: path)
    }
    parts[0].warnings = [unused(1), unused(2)]
    parts[1].warnings = [bundle("b"), unused(2), unused(3)]
    parts[0].warnings.insert(bundle("a"), at: 0)
    for order in [[0, 1], [1, 0]] {
      let merged = try Self.merge(order.map { parts[$0] }).report
      #expect(merged.warnings == [bundle("a"), bundle("b"), unused(2)])
    }
    // With different policies, the remark does not depend on the other parts.
    parts[1].policies = []
    #expect(try Self.merge(parts).report.warnings.filter { $0.code == "waiver.unused" }.count == 3)
  }

  @Test func theSameBundleTwiceMustBeTheSame() throws {
    let merged = try Self.merge([Self.report("a", [.sample]), Self.report("a", [.sample])])
    #expect(merged.report.summary.bundles == 1 && merged.report.summary.errors == 1)
    let error = #expect(throws: EngineError.self) { try Self.merge([Self.report("a", [.sample]), Self.report("a")]) }
    #expect(error?.message == "a has other results in 0.json than in 1.json")
  }

  @Test func contradictionsAreRefused() throws {
    var other = Self.report("b")
    other.failOn = .note
    for (reports, part) in [
      ([Self.report("a"), Self.report("b", digest: "sha256:2")], "digests differ"),
      ([Self.report("a"), other], "--fail-on error, and 1.json with --fail-on note"),
    ] {
      let error = #expect(throws: EngineError.self) { try Self.merge(reports) }
      #expect(error?.message.contains(part) == true && error?.file == "1.json", "\(error?.message ?? "")")
    }
    #expect(try Self.merge([Self.report("a"), other], failOn: .error).report.verdict == .pass)
  }

  @Test func aVerdictMustFollowFromTheFindings() throws {
    var forged = Self.report("a", [.sample])
    forged.bundles[0].verdict = .pass
    forged.verdict = .pass
    let error = #expect(throws: EngineError.self) { try Self.merge([forged]) }
    #expect(error?.message == "the verdict 'pass' of a does not follow from its findings")
    var cut = Self.report("a")
    cut.summary.bundles = 2
    let second = #expect(throws: EngineError.self) { try Self.merge([cut]) }
    #expect(second?.message == "the summary counts 2 bundles, but the report has 1")
  }

  @Test func reportsWithoutBundlesAreNoPass() throws {
    let empty = try ReportTruthTests.Situation.nothingChecked.report()
    let merged = try Self.merge([empty]).report
    #expect(merged.verdict == .error && merged.errors.first?.code == "report.empty")
  }

  @Test(arguments: [
    ("", "expected a value, found the end of the text"), ("{}", "this is not a bundlepolicy report"),
    (#"{"bundles": [1, {"path": 3}]}"#, "this is not a bundlepolicy report"),
    (#"{"format": "bundlepolicy-report", "version": 2, "bundles": [7]}"#, "it reads version 1"),
    (#"{"format": "bundlepolicy-report", "version": 1, "bundles": [7]}"#, "'path' is missing here"),
    (#"{"format": "bundlepolicy-report", "version": 1}"#, "the report has no 'bundles' list here"),
    (
      #"{"format": "bundlepolicy-report", "version": 1, "bundles": [], "verdict": "good"}"#,
      "'verdict' must be one of pass, fail, error"
    ),
    (
      #"{"format": "bundlepolicy-report", "version": 1, "verdict": "pass", "policies": [{"id": "p"}], "bundles": []}"#,
      "'source' is missing here"
    ),
    (
      #"{"format": "bundlepolicy-report", "version": 1, "bundles": [{"path": "a", "verdict": "pass", "rules": [], "errors": [], "findings": [{"declared": {"file": "p", "line": -3}, "rule": "r", "severity": "error", "message": "m", "bundle": ""}]}]}"#,
      "'line' must be a number, 0 or more"
    ),
  ])
  func whatIsNoReportIsRefused(_ text: String, _ message: String) {
    let error = #expect(throws: EngineError.self) {
      try ReportFile(Array(text.utf8), name: "r.json")
    }
    #expect(error?.message.contains(message) == true && error?.line == 1, "\(error?.description ?? "")")
  }

  /// Every part of a report may be missing or damaged: there is an error or a report, never a crash.
  @Test func damagedReportsAreErrorsOrReports() throws {
    let (report, _) = try fullReport()
    let bytes = JSONReport(toolVersion: "9.9.9").render(report)
    var random = SeededGenerator(state: 11)
    for _ in 0..<300 {
      var damaged = bytes
      switch Int.random(in: 0..<3, using: &random) {
      case 0: damaged.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...)
      case 1: damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20..<0x7F, using: &random)
      default:
        let start = Int.random(in: 0..<bytes.count - 60, using: &random)
        damaged.removeSubrange(start..<start + Int.random(in: 1..<60, using: &random))
      }
      guard let file = try? ReportFile(damaged, name: "r.json") else { continue }
      if let merge = try? ReportMerge([file], failOn: nil) { #expect(try Self.whole(merge).verdict == .error) }
    }
  }
}
