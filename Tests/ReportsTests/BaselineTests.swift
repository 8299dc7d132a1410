import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Baselines: writing, matching and gone entries.
@Suite struct BaselineTests {
  private static let rules = """
    rule "bad" { summary = "s", forbid = { "A", "B" } }
    rule "twice" { summary = "s", check = function(b, report) for i = 1, b.info.N or 0 do report("again") end end }
    """

  private static func app(_ info: String, _ identifier: String = "com.x") throws -> BundleGraph {
    try .app("<key>CFBundleIdentifier</key><string>\(identifier)</string>\(info)")
  }

  private static func report(
    _ graphs: BundleGraph..., baseline: String? = nil, isStrict: Bool = false, rules: [String] = []
  ) throws -> Report {
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + Self.rules])
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")), rules: rules)
    options.baseline = try baseline.map { try Baseline($0, file: "base.txt") }
    options.isBaselineStrict = isStrict
    var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
    for graph in graphs { check.run(on: graph, path: graph.displayPath) }
    return check.report()
  }

  @Test func whatIsThereIsLetBe() throws {
    let graph = try Self.app("<key>A</key><true/><key>N</key><integer>2</integer>")
    let first = try Self.report(graph)
    #expect(first.verdict == .fail)
    let text = Baseline.text(of: first)
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "policy\ttest\t\(first.policies[0].digest)")
    let fields = lines.dropFirst(2).map { $0.split(separator: "\t").map(String.init) }
    #expect(
      fields.map { [$0[1], $0[2]] + $0[5...] } == [
        ["1", "com.x", "test/bad", "Contents/Info.plist /A"], ["2", "com.x", "test/twice"],
      ])
    #expect(
      fields[0][3].utf8.count == 16 && fields[0][4] == "-" && fields[1][3] == "-" && fields[1][4].utf8.count == 16)
    let second = try Self.report(graph, baseline: text, isStrict: true)
    #expect(second.verdict == .pass && second.warnings.isEmpty)
    #expect(second.summary.baselined == 3 && second.summary.errors == 0)
    #expect(second.bundles[0].rules.map(\.status) == [.baselined, .baselined])
    #expect(Baseline.text(of: second) == text, "writing it anew changes nothing")
  }

  @Test func otherSystemsLineEnds() throws {
    let graph = try Self.app("<key>A</key><true/>")
    let text = Baseline.text(of: try Self.report(graph)).split(separator: "\n").joined(separator: "\r\n") + "\r\n"
    #expect(try Self.report(graph, baseline: text).summary.baselined == 1)
  }

  @Test func whatIsNewCounts() throws {
    let text = Baseline.text(of: try Self.report(Self.app("<key>A</key><true/><key>N</key><integer>1</integer>")))
    let more = try Self.report(
      Self.app("<key>A</key><true/><key>B</key><true/><key>N</key><integer>2</integer>"), baseline: text)
    #expect(more.verdict == .fail && more.summary.baselined == 2 && more.summary.errors == 2)
    #expect(more.bundles[0].rules.map(\.status) == [.fail, .fail])
    let other = try Self.report(Self.app("<key>A</key><true/>", "com.y"), baseline: text)
    #expect(other.verdict == .fail && other.summary.baselined == 0 && other.warnings.isEmpty, "another bundle's")
  }

  @Test func whatIsGoneIsSaid() throws {
    let text = Baseline.text(of: try Self.report(Self.app("<key>A</key><true/><key>N</key><integer>2</integer>")))
    let sound = try Self.app("<key>N</key><integer>1</integer>")
    let lenient = try Self.report(sound, baseline: text)
    #expect(lenient.verdict == .pass)
    #expect(
      lenient.warnings.map(\.message).sorted() == [
        "com.x no longer has the finding test/bad at Contents/Info.plist /A",
        "com.x no longer has the finding test/twice",
      ])
    #expect(try Self.report(sound, baseline: text, isStrict: true).verdict == .fail)
    #expect(
      try Self.report(sound, baseline: text, isStrict: true, rules: ["bad"]).verdict == .pass, "not all rules ran")
  }

  @Test(arguments: [
    ("", "base.txt:1: this is not a baseline; a baseline begins with '# bundlepolicy baseline 2'"),
    ("x\n", "base.txt:1: this is not a baseline; a baseline begins with '# bundlepolicy baseline 2'"),
    (
      "# bundlepolicy baseline 22\n",
      "base.txt:1: this is not a baseline; a baseline begins with '# bundlepolicy baseline 2'"
    ),
    (
      "# bundlepolicy baseline 1\nabc\t1\tcom.x\n",
      "base.txt:2: a fingerprint, a number and a bundle were expected, separated by tabs"
    ),
    (
      "# bundlepolicy baseline 1\n\n# note\n\(String(repeating: "a", count: 32))\t0\tcom.x\n",
      "base.txt:4: a fingerprint, a number and a bundle were expected, separated by tabs"
    ),
    (
      "# bundlepolicy baseline 2\n\(String(repeating: "a", count: 32))\t1\tx\tr\n",
      "base.txt:2: digests of a value and a message, or '-', were expected after the bundle, separated by tabs"
    ),
    (
      "# bundlepolicy baseline 2\npolicy\tp\td\npolicy\tp\td\n",
      "base.txt:3: the id of a policy and a digest were expected, separated by tabs, and each policy once"
    ),
    (
      "# bundlepolicy baseline 2\n\(String(repeating: "a", count: 32))\t1\tx\t-\t-\n\(String(repeating: "a", count: 32))\t1\tx\t-\t-\tr\n",
      "base.txt:3: this finding is listed twice"
    ),
    (
      "# bundlepolicy baseline 1\n\(String(repeating: "a", count: 32))\t1\tx\tr\n\(String(repeating: "a", count: 32))\t1\tx\tr\n",
      "base.txt:3: this finding is listed twice"
    ),
  ])
  func refused(_ text: String, _ message: String) throws {
    do throws(EngineError) {
      _ = try Baseline(text, file: "base.txt")
      Issue.record("it was read")
    } catch {
      #expect(PolicyRun.describe(error) == "baseline.malformed \(message) [write a new one with --write-baseline FILE]")
    }
  }
}
