import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The clauses `files` and `localize`, and the days from which rules hold.
@Suite struct FilesAndLocalizeClauseTests {
  private static func lines(_ clause: String, _ files: [String: MemoryStorage.Node]) throws -> [String] {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(clause) }\n")
    var all = files
    all["Contents/Info.plist"] =
      all["Contents/Info.plist"] ?? .info("<key>CFBundleDevelopmentRegion</key><string>en</string>")
    return try run.lines(run.report(.fixture("App.app", all)))
  }

  @Test func files() throws {
    let clause =
      #"files = { require = { "Contents/PkgInfo", "Contents/Resources/*.icns" }, forbid = { "**/.DS_Store", "**/*.xcconfig" } }"#
    #expect(
      try Self.lines(clause, ["Contents/PkgInfo": .text("APPL????"), "Contents/Resources/App.icns": .text("")]) == [])
    #expect(
      try Self.lines(
        clause, ["Contents/PkgInfo": .text(""), "Contents/Resources/x/.DS_Store": .text(""), "a.xcconfig": .text("")])
        == [
          "Contents/Resources/*.icns (missing): there is no file Contents/Resources/*.icns [expected a file Contents/Resources/*.icns] [fix add it to the target that builds App.app]",
          "Contents/Resources/x/.DS_Store: Contents/Resources/x/.DS_Store must not ship [expected nothing that matches **/.DS_Store] [fix leave it out of the build's resources]",
          "a.xcconfig: a.xcconfig must not ship [expected nothing that matches **/*.xcconfig] [fix leave it out of the build's resources]",
        ])
  }

  @Test func whatANestedBundleHoldsShipsToo() throws {
    let files: [String: MemoryStorage.Node] = [
      "Contents/PlugIns/P.appex/Contents/Info.plist": .info(""),
      "Contents/PlugIns/P.appex/Contents/.DS_Store": .text(""),
      "Contents/Resources/Settings.bundle/Root.plist": .info(""),
      "Contents/Resources/Settings.bundle/.DS_Store": .text(""),
    ]
    let found = try Self.lines(#"files = { forbid = "**/.DS_Store" }"#, files)
    #expect(
      found.map { $0.split(separator: ":")[0] } == [
        "Contents/PlugIns/P.appex/Contents/.DS_Store", "Contents/Resources/Settings.bundle/.DS_Store",
      ])
    let outer = try Self.lines(#"files = { forbid = "**/.DS_Store" }, applies = { nested = false }"#, files)
    #expect(outer.count == 2)
    let nested = try Self.lines(#"files = { forbid = "**/.DS_Store" }, applies = { kind = "extension" }"#, files)
    #expect(nested.map { $0.split(separator: ":")[0] } == ["Contents/PlugIns/P.appex/Contents/.DS_Store"])
  }

  @Test(arguments: [
    ("Contents/x", MemoryStorage.Node.text(""), true), ("Contents/x", .directory, false),
    ("Contents/x", .link("nowhere"), false), ("Contents/x", .link("Info.plist"), true),
    ("Contents/PlugIns/P.appex/Contents/x", .text(""), false),
  ])
  func onlyAFileOfItsOwnIsOne(_ path: String, _ node: MemoryStorage.Node, _ isThere: Bool) throws {
    let found = try Self.lines(
      #"files = { require = "**/x" }, applies = { nested = false }"#,
      ["Contents/PlugIns/P.appex/Contents/Info.plist": .info(""), path: node])
    #expect(found.isEmpty == isThere)
  }

  @Test(arguments: ["en_US", "$(DEVELOPMENT_LANGUAGE)", "pt"])
  func theDevelopmentLanguageIsFoundInAnyForm(_ region: String) throws {
    let found = try Self.lines(
      #"localize = { tables = "T" }"#,
      [
        "Contents/Info.plist": .info("<key>CFBundleDevelopmentRegion</key><string>\(region)</string>"),
        "Contents/Resources/en.lproj/T.strings": .text("a = b; c = d;"),
        "Contents/Resources/de.lproj/T.strings": .text("a = b;"),
      ])
    #expect(found.count == 1 && found.allSatisfy { $0.contains("'c' of the table 'T' is not localized in 'de'") })
  }

  /// Programs compare keys by bytes.
  @Test func keysThatLookAlikeAreTwo() throws {
    for others in [["en.lproj/T.strings": MemoryStorage.Node.text("\"caf\u{E9}\" = a; \"cafe\u{301}\" = b;")], [:]] {
      var files: [String: MemoryStorage.Node] = [
        "Contents/Resources/fr.lproj/T.strings": .text("\"caf\u{E9}\" = a;"),
        "Contents/Resources/de.lproj/T.strings": .text("\"cafe\u{301}\" = a; \"caf\u{E9}\" = a;"),
      ]
      for (path, node) in others { files["Contents/Resources/" + path] = node }
      let found = try Self.lines(#"localize = { tables = "T" }"#, files)
      #expect(
        found.count == 1 && found[0].contains("'cafe\u{301}' of the table 'T' is not localized in 'fr'"), "\(found)")
    }
  }

  @Test(arguments: ["[", "/x", "", "Contents/Resources/", "./x", "a//b", "a/../b"])
  func refusedPatterns(_ pattern: String) throws {
    let rule = "rule \"r\" { summary = \"s\", files = { forbid = \"\(pattern)\" } }"
    #expect(
      try PolicyRun.loadingError(["policy.lua": PolicyRun.header + rule])
        == "policy.invalid policy.lua:2: rule 'r', files: '\(pattern)' in 'forbid' is not a path pattern, such as \"**/*.xcconfig\""
    )
  }

  private static let translated: [String: MemoryStorage.Node] = [
    "Contents/Info.plist": .info(
      "<key>CFBundleDevelopmentRegion</key><string>en</string><key>CFBundleName</key><string>n</string>"),
    "Contents/Resources/en.lproj/Localizable.strings": .text("a = b; c = d;"),
    "Contents/Resources/fr.lproj/InfoPlist.strings": .text("CFBundleName = n;"),
    "Contents/Resources/fr.lproj/Localizable.strings": .text("a = b;\nc = d;"),
  ]

  @Test func localized() throws {
    let clause = #"localize = { languages = { "en", "French" }, keys = "CFBundleName", tables = "Localizable" }"#
    #expect(try Self.lines(clause, Self.translated) == [])
  }

  @Test func notLocalized() throws {
    var files = Self.translated
    files["Contents/Resources/fr.lproj/InfoPlist.strings"] = .text("/* empty */")
    files["Contents/Resources/fr.lproj/Localizable.strings"] = .text("a = b;")
    files["Contents/Resources/de.lproj/x"] = .text("")
    #expect(
      try Self.lines(#"localize = { languages = "it" }"#, files) == [
        "Contents/Resources/it.lproj (missing): there is no localization 'it' [expected the localization 'it'] [fix add it; existing localizations: de, en, fr]"
      ])
    #expect(
      try Self.lines(#"localize = { keys = "CFBundleName" }"#, files) == [
        "Contents/Resources/de.lproj/InfoPlist.strings (missing): CFBundleName is not localized in 'de' [expected a value for CFBundleName] [fix translate it]",
        "Contents/Resources/fr.lproj/InfoPlist.strings:1:12 /CFBundleName (missing): CFBundleName is not localized in 'fr' [expected a value for CFBundleName] [fix translate it]",
      ])
    #expect(
      try Self.lines(#"localize = { tables = { "Localizable", "Other" } }"#, files) == [
        "Contents/Resources/de.lproj/Localizable.strings (missing): the table 'Localizable' is not localized in 'de' [expected the table 'Localizable' with the 2 keys of 'en']",
        "Contents/Resources/en.lproj/Other.strings (missing): no localization has a strings table 'Other' [expected the table 'Other']",
        "Contents/Resources/fr.lproj/Localizable.strings:1:1 /c (missing): 'c' of the table 'Localizable' is not localized in 'fr' [expected a value for c] [fix translate it]",
      ])
  }

  @Test func whatIsEmptyIsNotTranslated() throws {
    var files = Self.translated
    files["Contents/Resources/fr.lproj/InfoPlist.strings"] = .text("CFBundleName = \" \";")
    files["Contents/Resources/fr.lproj/Localizable.strings"] = .text("a = b;\nc = \"\";")
    let clause = #"localize = { languages = "fr", keys = "CFBundleName", tables = "Localizable" }"#
    #expect(
      try Self.lines(clause, files) == [
        "Contents/Resources/fr.lproj/InfoPlist.strings:1:1 /CFBundleName =  : CFBundleName is empty in 'fr' [expected a value for CFBundleName] [fix translate it]",
        "Contents/Resources/fr.lproj/Localizable.strings:2:1 /c = : 'c' of the table 'Localizable' is empty in 'fr' [expected a value for c] [fix translate it]",
      ])
    files["Contents/Resources/fr.lproj/InfoPlist.strings"] = .text("CFBundleName = n;")
    files["Contents/Resources/en.lproj/Localizable.strings"] = .text("a = b; c = \" \";")
    #expect(try Self.lines(clause, files) == [], "what says nothing in the development language may say nothing")
  }

  @Test func theDevelopmentLanguageIsNotTranslated() throws {
    var files = Self.translated
    files["Contents/Info.plist"] = .info("<key>CFBundleDevelopmentRegion</key><string>en</string>")
    #expect(
      try Self.lines(#"localize = { languages = "en", keys = "CFBundleName" }"#, files) == [
        "Contents/Resources/en.lproj/InfoPlist.strings (missing): CFBundleName is not localized in 'en' [expected a value for CFBundleName] [fix add it, or add CFBundleName to Info.plist]"
      ])
  }

  @Test func aTableThatCannotBeReadIsAnError() throws {
    var files = Self.translated
    files["Contents/Resources/fr.lproj/Localizable.strings"] = .text("a = ")
    let lines = try Self.lines(#"localize = { tables = "Localizable" }"#, files)
    #expect(
      lines.count == 1
        && lines[0].hasPrefix("policy.error policy.lua:2: App.app/Contents/Resources/fr.lproj/Localizable.strings:1:"))
  }

  @Test(arguments: [
    ("2026-01-31", RuleResult.Status.notApplicable, Severity?.none, Verdict.pass),
    ("2026-02-01", .fail, .warning, .pass), ("2026-02-28", .fail, .warning, .pass),
    ("2026-03-01", .fail, .error, .fail),
  ])
  func days(_ day: String, _ status: RuleResult.Status, _ severity: Severity?, _ verdict: Verdict) throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", since = "2026-02-01", deny_from = "2026-03-01", require = "K" }"#)
    let report = try run.report(.app(""), asOf: day, allowsEmpty: true)
    #expect(report.bundles[0].rules.map(\.status) == [status])
    #expect(report.bundles[0].findings.map(\.severity) == (severity.map { [$0] } ?? []))
    #expect(report.verdict == verdict)
    if severity == .warning {
      #expect(report.bundles[0].findings[0].message == "K is missing (an error from 2026-03-01 on)")
    }
    if status == .notApplicable { #expect(report.bundles[0].rules[0].reason == "it applies from 2026-02-01 on") }
  }
}
