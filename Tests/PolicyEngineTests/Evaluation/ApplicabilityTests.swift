import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Which bundles a rule is for, and that what did not apply never counts as passed.
@Suite struct ApplicabilityTests {
  /// An iPhone application with an extension and a framework in it.
  private static func phone(_ minimum: String? = "15.0") throws -> BundleGraph {
    func info(_ identifier: String) -> MemoryStorage.Node {
      .info(
        "<key>CFBundleIdentifier</key><string>\(identifier)</string>\n<key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>"
          + (minimum.map { "\n<key>MinimumOSVersion</key><string>\($0)</string>" } ?? ""))
    }
    return try .fixture(
      "Phone.app",
      [
        "Info.plist": info("com.x"), "PlugIns/Share.appex/Info.plist": info("com.x.share"),
        "Frameworks/Kit.framework/Info.plist": info("com.x.kit"),
      ])
  }

  @Test(arguments: [
    ("", ["Products/Applications/A.app"]), ("kind = 'archive'", [""]),
    ("kind = 'settings'", ["Products/Applications/A.app/Settings.bundle"]),
    // A bundle in a container counts as an outer bundle.
    ("nested = false", ["Products/Applications/A.app"]),
  ])
  func listsThatDescribeNoCodeAreForRulesThatNameThem(_ table: String, _ bundles: [String]) throws {
    let graph = try BundleGraph.fixture(
      "A.xcarchive",
      [
        "Info.plist": .info("<key>ArchiveVersion</key><integer>2</integer>"),
        "Products/Applications/A.app/Info.plist": .info("<key>CFBundleVersion</key><string>1</string>"),
        "Products/Applications/A.app/Settings.bundle/Root.plist": .info("<key>Title</key><string>t</string>"),
      ])
    let run = try PolicyRun("rule \"r\" { summary = \"s\", require = \"None\", applies = { \(table) } }")
    #expect(try run.report(graph).bundles[0].findings.map(\.bundle) == bundles)
  }

  @Test func aRuleWithoutKindSaysWhyItLeavesAnArchiveOut() throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", require = \"None\" }")
    let graph = try BundleGraph.fixture("K.xcframework", ["Info.plist": .info("<key>AvailableLibraries</key><array/>")])
    #expect(
      try run.report(graph, allowsEmpty: true).bundles[0].rules[0].reason
        == "bundles of kind xcframework are checked only by rules that name this kind, and it names none")
  }

  @Test(arguments: [
    ("", ["", "Frameworks/Kit.framework", "PlugIns/Share.appex"], nil as String?),
    ("kind = 'application'", [""], nil),
    ("kind = { 'extension', 'framework' }", ["Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("kind = 'plist'", [], "it is for plist bundles"),
    ("kind = { 'plist', 'plugin' }", [], "it is for plist, plugin bundles"),
    ("platform = 'ios'", ["", "Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("platform = { 'macos', 'tvos' }", [], "it is for macos, tvos bundles"),
    ("nested = true", ["Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("nested = false", [""], nil),
    ("nested = true, kind = 'application'", [], "it is for nested bundles"),
    ("minimum_os = '15.0'", ["", "Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("minimum_os = '15'", ["", "Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("minimum_os = '15.0.1'", [], "it is for bundles with a minimum system version of 15.0.1 or later"),
    ("minimum_os = { from = '9.0', below = '16' }", ["", "Frameworks/Kit.framework", "PlugIns/Share.appex"], nil),
    ("minimum_os = { below = '15.0' }", [], "it is for bundles with a minimum system version below 15.0"),
    ("when = function(bundle) return bundle.identifier == 'com.x.kit' end", ["Frameworks/Kit.framework"], nil),
    (
      "when = function(bundle) return bundle.parent ~= nil end", ["Frameworks/Kit.framework", "PlugIns/Share.appex"],
      nil
    ),
    ("when = function() return false end", [], "its 'when' returned false"),
    ("when = function() end", [], "its 'when' returned false"),
    (
      "kind = 'application', nested = false, platform = 'ios', minimum_os = '14', when = function() return true end",
      [""], nil
    ),
  ])
  func applies(_ table: String, _ bundles: [String], _ reason: String?) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"CFBundleIdentifier\", applies = { \(table) } }")
    let report = try run.report(Self.phone(), allowsEmpty: true)
    #expect(report.bundles[0].findings.map(\.bundle) == bundles)
    #expect(report.bundles[0].rules[0].status == (bundles.isEmpty ? .notApplicable : .fail))
    // Of several reasons the report gives the one for the outer bundle.
    if table != "nested = true, kind = 'application'" { #expect(report.bundles[0].rules[0].reason == reason) }
  }

  @Test func withoutAMinimumSystem() throws {
    let report = try PolicyRun(
      "rule \"r\" { summary = \"s\", forbid = \"CFBundleIdentifier\", applies = { minimum_os = \"1\" } }"
    )
    .report(Self.phone(nil), allowsEmpty: true)
    #expect(report.bundles[0].rules[0].reason == "the bundle states no minimum system version")
  }

  /// A value outside of every range is not excluded: a mistake in a bundle does not disable rules.
  @Test(
    arguments: [#""13.0""#, #"{ below = "1.0" }"#, #"{ from = "11.0", below = "12.0" }"#], ["Ventura", "13,0", " "])
  func aMinimumSystemThatIsNoVersionMeetsEveryCondition(_ condition: String, _ value: String) throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", require = \"CFBundleIdentifier\", applies = { minimum_os = \(condition) } }")
    let report = try run.report(.app(["LSMinimumSystemVersion": value]))
    #expect(report.verdict == .fail)
    #expect(report.bundles[0].errors == [])
  }

  @Test(arguments: [
    ("when = function() return 'yes' end", "'when' must return true or false, found string"),
    ("when = function() return 0 end", "'when' must return true or false, found integer"),
    ("when = function() error('no luck') end", "no luck"),
    ("when = function(bundle) return bundle.kindd == 'x' end", "a bundle has no field 'kindd'; did you mean 'kind'?"),
    ("when = function(bundle, report) report('x') end", "attempt to call a nil value (local 'report')"),
  ])
  func whenFails(_ when: String, _ message: String) throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", forbid = \"K\", applies = { \(when) } }\nrule \"other\" { summary = \"s\", forbid = \"K\" }"
    )
    let report = try run.report(.app(""))
    #expect(
      report.bundles[0].errors.map { "\($0.code) \($0.message) \($0.line ?? 0) \($0.rule ?? "")" }
        == ["policy.error \(message) 2 test/r"])
    #expect(report.bundles[0].rules.map(\.status) == [.error, .pass] && report.verdict == .error)
  }

  @Test(arguments: [false, true]) func nothingEvaluated(_ allowsEmpty: Bool) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"K\", applies = { kind = \"framework\" } }")
    let report = try run.report(.app(""), allowsEmpty: allowsEmpty)
    #expect(report.verdict == (allowsEmpty ? .pass : .error))
    #expect(
      run.lines(report)
        == (allowsEmpty
          ? []
          : [
            "check.nothing-evaluated no rule applied to this bundle, so nothing was checked (test/r: it is for framework bundles)"
              + " [check the rules' 'applies', --rule and --skip, or pass --allow-empty if this is intended]"
          ]))
    #expect(
      report.summary.rulesEvaluated == 0 && report.summary.rulesPassed == 0 && report.summary.rulesNotApplicable == 1)
  }

  @Test func oneBundleUnjudgedAmongOthers() throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", forbid = \"K\", applies = { when = function(b) return b.name == 'A.app' end } }")
    let report = try run.report(.app("", "B.app"), .app("", "A.app"))
    #expect(report.bundles.map(\.path) == ["A.app", "B.app"])
    #expect(report.bundles.map(\.verdict) == [.pass, .error] && report.verdict == .error)
  }

  @Test(arguments: [
    (["a"], [], ["test/a"], []), (["test/b"], [], ["test/b"], []), ([], ["a"], ["test/b", "test/long-name"], []),
    (["a", "b"], ["b"], ["test/a"], []),
    (["c"], [], [], ["no policy has a rule 'c'; known names: a, b, long-name"]),
    (["long-nmae"], [], [], ["no policy has a rule 'long-nmae'; did you mean 'long-name'?"]),
    (["a", "x/a"], [], ["test/a"], ["no policy has a rule 'x/a'; did you mean 'test/a'?"]),
    (
      [], ["gone"], ["test/a", "test/b", "test/long-name"],
      ["no policy has a rule 'gone'; known names: a, b, long-name"]
    ),
  ])
  func selection(_ rules: [String], _ skip: [String], _ evaluated: [String], _ errors: [String]) throws {
    let run = try PolicyRun(
      ["a", "b", "long-name"].map { "rule \"\($0)\" { summary = \"s\", forbid = \"K\" }" }.joined(separator: "\n"))
    let report = try run.report(.app(""), rules: rules, skip: skip)
    #expect(report.bundles[0].rules.map(\.id) == evaluated)
    #expect(report.errors.map(\.message) == errors && report.errors.allSatisfy { $0.code == "check.unknown-rule" })
    #expect(report.verdict == (errors.isEmpty ? .pass : .error))
  }

  @Test func unknownParametersAreErrorsAfterTheCheck() throws {
    let run = try PolicyRun(
      "parameter \"prefix\" { default = \"a.\" }\nrule \"r\" { summary = \"s\", forbid = \"K\" }",
      parameters: ["prefxi": "b.", "zoo": "1"])
    let report = try run.report(.app("<key>K</key><true/>"))
    #expect(
      report.errors.map(PolicyRun.describe) == [
        "policy.unknown-parameter no policy has a parameter 'prefxi'; did you mean 'prefix'?",
        "policy.unknown-parameter no policy has a parameter 'zoo'; known names: prefix",
      ])
    #expect(report.bundles[0].findings.count == 1 && report.verdict == .error)
  }

  @Test func unreadableNestedBundlesAreErrors() throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"K\" }")
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(""), "Contents/PlugIns/Bad.appex/Contents/Info.plist": .text("<plist><dict>"),
      ])
    let report = try run.report(graph)
    #expect(report.verdict == .error && report.bundles[0].rules.map(\.status) == [.pass])
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["plist.malformed"])
    #expect(report.bundles[0].errors[0].file == "App.app/Contents/PlugIns/Bad.appex/Contents/Info.plist")
  }
}
