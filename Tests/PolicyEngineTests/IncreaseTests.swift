import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `increases`: one build against earlier ones.
@Suite struct IncreaseTests {
  private static let rule = #"rule "grows" { summary = "s", increases = "CFBundleVersion" }"#

  private static func app(
    _ version: String?, identifier: String? = "com.x.app", platform: String = "MacOSX", name: String = "App.app"
  ) throws -> BundleGraph {
    var content = "<key>CFBundleSupportedPlatforms</key><array><string>\(platform)</string></array>"
    if let identifier { content += "\n<key>CFBundleIdentifier</key><string>\(identifier)</string>" }
    if let version { content += "\n<key>CFBundleVersion</key><string>\(version)</string>" }
    return try .app(content, name)
  }

  struct Case: CustomTestStringConvertible {
    let new: String?
    let old: [String?]
    let findings: [String]
    var dialect = "apple"
    var testDescription: String { "\(new ?? "none") after \(old.map { $0 ?? "none" }) (\(dialect))" }

    init(_ new: String?, _ old: [String?], _ findings: [String] = [], dialect: String = "apple") {
      self.new = new
      self.old = old
      self.findings = findings
      self.dialect = dialect
    }
  }

  @Test(arguments: [
    Case("42", ["41"]), Case("1.10", ["1.9"]), Case("1.0", ["1.0b9"]), Case("100000000000000000000", ["99999999999999999999"]),
    Case("42", ["42"], ["@"]), Case("42", ["43"], ["@"]), Case("1.0", ["1"], ["@"]), Case("1.2", ["1.10"], ["@"]),
    Case("42", ["40", "41"]), Case("42", ["40", "42", "43", "41"], ["@"]),
    Case("3f2a9c1", ["41"], ["@"]), Case("", ["41"], ["@"]), Case(nil, ["41"], ["@"]), Case(nil, ["41", nil, "40"], ["@"]),
    Case(nil, [nil], ["@"]), Case("42", ["deadbeef"], ["@"]), Case("42", [nil], ["@"]), Case("42", ["deadbeef", "41", "43"], ["@"]),
    Case("1.0.0", ["1.0.0-rc.1"], dialect: "semver"), Case("1.0.0-rc.1", ["1.0.0"], ["@"], dialect: "semver"),
    Case("1.0", ["0.9.0"], ["@"], dialect: "semver"), Case("2.0", ["2.0b3"], dialect: "sparkle"),
    Case("2.0b3", ["2.0"], ["@"], dialect: "sparkle"), Case("2.0-x", ["2.0"], ["@"], dialect: "sparkle"),
  ])
  func versions(_ tested: Case) throws {
    let run = try PolicyRun(
      "rule \"grows\" { summary = \"s\", increases = { key = \"CFBundleVersion\", dialect = \"\(tested.dialect)\" } }")
    let old = try tested.old.enumerated().map { try Self.app($0.element, name: "Old\($0.offset).app") }
    let report = try run.report(Self.app(tested.new), previous: old)
    record(tested.testDescription, run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == tested.findings)
    #expect(report.bundles[0].rules.map(\.status) == [tested.findings.isEmpty ? .pass : .fail])
  }

  @Test func numbersAreNoVersions() throws {
    let new = try BundleGraph.app("<key>CFBundleIdentifier</key><string>com.x.app</string>\n<key>CFBundleVersion</key><integer>42</integer>")
    let run = try PolicyRun(Self.rule)
    let report = try run.report(new, previous: [Self.app("41")])
    record("numbers", run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == ["@"])
  }

  @Test func noHistoryIsNotApplicable() throws {
    let report = try PolicyRun(Self.rule + "\nrule \"r\" { summary = \"s\", require = \"CFBundleVersion\" }").report(Self.app("42"))
    let result = try #require(report.bundles[0].rules.first)
    #expect(result.status == .notApplicable)
    #expect(result.reason == "no earlier build to compare with; give one with --previous OLD")
    #expect(report.verdict == .pass && report.summary.rulesNotApplicable == 1 && report.summary.rulesEvaluated == 1)
  }

  @Test func noHistoryAloneIsNothingEvaluated() throws {
    let report = try PolicyRun(Self.rule).report(Self.app("42"))
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.map(\.code) == ["check.nothing-evaluated"])
  }

  @Test(arguments: [
    ("another identifier", "com.x.other", "MacOSX", true), ("another platform", "com.x.app", "iPhoneOS", true),
    ("letter case counts", "com.x.App", "MacOSX", true), ("the same", "com.x.app", "MacOSX", false),
  ])
  func onlyTheSameProductCounts(_ name: String, _ identifier: String, _ platform: String, _ passes: Bool) throws {
    let old = try Self.app("43", identifier: identifier, platform: platform, name: "Old.app")
    let report = try PolicyRun(Self.rule).report(Self.app("42"), previous: [old])
    #expect(report.bundles[0].rules.map(\.status) == [passes ? .pass : .fail], "\(name)")
  }

  @Test func withoutIdentifierNothingCanBeTold() throws {
    let run = try PolicyRun(Self.rule)
    let report = try run.report(Self.app("42", identifier: nil), previous: [Self.app("41")])
    record("no identifier", run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == ["@"])
  }

  @Test func nestedBundlesGrowToo() throws {
    func product(_ app: String, _ share: String, _ kit: String?, name: String) throws -> BundleGraph {
      var files: [String: MemoryStorage.Node] = [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleVersion": app]),
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app.share", "CFBundleVersion": share]),
      ]
      if let kit {
        files["Contents/PlugIns/Kit.bundle/Contents/Info.plist"] = .info(["CFBundleIdentifier": "com.x.kit", "CFBundleVersion": kit])
      }
      return try .fixture(name, files)
    }
    let run = try PolicyRun(Self.rule)
    let report = try run.report(
      product("42", "9", "1", name: "App.app"), previous: [product("41", "9", nil, name: "Old.app"), product("40", "10", "0", name: "Older.app")])
    record("nested", run.lines(report).joined(separator: "\u{1}"))//R
    #expect(run.lines(report) == ["@"])
  }

  @Test func pointerToAVersionInAList() throws {
    func app(_ version: String, _ name: String) throws -> BundleGraph {
      try .app("<key>CFBundleIdentifier</key><string>com.x</string>\n<key>L</key><array><dict><key>V</key><string>\(version)</string></dict></array>", name)
    }
    let run = try PolicyRun(#"rule "grows" { summary = "s", increases = { key = "/L/0/V" } }"#)
    let report = try run.report(app("2", "App.app"), previous: [app("1", "Old.app")])
    #expect(run.lines(report) == [])
    #expect(try run.report(app("2", "App.app"), previous: [app("3", "Old.app")]).verdict == .fail)
  }
}
