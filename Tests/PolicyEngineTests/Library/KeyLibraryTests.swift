@testable import PolicyTesting
@testable import PolicyLint
import Basics
import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `keys`: the registry of keys for policies, and the two related functions about whole builds.
@Suite struct KeyLibraryTests {
  /// The value of an expression in a rule about an application.
  private static func value(_ expression: String, _ info: String = "") throws -> String {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"%s\", tostring(\(expression))) end }")
    let bundle = try run.report(.app(info)).bundles[0]
    return bundle.findings.first?.message ?? bundle.errors.first?.message ?? "none"
  }

  @Test(arguments: [
    // Entries.
    ("keys.CFBundleName.qualifiable", "true"), ("keys.CFBundleExecutable.qualifiable", "false"),
    ("keys.LSRequiresCarbon.deprecated.macos", "10.5"), ("keys.NSUIElement.deprecated.macos", "true"),
    ("keys.LSRequiresCarbon.deprecated.ios", "nil"), ("keys.CFBundleName.deprecated", "nil"),
    ("keys.CFBundleIconFiles.introduced.ios", "3.2"), ("keys.CFBundleIconFiles.introduced.macos", "nil"),
    ("keys.ArchiveVersion.introduced.ios", "true"),
    // Schemas.
    ("keys.CFBundleName.schema", "nil"), ("keys.CFBundleDocumentTypes.schema.type", "array"),
    ("keys.CFBundleDocumentTypes.schema.items.type", "dictionary"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeRole.values[2]", "Viewer"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeRole.required", "true"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeIconFile.required", "false"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeIconFile.recommended", "true"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeName.localizable", "true"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeExtensions.deprecated.macos", "10.5"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.CFBundleTypeExtensions.successor", "LSItemContentTypes"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.LSHandlerRank.introduced.macos", "10.5"),
    ("#keys.CFBundleDocumentTypes.schema.items.fields.LSHandlerRank.summary > 10", "true"),
    ("keys.CFBundleDocumentTypes.schema.items.fields.Nonsense", "nil"),
    ("keys.CFPlugInTypes.schema.others.items.type", "string"),
    // Functions.
    ("keys.nearest('CFBundelName')", "CFBundleName"), ("keys.nearest('CFBundleName')", "CFBundleName"),
    ("keys.nearest('com.example.Host')", "nil"),
    ("table.concat(keys.parents('CFBundleTypeRole'), ' ')", "CFBundleDocumentTypes CFBundleURLTypes"),
    ("#keys.parents('None')", "0"),
    ("keys.apple_prefix('NSFooBar')", "NS"), ("keys.apple_prefix('Foo')", "nil"),
    ("keys.split('A-iphoneos~ipad').base", "A"), ("keys.split('A-iphoneos~ipad').platform", "iphoneos"),
    ("keys.split('A-iphoneos~ipad').device", "ipad"), ("keys.split('A~iPad').base", "A~iPad"),
    ("keys.split('A').device", "nil"), ("keys.split('A~ipad').problem", "nil"),
    ("keys.split('A~ipad-iphoneos').problem", "the platform comes before the device"),
    ("keys.library('SUFeedURL')", "Sparkle"), ("keys.library('SUFeedURL~ipad')", "Sparkle"),
    ("keys.library('Host')", "nil"),
    ("keys.nearest(1)", "policy.lua:2: keys.nearest needs the name of a key"),
    ("keys.split()", "policy.lua:2: keys.split needs the name of a key"),
    // The form of a file.
    ("plist.format(bundle.info)", "xml"), ("plist.format(1)", "policy.lua:2: plist.format(node) needs a dictionary"),
  ])
  func tells(_ expression: String, _ expected: String) throws {
    let found = try Self.value(expression)
    #expect(found == expected || expected.hasPrefix("policy.lua") && found.contains(expected.dropFirst(14)))
  }

  @Test(arguments: [
    ("custom", "ACMEKey Foo-ios UINope~ipad"), ("qualified", "LSUIElement~ipad UINope~ipad"),
    ("superseded", "CFBundleGetInfoString"),
  ])
  func picks(_ function: String, _ expected: String) throws {
    let info = """
      <key>ACMEKey</key><true/><key>CFBundleName</key><string>A</string><key>Foo-ios</key><true/>
      <key>LSUIElement~ipad</key><true/><key>CFBundleGetInfoString</key><string>x</string><key>UINope~ipad</key><true/>
      """
    #expect(try Self.value("table.concat(keys.\(function)(bundle.info), ' ')", info) == expected)
    #expect(try Self.value("#keys.\(function)(bundle.info)", "") == "0")
    #expect(try Self.value("keys.\(function)(1)").contains("needs the top-level dictionary"))
  }

  @Test(arguments: [
    ("", ""),
    ("<key>LSUIElement</key><string>YES</string>", "type LSUIElement LSUIElement boolean"),
    ("<key>LSUIElement~ipad</key><string>YES</string>", "type LSUIElement~ipad LSUIElement~ipad boolean"),
    ("<key>CFBundleURLTypes</key><dict/>", "type CFBundleURLTypes CFBundleURLTypes array"),
    (
      "<key>CFBundleDocumentTypes</key><array><dict><key>CFBundleTypeRole</key><string>viewer</string></dict></array>",
      "value CFBundleDocumentTypes CFBundleTypeRole Editor,Viewer"
    ),
    (
      "<key>CFBundleDocumentTypes</key><array><dict><key>CFBundleTypeRole</key><string>$(ROLE)</string></dict></array>",
      ""
    ),
    (
      "<key>CFBundleDocumentTypes</key><array><string>x</string></array>",
      "type CFBundleDocumentTypes 1 dictionary"
    ),
    (
      "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoad</key><true/></dict>",
      "unknown_field NSAppTransportSecurity NSAllowsArbitraryLoad NSAllowsArbitraryLoads"
    ),
    ("<key>ACMEKey</key><dict><key>LSUIElement</key><string>YES</string></dict>", ""),
  ])
  func departs(_ info: String, _ expected: String) throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        for _, place in ipairs(keys.departures(bundle.info)) do
          if place.kind ~= "missing_field" then
            local allowed = place.allowed and table.concat(place.allowed, ",") or ""
            report:at(place.node, place.key, "%s %s %s %s", place.kind, place.under, tostring(place.key), place.expected or allowed)
          end
        end
      end }
      """)
    let bundle = try run.report(.app(info)).bundles[0]
    let messages = bundle.findings.map(\.message)
    #expect(bundle.errors.isEmpty && messages.count == (expected.isEmpty ? 0 : 1))
    #expect(expected.isEmpty || messages.first?.hasPrefix(expected) == true, "\(messages)")
  }

  @Test func formsOfFiles() throws {
    let run = try PolicyRun(
      #"rule "r" { summary = "s", check = function(bundle, report) report(plist.format(bundle.info)) end }"#)
    let list = try PropertyListForTests.oldStyle("{ CFBundleName = App; }")
    #expect(try run.report(list).bundles[0].findings.map(\.message) == ["old_style"])
  }

  @Test func earlierBuildsOfAnyIdentifier() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local names = {}
        for _, old in ipairs(bundle.previous) do names[#names + 1] = old.identifier .. " " .. #old.previous end
        report("%d %s", #bundle.history, table.concat(names, ", "))
      end }
      """)
    func app(_ identifier: String) throws -> BundleGraph {
      try .app("<key>CFBundleIdentifier</key><string>\(identifier)</string>")
    }
    let report = try run.report(app("com.x.new"), previous: [app("com.x.old"), app("com.x.new")])
    #expect(report.bundles[0].findings.map(\.message) == ["1 com.x.old 0, com.x.new 0"])
    #expect(try run.report(app("com.x.new")).bundles[0].findings.map(\.message) == ["0 "])
  }

  /// A fixture's Info.plist given as text stands for the one described.
  @Test func infoOfAFixtureAsText() throws {
    let rule = """
      rule "look" {
        summary = "s",
        check = function(bundle, report)
          report("%s %s", plist.diagnostics(bundle.info)[1].code, tostring(bundle.info.CFBundleIdentifier))
        end,
        examples = { pass = { { files = { ["Contents/Info.plist"] = "{ A = 1; A = 2; }" } } } },
      }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rule])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    #expect(PolicyTestRun(program, asOf: day).run(0).problems.first?.contains("duplicate-key nil") == true)
  }

  /// The built-in policies have no examples: this is not reported as a gap.
  @Test func carriedRulesNeedNoExamples() throws {
    let folder = try TemporaryFolder([
      "policy.lua": "policy \"test\" { summary = \"s\", include = { \"apple.recommended\" } }\n"
        + "rule \"own\" { summary = \"s\", rationale = \"r\", forbid = \"CFBundleName\" }"
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    #expect(program.rules.count > 1)
    #expect(
      PolicyLint.remarks(on: program).map(\.message) == ["rule 'own' has no passing and no failing example"])
  }
}

/// Property lists of other forms than XML.
private enum PropertyListForTests {
  static func oldStyle(_ text: String) throws -> BundleGraph {
    let storage = try MemoryStorage(["Contents/Info.plist": .text(text)])
    return try BundleGraph.open(storage: storage, name: "App.app")
  }
}
