import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Waiver files made from reports.
@Suite struct WaiverListTests {
  private static func finding(
    _ rule: String, bundle: String = "", identifier: String? = nil, file: String? = nil, key: String? = nil,
    rest: String = "\"waiver\": null"
  ) -> String {
    func text(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return """
      { "rule": "\(rule)", "bundle": "\(bundle)", "identifier": \(text(identifier)), "file": \(text(file)), "keyPath": \(text(key)), \(rest) }
      """
  }

  private static func report(_ findings: String..., identifier: String = "\"com.x\"") -> [UInt8] {
    Array(
      """
      { "format": "bundlepolicy-report", "version": 1, "bundles": [
        { "path": "build/App.app", "identifier": \(identifier), "findings": [\(findings.joined(separator: ",\n"))] } ] }
      """.utf8)
  }

  private static func added(
    _ report: [UInt8], to text: String? = nil, rules: [String] = [], because: String = "b",
    expires: String = "2026-12-31"
  ) throws -> WaiverList.Addition {
    try WaiverList(text.map { Array($0.utf8) }, file: "waivers.lua").adding(
      report: report, file: "report.json", rules: rules, because: because, owner: "o",
      expires: try #require(CalendarDate(expires)))
  }

  /// The waivers without their common fields, one a line.
  private static func lines(_ text: String) throws -> [String] {
    try WaiverFile.waivers(in: WaiverFile(source: "waivers.lua", contents: Array(text.utf8))).map {
      [$0.rule, $0.bundle, $0.file, $0.key, $0.expires].map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  @Test func oneForEachPlace() throws {
    let report = Self.report(
      Self.finding("p/r", file: "Contents/Info.plist", key: "/B"),
      Self.finding("p/r", file: "Contents/Info.plist", key: "/A~1b"),
      Self.finding("p/r", file: "Contents/Info.plist", key: "/A~1b"), Self.finding("p/r", key: "/C/0"),
      Self.finding("p/r", file: "Contents/Info.plist", key: "/~1x"), Self.finding("p/r", file: "x", key: ""),
      Self.finding("p/r", file: "x"), Self.finding("p/r"),
      Self.finding("a/r", bundle: "P/B.appex", identifier: "com.x.b"),
      Self.finding("p/s", rest: #""waiver": { "expired": false }"#),
      Self.finding("p/t", rest: #""waiver": { "expired": true }"#),
      Self.finding("p/u", rest: #""baselined": true, "waiver": null"#))
    let addition = try Self.added(report)
    #expect(addition.added == 8 && addition.known == 0)
    #expect(
      try Self.lines(addition.text) == [
        "a/r com.x.b . - 2026-12-31", "p/r com.x - /C/0 2026-12-31", "p/r com.x . - 2026-12-31",
        "p/r com.x Contents/Info.plist /~1x 2026-12-31", "p/r com.x Contents/Info.plist A/b 2026-12-31",
        "p/r com.x Contents/Info.plist B 2026-12-31", "p/r com.x x - 2026-12-31", "p/t com.x . - 2026-12-31",
      ])
    #expect(
      try Self.lines(Self.added(Self.report(Self.finding("p/r"), identifier: "null")).text) == [
        "p/r App.app . - 2026-12-31"
      ])
  }

  @Test func addingAgainChangesNothing() throws {
    let report = Self.report(Self.finding("p/r"), Self.finding("p/s"))
    let first = try Self.added(report)
    let second = try Self.added(report, to: first.text)
    #expect(second.added == 0 && second.known == 2 && second.text == first.text)
    let sooner = try Self.added(report, to: first.text, expires: "2026-10-01")
    #expect(sooner.added == 0 && sooner.text == first.text)
  }

  @Test func whatThisWroteIsKeptSortedAndRenewed() throws {
    let first = try Self.added(Self.report(Self.finding("p/b"), Self.finding("p/d")))
    let report = Self.report(Self.finding("p/a"), Self.finding("p/b"), Self.finding("p/c"))
    let second = try Self.added(report, to: first.text, expires: "2027-12-31")
    #expect(
      try Self.lines(second.text) == [
        "p/a com.x . - 2027-12-31", "p/b com.x . - 2027-12-31", "p/c com.x . - 2027-12-31", "p/d com.x . - 2026-12-31",
      ])
    #expect(second.added == 3)
  }

  @Test func whatAPersonWroteStays() throws {
    let own = "-- mine\nlocal who = \"jo\"\nwaive \"z/z\" { because = \"b\", owner = who, expires = \"2026-12-31\" }"
    let addition = try Self.added(Self.report(Self.finding("p/r"), Self.finding("p/a")), to: own)
    #expect(addition.text.hasPrefix(own + "\n\nwaive \"p/a\" {\n"))
    #expect(try Self.lines(addition.text).map { $0.prefix(3) } == ["z/z", "p/a", "p/r"])
    #expect(
      try Self.added(Self.report(Self.finding("p/a")), to: "").text.hasPrefix("-- Findings"), "an empty file is new")
  }

  @Test func onlyTheRulesNamed() throws {
    let report = Self.report(Self.finding("p/r"), Self.finding("q/r"), Self.finding("p/s"))
    #expect(try Self.lines(Self.added(report, rules: ["r"]).text).map { $0.prefix(3) } == ["p/r", "q/r"])
    #expect(try Self.lines(Self.added(report, rules: ["q/r", "s"]).text).map { $0.prefix(3) } == ["p/s", "q/r"])
  }

  @Test(arguments: [
    "plain", "\"quotes\" and \\backslashes\\", "lines\r\n\tand \u{0}\u{7}\u{1B}[31m controls",
    "é€😀 \u{202E}bidi\u{2069}\u{FEFF}",
    "]] --[[ \\z \\065", "${x} %d '",
  ])
  func textsComeBack(_ text: String) throws {
    let addition = try Self.added(Self.report(Self.finding("p/r")), because: text)
    let waivers = try WaiverFile.waivers(in: WaiverFile(source: "w", contents: Array(addition.text.utf8)))
    #expect(waivers.map(\.because) == [text])
    #expect(
      addition.text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && !(0x202A...0x202E).contains($0.value)
      })
  }

  @Test(arguments: [
    ("[]", "1:1: this is not a bundlepolicy report [make a report with check --format json --output FILE]"),
    (
      "{ \"format\": \"bundlepolicy-report\", \"version\": 2 }",
      "1:47: the report has a version that this program cannot read; it reads version 1 [make a new one with this version of bundlepolicy]"
    ),
    (
      "{ \"format\": \"bundlepolicy-report\", \"version\": 1 }",
      "1:1: the report has no 'bundles' list here [make a report with check --format json --output FILE]"
    ),
    (
      "{ \"format\": \"bundlepolicy-report\", \"version\": 1, \"bundles\": [{}] }",
      "1:62: 'path' is missing here [make a report with check --format json --output FILE]"
    ),
    (
      "{ \"format\": \"bundlepolicy-report\", \"version\": 1, \"bundles\": [{\"path\": 1}] }",
      "1:71: 'path' must be a string [make a report with check --format json --output FILE]"
    ),
    (
      "{ \"format\": \"bundlepolicy-report\", \"version\": 1, \"bundles\": [{\"path\": \"p\", \"findings\": [{\"bundle\": \"x\"}]}] }",
      "1:89: the finding does not say which bundle it is about [make a new report with this version of bundlepolicy]"
    ),
    ("", "1:1: expected a value, found the end of the text [make a report with check --format json --output FILE]"),
  ])
  func reportsThatAreNone(_ text: String, _ message: String) throws {
    do throws(EngineError) {
      _ = try ReportedFinding.read(Array(text.utf8), file: "r.json")
      Issue.record("it was read")
    } catch {
      #expect("\(error.line ?? 0):\(error.column ?? 0): \(error.message) [\(error.hint ?? "")]" == message)
    }
  }

  @Test func moreThanAFileHolds() throws {
    let findings = (0..<6_000).map {
      Self.finding("p/r", file: "x", key: "/\(String(repeating: "k", count: 100))\($0)")
    }
    let day = try #require(CalendarDate("2026-12-31"))
    do throws(EngineError) {
      _ = try WaiverList(nil, file: "w.lua").adding(
        report: Self.report(findings.joined(separator: ",\n")), file: "r.json", rules: [], because: "b", owner: "o",
        expires: day)
      Issue.record("it was made")
    } catch {
      #expect(error.message == "6000 waivers are more than one file can hold")
    }
  }

  @Test func aBrokenFileIsNotWrittenOver() throws {
    for (text, code) in [("waive \"x\" {", "policy.syntax"), ("rule \"x\" {}", "policy.invalid")] {
      let error = #expect(throws: EngineError.self) { try Self.added(Self.report(Self.finding("p/r")), to: text) }
      #expect(error?.code.rawValue == code && error?.file == "waivers.lua" && error?.line == 1, "\(text)")
    }
  }
}
