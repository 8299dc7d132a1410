import PolicyTestSupport
import PropertyLists
import ReportTestSupport
import Testing

@testable import Reporting
@testable import Reports

/// Every format names the place in the project first, and the built file as related.
@Suite struct SourcePlaceTests {
  private static let sources = [
    "key": FindingSource(place: SourcePlace(file: "App/Info.plist", line: 7, column: 3, keyPath: "/K")),
    "setting": FindingSource(
      place: SourcePlace(file: "Config/App.xcconfig", line: 2, column: 1, setting: "BUILD"),
      related: [SourcePlace(file: "App/Info.plist", line: 9, column: 2, keyPath: "/K")]),
    "parts": FindingSource(
      place: SourcePlace(file: "App/Info.plist", line: 7, column: 3, keyPath: "/K"),
      related: [SourcePlace(file: "Config/App.xcconfig", line: 2, column: 1, setting: "NAME")]),
    "added": FindingSource(
      place: SourcePlace(file: "App/Info.plist", line: 3, column: 1, keyPath: ""), isAddedByBuild: true),
    "newer": {
      var source = FindingSource(place: SourcePlace(file: "App/Info.plist", line: 3, column: 1, keyPath: ""))
      source.isNewer = true
      return source
    }(),
    "debug": {
      var place = SourcePlace(file: "Config/App.xcconfig", line: 2, column: 1, setting: "BUILD")
      place.configuration = "Debug"
      return FindingSource(place: place)
    }(),
    "file": FindingSource(place: SourcePlace(file: "App/Assets.xcassets/Contents.json")),
  ]

  private static func report(_ name: String) -> Report {
    var finding = Finding.sample
    finding.source = sources[name]
    return Report.sample(path: "build/App.app", findings: [finding])
  }

  private static func text(_ format: ReportFormat, _ name: String) -> String {
    var context = ReportContext(toolVersion: "1")
    context.workspace = Workspace(root: "/w", workingDirectory: "/w/sub")
    let view = format.view(context)
    return String(decoding: view.render(report(name)), as: UTF8.self)
  }

  @Test func text() {
    let key = Self.text(.text, "key")
    #expect(
      key.contains("\nApp/Info.plist:7:3: error: m\n") && key.contains("    built     build/App.app/Info.plist:5:2\n"))
    let setting = Self.text(.text, "setting")
    #expect(setting.contains("\nConfig/App.xcconfig:2:1: error: m\n"))
    #expect(setting.contains("    setting   BUILD, used at App/Info.plist:9:2\n"))
    #expect(Self.text(.text, "parts").contains("    setting   NAME at Config/App.xcconfig:2:1\n"))
    #expect(
      Self.text(.text, "added").contains(
        "built     build/App.app/Info.plist:5:2 (the build adds this value, or the source is newer)\n"))
    #expect(Self.text(.text, "newer").contains("App.app/Info.plist:5:2 (built before the source was changed)\n"))
    #expect(Self.text(.text, "debug").contains("    setting   BUILD in configuration Debug\n"))
    #expect(Self.text(.text, "file").contains("\nApp/Assets.xcassets/Contents.json: error: m\n"))
  }

  @Test func github() {
    let key = Self.text(.github, "key")
    // The path is relative to the repository.
    #expect(key.hasPrefix("::error file=sub/App/Info.plist,line=7,col=3,title=p/r::m%0A"), "\(key)")
    #expect(key.contains("%0Abuilt: build/App.app/Info.plist:5:2%0A"))
    #expect(Self.text(.github, "setting").contains("%0Asetting: BUILD, used at App/Info.plist:9:2%0A"))
    #expect(Self.text(.github, "file").hasPrefix("::error file=sub/App/Assets.xcassets/Contents.json,title="))
  }

  @Test func gitlab() throws {
    let issue = try JSONText(Array(Self.text(.gitlab, "key").utf8))[0]
    #expect(issue?["location"]?["path"]?.text == "sub/App/Info.plist")
    #expect(issue?["location"]?["lines"]?["begin"] == .number("7"))
    #expect(issue?["description"]?.text?.contains("built build/App.app/Info.plist:5:2") == true)
    let plain = try JSONText(Array(Self.text(.gitlab, "none").utf8))[0]
    #expect(issue?["fingerprint"] == plain?["fingerprint"])
  }

  @Test func sarif() throws {
    func result(_ name: String) throws -> JSONText? {
      try JSONText(Array(Self.text(.sarif, name).utf8))["runs"]?[0]?["results"]?[0]
    }
    let setting = try result("setting")
    func uri(_ location: JSONText?) -> String? { location?["physicalLocation"]?["artifactLocation"]?["uri"]?.text }
    #expect(uri(setting?["locations"]?[0]) == "sub/Config/App.xcconfig")
    #expect(setting?["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"] == .number("2"))
    let related = setting?["relatedLocations"]?.elements ?? []
    #expect(related.map { uri($0) } == ["sub/build/App.app/Info.plist", "sub/App/Info.plist", "sub/p.lua"])
    #expect(related.map { $0["message"]?["text"]?.text } == ["in the bundle", "where it is used", "the rule"])
    #expect(try result("file")?["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"] == .number("1"))
    #expect(try result("key")?["partialFingerprints"] == result("none")?["partialFingerprints"])
    #expect(try result("none")?["relatedLocations"]?.elements.count == 1)
  }

  /// Changes are made in the source.
  @Test func sarifFixes() throws {
    func place(_ line: UInt32) -> SourceReplacement {
      SourceReplacement(
        start: .init(line: line, column: 1), end: .init(line: line, column: 2), deleted: "x", inserted: "y")
    }
    var finding = Finding.sample
    finding.edits = [PropertyListEdit(.set(.boolean(true)), at: "/K")]
    finding.replacements = [place(5)]
    finding.source = Self.sources["key"]
    finding.source?.replacements = [place(7)]
    func fixes() throws -> JSONText? {
      let view = ReportFormat.sarif.view(ReportContext(toolVersion: "1"))
      let report = Report.sample(path: "build/App.app", findings: [finding])
      return try JSONText(view.render(report))["runs"]?[0]?["results"]?[0]?["fixes"]
    }
    let change = try fixes()?[0]?["artifactChanges"]?[0]
    #expect(change?["artifactLocation"]?["uri"]?.text == "App/Info.plist")
    #expect(change?["replacements"]?[0]?["deletedRegion"]?["startLine"] == .number("7"))
    finding.source?.obstacle = "App/Info.plist has another value"
    finding.source?.replacements = []
    #expect(try fixes() == nil)
    let text = ReportFormat.text.view(ReportContext(toolVersion: "1"))
    let shown = String(decoding: text.render(Report.sample(findings: [finding])), as: UTF8.self)
    #expect(shown.contains("; --fix leaves it, because App/Info.plist has another value\n"), "\(shown)")
  }

  @Test func pages() {
    let markdown = Self.text(.markdown, "setting")
    #expect(markdown.contains("- place: `Config/App.xcconfig:2:1`, key `/K`"), "\(markdown)")
    #expect(markdown.contains("- setting: `BUILD, used at App/Info.plist:9:2`"))
    #expect(markdown.contains("- built: `build/App.app/Info.plist:5:2`"))
    let html = Self.text(.html, "key")
    #expect(html.contains("<code>App/Info.plist:7:3</code>") && html.contains("<dt>built</dt>"))
    #expect(Self.text(.junit, "key").contains(">App/Info.plist:7:3: error: m\n"))
    #expect(Self.text(.junit, "key").contains("  built: build/App.app/Info.plist:5:2"))
    #expect(Self.text(.tap, "key").contains("    - at: \"App/Info.plist:7:3\"\n"))
    #expect(Self.text(.tap, "key").contains("      built: \"build/App.app/Info.plist:5:2\"\n"))
  }

  @Test(arguments: ["key", "setting", "parts", "added", "newer", "debug", "file", "none"]) func jsonIsReadAgain(
    _ name: String
  ) throws {
    var report = Self.report(name)
    report.bundles[0].findings[0].source?.obstacle = name == "key" ? "why" : nil
    report.bundles[0].findings[0].source?.excerpt =
      name == "key"
      ? PropertyListExcerpt(form: .source, lines: [.init("x", number: 7, mark: .found)]) : nil
    report.bundles[0].verdict = .fail
    report.verdict = .fail
    report.summary.bundles = 1
    report.summary.failedBundles = 1
    report.summary.errors = 1
    let view = JSONReport(toolVersion: "1")
    let bytes = view.render(report)
    let read = try ReportMerge([try ReportFile(bytes, name: "r.json")], failOn: nil)
    var findings: [Finding] = []
    try read.forEachBundle { findings += $0.findings }
    #expect(findings.map(\.source) == [report.bundles[0].findings[0].source])
    let lines = JSONLinesReport(toolVersion: "1")
    let line = try #require(String(decoding: lines.render(report), as: UTF8.self).split(separator: "\n").first)
    let source = try JSONText(Array(line.utf8))["findings"]?[0]?["source"]
    #expect((source == nil) == (name == "none") && source?["excerpt"] == nil)
  }

  /// Names of files come from the project, which anyone may have written.
  @Test func namesAreEscaped() {
    var finding = Finding.sample
    finding.source = FindingSource(
      place: SourcePlace(file: "a\n::error::b\u{1b}<script>##[x]", line: 1, setting: "S`\n::e::"))
    for format in ReportFormat.allCases {
      let view = format.view(ReportContext(toolVersion: "1"))
      let text = String(decoding: view.render(Report.sample(findings: [finding])), as: UTF8.self)
      #expect(!text.contains("\u{1b}") && !text.contains("\n::error::b") && !text.contains("##["), "\(format): \(text)")
    }
  }
}
