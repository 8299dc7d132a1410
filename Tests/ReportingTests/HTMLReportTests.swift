import Basics
import BuildRecords
import Bundles
import PolicyTestSupport
import ReleaseLedger
import ReportTestSupport
import Testing
@testable import Reports

@testable import PolicyEngine
@testable import Reporting

/// The report in a browser.
@Suite struct HTMLReportTests {
  /// The page of a report, and the rules that took part.
  static func bytes(_ report: Report, rules: [RuleDescription] = []) -> [UInt8] {
    HTMLReport(ReportContext(toolVersion: "1.2.3", rules: rules)).render(report)
  }

  static func parsed(_ report: Report, rules: [RuleDescription] = []) throws -> ParsedMarkup {
    try #require(ParsedMarkup(bytes(report, rules: rules)), "the page is not well-formed")
  }

  /// A check of one bundle with one policy, with evidence.
  private static func run(
    _ policy: String, files: [String: MemoryStorage.Node] = ["Contents/Info.plist": .info(["CFBundleName": "App"])],
    asOf: String = "2026-06-01", baseline: Bool = false
  ) throws -> (report: Report, rules: [RuleDescription]) {
    let run = try PolicyRun(policy)
    let graph = try BundleGraph.fixture("App.app", files)
    return try run.evidentReport(graph, asOf: asOf, baselined: baseline)
  }

  /// The words of a page's top, and its totals.
  private static func truths(_ page: ParsedMarkup) -> (verdict: String, facts: [String: String]) {
    let facts = zip(page.all("dt"), page.all("dd")).map { ($0.text, $1.text) }
    return (page.all("h1").first?.text ?? "", Dictionary(facts) { first, _ in first })
  }

  @Test func theHeadIsSafeAndFitsAnyScreen() throws {
    let full = try fullReport()
    let page = try Self.parsed(full.report)
    #expect(page.all("html").first?.attributes["lang"] == "en")
    #expect(page.all("title").first?.text == "INCOMPLETE: App.app – bundlepolicy")
    let metas = page.all("meta").map(\.attributes)
    #expect(metas.contains { $0["name"] == "viewport" && $0["content"] == "width=device-width, initial-scale=1" })
    let policy = metas.first { $0["http-equiv"] == "Content-Security-Policy" }?["content"]
    #expect(policy?.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; img-src data:") == true)
    #expect(
      page.all("style").count == 2 && page.all("style").contains { $0.text.contains("prefers-color-scheme: dark") })
    #expect(page.all("style").allSatisfy { !$0.text.contains("url(") && !$0.text.contains("@import") })
  }

  @Test func verdictAndTotalsAreThoseOfTheRecord() throws {
    let policy = """
      rule "a" { summary = "s", require = { "A" } }
      rule "b" { summary = "s", severity = "warning", require = { "B" } }
      rule "c" { summary = "s", severity = "note", require = { "C" } }

      """
    let waiver = "waive \"a\" { because = \"later\", owner = \"jo\", expires = \"2026-07-01\" }\n"
    let broken = "rule \"d\" { summary = \"s\", check = function() error(\"no luck\") end }\n"
    let passing = "rule \"n\" { summary = \"s\", require = { \"CFBundleName\" } }\n"
    for (text, asOf, isBaselined, verdict, counts) in [
      (passing, "2026-06-01", false, "✓PASS", [0, 0, 0, 0, 0]),
      (policy, "2026-06-01", false, "✕FAIL", [1, 1, 1, 0, 0]),
      (policy + waiver, "2026-06-01", false, "✓PASS", [0, 1, 1, 1, 0]),
      (policy + waiver, "2026-07-02", false, "✕FAIL", [1, 1, 1, 0, 0]),
      (policy, "2026-06-01", true, "✓PASS", [0, 0, 0, 0, 3]),
      (policy + broken, "2026-06-01", false, "!INCOMPLETE", [1, 1, 1, 0, 0]),
    ] {
      let (report, rules) = try Self.run(text, asOf: asOf, baseline: isBaselined)
      let truths = Self.truths(try Self.parsed(report, rules: rules))
      #expect(truths.verdict == verdict)
      let shown = ["Errors", "Warnings", "Notes", "Waived", "Baselined"].map { truths.facts[$0] }
      #expect(shown == counts.map(String.init))
      #expect(truths.facts["Rules evaluated"]?.hasPrefix("\(report.summary.rulesEvaluated)") == true)
    }
  }

  @Test func statesOfFindingsAreWords() throws {
    let policy = """
      rule "a" { summary = "s", require = { "A" } }
      waive "a" { because = "later on", owner = "jo", expires = "2026-07-01" }

      """
    func articles(_ asOf: String) throws -> [String] {
      let (report, rules) = try Self.run(policy, asOf: asOf)
      return try Self.parsed(report, rules: rules).all("article").filter {
        $0.attributes["class"]?.hasPrefix("finding") == true
      }.map(\.text)
    }
    let waived = try #require(try articles("2026-06-01").first)
    #expect(waived.contains("○ waived error") && waived.contains("Waived until 2026-07-01 jo: later on"))
    let expired = try #require(try articles("2026-08-01").first)
    #expect(expired.contains("✕ error") && expired.contains("! waiver expired"))
    #expect(expired.contains("Waiver expired on 2026-07-01 jo: later on"))
    let (report, rules) = try Self.run("rule \"a\" { summary = \"s\", require = { \"A\" } }\n", baseline: true)
    let page = try Self.parsed(report, rules: rules)
    #expect(
      page.all("article").contains {
        $0.text.contains("○ baselined error") && $0.text.contains("Accepted: in the baseline.")
      })
  }

  @Test func errorsOfTheEngineStandOut() throws {
    let full = try fullReport()
    let page = try Self.parsed(full.report)
    let boxes = page.elements.filter { $0.attributes["class"] == "incomplete" }
    #expect(boxes.contains { $0.name == "section" && $0.text.contains("'gone'") })
    #expect(boxes.contains { $0.name == "div" && $0.text.contains("no luck") && $0.text.contains("policy.error") })
    let failed = try Self.parsed(Report(failure: EngineError(code: "x.y", message: "it <b>broke</b>", hint: "mend it")))
    #expect(Self.truths(failed).verdict == "!INCOMPLETE")
    #expect(failed.all("li").first?.text.contains("it <b>broke</b>") == true)
  }

  @Test func linksLeadSomewhereAndNothingIsLoadedOrRun() throws {
    var report = try fullReport().report
    for number in 1...3 {
      var copy = report.bundles[0]
      copy.path = "Copy\(number).app"
      report.bundles.append(copy)
    }
    let rules = try Self.run(Self.documented).rules
    for page in [try Self.parsed(report), try Self.parsed(try Self.run(Self.documented).report, rules: rules)] {
      let ids = page.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      for element in page.elements {
        #expect(
          !["link", "iframe", "object", "embed", "form", "base", "image", "use"].contains(element.name))
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") || $0 == "xlink:href" || $0 == "style" })
        if let source = element.attributes["src"] { #expect(source.hasPrefix("data:image/png;base64,")) }
        if let target = element.attributes["href"] {
          #expect(target.hasPrefix("#") ? ids.contains(String(target.dropFirst())) : element.attributes["rel"] != nil)
        }
        if let title = element.attributes["aria-labelledby"] { #expect(ids.contains(title)) }
      }
      #expect(page.all("th").allSatisfy { ["col", "row"].contains($0.attributes["scope"]) })
      let scripts = page.all("script")
      #expect(scripts.map(\.text) == [HTMLReport.filter.text] && scripts[0].attributes.isEmpty)
      #expect(page.all("h1").count == 1 && page.all("main").count == 1)
    }
  }

  @Test func theScriptIsTheOnlyOneAllowed() throws {
    let page = try Self.parsed(try fullReport().report)
    let policy = page.all("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
    let source = HTMLReport.filter.source
    #expect(policy?.attributes["content"]?.hasSuffix("; script-src \(source)") == true)
    #expect(!HTMLReport.filter.text.contains { "<&".contains($0) })
    // Of one bundle with nothing to look for, there is none.
    let sound = try Self.parsed(.sample())
    #expect(sound.all("script").isEmpty && sound.all("input").isEmpty)
    #expect(sound.all("h2").contains { $0.text == "App.app" }, "the only bundle is shown")
  }

  @Test func oneFactOfSeveralRulesIsOneEntry() throws {
    var findings: [Finding] = ["p/a", "q/b", "q/c"].map { rule in
      var finding = Finding.sample
      finding.rule = rule
      return finding
    }
    findings[0].severity = .warning
    findings[1].expected = "other"
    findings[2].message = "another"
    let page = try Self.parsed(.sample(findings: findings))
    let articles = page.all("article").filter { $0.attributes["class"]?.hasPrefix("finding") == true }
    #expect(articles.map { $0.attributes["class"] } == ["finding error", "finding error"])
    let first = try #require(articles.first?.text)
    for text in ["p/a", "q/b", "rules", "other"] { #expect(first.contains(text), "\(text)") }
    let ids = Set(page.elements.compactMap { $0.attributes["id"] })
    #expect(findings.allSatisfy { ids.contains("b1-\($0.fingerprint)") }, "each has its address")
  }

  @Test func theWorstComesFirst() throws {
    func finding(_ rule: String, _ severity: Severity, _ number: Int, in bundle: String = "") -> Finding {
      var finding = Finding.sample
      (finding.rule, finding.severity, finding.bundle, finding.message) = (rule, severity, bundle, "\(rule) \(number)")
      return finding
    }
    let findings = [
      finding("p/note", .note, 1), finding("p/warning", .warning, 1), finding("p/note", .note, 2),
      finding("p/note", .note, 3), finding("p/error", .error, 1, in: "PlugIns/A.appex"),
      finding("p/often", .error, 1, in: "PlugIns/A.appex"), finding("p/often", .error, 2, in: "PlugIns/A.appex"),
    ]
    let page = try Self.parsed(.sample(findings: findings))
    let rules = page.all("th").filter { $0.attributes["scope"] == "row" }.map(\.text)
    #expect(rules == ["p/often", "p/error", "p/warning", "p/note"])
    let articles = page.all("article").compactMap { $0.attributes["class"] }
    #expect(articles.prefix(4) == ["finding error", "finding error", "finding error", "finding warning"])
    #expect(page.all("h3").map(\.text).first?.hasPrefix("PlugIns/A.appex") == true)
    #expect(page.all("summary").contains { $0.text == "Rules with findings4, first p/often (2 errors)" })
  }

  @Test func theDayOfTheCheckIsGiven() throws {
    var report = Report.sample()
    let day = try #require(CalendarDate("2026-06-01"))
    func lede(_ context: ReportContext) throws -> String {
      let page = try #require(ParsedMarkup(HTMLReport(context).render(report)))
      return page.all("p").first { $0.attributes["class"] == "lede" }?.text ?? ""
    }
    #expect(try lede(ReportContext(toolVersion: "1")) == "The bundle passes every rule that applies.")
    var context = ReportContext(toolVersion: "1")
    context.asOf = day
    #expect(try lede(context).hasSuffix(" The check is as of 2026-06-01."))
    report.bundles[0].asOf = CalendarDate("2026-07-01")
    #expect(try lede(ReportContext(toolVersion: "1")).hasSuffix(" as of 2026-07-01."), "a rule read it")
  }

  @Test func theHeadOfABundleHasItsSize() throws {
    var report = Report.sample()
    report.bundles[0].size = 1_500_000
    let page = try Self.parsed(report)
    let facts = Dictionary(zip(page.all("dt").map(\.text), page.all("dd").map(\.text))) { first, _ in first }
    #expect(facts["size"] == "1.5 MB")
  }

  @Test func rulesOfManyBundlesAreCounted() throws {
    var report = Report.sample(path: "0.app", findings: [.sample])
    report.bundles[0].verdict = .fail
    for number in 1..<8 {
      var copy = report.bundles[0]
      copy.path = "\(number).app"
      if number > 5 { copy.findings = [] }
      if number > 5 { copy.verdict = .pass }
      report.bundles.append(copy)
    }
    let page = try Self.parsed(report)
    let row = try #require(page.all("tr").first { $0.text.hasPrefix("p/r") })
    #expect(row.text == "p/r✕ error660.app, 1.app, 2.app, 3.app, 4.app1 more5.app", "\(row.text)")
    #expect(page.all("tr").contains { $0.text.contains("6.app") })
  }

  private static let documented = """
    rule "a" { summary = "has A", rationale = "or else\\n\\nthe store refuses it", help = "https://example.com/a",
      source = { "Book 1", "mailto:a@b.c" },
      require = { "A" } }
    rule "b" { summary = "has B", help = "javascript:alert(1)", require = { "B" } }
    rule "n" { summary = "has a name", require = { "CFBundleName" } }

    """

  @Test func rulesWithFindingsAreDescribed() throws {
    let (report, rules) = try Self.run(Self.documented)
    let page = try Self.parsed(report, rules: rules)
    let described = page.all("article").filter { $0.attributes["class"] == "rule" }
    #expect(described.count == 2)
    let first = try #require(described.first { $0.text.contains("has A") })
    for text in ["or else", "Book 1", "requires A", "1 finding"] { #expect(first.text.contains(text), "\(text)") }
    #expect(page.all("p").contains { $0.text == "the store refuses it" }, "a paragraph of its own")
    let links = page.all("a").compactMap { $0.attributes["href"] }
    #expect(links.contains("https://example.com/a") && links.contains("mailto:a@b.c"))
    #expect(!links.contains { $0.hasPrefix("javascript") })
    #expect(links.contains("#" + (first.attributes["id"] ?? "")))
    #expect(page.all("summary").contains { $0.text == "1 rule passed" })
  }

  @Test func bundleByBundleIsTheWhole() throws {
    var report = try fullReport().report
    report.bundles += report.bundles
    var view = HTMLReport(ReportContext(toolVersion: "1.2.3"))
    var apart: [UInt8] = []
    for bundle in report.bundles { apart += view.add(bundle) }
    var empty = report
    empty.bundles = []
    let (head, tail) = view.finish(empty)
    #expect(head + apart + tail == Self.bytes(report))
  }

  @Test func thoseThatNeedSomebodyComeFirst() throws {
    var report = Report.sample(path: "a.app")
    let verdicts: [(String, Verdict)] = [("b.app", .error), ("c.app", .pass), ("d.app", .fail), ("e.app", .error)]
    for (path, verdict) in verdicts {
      var copy = report.bundles[0]
      copy.path = path
      copy.verdict = verdict
      report.bundles.append(copy)
    }
    let page = try Self.parsed(report)
    let rows = page.all("th").filter { $0.attributes["scope"] == "row" }.map { $0.text.prefix(5) }
    #expect(rows == ["b.app", "e.app", "d.app", "a.app", "c.app"])
    #expect(page.all("summary").contains { $0.text == "Bundles2 incomplete, 1 failed, 2 passed" })
    let titles = page.all("h2").map(\.text).filter { $0.hasSuffix(".app") }
    #expect(titles == ["b.app", "d.app", "e.app"], "of others there is nothing to say")
    let folds = page.all("details").filter { $0.attributes["id"] == "bundles" }
    #expect(folds.count == 1 && folds[0].attributes["open"] == nil, "the first finding is above the fold")
  }

  @Test func excerptsMarkTheLine() throws {
    let (report, rules) = try Self.run(
      "rule \"a\" { summary = \"s\", require = { \"A\" }, forbid = \"Old\" }\n",
      files: [
        "Contents/Info.plist": .info("<key>CFBundleName</key><string>A</string>\n<key>Old</key>\n<string>x</string>")
      ])
    let page = try Self.parsed(report, rules: rules)
    #expect(page.all("mark").map { $0.text.filter { $0 != " " } } == ["6▸<key>Old</key>", "7▸<string>x</string>"])
    #expect(page.all("ins").map { $0.text.filter { $0 != " " } } == ["+<key>A</key>missing"])
  }

  @Test func aLedgerHasAChart() throws {
    var report = Report.sample()
    func page(_ builds: [RecordedBuild], total: Int, failure: String? = nil) throws -> ParsedMarkup {
      report.bundles[0].icon = .some(.none(because: nil))
      report.bundles[0].history = ProductHistory(
        identifier: "com.x.app", platform: "macos", builds: builds, total: total, failure: failure)
      return try Self.parsed(report)
    }
    let builds = (1...5).map { RecordedBuild.sample($0, time: $0 * 1_000_000, .sample(build: "\($0)")) }
    let drawn = try page(builds, total: 9)
    #expect(
      drawn.all("svg").contains { $0.attributes["aria-label"]?.hasPrefix("Chart of 5 builds of com.x.app") == true })
    #expect(drawn.all("p").contains { $0.text == "The newest 5 of 9 are shown." })
    #expect(try page([], total: 0).all("p").contains { $0.text == "The ledger has no builds of this bundle yet." })
    #expect(try page([], total: 0, failure: "no <disk>").all("p").contains { $0.text.hasSuffix(" no <disk>") })
  }

  @Test func iconsAreWithinThePage() throws {
    var report = Report.sample()
    func page(_ icon: BundleIcon) throws -> ParsedMarkup {
      report.bundles[0].icon = icon
      return try Self.parsed(report)
    }
    let picture = BundleIcon.Picture(png: [1, 2, 3], width: 4, height: 5, file: "\"><script>")
    let shown = try page(.picture(picture))
    #expect(shown.all("img").map { $0.attributes["src"] } == ["data:image/png;base64,AQID"])
    #expect(shown.all("img").first?.attributes["alt"] == "")
    let none = try page(.none(because: "it is <odd>"))
    #expect(none.all("img").isEmpty && none.all("p").contains { $0.text == "No icon is shown: it is <odd>." })
    #expect(try page(.none(because: nil)).all("p").allSatisfy { !$0.text.contains("icon") })
  }
}
