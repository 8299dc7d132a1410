import PolicyTestSupport
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting
@testable import Reports

/// Text from bundles and policies is only ever text in every format.
@Suite struct ReportInjectionTests {
  private static let texts =
    hostileTexts.filter { !$0.isEmpty } + [
      "]]>", "<![CDATA[", "--><x>", "%0A%0D::error::x", "::set-output name=x::y", "{0} [a](0) [b](http://evil/)",
      "a\nb\n  ...\nok 9 - z",
      "# SKIP", "\\# TODO", "x # TODO y", "\\", "1..0", "Bail out!", "- a: b", "'", "`", "```\n", "| a | b |", "$(id)",
      "\u{0}\u{1}\u{2}\u{1F}", "\u{FFFE}\u{FFFF}", "\u{1F468}\u{200D}\u{1F469}", "../../etc/passwd",
      "javascript:alert(1)", "::error::x", " \u{200B}::error file=a::x", "##[error]x", "a ##[set-output name=v]x",
      "#\u{301}#[error]x", "x\n::error::y", "x\r##[group]y",
      "&lt;", "&#10;", "a:b", "//a", "%", "\u{E000}", "\r\n\r\n", "true", "~", "…",
      String(repeating: "long ", count: 900),
    ] + hostileToOtherRunners

  /// A report with a text in every place that can have text from outside.
  static func report(_ text: String) -> Report {
    let location = SourceLocation(file: text, line: 3)
    let rules: [RuleResult.Status] = [.fail, .waived, .baselined, .notApplicable, .error, .pass]
    let error = EngineError(
      code: "policy.error", message: text, file: text, line: 4, rule: "p/error", hint: text)
    func finding(_ status: RuleResult.Status) -> Finding {
      var finding = Finding.sample
      finding.rule = "p/\(status.rawValue)"
      finding.message = text
      finding.bundle = text
      finding.bundleName = text
      finding.file = text
      finding.keyPath = text
      finding.value = text
      finding.expected = text
      finding.fix = text
      finding.help = text
      finding.declared = location
      finding.overridden = location
      finding.discriminator = text
      finding.isBaselined = status == .baselined
      if status == .waived || status == .fail {
        finding.waiver = AppliedWaiver(
          because: text, owner: text, expires: "2026-01-01", isExpired: status == .fail, declared: location)
      }
      return finding
    }
    func bundle(_ end: String) -> BundleReport {
      BundleReport(
        path: text + end, identifier: text, kind: "application", platform: "macos", verdict: .error,
        rules: rules.map { status in
          var result = RuleResult(id: "p/\(status.rawValue)", status: status, findings: 1, fuel: 1)
          if status == .notApplicable || status == .pass { result.reason = text }
          return result
        },
        // Two of a rule: the second begins a line where the first follows a tag.
        findings: [RuleResult.Status.fail, .fail, .waived, .baselined].map(finding),
        errors: [error, EngineError(code: "bundle.unreadable", message: text, file: text, hint: text)])
    }
    var summary = ReportSummary()
    (summary.bundles, summary.errors, summary.waived, summary.baselined) = (2, 4, 2, 2)
    var report = Report(
      verdict: .error, policies: [PolicySummary(id: "p", version: text, source: text, digest: "")],
      bundles: [bundle(""), bundle("2")], errors: [error], warnings: [error], summary: summary)
    report.waiverFiles = []
    report.defaultPolicy = DefaultPolicy(id: "p", because: text)
    return report
  }

  private static func context(_ text: String) throws -> ReportContext {
    // Rules get their texts from a policy, which takes no control characters.
    let plain = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\\" && $0 != "\"" }.map(Character.init))
    let rule =
      "\", rationale = \"\(plain)x\", source = { \"\(plain)x\" }, help = \"\(plain)x\", forbid = \"\(plain)x\" }\n"
    let run = try PolicyRun("rule \"fail\" { summary = \"\(plain)x" + rule)
    let program = try? PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    return ReportContext(toolVersion: "9.9.9", rules: try program?.descriptions ?? [])
  }

  /// Policies are loaded once for all formats.
  private static let contexts = texts.filter { $0.utf8.count < 1000 }.map { text in
    (text: text, context: Result { try context(text) })
  }

  @Test(arguments: ReportFormat.allCases) func textsAreOnlyTexts(_ format: ReportFormat) throws {
    let reader = try #require(ReportAccount.readers[format])
    let context = ReportContext(toolVersion: "9.9.9")
    let harmless = try reader(format.view(context).render(Self.report("harmless")))
    #expect(harmless.verdict == .error && harmless.shape.isEmpty == false)
    for text in Self.texts {
      let bytes = format.view(context).render(Self.report(text))
      let shown = text.prefix(40).debugDescription
      #expect(Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes, "UTF-8: \(shown)")
      #expect(steering(in: bytes.filter { $0 != 0x09 }) == [], "\(shown)")
      if format != .github { #expect(commands(in: bytes) == [], "\(shown)") }
      #expect(OtherRunners.commands(in: bytes) == [], "\(shown)")
      do {
        let account = try reader(bytes)
        #expect(account.verdict == harmless.verdict, "\(shown)")
        if account.shape != harmless.shape {
          let place = zip(account.shape, harmless.shape).enumerated().first { $0.element.0 != $0.element.1 }
          Issue.record("another shape for \(shown) at \(place.map { "\($0)" } ?? "the end")")
        }
      } catch {
        Issue.record("\(shown): \(error)")
      }
    }
  }

  /// The commands that GitHub's runner would see in a log with this output.
  private func commands(in bytes: [UInt8]) -> [String] {
    RunnerLine.all(in: bytes).compactMap { line in
      if case .command(let name, _, let text) = line { "\(name): \(text)" } else { nil }
    }
  }

  /// The descriptions of rules are texts, too.
  @Test(arguments: ReportFormat.allCases.filter(\.describesRules)) func descriptionsAreOnlyTexts(
    _ format: ReportFormat
  ) throws {
    let reader = try #require(ReportAccount.readers[format])
    let report = Self.report("harmless")
    var described = 0
    let harmless = try reader(format.view(try Self.context("harmless")).render(report))
    for (text, loaded) in Self.contexts {
      let context = try loaded.get()
      // A policy may refuse such text.
      if context.rules.isEmpty { continue }
      described += 1
      let bytes = format.view(context).render(report)
      #expect(steering(in: bytes.filter { $0 != 0x09 }) == [], "\(text.debugDescription)")
      #expect(commands(in: bytes) + OtherRunners.commands(in: bytes) == [], "\(text.debugDescription)")
      #expect(try reader(bytes).shape == harmless.shape, "\(text.debugDescription)")
    }
    #expect(described > 20, "\(described)")
  }
}
