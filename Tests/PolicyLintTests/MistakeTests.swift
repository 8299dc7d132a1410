import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine
@testable import PolicyLint

/// Plausible mistakes of authors, each with the code that reports it; and policies that have none.
@Suite struct MistakeTests {
  struct Mistake: CustomTestStringConvertible {
    let place: String
    let code: String
    let source: String

    var testDescription: String { source }

    var policy: String {
      let head = "policy \"test\" { summary = \"for a test\" }\n"
      let rule =
        "rule \"r\" { summary = \"s\", rationale = \"r\", examples = { pass = { {} }, fail = { { at = \"/X\" } } },\n"
      return switch place {
      case "file": head + "\n" + source
      case "rule": head + rule + source + " }"
      default: head + rule + "check = function(bundle, report) " + source + "\nend }"
      }
    }
  }

  static let mistakes: [Mistake] = {
    let bytes = try? TemporaryFolder.bytes(of: "Tests/PolicyLintTests/Mistakes.txt")
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      line in
      let parts = line.split(separator: " | ", maxSplits: 2).map(String.init)
      return Mistake(place: parts[0], code: parts[1], source: parts[2])
    }
  }()

  /// The remarks on a policy; nil if it cannot be loaded.
  private static func remarks(_ policy: String) throws -> [PolicyLint.Remark]? {
    let folder = try TemporaryFolder(["policy.lua": policy])
    guard let program = try? PolicyProgram(.init(policies: [folder("policy.lua")])) else { return nil }
    return PolicyLint.remarks(on: program).filter { $0.code != .ruleNested }
  }

  @Test(arguments: mistakes) func isReported(_ mistake: Mistake) throws {
    let remarks = try Self.remarks(mistake.policy)
    switch mistake.code {
    case "load": #expect(remarks == nil)
    case "-": #expect(remarks?.isEmpty == true, "now found: change the expectation")
    default:
      let found = remarks ?? []
      #expect(
        found.contains {
          $0.code.rawValue == mistake.code && ($0.line == 3 || mistake.place == "rule" && $0.line == 2)
        }, "\(found)")
      #expect(found.allSatisfy { !$0.fix.isEmpty })
    }
  }

  @Test func fewAreSilent() {
    #expect(Self.mistakes.count > 400)
    #expect(Self.mistakes.count { $0.code == "-" } < 25)
    let tried = Set(Self.mistakes.map(\.code))
    let other: Set<LintCode> = [
      .keyDeprecated, .keyPlatform, .ruleExamples, .ruleRationale, .ruleAlwaysApplies, .ruleNested, .ruleRenamed,
      .importUnused, .waiverExpired, .waiverUnused, .waiverDuplicate, .waiverShared, .adjustmentShared, .allowUnused,
      .allowUnknown, .sourceUnread,
    ]
    let untried = LintCode.allCases.filter { !tried.contains($0.rawValue) && !other.contains($0) }
    #expect(untried.isEmpty, "\(untried)")
  }

  @Test func otherStylesHaveNoMistakes() throws {
    let bytes = try TemporaryFolder.bytes(of: "Tests/PolicyLintTests/OtherStyles.lua")
    let remarks = try #require(try Self.remarks(String(decoding: bytes, as: UTF8.self)))
    #expect(remarks.isEmpty, "\(remarks)")
  }

  @Test func reportsAreWaivedInTheSource() throws {
    let rule = """
      policy "test" { summary = "s" }
      rule "r" { summary = "s", rationale = "r", examples = { pass = { {} }, fail = { {} } }, check = function(bundle, report)
        -- lint: allow compare.never: older versions had other words
        if bundle.platform == "iOS" then report("x") end
      end }
      """
    #expect(try Self.remarks(rule)?.isEmpty == true)
  }
}
