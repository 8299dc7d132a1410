import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `increases`: one build against earlier ones.
@Suite struct IncreasesClauseTests {
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
    Case("42", ["41"]), Case("1.10", ["1.9"]), Case("1.0", ["1.0b9"]),
    Case("100000000000000000000", ["99999999999999999999"]),
    Case(
      "42", ["42"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion 42 equals that of the earlier build, 42 [expected > 42] [fix raise CFBundleVersion above 42 (Old0.app)]"
      ]),
    Case(
      "42", ["43"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion 42 is below that of the earlier build, 43 [expected > 43] [fix raise CFBundleVersion above 43 (Old0.app)]"
      ]),
    Case(
      "1.0", ["1"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 1.0: CFBundleVersion 1.0 equals that of the earlier build, 1 [expected > 1] [fix raise CFBundleVersion above 1 (Old0.app)]"
      ]),
    Case(
      "1.2", ["1.10"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 1.2: CFBundleVersion 1.2 is below that of the earlier build, 1.10 [expected > 1.10] [fix raise CFBundleVersion above 1.10 (Old0.app)]"
      ]),
    Case("42", ["40", "41"]),
    Case(
      "42", ["40", "42", "43", "41"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion 42 equals that of the earlier build, 42 [expected > 42] [fix raise CFBundleVersion above 42 (Old1.app)]",
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion 42 is below that of the earlier build, 43 [expected > 43] [fix raise CFBundleVersion above 43 (Old2.app)]",
      ]),
    Case(
      "3f2a9c1", ["41"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 3f2a9c1: CFBundleVersion is not a version (apple dialect), so it cannot be compared [expected a version such as 42 or 1.2.3]"
      ]),
    Case(
      "", ["41"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = : CFBundleVersion is not a version (apple dialect), so it cannot be compared [expected a version such as 42 or 1.2.3]"
      ]),
    Case(
      nil, ["41"],
      [
        "Contents/Info.plist:4:1 /CFBundleVersion (missing): CFBundleVersion is missing, so it cannot be compared with earlier builds [expected a version above 41] [fix add CFBundleVersion]"
      ]),
    Case(
      nil, ["41", nil, "40"],
      [
        "Contents/Info.plist:4:1 /CFBundleVersion (missing): CFBundleVersion is missing, so it cannot be compared with earlier builds [expected a version above 41, 40] [fix add CFBundleVersion]"
      ]),
    Case(
      nil, [nil],
      [
        "Contents/Info.plist:4:1 /CFBundleVersion (missing): CFBundleVersion is missing, so it cannot be compared with earlier builds [expected a version above that of the earlier build] [fix add CFBundleVersion]"
      ]),
    Case(
      "42", ["deadbeef"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion cannot be compared: 'deadbeef' of the earlier build Old0.app is not a version (apple dialect) [fix compare with a build that has a valid CFBundleVersion]"
      ]),
    Case(
      "42", [nil],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion cannot be compared: the earlier build Old0.app has none [fix compare with a build that has a valid CFBundleVersion]"
      ]),
    Case(
      "42", ["deadbeef", "41", "43"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion 42 is below that of the earlier build, 43 [expected > 43] [fix raise CFBundleVersion above 43 (Old2.app)]",
        "Contents/Info.plist:7:1 /CFBundleVersion = 42: CFBundleVersion cannot be compared: 'deadbeef' of the earlier build Old0.app is not a version (apple dialect) [fix compare with a build that has a valid CFBundleVersion]",
      ]),
    Case("1.0.0", ["1.0.0-rc.1"], dialect: "semver"),
    Case(
      "1.0.0-rc.1", ["1.0.0"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 1.0.0-rc.1: CFBundleVersion 1.0.0-rc.1 is below that of the earlier build, 1.0.0 [expected > 1.0.0] [fix raise CFBundleVersion above 1.0.0 (Old0.app)]"
      ], dialect: "semver"),
    Case(
      "1.0", ["0.9.0"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 1.0: CFBundleVersion is not a version (semver dialect), so it cannot be compared [expected a version such as 42 or 1.2.3]"
      ], dialect: "semver"), Case("2.0", ["2.0b3"], dialect: "sparkle"),
    Case(
      "2.0b3", ["2.0"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 2.0b3: CFBundleVersion 2.0b3 is below that of the earlier build, 2.0 [expected > 2.0] [fix raise CFBundleVersion above 2.0 (Old0.app)]"
      ], dialect: "sparkle"),
    Case(
      "2.0-x", ["2.0"],
      [
        "Contents/Info.plist:7:1 /CFBundleVersion = 2.0-x: CFBundleVersion 2.0-x equals that of the earlier build, 2.0 [expected > 2.0] [fix raise CFBundleVersion above 2.0 (Old0.app)]"
      ], dialect: "sparkle"),
  ])
  func versions(_ tested: Case) throws {
    let run = try PolicyRun(
      "rule \"grows\" { summary = \"s\", increases = { key = \"CFBundleVersion\", dialect = \"\(tested.dialect)\" } }")
    let old = try tested.old.enumerated().map { try Self.app($0.element, name: "Old\($0.offset).app") }
    let report = try run.report(Self.app(tested.new), previous: old)
    #expect(run.lines(report) == tested.findings)
    #expect(report.bundles[0].rules.map(\.status) == [tested.findings.isEmpty ? .pass : .fail])
  }

  @Test func numbersAreNoVersions() throws {
    let new = try BundleGraph.app(
      "<key>CFBundleIdentifier</key><string>com.x.app</string>\n<key>CFBundleVersion</key><integer>42</integer>")
    let run = try PolicyRun(Self.rule)
    let report = try run.report(new, previous: [Self.app("41")])
    #expect(
      run.lines(report) == [
        "Contents/Info.plist:6:1 /CFBundleVersion = 42: CFBundleVersion is not a version (apple dialect), so it cannot be compared [expected a version such as 42 or 1.2.3]"
      ])
  }

  @Test func noHistoryIsNotApplicable() throws {
    let report = try PolicyRun(Self.rule + "\nrule \"r\" { summary = \"s\", require = \"CFBundleVersion\" }").report(
      Self.app("42"))
    let result = try #require(report.bundles[0].rules.first)
    #expect(result.status == .notApplicable)
    #expect(result.reason == "no earlier build to compare with; name one with --previous OLD or --ledger URL")
    #expect(report.verdict == .pass && report.summary.rulesNotApplicable == 1 && report.summary.rulesEvaluated == 1)
  }

  @Test func noHistoryAloneIsNothingEvaluated() throws {
    let report = try PolicyRun(Self.rule).report(Self.app("42"))
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["check.nothing-evaluated"])
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
    #expect(
      run.lines(report) == [
        "Contents/Info.plist:4:1 /CFBundleIdentifier (missing): without CFBundleIdentifier, the earlier builds of this bundle cannot be identified [expected the identifier of the product] [fix add CFBundleIdentifier]"
      ])
  }

  @Test func aPassWithoutAnythingToCompareSaysSo() throws {
    let report = try PolicyRun(Self.rule).report(
      Self.app("42"), previous: [Self.app("43", identifier: "com.x.other", name: "Old.app")])
    let result = try #require(report.bundles[0].rules.first)
    #expect(result.status == .pass)
    #expect(result.reason == "no earlier build of 'com.x.app' among those given, so nothing was compared")
  }

  @Test func nestedBundlesGrowToo() throws {
    func product(_ app: String, _ share: String, _ kit: String?, name: String) throws -> BundleGraph {
      var files: [String: MemoryStorage.Node] = [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleVersion": app]),
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .info([
          "CFBundleIdentifier": "com.x.app.share", "CFBundleVersion": share,
        ]),
      ]
      if let kit {
        files["Contents/PlugIns/Kit.bundle/Contents/Info.plist"] = .info([
          "CFBundleIdentifier": "com.x.kit", "CFBundleVersion": kit,
        ])
      }
      return try .fixture(name, files)
    }
    let run = try PolicyRun(Self.rule)
    let report = try run.report(
      product("42", "9", "1", name: "App.app"),
      previous: [product("41", "9", nil, name: "Old.app"), product("40", "10", "0", name: "Older.app")])
    #expect(
      run.lines(report) == [
        "Contents/PlugIns/Share.appex/Contents/Info.plist:6:1 /CFBundleVersion = 9: CFBundleVersion 9 equals that of the earlier build, 9 [expected > 9] [fix raise CFBundleVersion above 9 (Old.app/Contents/PlugIns/Share.appex)]",
        "Contents/PlugIns/Share.appex/Contents/Info.plist:6:1 /CFBundleVersion = 9: CFBundleVersion 9 is below that of the earlier build, 10 [expected > 10] [fix raise CFBundleVersion above 10 (Older.app/Contents/PlugIns/Share.appex)]",
      ])
  }

  @Test func pointerToAVersionInAList() throws {
    func app(_ version: String, _ name: String) throws -> BundleGraph {
      try .app(
        "<key>CFBundleIdentifier</key><string>com.x</string>\n<key>L</key><array><dict><key>V</key><string>\(version)</string></dict></array>",
        name)
    }
    let run = try PolicyRun(#"rule "grows" { summary = "s", increases = { key = "/L/0/V" } }"#)
    let report = try run.report(app("2", "App.app"), previous: [app("1", "Old.app")])
    #expect(run.lines(report) == [])
    #expect(try run.report(app("2", "App.app"), previous: [app("3", "Old.app")]).verdict == .fail)
  }
}
