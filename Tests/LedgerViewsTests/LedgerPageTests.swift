import BuildRecords
import ReleaseLedger
import ReportTestSupport
import Testing
@testable import LedgerViews
@testable import Presentation

/// The ledger in a browser.
@Suite struct LedgerPageTests {
  private static let page = LedgerPage(
    of: LedgerLocation(
      .server(url: "postgres://jo:secret@ledger.example.com/releases")))

  private static func parsed(_ builds: [RecordedBuild]) throws -> ParsedMarkup {
    try #require(ParsedMarkup(page.render(builds)), "the page is not well-formed")
  }

  /// Builds of one product with two bundles inside; every fifth fails.
  private static func history(_ count: Int, product: String = "com.x.app", from start: Int = 0) -> [RecordedBuild] {
    (0..<count).flatMap { position -> [RecordedBuild] in
      let time = RecordedBuild.sampleTime + Int64(position) * 25_000_000
      return ["", "share", "widget"].enumerated().map { part, name in
        .sample(
          Int64((start + position) * 3 + part + 1), time: time,
          .sample(
            product: product, identifier: name.isEmpty ? product : product + "." + name, path: name,
            build: "\(position)", verdict: position % 5 == 4 ? .fail : .pass,
            labels: [.init(name: "commit", value: "c0ffee\(position)")]))
      }
    }
  }

  @Test func anEmptyLedgerSaysSo() throws {
    let page = try Self.parsed([])
    #expect(page.all("p").contains { $0.text == "This ledger has no builds yet." })
    #expect(page.all("svg").isEmpty && page.all("table").isEmpty && page.all("h1").map(\.text) == ["Release ledger"])
  }

  @Test func theHeadIsSafeAndFitsAnyScreen() throws {
    let page = try Self.parsed(Self.history(3))
    #expect(page.all("html").first?.attributes["lang"] == "en")
    #expect(page.all("title").first?.text == "Release ledger: postgres://ledger.example.com/releases")
    let metas = page.all("meta").map(\.attributes)
    #expect(metas.contains { $0["charset"] == "utf-8" })
    #expect(metas.contains { $0["name"] == "viewport" && $0["content"] == "width=device-width, initial-scale=1" })
    #expect(
      metas.contains {
        $0["http-equiv"] == "Content-Security-Policy"
          && $0["content"] == "default-src 'none'; style-src 'unsafe-inline'"
      })
    let style = try #require(page.all("style").first?.text)
    #expect(style.contains("prefers-color-scheme: dark") && style.contains("@media print"))
    #expect(!style.contains("url(") && !style.contains("@import"))
  }

  @Test func itLoadsAndRunsNothing() throws {
    let page = try Self.parsed(Self.history(30) + Self.history(9, product: "org.y", from: 30))
    for element in page.elements {
      #expect(
        !["script", "link", "img", "iframe", "object", "embed", "form", "base", "image", "use"].contains(element.name))
      #expect(
        !element.attributes.keys.contains { $0.hasPrefix("on") || $0 == "src" || $0 == "xlink:href" || $0 == "style" })
      if let target = element.attributes["href"], !target.hasPrefix("https://") {
        #expect(page.elements.contains { "#" + ($0.attributes["id"] ?? "") == target }, "\(target)")
      }
    }
  }

  @Test func theSummaryCounts() throws {
    let builds = Self.history(10) + Self.history(4, product: "org.y", from: 10)
    let extent = LedgerExtent(rows: 44, head: [UInt8](repeating: 0x2A, count: 32))
    let whole = LedgerPage(of: try LedgerLocation("builds.db"), extent, total: 50)
    let page = try #require(ParsedMarkup(whole.render(builds)))
    let facts = zip(page.all("dt"), page.all("dd")).map { "\($0.text): \($1.text)" }
    #expect(
      facts == [
        "Builds: 1412 passed; 2 failed", "Nested bundles: 2824 passed; 4 failed", "Products: 2",
        "First day: 2026-01-02",
        "Last day: 2026-01-04",
        "The whole ledger, with nested bundles and later marks of builds: 44 rows, head sha256:"
          + String(repeating: "2a", count: 32),
      ])
    #expect(page.all("p").contains { $0.text == "The last 42 of 50 builds are on this page." })
  }

  @Test func buildsThatFellAreNamed() throws {
    func captions(_ versions: [String]) throws -> [String] {
      try Self.parsed(
        versions.enumerated().map {
          .sample(Int64($0 + 50), time: Int64($0) * 1000, .sample(shortVersion: "1." + $1, build: $1))
        }
      ).all("figcaption").map(\.text)
    }
    #expect(try captions(["1", "2", "3"]) == [])
    #expect(
      try captions(["1", "5", "4"]) == ["1 passing build hasa lower version than an earlier build: #52, 1.4 (4)."])
    #expect(
      try captions(["9", "2", "3", "4", "5"]) == [
        """
        4 passing builds havea lower version than an earlier build; the last are #54, 1.5 (5); #53, 1.4 (4); #52, 1.3 (3).
        """
      ])
  }

  @Test(arguments: [(1, "scroll"), (20, "scroll"), (21, "scroll tall")])
  func fewRowsStandFree(_ count: Int, _ style: String) throws {
    let page = try Self.parsed((1...count).map { .sample(Int64($0), .sample(build: "\($0)")) })
    #expect(page.all("div").first { $0.attributes["role"] == "group" }?.attributes["class"] == style)
  }

  @Test func identifiersBreakAtTheirDots() throws {
    let markup = String(decoding: Self.page.render(Self.history(1)), as: UTF8.self)
    #expect(markup.contains("<h2 id=\"p1-title\">com.<wbr/>x.<wbr/>app</h2>"))
    #expect(markup.contains("<h3>com.<wbr/>x.<wbr/>app.<wbr/>share<small>"))
  }

  @Test func whatWasLetBeStandsBehindTheCheck() throws {
    let waivers = [
      BuildEntry.Waiver(rule: "a", because: "x", owner: "jo", expires: "2026-12-31"),
      BuildEntry.Waiver(rule: "b", because: "3 findings", owner: "", expires: ""),
    ]
    let page = try Self.parsed([.sample(1, .sample(waivers: waivers))])
    #expect(page.all("td").contains { $0.text == "✓ pass, 1 waiver, 1 baselined" })
    #expect(page.all("th").first?.text == "Row")
  }

  @Test func labelsWithURLsAreLinks() throws {
    let url = "https://ci.example.com/a/b-c/pipelines/1?x=1&y='2'#top"
    let labels: [BuildEntry.Label] = [.init(name: "commit", value: "c0ffee"), .init(name: "pipeline", value: url)]
    let page = try Self.parsed([.sample(1, .sample(labels: labels))])
    let links = page.all("a")
    #expect(links.map { $0.attributes["href"] } == [url])
    #expect(links.first?.attributes["rel"] == "noreferrer noopener nofollow")
    #expect(links.first?.text == ColumnText.shortened("pipeline=" + url, to: 48))
    #expect(page.all("span").contains { $0.text == "commit=c0ffee" })
  }

  @Test func chartsTellWhoCannotSeeThem() throws {
    let page = try Self.parsed(Self.history(10))
    let charts = page.all("svg").filter { $0.attributes["role"] == "img" }
    #expect(charts.count == 3 && charts.allSatisfy { $0.attributes["viewBox"] != nil })
    #expect(
      charts.first?.attributes["aria-label"] == """
        Chart of 10 builds of com.x.app for macos, recorded from 2026-01-02 to 2026-01-04, \
        versions 1.2.3 (0) to 1.2.3 (9). 10 builds: 8 passed; 2 failed.
        """)
    for table in page.all("table") { #expect(!table.text.isEmpty) }
    #expect(page.all("caption").count == page.all("table").count)
    #expect(page.all("th").allSatisfy { ["col", "row"].contains($0.attributes["scope"]) })
    #expect(page.all("details").count == 1 && page.all("summary").first?.text == "2 nested bundles")
  }

  @Test func pointsHaveTooltips() throws {
    let page = try Self.parsed(Self.history(10))
    let tooltips = page.all("title").dropFirst().map(\.text)
    #expect(tooltips.count == 30)
    #expect(tooltips.first == "1.2.3 (0) #1 pass\n2026-01-02 03:04:05 UTC\nabababababab\ncommit=c0ffee0")
    #expect(tooltips.contains { $0.hasPrefix("1.2.3 (4) #13 fail\n") })
    #expect(page.all("circle").count { $0.text.isEmpty == false } == 24)
  }

  @Test func measuresHaveACurve() throws {
    let builds = ([500, 400, 900] as [Int64]).enumerated().map { position, size in
      var entry = BuildEntry.sample(build: "\(position)", verdict: position == 1 ? .fail : .pass)
      entry.details = BuildDetails(measures: [BuildMeasure(name: "install-size", value: size * 1000)], sets: [])
      return RecordedBuild.sample(Int64(position + 1), entry)
    }
    let page = try Self.parsed(builds)
    let chart = try #require(page.all("svg").last { $0.attributes["role"] == "img" })
    #expect(
      chart.attributes["aria-label"] == """
        Chart of install-size of 3 builds of com.x.app for macos: first 500 KB, last 900 KB, lowest 400 KB, highest 900 KB.
        """)
    #expect(page.all("p").contains { $0.text == "install-size 900 KB in #3; +400 KB, +80.0 % since #1" })
    #expect(chart.text.contains("install-size 400 KB") && page.all("td").contains { $0.text == "400 KB" })
    #expect(page.all("path").contains { $0.attributes["class"] == "line" && $0.attributes["d"]?.contains("L") == true })
    #expect(try Self.parsed(Array(builds.prefix(1))).all("figure").count == 1, "one value is not a curve")
  }

  /// A misspelled measure is not shown as one that no build has.
  @Test func measuresThatNoBuildHas() {
    var entry = BuildEntry.sample(build: "1", verdict: .pass)
    let plain = RecordedBuild.sample(1, entry)
    entry.details = BuildDetails(measures: [BuildMeasure(name: "install-size", value: 5)], sets: [])
    let builds = [plain, RecordedBuild.sample(2, entry)]
    #expect(LedgerText.problem(ofMeasure: "install-size", in: builds) == nil)
    #expect(
      LedgerText.problem(ofMeasure: "instal-size", in: builds)
        == "no listed build has the measure 'instal-size'; did you mean 'install-size'?")
    #expect(
      LedgerText.problem(ofMeasure: "other", in: builds)
        == "no listed build has the measure 'other'; they have install-size")
    #expect(
      LedgerText.problem(ofMeasure: "other", in: [plain]) == nil && LedgerText.problem(ofMeasure: "x", in: []) == nil)
  }

  @Test func tablesShowTheNewestAndCountTheRest() throws {
    let page = try Self.parsed(Self.history(60))
    #expect(
      page.all("caption").map(\.text).prefix(2) == [
        "The last 50 of 60 recorded builds", "The last 10 of 60 recorded builds",
      ])
    let rows = page.all("tr").map(\.text)
    #expect(rows.contains { $0.hasPrefix("#178") && $0.contains("✕ fail") && $0.contains("commit=c0ffee59") })
    #expect(!rows.contains { $0.hasPrefix("#11.2.3 (0)") })
    #expect(try Self.parsed(Self.history(5)).all("tr").contains { $0.text.hasPrefix("#11.2.3 (0)") })
    #expect(try Self.parsed([.sample(1)]).all("caption").map(\.text) == ["The only build"])
  }

  @Test func longHistoriesAreThinnedOutAndSmall() throws {
    let builds = Self.history(1700)
    let bytes = Self.page.render(builds)
    #expect(bytes.count < 400_000)
    let page = try #require(ParsedMarkup(bytes))
    let notes = page.all("figcaption").map(\.text)
    #expect(notes.count == 3 && notes.allSatisfy { $0.contains("of 1,700 builds are drawn: all failed builds") })
    let failed = page.all("path").filter { $0.text.contains(" fail\n") }
    #expect(failed.count == 340 * 3)
  }

  @Test func thousandsOfFailuresAreDrawnOnceForEachPlace() throws {
    let builds = (1...5000).map { RecordedBuild.sample($0, time: $0 * 1000, .sample(build: "\($0)", verdict: .fail)) }
    let bytes = Self.page.render(builds)
    #expect(bytes.count < 300_000)
    let page = try #require(ParsedMarkup(bytes))
    // The one in the legend.
    #expect(page.all("circle").count == 1)
    #expect(page.all("figcaption").first?.text.contains("drawn as one") == true)
  }

  @Test func thousandsOfProductsFitOnAPage() throws {
    let builds = (1...3000).map { RecordedBuild.sample($0, .sample(product: "com.x.p\($0)")) }
    let bytes = Self.page.render(builds)
    #expect(bytes.count < 600_000)
    let page = try #require(ParsedMarkup(bytes))
    #expect(page.all("section").count == 41)
    #expect(
      page.all("caption").first?.text == """
        500 products and platforms. The 500 of 3,000 products with the newest builds are listed. \
        The 40 products with the newest builds have a chart below.
        """)
    #expect(page.all("a").count == 40 && page.all("a").contains { $0.text == "com.x.p3000" })
  }

  @Test func theOrderGivenDoesNotMatter() {
    let builds = Self.history(50) + Self.history(20, product: "org.y", from: 50)
    #expect(Self.page.render(builds) == Self.page.render(builds.reversed()))
    #expect(Self.page.render(builds) == Self.page.render(builds))
  }

  @Test func alikeTimesAndHostileTimesAreNoTrouble() throws {
    for times in [[0, 0, 0], [Int64.min, 0, .max], [5, 4, 3]] as [[Int64]] {
      let builds = times.enumerated().map {
        RecordedBuild.sample(Int64($0 + 1), time: $1, .sample(build: "\($0)"))
      }
      #expect(try Self.parsed(builds).all("circle").count == 4)
    }
  }
}

/// Nothing from outside becomes markup or steers the reader.
@Suite struct LedgerPageInjectionTests {
  private static let attacks = [
    "</script><script>alert(1)</script>", "</title></style><svg onload=alert(1)>", "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)' autofocus='", "<!--", "]]>", "&lt;b&gt;", "line\nbreak\r\n\ttab", "\u{202E}gnp.exe\u{2066}",
    "nul\0byte", "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{FEFF}\u{200F}\u{85}\u{2028}", "javascript:alert(1)",
    "#p1\" id=\"p1", "{{constructor}}", "https://x\" onclick=\"alert(1)", "https://x/<script>alert(1)</script>",
    "https://good.example@evil.example/", "com.x.app.", "<\u{338}script>", String(repeating: "<b>", count: 20_000),
  ]

  @Test(arguments: attacks)
  func textStaysText(_ attack: String) throws {
    func builds(_ text: String) -> [RecordedBuild] {
      let labels = [BuildEntry.Label(name: text, value: text)]
      return (1...6).map { position in
        .sample(
          position, time: position * 1_000_000,
          .sample(
            product: position == 6 ? "other" : text, identifier: position % 3 == 0 ? text + "i" : nil, platform: text,
            path: position % 3 == 0 ? text : "", shortVersion: text, build: text,
            verdict: position % 2 == 0 ? .pass : .fail, labels: labels))
      }
    }
    let bytes = LedgerPage(of: LedgerLocation(.file(attack))).render(builds(attack))
    let page = try #require(ParsedMarkup(bytes), "the page is not well-formed")
    let harmless = try #require(ParsedMarkup(LedgerPage(of: LedgerLocation(.file("x"))).render(builds("x"))))
    // Where a line may break is the only markup that depends on the text: it is as empty as it is harmless.
    let breaks = page.all("wbr")
    #expect(breaks.allSatisfy { $0.attributes.isEmpty && $0.text.isEmpty })
    #expect(page.vocabulary.subtracting(["wbr"]) == harmless.vocabulary.subtracting(["wbr"]))
    #expect(page.elements.count - breaks.count == harmless.elements.count - harmless.all("wbr").count)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(Set(text.unicodeScalars).allSatisfy { $0 == "\n" || TerminalText.escape(String($0)) == String($0) })
    #expect(page.all("h2").contains { $0.text == ColumnText.shortened(attack, to: 200) })
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(bytes.count < 150_000)
  }
  @Test(arguments: [
    "http://x.example/", "HTTPS://x.example/", "javascript:alert(1)//https://x", " https://x.example/", "https://",
    "https:///x", "https://?x", "https://x.example/ y", "https://x\ty", "https://x\ny", "https://x\"y", "https://x<y>",
    "https://a@evil.example/", "https://good.example:x@evil.example/", "https://x\\@evil.example/",
    "https://x\u{202E}y", "https://ex\u{E4}mple/", "https://x/\0", "https://.example/", "https:x.example",
    "//x.example",
    "data:text/html,x", "https://x/" + String(repeating: "a", count: 500), "",
  ])
  func whatIsNoSafeURLIsNoLink(_ value: String) throws {
    let label = BuildEntry.Label(name: "pipeline", value: value)
    #expect(ExternalLink.target(value, schemes: ["https://"]) == nil)
    let bytes = LedgerPage(of: LedgerLocation(.file("x"))).render([.sample(1, .sample(labels: [label]))])
    let page = try #require(ParsedMarkup(bytes))
    #expect(page.all("a").isEmpty && page.elements.allSatisfy { $0.attributes["href"] == nil })
  }

  @Test(arguments: [
    "https://x", "https://x.example/", "https://x.example:8443/a/@b?c=d&e='f'#g", "https://[::1]/", "https://1.2.3.4",
    "https://x/" + String(repeating: "a", count: 490),
  ])
  func whatIsASafeURLIsOneAsItStands(_ value: String) throws {
    let label = BuildEntry.Label(name: "javascript:\"<b>", value: value)
    let bytes = LedgerPage(of: LedgerLocation(.file("x"))).render([.sample(1, .sample(labels: [label]))])
    let page = try #require(ParsedMarkup(bytes))
    #expect(page.all("a").map { $0.attributes["href"] } == [value])
    #expect(page.all("b").isEmpty)
  }

  @Test func withdrawnAndShippedBuildsAreTold() throws {
    let withdraws = RecordedBuild.sample(4, .sample().about(2, .withdrawn, because: "<crashes>"))
    let ships = RecordedBuild.sample(5, .sample().about(1, .shipped, labels: [.init(name: "store", value: "app")]))
    let builds: [RecordedBuild] = [
      .sample(1, .sample(build: "1")).with([ships]), .sample(2, .sample(build: "3")).with([withdraws]),
      .sample(3, .sample(build: "2")),
    ]
    let text = String(decoding: LedgerPage(of: try LedgerLocation("builds.db")).render(builds), as: UTF8.self)
    #expect(text.contains(" withdrawn <time") && text.contains(": &lt;crashes&gt;") && text.contains("store=app"))
    #expect(text.contains(" shipped <time"))
    #expect(text.contains("3 builds: 2 passed, 1 of them shipped; none failed; 1 withdrawn."))
    // The newest build has the highest version that is not withdrawn, so no version went down.
    #expect(text.contains("<strong>1.2.3 (2)</strong>") && !text.contains("lower version"))
    #expect(LedgerChart(builds, limit: 9).failing.map(\.build.sequence) == [2])
    // Each mark has its own shape, and those that do not occur are not in the legend.
    let page = try #require(ParsedMarkup(Array(text.utf8)))
    let marks = page.elements.filter { $0.name == "g" }.compactMap { $0.attributes["class"] }
    #expect(
      marks == [
        "passed", "shipped", "withdrawn", "axes wide", "axes narrow", "passed", "shipped each", "withdrawn each",
      ])
    let shapes = Standing.allCases.map { MarkShape.path($0, x: 6, y: 6, radius: 4).filter(\.isLetter) }
    #expect(Set(shapes).count == 4)
  }
}
