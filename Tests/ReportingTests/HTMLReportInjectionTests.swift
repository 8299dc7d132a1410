import PolicyTestSupport
import ReportTestSupport
import Testing
@testable import Presentation

@testable import PolicyEngine
@testable import Reports

/// Nothing from outside becomes markup or steers the reader of the report's page.
@Suite struct HTMLReportInjectionTests {
  private static let attacks = [
    "</script><script>alert(1)</script>", "</title></style><svg onload=alert(1)>", "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)' autofocus='", "<!--", "]]>", "&lt;b&gt;", "line\nbreak\r\n\ttab", "\u{202E}gnp.exe\u{2066}",
    "nul\0byte", "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{FEFF}\u{200F}\u{85}\u{2028}", "javascript:alert(1)",
    "#b1\" id=\"b1", "::error::x", "%0A::set-output", "<\u{338}script>", "com.x.app.", "`code` | [a](b)",
    String(repeating: "<b>", count: 2_000),
  ]

  /// A report with this text in every place that takes one.
  static func report(_ text: String) -> Report {
    let place = SourceLocation(file: text, line: 3)
    func finding(_ change: (inout Finding) -> Void) -> Finding {
      var finding = Finding(
        rule: text, severity: .error, message: text, bundle: text, bundleName: text, file: text, keyPath: text,
        isMissing: false, line: 5, column: 2, value: text, expected: text, fix: text, help: text, declared: place,
        overridden: place, discriminator: text, waiver: nil)
      finding.excerpt = PropertyListExcerpt(
        form: .values,
        lines: [
          .init(text, number: 4, mark: .found, isCutAtStart: true), .init(text, mark: .missing, isCutAtEnd: true),
        ])
      change(&finding)
      return finding
    }
    func waiver(_ isExpired: Bool) -> AppliedWaiver {
      AppliedWaiver(because: text, owner: text, expires: text, isExpired: isExpired, declared: place)
    }
    let findings = [
      finding { _ in }, finding { $0.waiver = waiver(false) }, finding { $0.waiver = waiver(true) },
      finding { $0.isBaselined = true }, finding { $0.isMissing = true },
    ]
    let error = EngineError(code: text, message: text, file: text, line: 2, rule: text, hint: text)
    let info = Dictionary(uniqueKeysWithValues: BuildFacts.keys.map { ($0, Optional(text)) })
    let statuses: [RuleResult.Status] = [.pass, .fail, .waived, .baselined, .notApplicable, .error]
    var bundle = BundleReport(
      path: text, identifier: text, kind: text, platform: text, verdict: .error,
      rules: statuses.map { RuleResult(id: text, status: $0, findings: 1, fuel: 0, reason: text) },
      findings: findings, errors: [error],
      builds: [BuildFacts(path: "", name: text, kind: text, platform: text, info: info)])
    bundle.icon = .none(because: text)
    bundle.history = ProductHistory(
      identifier: text, platform: text,
      builds: [.sample(1, .sample(identifier: text, platform: text, shortVersion: text, build: text))], total: 4,
      failure: text)
    var report = Report(
      verdict: .error, policies: [PolicySummary(id: text, version: text, source: text, digest: "")],
      bundles: [bundle, bundle], errors: [error], warnings: [error], summary: ReportSummary())
    report.defaultPolicy = DefaultPolicy(id: text, because: text)
    report.waiverFiles = [WaiverFile(source: text, contents: [])]
    report.ledger = LedgerUse(
      location: text, id: text,
      records: [
        LedgerUse.Record(
          identifier: text, platform: text, shortVersion: text, build: text, path: "", verdict: .pass, digest: text,
          sequence: 1, hash: text, isNew: true)
      ])
    return report
  }

  @Test(arguments: attacks) func textStaysText(_ attack: String) throws {
    let bytes = HTMLReportTests.bytes(Self.report(attack))
    let page = try #require(ParsedMarkup(bytes), "the page is not well-formed")
    let harmless = try HTMLReportTests.parsed(Self.report("x"))
    // Where a line may break is the only markup that depends on the text: it is as empty as it is harmless.
    let breaks = page.all("wbr")
    #expect(breaks.allSatisfy { $0.attributes.isEmpty && $0.text.isEmpty })
    #expect(page.vocabulary.subtracting(["wbr"]) == harmless.vocabulary.subtracting(["wbr"]))
    #expect(page.elements.count - breaks.count == harmless.elements.count - harmless.all("wbr").count)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(Set(text.unicodeScalars).allSatisfy { $0 == "\n" || TerminalText.escape(String($0)) == String($0) })
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(page.all("a").allSatisfy { $0.attributes["href"]?.hasPrefix("#") == true })
  }

  @Test func textsOfRulesStayText() throws {
    let attack = "</p><script>alert('1')</script>\" onclick=\"x"
    let escaped = attack.utf8.map { "\\\($0 < 100 ? "0" : "")\($0)" }.joined()
    let run = try PolicyRun(
      """
      rule "a" { summary = "\(escaped)", rationale = "\(escaped)", source = { "\(escaped)" }, help = "\(escaped)", require = { "A" } }
      rule "n" { summary = "\(escaped)", forbid = "Old" }

      """)
    let (report, rules) = try run.evidentReport(.app(["CFBundleName": "A"]))
    let page = try HTMLReportTests.parsed(report, rules: rules)
    #expect(page.all("script").isEmpty && page.elements.allSatisfy { $0.attributes["onclick"] == nil })
    #expect(page.all("p").contains { $0.attributes["class"] == "summary" && $0.text == attack })
    #expect(page.all("dd").count { $0.text == attack } == 2)
    #expect(page.all("td").contains { $0.text == attack })
  }
}
