import Basics
import Bundles
import PolicyTestSupport
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reports

/// The published JSON document.
@Suite struct JSONReportTests {
  private static func json(_ report: Report) throws -> JSONText {
    try JSONText(JSONReport(toolVersion: "9.9.9").render(report))
  }

  @Test func wholeDocument() throws {
    let (report, folder) = try fullReport()
    var text = folder.withoutPath(String(decoding: JSONReport(toolVersion: "9.9.9").render(report), as: UTF8.self))
    // Fuel is the engine's business and changes with it; digests are compared in tests of their own.
    let lines: [String] = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let name = line.drop { $0 == " " }.prefix { $0 != ":" }
      let omitted = ["fuel", "digest", "fingerprint", "valueDigest", "messageDigest"].map { "\"\($0)\"" }
      guard omitted.contains(String(name)) else { return String(line) }
      return "\(line.prefix { $0 != ":" }): …" + (line.hasSuffix(",") ? "," : "")
    }
    text = lines.joined(separator: "\n")
    #expect(text == Self.expected)
  }

  /// Every member of the contract is there, in its order, even where it has no value.
  @Test func membersAndTheirOrder() throws {
    let (report, _) = try fullReport()
    let json = try Self.json(report)
    #expect(
      json.names == [
        "format", "version", "tool", "verdict", "failOn", "policies", "bundles", "errors", "warnings", "summary",
      ])
    #expect(json["format"] == .string("bundlepolicy-report") && json["version"] == .number("1"))
    #expect(json["tool"]?.names == ["name", "version"])
    #expect(json["policies"]?[0]?.names == ["id", "version", "source", "digest"])
    let bundle = try #require(json["bundles"]?[0])
    #expect(
      bundle.names == ["path", "identifier", "kind", "platform", "verdict", "builds", "rules", "findings", "errors"])
    #expect(
      bundle["rules"]?.elements.allSatisfy {
        $0.names.filter { $0 != "reason" } == ["id", "status", "findings", "fuel"]
      } == true)
    let finding = [
      "rule", "severity", "message", "bundle", "file", "keyPath", "missing", "line", "column", "value", "expected",
      "fix", "help",
      "declared", "fingerprint", "waiver",
    ]
    #expect(bundle["findings"]?.elements.count == 6)
    for element in bundle["findings"]?.elements ?? [] {
      // Only some have a change, a value, or a message that tells them apart.
      let own = element.names.filter { !["edits", "discriminator", "valueDigest", "messageDigest"].contains($0) }
      #expect(own == finding && element["declared"]?.names == ["file", "line"])
    }
    let error = ["code", "message", "file", "line", "column", "rule", "hint"]
    #expect(bundle["errors"]?.elements.map(\.names) == [error] && json["errors"]?.elements.map(\.names) == [error])
    #expect(json["warnings"]?.elements.map(\.names) == [error])
    #expect(
      json["summary"]?.names == [
        "bundles", "errors", "warnings", "notes", "waived", "baselined", "rules", "failedBundles", "incompleteBundles",
      ])
    #expect(json["summary"]?["rules"]?.names == ["evaluated", "passed", "failed", "notApplicable"])
  }

  /// The day is in the report of a bundle only if a rule read it: else reports of two days are the same.
  @Test func theDayIfARuleReadIt() throws {
    func days(_ expression: String) throws -> [JSONText?] {
      let run = try PolicyRun("rule \"r\" { summary = \"s\", check = function() local _ = \(expression) end }")
      let app = try BundleGraph.fixture("A.app", ["Contents/Info.plist": .info(["CFBundleIdentifier": "a.b"])])
      let report = try run.report(app, asOf: "2026-11-23")
      return try Self.json(report)["bundles"]?.elements.map { $0["asOf"] } ?? []
    }
    #expect(try days("as_of.year") == [.string("2026-11-23")])
    #expect(try days("1") == [nil])
  }

  @Test func changedRulesNameBothPlaces() throws {
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "own" { summary = "s", include = "base" }
      override "base/a" { severity = "warning" }
      disable "base/b" { because = "not ours" }
      """,
      "base.lua": """
      policy "base" { summary = "s" }
      rule "a" { summary = "s", forbid = "Bad" }
      rule "b" { summary = "s", forbid = "Bad" }
      """,
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .fixture("App.app", ["Contents/Info.plist": .info("<key>Bad</key><true/>")]), path: "App.app")
    let bundle = try #require(try Self.json(check.report())["bundles"]?[0])
    func place(_ value: JSONText?) -> String {
      guard case .number(let line)? = value?["line"] else { return "none" }
      return folder.withoutPath(value?["file"]?.text ?? "") + ":" + line
    }
    let rules = try #require(bundle["rules"])
    #expect([rules[0], rules[1]].map { place($0?["declared"]) } == ["base.lua:2", "base.lua:3"])
    #expect(place(rules[0]?["overridden"]) == "policy.lua:2" && rules[0]?["disabled"] == nil)
    #expect(place(rules[1]?["disabled"]) == "policy.lua:3" && rules[1]?["because"]?.text == "not ours")
    #expect(place(bundle["findings"]?[0]?["declared"]) == "base.lua:2")
    #expect(place(bundle["findings"]?[0]?["overridden"]) == "policy.lua:2")
  }

  @Test func waiversAreShown() throws {
    let (report, _) = try fullReport()
    let findings = try #require(try Self.json(report)["bundles"]?[0]?["findings"]).elements
    let waivers = findings.filter { $0["waiver"] != .null }
    #expect(
      waivers.map { $0["waiver"]?.names }
        == Array(repeating: ["because", "owner", "expires", "expired", "declared"], count: 3))
    #expect(waivers.map { $0["waiver"]?["expired"] } == [.boolean(false), .boolean(true), .boolean(false)])
  }

  // MARK: Fingerprints

  @Test func fingerprintKeepsWhatIdentifies() {
    let base = Finding.sample.fingerprint
    #expect(base.utf8.count == 32 && base.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    func changed(_ change: (inout Finding) -> Void) -> String {
      var finding = Finding.sample
      change(&finding)
      return finding.fingerprint
    }
    // Fields that differ between builds, or when somebody edits a policy or moves a checkout, do not matter.
    #expect(changed { $0.message = "other" } == base)
    #expect(changed { $0.line = 99 } == base)
    #expect(changed { $0.column = nil } == base)
    #expect(changed { $0.value = "other" } == base)
    #expect(changed { $0.severity = .note } == base)
    #expect(changed { $0.expected = nil } == base)
    #expect(changed { $0.declared = SourceLocation(file: "/abs/p.lua", line: 77) } == base)
    #expect(changed { $0.isMissing = true } == base)
    let others = [
      changed { $0.rule = "p/q" }, changed { $0.bundle = "PlugIns/A.appex" }, changed { $0.file = "Other.plist" },
      changed { $0.keyPath = "/L" }, changed { $0.keyPath = nil }, changed { $0.discriminator = "d" },
      // The parts can't run into one another.
      changed {
        $0.file = "Info.plis"; $0.keyPath = "t/K"
      },
    ]
    #expect(Set(others).count == others.count && !others.contains(base))
  }

  @Test func fingerprintOfTheBundleItselfIgnoresTheMessage() throws {
    func prints(_ message: String) throws -> [JSONText?] {
      let run = try PolicyRun(
        "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"\(message)\") end }")
      return try Self.json(try run.report(.app("")))["bundles"]?[0]?["findings"]?.elements.map { $0["fingerprint"] }
        ?? []
    }
    #expect(try prints("one") == prints("two"))
    #expect(try prints("one").count == 1)
  }

  @Test func fingerprintIsTheSameOnEveryMachine() {
    #expect(Finding.sample.fingerprint == "bbc896f329bb8d866a6a21edba133fc7")
  }

  @Test func digestCoversEveryFile() throws {
    func digest(_ module: String) throws -> String {
      let run = try PolicyRun(
        "import \"m\"\nrule \"r\" { summary = \"s\", require = \"K\" }", modules: ["m.lua": module])
      return try #require(try Self.json(try run.report(.app("")))["policies"]?[0]?["digest"]?.text)
    }
    #expect(try digest("return 1") == digest("return 1"))
    #expect(try digest("return 1") != digest("return 2"))
    #expect(try digest("return 1").hasPrefix("sha256:") && digest("").utf8.count == 71)
  }

  @Test func digestIsSHA256() {
    // `sha256sum` of the bytes 03 00 00 00 00 00 00 00 61 62 63.
    #expect(
      SHA256Digest(ofParts: [Array("abc".utf8)]).hexadecimal
        == "ce91dc5eec0139adf091900d225971d6ad246a845bad791b5693a9d0d55dd391")
  }

  // MARK: Text from outside

  @Test func hostileTextIsReadBackAsItWas() throws {
    for text in hostileTexts {
      var finding = Finding.sample
      finding.message = text
      finding.value = text
      finding.file = text
      let bytes = JSONReport(toolVersion: "1").render(.sample(path: text, findings: [finding]))
      let json = try JSONText(bytes)
      #expect(json["bundles"]?[0]?["path"]?.text == text)
      #expect(json["bundles"]?[0]?["findings"]?[0]?["message"]?.text == text)
      #expect(json["bundles"]?[0]?["findings"]?[0]?["value"]?.text == text)
      #expect(steering(in: bytes) == [], "\(text.debugDescription)")
    }
  }

  @Test func randomTextIsAlwaysJSON() throws {
    var random = SeededGenerator(state: 7)
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let limit: UInt32 = [0x20, 0x80, 0x800, 0x3000, 0x10FFFF].randomElement(using: &random) ?? 0x80
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      var finding = Finding.sample
      finding.message = text
      finding.keyPath = text
      let bytes = JSONReport(toolVersion: text).render(
        .sample(findings: [finding], errors: [EngineError(code: text, message: text, file: text, line: 1, rule: text)]))
      let json = try JSONText(bytes)
      let bundle = try #require(json["bundles"]?[0])
      let message = try #require(bundle["findings"]?[0]?["message"]?.text)
      let code = try #require(bundle["errors"]?[0]?["code"]?.text)
      #expect(message.utf8.elementsEqual(text.utf8) && code.utf8.elementsEqual(text.utf8))
    }
  }
}
