import Basics
import Bundles
import PolicyTestSupport
import ReportTestSupport
import Testing
@testable import PolicyTesting
@testable import Reports

@testable import PolicyEngine
@testable import Reporting

/// Explanations, tracebacks and coverage as reports show them.
@Suite struct ExplanationReportTests {
  private static func read(
    _ kind: Read.Kind, _ name: String, build: String? = nil, bundle: String = "", file: String? = nil,
    type: String? = nil, value: String? = nil, isPresent: Bool = true, line: Int? = nil
  ) -> Read {
    Read(
      kind: kind, build: build, bundle: bundle, file: file, name: name, type: type, value: value, isPresent: isPresent,
      line: line)
  }

  private static func explanation(_ reads: [Read], isCut: Bool = false) -> RuleExplanation {
    RuleExplanation(
      bundle: "", status: .pass, reason: nil,
      clauses: [.init(name: "require", outcome: .satisfied, because: "K is there")], reads: reads, isCut: isCut,
      infoKeys: [])
  }

  private static func report(_ explanations: [RuleExplanation]) -> Report {
    var report = Report.sample()
    report.bundles[0].rules = [RuleResult(id: "p/r", status: .pass, findings: 0, fuel: 1)]
    report.bundles[0].rules[0].explanations = explanations
    return report
  }

  @Test func fingerprintsAreForTheCommandExplain() {
    var report = Self.report([Self.explanation([])])
    report.bundles[0].findings = [.sample]
    func text(_ report: Report) -> String {
      String(decoding: TextReport(isColored: false).render(report), as: UTF8.self)
    }
    let line = "    finding   \(Finding.sample.fingerprint.prefix(12))\n"
    #expect(text(report).contains(line))
    report.bundles[0].rules[0].explanations = nil
    #expect(!text(report).contains(line))
  }

  @Test(arguments: [
    (read(.key, "/K", file: "I.plist", type: "string", value: "v", line: 3), "read I.plist: /K = \"v\" (line 3)"),
    (read(.key, "/K", file: "I.plist", type: "integer", value: "4"), "read I.plist: /K = 4"),
    (read(.key, "/K", file: "I.plist", type: "array", line: 3), "read I.plist: /K = an array (line 3)"),
    (read(.key, "/K", file: "I.plist", type: "dictionary"), "read I.plist: /K = a dictionary"),
    (read(.key, "/K", bundle: "P.appex", file: "I.plist", isPresent: false), "read P.appex/I.plist: /K (absent)"),
    (read(.key, "/K", build: "Old.app", bundle: "P", file: "I", isPresent: false), "read Old.app/P/I: /K (absent)"),
    (read(.key, "/K", isPresent: false), "read App.app: /K (absent)"),
    (
      read(.key, "/K", file: "I", type: "string", value: String(repeating: "x", count: 61)),
      "read I: /K = \"" + String(repeating: "x", count: 59) + "…\""
    ), (read(.entries, "", file: "I", value: "5"), "read I: all 5 entries"),
    (read(.entries, "", file: "I", value: "1"), "read I: all 1 entry"),
    (read(.entries, "", file: "I", value: "2 of 5"), "read I: 2 of 5 entries"),
    (read(.entries, "/A", file: "I", value: "5"), "read I: /A (5 entries)"),
    (read(.diagnostics, "", file: "I"), "read I: its diagnostics"),
    (read(.strings, "T (fr)", isPresent: false), "strings T (fr) (absent)"),
    (read(.bundle, "kind", bundle: "P", value: "plugin"), "bundle P: kind = plugin"),
    (read(.bundle, "parent", isPresent: false), "bundle parent (none)"), (read(.file, "a"), "files a"),
    (read(.file, "a", isPresent: false), "files a (absent)"), (read(.file, "a", value: "png"), "files a: png"),
    (read(.files, "**/*.nib", value: "0", isPresent: false), "files **/*.nib (0 found)"),
  ])
  func texts(_ read: Read, _ expected: String) {
    let lines = ReadText(Self.explanation([read]), path: "dir/App.app").lines
    #expect(lines.map { "\($0.label) \($0.text)" } == [expected])
  }

  @Test func muchIsCounted() {
    let reads = (10..<40).map { Self.read(.key, "/K\($0)", file: "I", isPresent: false) }
    let lines = ReadText(Self.explanation(reads, isCut: true), path: "A").lines
    #expect(lines.count == 2 && lines[0].text.hasSuffix("/K21 (absent), and 18 more"))
    #expect(lines[1].text == "and more")
    let many = (10..<50).flatMap { file in
      ["/A", "/B"].map { Self.read(.key, $0, file: "I\(file)", isPresent: false) }
    }
    let folded = ReadText(Self.explanation(many), path: "A").lines
    #expect(folded.count == ReadText.lineLimit + 1 && folded.last?.text == "and 40 more")
    // That a file is there is not said where something was asked of it.
    let facts = [Self.read(.file, "a"), Self.read(.file, "a", value: "png"), Self.read(.file, "b")]
    #expect(ReadText(Self.explanation(facts), path: "A").lines.map(\.text) == ["a: png, b"])
  }

  @Test func textOfTheWhole() throws {
    let run = try PolicyRun(
      """
      rule "named" { summary = "s", require = { "CFBundleName" } }
      rule "later" { summary = "s", since = "2099-01-01", forbid = "K" }
      rule "never" { summary = "s", applies = { kind = "framework" }, forbid = "K" }
      rule "wrong" { summary = "s", check = function(b)
        local function f() error("boom") end
        f()
      end }
      """)
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.explains = true
    var check = Check(program, options)
    check.run(on: try .app(["CFBundleName": "App"]), path: "App.app")
    #expect(
      run.folder.withoutPath(TextReport(isColored: false).text(of: check.report())) == """
        App.app  application, macos
        policy.lua:6: error: boom
            trace     policy.lua:6 in function 'f'
                      policy.lua:7 in the function at line 5
            rule      test/wrong
          test/named: passed
            because   require: CFBundleName is present
            read      Contents/Info.plist: /CFBundleName = "App" (line 5)
          test/later: not applicable
            because   it applies from 2099-01-01 on
          test/never: not applicable
            because   it is for framework bundles
            bundle    kind = application
          test/wrong: could not be evaluated
            because   boom

        not applicable: 2 rules
        INCOMPLETE: no findings, the check could not be completed; 2 rules evaluated on 1 bundle by test (policy.lua)

        """)
  }

  @Test func membersOfTheDocument() throws {
    let reads = (0..<1001).map { Self.read(.key, "/K\($0)", file: "I", isPresent: false) }
    let first = Self.read(.key, "/A", file: "I", type: "string", value: "v", line: 4)
    var report = Self.report([Self.explanation([first] + reads)])
    report.errors = [
      EngineError(code: "c", message: "m", file: "f", line: 1)
    ]
    report.errors[0].trace = Traceback(
      inner: [.init(file: "f", line: 1, owner: "function 'g'")], omitted: 7,
      outer: [.init(file: "f", line: 9, owner: "the file itself")])
    let json = try JSONText(JSONReport(toolVersion: "1").render(report))
    let explanation = try #require(json["bundles"]?[0]?["rules"]?[0]?["explanations"]?[0])
    #expect(
      explanation.names == ["bundle", "status", "reason", "clauses", "reads", "readsOmitted", "readsComplete"])
    #expect(explanation["clauses"]?[0]?.names == ["clause", "outcome", "because"])
    #expect(
      explanation["reads"]?[0]?.names == [
        "kind", "build", "bundle", "file", "name", "present", "type", "value", "line",
      ])
    #expect(explanation["reads"]?.elements.count == 1000 && explanation["readsOmitted"] == .number("2"))
    #expect(explanation["readsComplete"] == .boolean(false))
    let trace = try #require(json["errors"]?[0]?["trace"])
    #expect(trace.elements.map(\.names) == [["file", "line", "in"], ["omitted"], ["file", "line", "in"]])
    #expect(trace[0]?["in"] == .string("function 'g'"))
  }

  @Test func hostileTextIsMadeVisible() {
    for text in hostileTexts {
      let read = Self.read(.key, text, build: text, bundle: text, file: text, type: "string", value: text)
      var explanation = Self.explanation([read, Self.read(.file, text), Self.read(.strings, text)])
      explanation = RuleExplanation(
        bundle: text, status: .fail, reason: text,
        clauses: [.init(name: text, outcome: .violated, because: "a" + text)], reads: explanation.reads, isCut: false,
        infoKeys: [])
      var report = Self.report([explanation])
      var error = EngineError(code: "c", message: "m")
      error.trace = Traceback(inner: [.init(file: text, line: 1, owner: text)])
      report.errors = [error]
      let rendered = TextReport(isColored: false).text(of: report)
      #expect(rendered.split(separator: "\n", omittingEmptySubsequences: false).count == 13, "\(text.debugDescription)")
      #expect(steering(in: Array(rendered.utf8)) == [], "\(text.debugDescription)")
      #expect(steering(in: JSONReport(toolVersion: "1").render(report)) == [], "\(text.debugDescription)")
    }
  }

  @Test func anEmptyValueIsSeen() {
    var finding = Finding.sample
    finding.value = ""
    #expect(TextReport(isColored: false).text(of: .sample(findings: [finding])).contains("    value     \"\"\n"))
  }

  /// Whatever a clause finds in a property list comes with the value found, and always with the line that declares the rule.
  @Test(arguments: [
    (#"require = "E""#, "value     \"\""), (#"forbid = "K""#, "value     v"),
    (#"shape = { K = integer }"#, "value     v"),
    (#"shape = { L = list_of(text) }"#, "value     1"),
    (#"shape = { L = list_of(integer, { min_count = 3 }) }"#, "value     [1, 2]"),
    (#"shape = dictionary({ E = text, L = optional(list_of(integer)) }, { closed = true })"#, "value     v"),
    (#"shape = { K = custom("none", function() return false end) }"#, "value     v"),
    (#"increases = "K""#, "value     v"), (#"increases = "CFBundleVersion""#, "value     4"),
    (#"custom_keys = { prefix = "x." }"#, "value     v"),
    (#"qualified_keys = { default = "present" }"#, "value     true"),
    (#"check = function(b, report) report:at(b.info, "L", "m") end"#, "value     [1, 2]"),
    (#"check = function(b, report) report:at(b.info.L, 2, "m") end"#, "value     2"), (#"require = "None""#, ""),
    (#"localize = { languages = "fr" }"#, ""), (#"files = { forbid = "**/*.plist" }"#, ""),
    (#"check = function(b, report) report("m") end"#, ""),
  ])
  func findingsShowValueAndDeclaration(_ clause: String, _ expected: String) throws {
    let run = try PolicyRun("\n\nrule \"r\" { summary = \"s\", \(clause) }\n")
    let info = """
      <key>CFBundleIdentifier</key><string>com.x</string><key>CFBundleVersion</key><string>4</string>
      <key>K</key><string>v</string><key>E</key><string> </string>
      <key>L</key><array><integer>1</integer><integer>2</integer></array>
      <key>Q~ipad</key><true/>
      """.replacing("<string> </string>", with: "<string></string>")
    let report = try run.report(try .app(info), previous: [try .app(info, "Old.app")])
    let text = run.folder.withoutPath(TextReport(isColored: false).text(of: report))
    #expect(text.contains("    rule      test/r (policy.lua:4)\n") && text.contains(expected), "\(text)")
  }

  @Test func tracefile() throws {
    let folder = try TemporaryFolder([
      "p.lua": PolicyRun.header
        + "rule \"r\" { summary = \"s\", examples = { pass = { {} } }, check = function(b)\n  if b.info.X then\n    error(1)\n  end\nend }\n"
    ])
    var options = PolicyProgram.Options(policies: [folder("p.lua")])
    options.coversLines = true
    let program = try PolicyProgram(options)
    _ = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15"))).run(0)
    var coverage = PolicyTestCoverage()
    coverage.add(program)
    coverage.lines.add(program)
    let text = folder.withoutPath(String(decoding: PolicyTestLCOV.render(coverage.lines), as: UTF8.self))
    #expect(text == "TN:\nSF:p.lua\nDA:3,1\nDA:4,0\nLF:2\nLH:1\nend_of_record\n")
    #expect(
      folder.withoutPath(PolicyTestText.render(coverage)) == """
        p.lua:2: no test shows test/r passing or failing
            fix       add a bundle to examples.pass and to examples.fail
        p.lua:4: never run
        coverage: 0% (1 rule, each passing and failing)
            clauses   0% (1 clause, each satisfied and violated)
            lines     50% (1 of 2 lines in functions)
            keys      rules read all of 0 keys in the tests' Info.plists

        """)
  }
}
