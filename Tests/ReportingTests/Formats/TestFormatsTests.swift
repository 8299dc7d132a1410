import PolicyTestSupport
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting

/// JUnit XML and TAP in full, and as other programs read them.
@Suite struct TestFormatsTests {
  @Test func jUnitInFull() throws {
    let (report, folder) = try fullReport()
    let text = folder.withoutPath(String(decoding: JUnitReport(failOn: report.failOn).render(report), as: UTF8.self))
    #expect(text == Self.expectedJUnit, "\(text)")
  }

  @Test func tapInFull() throws {
    let (report, folder) = try fullReport()
    let text = folder.withoutPath(String(decoding: TAPReport(failOn: report.failOn).render(report), as: UTF8.self))
    #expect(text == Self.expectedTAP, "\(text)")
  }

  private static let prove = "/usr/bin/prove"

  /// Perl's harness knows version 13 and no later, from which ours differs in nothing that it looks at.
  @Test(
    .enabled(if: BuiltProgram.isExecutable(prove), "there is no \(prove)"),
    arguments: ReportTruthTests.Situation.allCases)
  func proveComesToTheVerdict(_ situation: ReportTruthTests.Situation) throws {
    let report = try situation.report()
    let text = String(decoding: TAPReport(failOn: report.failOn).render(report), as: UTF8.self)
    let older = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    let folder = try TemporaryFolder(["check.tap": "TAP version 13\n" + older])
    let run = try ChildProcess.run(Self.prove, ["-e", "cat", folder("check.tap")])
    #expect((run.status == 0) == (report.verdict == .pass), "\(run.outputText)\(run.errorText)\n\(text)")
    #expect(!run.outputText.contains("Parse errors"), "\(run.outputText)")
  }

  @Test(.enabled(if: BuiltProgram.isExecutable(prove), "there is no \(prove)")) func proveIsNotFooled() throws {
    for text in hostileTexts + ["# TODO x", "\\# TODO x", "\\", "a\n1..0", "Bail out!", "\\\\# SKIP"] {
      let report = ReportInjectionTests.report(text)
      let rendered = String(decoding: TAPReport(failOn: .error).render(report), as: UTF8.self)
      let older = rendered.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
      let folder = try TemporaryFolder(["check.tap": "TAP version 13\n" + older])
      let run = try ChildProcess.run(Self.prove, ["-e", "cat", folder("check.tap")])
      // In each bundle, one rule fails, one is broken, and there is an error; the check has another error.
      #expect(run.outputText.contains("Failed 7/15 subtests"), "\(text.debugDescription) \(run.outputText)")
    }
  }
}
