import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Why rules passed, failed or did not apply.
@Suite struct RuleExplanationTests {
  private static func text(_ explanation: RuleExplanation) -> String {
    let clauses = explanation.clauses.map { "\($0.name) \($0.outcome.rawValue): \($0.because)" }
    let reason = explanation.reason.map { "reason: \($0)" }
    return
      ([(explanation.bundle.isEmpty ? "" : explanation.bundle + " ") + explanation.status.rawValue] + clauses
      + [reason].compactMap { $0 }).joined(separator: " | ")
  }

  private static func explain(
    _ fields: String, _ info: String, previous: [BundleGraph]? = nil, files: [String: MemoryStorage.Node] = [:]
  ) throws -> [String] {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(fields) }\n")
    let all = files.merging(["Contents/Info.plist": .info(info)]) { $1 }
    let report = try run.explained(try .fixture("App.app", all), previous: previous)
    return try #require(report.bundles[0].rules[0].explanations).map(text)
  }

  @Test(arguments: [
    (#"require = "K""#, "<key>K</key><true/>", "pass | require satisfied: K is present"),
    (#"require = "K""#, "", "fail | require violated: K is missing or empty"),
    (
      #"require = { "K", "L" }"#, "<key>K</key><true/><key>L</key><true/>",
      "pass | require satisfied: 2 of 2 keys are present"
    ),
    (#"require = { "K", "L" }"#, "<key>L</key><string></string>", "fail | require violated: 0 of 2 keys are present"),
    (#"forbid = "K""#, "", "pass | forbid satisfied: K is not present"),
    (#"forbid = { "K", "L" }"#, "", "pass | forbid satisfied: none of 2 keys is present"),
    (#"forbid = { "K", "L" }"#, "<key>K</key><true/>", "fail | forbid violated: 1 value that must not be present"),
    (#"shape = { K = text }"#, "<key>K</key><string>v</string>", "pass | shape satisfied: K has the required shape"),
    (
      #"shape = { K = optional(text), L = optional(text) }"#, "",
      "pass | shape satisfied: the values of 2 keys have the required shapes"
    ), (#"shape = { K = text, L = text }"#, "", "fail | shape violated: 2 values without the required shape"),
    (
      #"custom_keys = { prefix = "x." }"#, "<key>CFBundleName</key><string>v</string>",
      "pass | custom_keys satisfied: the platform defines every key"
    ),
    (
      #"custom_keys = { prefix = { "x.", "y." } }"#, "<key>x.A</key><true/>",
      "pass | custom_keys satisfied: 1 key that the platform does not define starts with 'x.' or 'y.'"
    ),
    (
      #"custom_keys = { prefix = "x." }"#, "<key>Aqq</key><true/><key>Bqq</key><true/>",
      "fail | custom_keys violated: 2 keys without the prefix 'x.'"
    ), (#"qualified_keys = { default = "present" }"#, "", "pass | qualified_keys satisfied: no key is qualified"),
    (
      #"qualified_keys = { default = "present" }"#, "<key>K</key><true/><key>K~ipad</key><true/>",
      "pass | qualified_keys satisfied: 1 qualified key, each with its default"
    ),
    (
      #"qualified_keys = { default = "present" }"#, "<key>K~ipad</key><true/>",
      "fail | qualified_keys violated: 1 of 1 qualified key without a default"
    ),
    (
      #"localize = { keys = "K" }"#, "",
      "pass | localize vacuous: the bundle has no localizations, so nothing was compared"
    ), (#"localize = { languages = "fr" }"#, "", "fail | localize violated: 1 thing not localized"),
    (
      #"files = { require = "Contents/Info.plist", forbid = "**/x" }"#, "",
      "pass | files satisfied: there is a file for 1 pattern; no file matches 1 forbidden pattern"
    ),
    (
      #"files = { forbid = "**/*.plist" }"#, "",
      "fail | files violated: 1 file missing or forbidden"
    ),
    ("check = function(b, report) end", "", "pass | check satisfied: the function reported nothing"),
    (
      "check = function(b, report) report('a') report('b') end", "",
      "fail | check violated: the function reported 2 findings"
    ),
    ("check = function(b, report) report('a') error('boom') end", "", "error | reason: boom"),
    (
      #"require = "K", check = function(b, report) error("boom") end"#, "<key>K</key><true/>",
      "error | require satisfied: K is present | reason: boom"
    ),
    (
      #"applies = { kind = "framework" }, require = "K""#, "",
      "not-applicable | reason: it is for framework bundles"
    ),
    (
      #"applies = { when = function() return false end }, require = "K""#, "",
      "not-applicable | reason: its 'when' returned false"
    ),
    (#"since = "2027-01-01", require = "K""#, "", "not-applicable | reason: it applies from 2027-01-01 on"),
    (
      #"increases = "CFBundleVersion""#, "",
      "not-applicable | increases not-applicable: no earlier build to compare with; name one with --previous OLD or --ledger URL | reason: no earlier build to compare with; name one with --previous OLD or --ledger URL"
    ),
  ])
  func clauses(_ fields: String, _ info: String, _ expected: String) throws {
    #expect(try Self.explain(fields, info) == [expected])
  }

  @Test(arguments: [
    ("42", "pass | increases satisfied: CFBundleVersion 42 exceeds that of 2 earlier builds (apple dialect)"),
    ("40", "fail | increases violated: CFBundleVersion does not exceed that of every earlier build"),
  ])
  func earlierBuilds(_ version: String, _ expected: String) throws {
    func info(_ version: String) -> String {
      PropertyListText.strings(["CFBundleIdentifier": "com.x", "CFBundleVersion": version])
    }
    let previous = try ["41", "40"].map { try BundleGraph.app(info($0), "Old\($0).app") }
    #expect(try Self.explain(#"increases = "CFBundleVersion""#, info(version), previous: previous) == [expected])
  }

  @Test func localizations() throws {
    let files: [String: MemoryStorage.Node] = [
      "Contents/Resources/fr.lproj/InfoPlist.strings": .text("K = \"v\";"),
      "Contents/Resources/fr.lproj/T.strings": .text("K = \"v\";"),
      "Contents/Resources/de.lproj/InfoPlist.strings": .text("K = \"v\";"),
      "Contents/Resources/de.lproj/T.strings": .text("K = \"v\";"),
    ]
    #expect(
      try Self.explain(#"localize = { keys = "K", tables = "T" }"#, "", files: files)
        == ["pass | localize satisfied: 2 localizations with 1 key and 1 table"])
  }

  @Test func eachBundleHasItsOwn() throws {
    let plugIn = "Contents/PlugIns/P.appex"
    let files: [String: MemoryStorage.Node] = [plugIn + "/Contents/Info.plist": .info("<key>K</key><true/>")]
    #expect(
      try Self.explain(#"require = "K""#, "", files: files)
        == ["fail | require violated: K is missing or empty", "\(plugIn) pass | require satisfied: K is present"])
  }

  /// Whoever asks for reasons gets the same report otherwise.
  @Test func askingChangesNothing() throws {
    let run = try PolicyRun(
      """
      rule "a" { summary = "s", require = { "K", "L" }, shape = { List = optional(list_of(text)) }, localize = { keys = "K" } }
      rule "b" { summary = "s", check = function(b, report)
        for k, v in pairs(b.info) do if k == "K" then report:at(b.info, k, "x") end end
        local t = plist.find(b.info, "/List/*") and b.files["x"] and b.identifier
        local sum = 0
        for i = 1, 5000 do sum = sum + #tostring(b.info.K) end
      end }
      rule "c" { summary = "s", check = function(b) local function f() error("boom") end f() end }
      """)
    func graph() throws -> BundleGraph {
      try .fixture(
        "App.app",
        [
          "Contents/Info.plist": .info(
            "<key>K</key><string>v</string><key>List</key><array><integer>1</integer><string>x</string></array>"),
          "Contents/Resources/fr.lproj/InfoPlist.strings": .text("J = \"v\";"),
        ])
    }
    var explained = try run.explained(try graph())
    for number in explained.bundles[0].rules.indices {
      #expect(explained.bundles[0].rules[number].explanations?.count == 1)
      explained.bundles[0].rules[number].explanations = nil
    }
    let plain = try run.report(try graph())
    #expect(plain.bundles == explained.bundles)
    #expect(plain.bundles[0].rules.map(\.fuel) == explained.bundles[0].rules.map(\.fuel))
    #expect(try run.explained(try graph()) == run.explained(try graph()))
  }

  @Test func errorsTellTheirCalls() throws {
    let run = try PolicyRun(
      """
      local m = import "helper"
      rule "r" { summary = "s", check = function(bundle, report)
        m.fail(bundle)
      end }
      """, modules: ["helper.lua": "local M = {}\nfunction M.fail(b)\n  local x = b.info.None.x\nend\nreturn M\n"])
    let report = try run.report(try .app(["K": "v"]))
    let trace = try #require(report.bundles[0].errors.first?.trace)
    #expect(
      trace.inner.map { run.folder.withoutPath($0.text) } == [
        "helper.lua:3 in function 'fail'", "policy.lua:4 in the function at line 3",
      ])
    let single = try PolicyRun("rule \"r\" { summary = \"s\", check = function() error(\"x\") end }")
    #expect(try single.report(try .app(["K": "v"])).bundles[0].errors.first?.trace == nil)
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "local function f()\n  rule \"r\" { sumary = \"s\" }\nend\nf()\n"
    ])
    let error = #expect(throws: EngineError.self) { try PolicyProgram(.init(policies: [folder("policy.lua")])) }
    #expect(error?.trace?.inner.map(\.line) == [3, 5])
  }
}
