import Basics
import PolicyTestSupport
import Reports
import ReportTestSupport
import Testing

@testable import PolicyEngine
@testable import Reporting

/// SARIF 2.1.0. Numbers refer to sections of the standard.
@Suite struct SARIFReportTests {
  private static func run(_ report: Report, rules: [RuleDescription] = []) throws -> JSONText {
    let context = ReportContext(toolVersion: "9.9.9", rules: rules, failOn: report.failOn)
    return try #require(try JSONText(SARIFReport(context).render(report))["runs"]?[0])
  }

  private static func result(_ change: (inout Finding) -> Void) throws -> JSONText {
    var finding = Finding.sample
    change(&finding)
    return try #require(try run(.sample(findings: [finding]))["results"]?[0])
  }

  // MARK: Rules

  @Test func aDescriptorForEachRule() throws {
    let run = try PolicyRun(
      """
      rule "a" {
        summary = "What {must} hold", rationale = "Because\\r\\n\\nof {that}", help = "https://example.com/a", severity = "warning",
        source = { "https://example.com/s", "a book" }, tags = { "t", "t" }, require = "K",
      }
      rule "b" { summary = "s", help = "ask the team", forbid = "Bad" }
      rule "c" { summary = "t", help = "https://example.com/c", forbid = "Bad" }

      """)
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    let findings = ["other/r", "test/a", "test/b"].map { rule in
      var finding = Finding.sample
      finding.rule = rule
      return finding
    }
    let report = try Self.run(.sample(findings: findings), rules: try program.descriptions)
    let rules = try #require(report["tool"]?["driver"]?["rules"]).elements
    #expect(rules.map { $0["id"]?.text } == ["test/a", "test/b", "test/c", "other/r"])
    #expect(report["results"]?[0]?["ruleIndex"]?.digits == "3")
    let first = rules[0]
    #expect(first["shortDescription"]?["text"]?.text == "What {{must}} hold")
    #expect(first["fullDescription"]?["text"]?.text == "Because\n\nof {{that}}", "paragraphs stay")
    #expect(first["helpUri"]?.text == "https://example.com/a")
    #expect(rules[1]["helpUri"] == nil, "that is no URI")
    #expect(rules[2]["shortDescription"]?["text"]?.text == "t")
    #expect(rules[2]["helpUri"] == nil, "it has no results")
    #expect(first["defaultConfiguration"]?["level"]?.text == "warning")
    #expect(first["properties"]?["tags"]?.elements.count == 1)
    #expect(first["help"]?["text"]?.text?.contains("source: a book") == true)
    #expect(first["help"]?["markdown"]?.text?.contains("- source: <https://example.com/s>\n") == true)
  }

  // MARK: Messages

  @Test(arguments: [
    ("plain", "plain"), ("{0}", "{{0}}"), ("${PRODUCT_NAME}", "${{PRODUCT_NAME}}"), ("[a](0)", "[a\\](0)"),
    ("[a\\](0)", "[a\\](0)"),
    ("[a\\\\](0)", "[a\\\\\\](0)"),
    ("[a] (0)", "[a] (0)"), ("a]", "a]"), ("](", "\\]("), ("{[}](", "{{[}}\\]("), ("", ""),
  ])
  func messagesHaveNoLinksAndPlaceholders(_ text: String, _ expected: String) {
    #expect(SARIFText.escaped(text) == expected)
  }

  // MARK: Places

  @Test(arguments: [
    ("App.app/Info.plist", "App.app/Info.plist", true), ("./a//b/./c", "a/b/c", true), ("../x", "../x", true),
    ("/a b/é%", "file:///a%20b/%C3%A9%25", false), ("c:/x", "c%3A/x", true), (".", "./", true), ("", "./", true),
    ("//host/x", "file:///host/x", false), ("a?b#c", "a%3Fb%23c", true), ("a\u{0}\n", "a%00%0A", true),
    ("a\\b", "a%5Cb", true), ("a/\u{301}b", "a/%CC%81b", true),
  ])
  func paths(_ path: String, _ uri: String, _ isRelative: Bool) {
    let reference = ArtifactURI.reference(to: path)
    #expect(reference.text == uri && reference.isRelative == isRelative)
  }

  /// Code scanning takes relative references from the root of the repository, wherever the check was run.
  @Test func placesInTheRepository() throws {
    var context = ReportContext(toolVersion: "9.9.9")
    context.workspace = Workspace(root: "/w", workingDirectory: "/w/sub")
    var report = Report.sample(path: "/w/a b/App.app", findings: [.sample])
    report.bundles += Report.sample(path: "../../o/App.app", findings: [.sample]).bundles
    let run = try #require(try JSONText(SARIFReport(context).render(report))["runs"]?[0])
    func uris(_ member: String) -> [String?] {
      (run["results"]?.elements ?? []).map {
        $0[member]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.text
      }
    }
    #expect(uris("locations") == ["a%20b/App.app/Info.plist", "file:///o/App.app/Info.plist"])
    #expect(uris("relatedLocations") == ["sub/p.lua", "sub/p.lua"])
    let base = run["originalUriBaseIds"]?["%SRCROOT%"]?["description"]?["text"]?.text
    #expect(base == "the root of the repository")
  }

  @Test func physicalLocation() throws {
    let location = try #require(try Self.result { _ in }["locations"]?[0])
    let physical = try #require(location["physicalLocation"])
    #expect(physical["artifactLocation"]?["uri"]?.text == "App.app/Info.plist")
    #expect(physical["artifactLocation"]?["uriBaseId"]?.text == "%SRCROOT%")
    #expect(physical["region"]?["startLine"]?.digits == "5" && physical["region"]?["startColumn"]?.digits == "2")
    #expect(try Self.run(.sample())["columnKind"]?.text == "unicodeCodePoints")
  }

  /// Binary property lists and missing keys have no lines: the key is the place.
  @Test(arguments: [
    ("/K", "K", "property"), ("/a/0", "0", "value"), ("/a~1b/c~0d~01", "c~d~1", "property"), ("", "/", "object"),
    ("/", "", "property"),
  ])
  func logicalLocation(_ keyPath: String, _ name: String, _ kind: String) throws {
    let result = try Self.result {
      $0.keyPath = keyPath
      $0.line = nil
      $0.isMissing = true
    }
    let location = try #require(result["locations"]?[0])
    // Code scanning accepts no result without a region.
    let region = try #require(location["physicalLocation"]?["region"])
    #expect(region["startLine"]?.digits == "1" && region["endLine"]?.digits == "1" && region["startColumn"] == nil)
    let logical = try #require(location["logicalLocations"]?[0])
    #expect(logical["name"]?.text == name && logical["kind"]?.text == kind)
    #expect(logical["fullyQualifiedName"]?.text == (keyPath.isEmpty ? "/" : keyPath))
  }

  @Test func thePolicyIsRelated() throws {
    let result = try Self.result { $0.overridden = SourceLocation(file: "own.lua", line: 9) }
    let related = try #require(result["relatedLocations"]).elements
    #expect(
      related.map { $0["physicalLocation"]?["artifactLocation"]?["uri"]?.text } == ["p.lua", "own.lua"])
    #expect(related.map { $0["physicalLocation"]?["region"]?["startLine"]?.digits } == ["3", "9"])
    // Viewers cannot open files that are part of the program.
    let carried = try Self.result { $0.declared = SourceLocation(file: "built-in:apple/info.lua", line: 1) }
    #expect(carried["relatedLocations"] == nil)
  }

  // MARK: What does not count

  @Test func suppressions() throws {
    let location = SourceLocation(file: "w.yaml", line: 2)
    func waiver(_ isExpired: Bool) -> AppliedWaiver {
      AppliedWaiver(because: "later", owner: "jo", expires: "2026-12-31", isExpired: isExpired, declared: location)
    }
    let waived = try #require(try Self.result { $0.waiver = waiver(false) }["suppressions"]).elements
    #expect(waived.count == 1 && waived[0].names == ["kind", "status", "justification", "location"])
    #expect(waived[0]["kind"]?.text == "external" && waived[0]["status"]?.text == "accepted")
    #expect(waived[0]["justification"]?.text == "waived until 2026-12-31, jo: later (w.yaml:2)")
    let expired = try Self.result { $0.waiver = waiver(true) }
    #expect(expired["suppressions"]?.elements.isEmpty == true)
    #expect(
      expired["message"]?["text"]?.text?.hasSuffix("\nwaiver: expired on 2026-12-31, jo: later (w.yaml:2)") == true)
    let baselined = try Self.result { $0.isBaselined = true }
    #expect(baselined["suppressions"]?[0]?["justification"]?.text == "baselined")
    // 3.27.23 requires them on all results or none, and 3.27.24 requires the same of baselineState.
    #expect(try Self.result { _ in }["suppressions"]?.elements.isEmpty == true && baselined["baselineState"] == nil)
  }

  @Test func fingerprintsStayWhereTheyAre() throws {
    func prints(_ path: String, _ change: (inout Finding) -> Void = { _ in }) throws -> [String?] {
      var finding = Finding.sample
      change(&finding)
      let results = try Self.run(.sample(path: path, findings: [finding, finding]))["results"]?.elements ?? []
      return results.map { $0["partialFingerprints"]?["bundlepolicy/v1"]?.text }
    }
    let first = try prints("/a/App.app")
    #expect(Set(first).count == 2)
    #expect(try prints("/elsewhere/b/App.app") == first)
    #expect(
      try prints("/a/App.app") {
        $0.line = 70; $0.message = "other"
      } == first)
    #expect(try prints("/a/App.app") { $0.keyPath = "/L" } != first)
    #expect(try prints("/a/Other.app") != first)
  }

  // MARK: Errors

  @Test func errorsAreNotifications() throws {
    let error = EngineError(code: "policy.error", message: "no {luck}", file: "p.lua", line: 4, rule: "p/r", hint: "h")
    var report = Report.sample(findings: [.sample], errors: [error, EngineError(code: "c", message: "m")])
    report.bundles[0].verdict = .error
    (report.verdict, report.summary.incompleteBundles) = (.error, 1)
    report.warnings = [EngineError(code: "waiver.unused", message: "w")]
    let invocation = try #require(try Self.run(report)["invocations"]?[0])
    #expect(invocation["executionSuccessful"] == .boolean(false))
    let notifications = try #require(invocation["toolExecutionNotifications"]).elements
    #expect(notifications.map { $0["level"]?.text } == ["error", "error", "warning"])
    #expect(notifications[0]["message"]?["text"]?.text == "no {{luck}}\nfix: h")
    #expect(notifications[0]["associatedRule"]?["index"]?.digits == "0")
    #expect(notifications[0]["descriptor"]?["id"]?.text == "policy.error")
    let uris = notifications.map {
      $0["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.text
    }
    #expect(uris == ["p.lua", "App.app", nil])
  }

  /// Errors are written after the results, so they are kept until then; the memory for that is bounded.
  @Test func manyErrorsAreCounted() throws {
    var report = Report.sample()
    report.bundles[0].errors = Array(repeating: EngineError(code: "c", message: "m"), count: 600)
    report.bundles[0].verdict = .error
    report.bundles += report.bundles
    (report.verdict, report.summary.incompleteBundles) = (.error, 2)
    let notifications = try #require(
      try Self.run(report)["invocations"]?[0]?["toolExecutionNotifications"]
    ).elements
    #expect(notifications.count == SARIFReport.keptErrors + 1)
    #expect(
      notifications.last?["message"]?["text"]?.text?.hasPrefix(
        "200 more errors of bundles omitted here; --format json has all") == true)
  }

  // MARK: Code scanning

  /// The alerts that GitHub makes of a file: one for each rule and `primaryLocationLineHash`, which its upload otherwise computes from
  /// the text around the line. It ignores other fingerprints, columns and suppressions, and results without a region.
  private static func alerts(_ run: JSONText) throws -> Set<[String]> {
    #expect(run["automationDetails"]?["id"]?.text == "bundlepolicy/")
    var alerts: Set<[String]> = []
    for result in run["results"]?.elements ?? [] {
      let place = try #require(result["locations"]?[0]?["physicalLocation"])
      let region = try #require(place["region"])
      let (start, end) = (Int(region["startLine"]?.digits ?? ""), Int(region["endLine"]?.digits ?? ""))
      #expect(start.map { $0 >= 1 } == true && end == start)
      let hash = try #require(result["partialFingerprints"]?["primaryLocationLineHash"]?.text)
      // HASH:NUMBER, as its upload writes it.
      let parts = hash.split(separator: ":")
      #expect(parts.count == 2 && parts[0].allSatisfy(\.isHexDigit) && Int(parts[1]) == 1)
      alerts.insert([result["ruleId"]?.text ?? "", hash])
    }
    return alerts
  }

  @Test func everyFindingIsAnAlert() throws {
    let run = try PolicyRun("rule \"keys\" { summary = \"s\", require = { \"A\", \"B\", \"C\" }, forbid = \"Bad\" }\n")
    let folder = try TemporaryFolder([
      "One.app/Contents/Info.plist": PropertyListText.document("<key>Bad</key><true/>"),
      "Two.app/Contents/Info.plist": PropertyListText.document("<key>Bad</key><true/>"),
    ])
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    func alerts() throws -> Set<[String]> {
      let report = Check.report(
        on: ["One.app", "Two.app"].map { folder($0) }, program, .init(asOf: day), jobs: 1)
      #expect(report.summary.errors == 8)
      return try Self.alerts(try Self.run(report, rules: try program.descriptions))
    }
    let before = try alerts()
    #expect(before.count == 8)
    // They stay when lines are added above.
    try folder.write(
      "One.app/Contents/Info.plist", PropertyListText.document("<key>New</key><true/>\n\n<key>Bad</key><true/>"))
    #expect(try alerts() == before)
  }

  @Test func acceptedFindingsAreLeftOut() throws {
    var baselined = Finding.sample
    baselined.isBaselined = true
    let report = Report.sample(findings: [baselined, .sample])
    let context = ReportContext(toolVersion: "9.9.9")
    func results(_ format: ReportFormat) throws -> [JSONText] {
      try #require(try JSONText(format.view(context).render(report))["runs"]?[0]?["results"]).elements
    }
    let all = try results(.sarif)
    #expect(all.count == 2 && all[0]["suppressions"]?.elements.count == 1)
    // The same finding has the same fingerprint in both.
    #expect(try results(.openSARIF) == [all[1]])
  }

  @Test func severitiesOfSecurity() throws {
    let run = try PolicyRun(
      "rule \"a\" { summary = \"s\", tags = { \"security\" }, severity = \"warning\", require = \"K\" }\nrule \"b\" { summary = \"s\", require = \"K\" }\n"
    )
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    let findings = ["test/a", "test/b"].map { rule in
      var finding = Finding.sample
      finding.rule = rule
      return finding
    }
    let report = try Self.run(.sample(findings: findings), rules: try program.descriptions)
    let rules = try #require(report["tool"]?["driver"]?["rules"]).elements
    #expect(rules.map { $0["properties"]?["security-severity"]?.text } == ["5.0", nil])
  }

  // MARK: The schema

  private static let script = BuiltProgram.packageRoot + "/Scripts/tests/sarif"
  /// One that has jsonschema.
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
    BuiltProgram.isExecutable($0)
      && (try? ChildProcess.run($0, [script, "--offline"], environment: environment))?.status == 0
  }
  /// Where somebody may have put modules and the schema.
  private static let environment: [String: String] = BuiltProgram.environment([
    "BUNDLEPOLICY_SARIF_SCHEMA", "PYTHONPATH", "HOME",
  ])

  @Test(
    .enabled(
      if: python != nil,
      "SARIF's schema or python3's jsonschema is missing; Scripts/tests/sarif downloads the schema"))
  func allIsValidByTheSchema() throws {
    let python = try #require(Self.python)
    let run = try PolicyRun(
      "rule \"bad\" { summary = \"s\", rationale = \"r\", help = \"https://x.example/\", tags = { \"t\" }, forbid = \"A\" }\n"
    )
    let rules = try PolicyProgram(.init(policies: [run.folder("policy.lua")])).descriptions
    var reports = try ReportTruthTests.Situation.allCases.map { try $0.report() }
    reports += (hostileTexts + ["[a](0) {0}", "%", "a:b"]).map(ReportInjectionTests.report)
    reports.append(try fullReport().report)
    var files: [String: String] = [:]
    for (number, report) in reports.enumerated() {
      let context = ReportContext(toolVersion: "9.9.9", rules: rules, failOn: report.failOn)
      files["\(number).sarif"] = String(decoding: SARIFReport(context).render(report), as: UTF8.self)
    }
    // With changes that the program would make, for which there must be a file.
    let broken = try ChildProcess.run(
      BuiltProgram.path,
      [
        "check", "--policy", "apple.recommended", "--format", "sarif",
        BuiltProgram.packageRoot + "/Examples/Broken.app",
      ])
    #expect(broken.status == 0 && broken.outputText.contains("\"fixes\""), "\(broken.errorText)")
    files["fixes.sarif"] = broken.outputText
    let names = files.keys.sorted()
    // The validator finds errors.
    files["bad.sarif"] = "{\"version\": \"2.1.0\", \"runs\": [{\"tool\": {\"driver\": {}}}]}"
    let folder = try TemporaryFolder(files)
    let judged = try ChildProcess.run(
      python, [Self.script, "--offline"] + names.map { folder($0) }, environment: Self.environment)
    #expect(judged.status == 0, "\(judged.outputText)\(judged.errorText)")
    let bad = try ChildProcess.run(
      python, [Self.script, "--offline", folder("bad.sarif")], environment: Self.environment)
    #expect(bad.status == 1, "\(bad.outputText)\(bad.errorText)")
  }
}
