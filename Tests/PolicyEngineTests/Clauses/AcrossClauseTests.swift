import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Rules that compare the bundles of a run.
@Suite struct AcrossClauseTests {
  private static func app(_ name: String, _ info: String = "", nested: String? = nil) throws -> BundleGraph {
    var files: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info("<key>CFBundleIdentifier</key><string>com.x.\(name)</string>\n\(info)")
    ]
    if let nested {
      files["Contents/Frameworks/K.framework/Versions/A/Resources/Info.plist"] = .info(
        "<key>CFBundleIdentifier</key><string>com.x.k</string>\n<key>CFBundleVersion</key><string>\(nested)</string>")
      files["Contents/Frameworks/K.framework/Versions/Current"] = .link("A")
      files["Contents/Frameworks/K.framework/Resources"] = .link("Versions/Current/Resources")
    }
    return try .fixture("\(name).app", files)
  }

  private static func rule(
    _ body: String, collect: String? = nil, applies: String = "nested = false", fields: String = ""
  ) -> String {
    """
    rule "r" { summary = "s", applies = { \(applies) }, \(fields)
      \(collect.map { "collect = function(bundle) \($0) end," } ?? "")
      across = function(bundles, report)
    \(body)
    end }

    """
  }

  private static let everyField = """
    for _, b in ipairs(bundles) do
      report(b, "%s|%s|%s|%s|%s|%s|%s|%s|%s", b.path, b.outer_path, b.name, b.kind, tostring(b.platform),
        tostring(b.identifier), tostring(b.version), tostring(b.build), tostring(b))
    end
    """

  @Test func bundlesComeInTheOrderOfTheReport() throws {
    let run = try PolicyRun(Self.rule(Self.everyField, applies: "kind = { 'application', 'framework' }"))
    let report = try run.report(
      Self.app(
        "b", "<key>CFBundleShortVersionString</key><string>1.0</string><key>CFBundleVersion</key><integer>7</integer>"),
      Self.app("a", nested: "3"))
    #expect(
      run.lines(report) == [
        "|a.app|a.app|application|macos|com.x.a|nil|nil|<bundle a.app>",
        "Contents/Frameworks/K.framework: Contents/Frameworks/K.framework|a.app|K.framework|framework|macos|com.x.k|nil|3|<bundle a.app/Contents/Frameworks/K.framework>",
        "|b.app|b.app|application|macos|com.x.b|1.0|nil|<bundle b.app>",
      ])
    #expect(report.verdict == .fail && report.summary.rulesFailed == 2)
    #expect(report.bundles.allSatisfy { $0.collected.isEmpty })
  }

  @Test func findingsHaveTheirPlace() throws {
    let run = try PolicyRun(
      Self.rule(
        """
        report:at(bundles[1], "Host", "%s has %d%%", "it", 7, { expected = "e", fix = "f", severity = "note" })
        report:at(bundles[1], "a/b", "not there")
        report:file(bundles[1], "Contents/x", "a file %s", "x")
        report(bundles[1], "the bundle")
        """))
    let report = try run.report(Self.app("a", "<key>Host</key><string>h</string>"), Self.app("b"))
    #expect(
      run.lines(report) == [
        "the bundle", "Contents/Info.plist:6:1 /Host = h: it has 7% [expected e] [fix f]",
        "Contents/Info.plist:4:1 /a~1b (missing): not there", "Contents/x: a file x",
      ])
    #expect(report.bundles[0].findings[1].severity == .note)
    #expect(report.bundles[0].findings[1].fingerprint.count == 32)
    #expect(report.bundles.map(\.verdict) == [.fail, .pass])
    #expect(report.bundles.map { $0.rules[0].status } == [.fail, .pass])
    #expect(report.bundles.map { $0.rules[0].findings } == [4, 0])
  }

  @Test func factsAreWhatWasCollected() throws {
    let collect = """
      return { text = "ä", count = 3, ratio = 3.0, yes = true, list = { 1, { "x" } }, none = nil, empty = {} }
      """
    let body = """
      local f = bundles[1].facts
      report(bundles[1], "%s %s %s %s %s %s %s %d", f.text, math.type(f.count), math.type(f.ratio), tostring(f.yes),
        f.list[2][1], tostring(f.none), tostring(next(f.empty)), #bundles)
      local isSet = pcall(function() f.text = "other" end)
      report(bundles[1], "can be set: %s", tostring(isSet))
      """
    let run = try PolicyRun(Self.rule(body, collect: collect))
    #expect(
      try run.lines(run.report(Self.app("a"))) == ["can be set: false", "ä integer float true x nil nil 1"])
  }

  @Test func eachCallStartsAnew() throws {
    let source = """
      local seen = 0
      rule "r" { summary = "s", collect = function(bundle) seen = seen + 1 return seen end,
        across = function(bundles, report)
          report(bundles[1], "%d %d %d", bundles[1].facts, bundles[2].facts, seen)
        end }

      """
    let run = try PolicyRun(source)
    #expect(try run.lines(run.report(Self.app("a"), Self.app("b"))) == ["1 1 0"])
  }

  @Test func ruleThatAppliesToNothingIsNotApplicable() throws {
    let run = try PolicyRun(
      Self.rule("error('called')", applies: "kind = 'framework'") + "rule \"q\" { summary = \"s\", forbid = \"X\" }\n")
    let report = try run.report(Self.app("a"))
    #expect(report.bundles[0].rules.map(\.status) == [.notApplicable, .pass])
  }

  // MARK: What is not checked

  @Test func bundleThatWasNotReadStopsTheRule() throws {
    let run = try PolicyRun(Self.rule("report(bundles[1], 'called')"))
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    for isFirst in [true, false] {
      var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
      let gone = BundleError(.notFound, "no bundle at this path", file: "gone.app")
      if isFirst { check.add(unreadable: "gone.app", gone) }
      check.run(on: try Self.app("a"), path: "a.app")
      if !isFirst { check.add(unreadable: "gone.app", gone) }
      let report = check.report()
      #expect(report.verdict == .error)
      #expect(report.bundles[0].rules[0].status == .error && report.bundles[0].verdict == .error)
      #expect(
        report.bundles[0].errors.map(\.message) == [
          "rule 'r' was not evaluated across bundles: gone.app could not be checked completely"
        ])
      #expect(report.bundles[0].errors.map(\.code.rawValue) == ["across.incomplete"])
    }
  }

  @Test func inputThatWasNotFoundStopsTheRule() throws {
    let run = try PolicyRun(Self.rule("report(bundles[1], 'called')"))
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.inputErrors = [EngineError(code: "input.no-bundle", message: "m", file: "Build")]
    var check = Check(program, options)
    check.run(on: try Self.app("a"), path: "a.app")
    #expect(
      check.report().bundles[0].errors.map(\.message) == [
        "rule 'r' was not evaluated across bundles: Build was not checked"
      ])
  }

  @Test func collectThatFailsStopsTheRule() throws {
    let run = try PolicyRun(
      Self.rule("report(bundles[1], 'called')", collect: "if bundle.name == 'b.app' then error('no luck') end return 1")
    )
    let report = try run.report(Self.app("a"), Self.app("b"), Self.app("c"))
    #expect(report.bundles.map { $0.rules[0].status } == [.error, .error, .error])
    #expect(
      report.bundles.map { $0.errors.map(\.message) } == [
        ["rule 'r' was not evaluated across bundles: it could not be evaluated on b.app"], ["no luck"],
        ["rule 'r' was not evaluated across bundles: it could not be evaluated on b.app"],
      ])
  }

  @Test func functionThatFailsStopsTheRule() throws {
    let run = try PolicyRun(Self.rule("report(bundles[2], 'found before')\nerror('no luck')"))
    let report = try run.report(Self.app("a"), Self.app("b"))
    #expect(report.verdict == .error && report.bundles.map { $0.rules[0].status } == [.error, .error])
    #expect(
      run.lines(report) == [
        "policy.error policy.lua:6: no luck", "found before",
        "across.incomplete policy.lua:2: rule 'r' was not evaluated across bundles: its function failed [see the error for a.app]",
      ])
  }

  @Test func limitsHold() throws {
    for (body, code) in [
      ("while true do end", "limit.fuel"),
      ("local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end", "limit.memory"),
      ("for i = 1, 200000 do report(bundles[1], 'm') end", "limit.findings"),
      ("pcall(function() for i = 1, 200000 do report(bundles[1], 'm') end end)", "limit.findings"),
    ] {
      let run = try PolicyRun(Self.rule(body))
      let report = try run.report(Self.app("a"))
      #expect(report.bundles[0].errors.map(\.code.rawValue) == [code], "\(body)")
      #expect(report.verdict == .error)
    }
  }

  @Test func hostileCollections() throws {
    for (collect, code) in [
      ("local t = {} for i = 1, 1000000 do t[i] = i end return t", "policy.error"),
      ("local t = 'x' for i = 1, 60 do t = { t, t } end return t", "limit.memory"),
      ("return setmetatable({}, { __index = function() error('x') end, __pairs = 1 })", nil),
      ("return ('x'):rep(1 << 30)", "limit.memory"),
    ] {
      let run = try PolicyRun(Self.rule("", collect: collect))
      let report = try run.report(Self.app("a"))
      #expect(
        report.bundles[0].errors.map(\.code.rawValue) == (code.map { [$0] } ?? []), "\(collect): \(run.lines(report))")
    }
  }

  @Test func collectionsOfAllBundlesAreBounded() throws {
    // Some of what a check keeps, without the check.
    var comparison = BundleComparison([])
    let facts = CollectedBundle.Facts(rule: "test/r", value: .string(String(repeating: "x", count: 8 << 20)))
    func bundle(_ name: String) -> BundleReport {
      var bundle = BundleReport(
        path: name, verdict: .pass, rules: [RuleResult(id: "test/r", status: .pending, findings: 0, fuel: 0)],
        findings: [], errors: [])
      bundle.collected = [
        CollectedBundle(
          path: "", name: name, kind: "application", platform: nil, identifier: nil, version: nil, build: nil,
          infoFile: nil, infoPlace: Place(), keys: [], facts: [facts])
      ]
      return bundle
    }
    var bundles = (0..<20).map { bundle("\($0)") }
    for number in bundles.indices {
      comparison.note(bundles[number])
      comparison.limitSize(of: &bundles[number])
    }
    #expect(bundles.last?.collected[0].facts[0].value == nil)
    let run = try PolicyRun(Self.rule("report(bundles[1], 'called')"))
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    var waivers = WaiverTally(program, asOf: day)
    comparison.evaluate(&bundles, by: program, .init(asOf: day), &waivers, RunBudget())
    #expect(bundles.allSatisfy { $0.rules[0].status == .error && $0.errors.map(\.code.rawValue) == ["limit.facts"] })
  }

  @Test func tenThousandBundlesFit() throws {
    let graph = try Self.app("a", "<key>CFBundleVersion</key><string>1</string>")
    let run = try PolicyRun(
      Self.rule(
        """
        local versions = {}
        for _, b in ipairs(bundles) do
          local other = versions[b.identifier]
          if other and (other.build ~= b.build or other.facts.team ~= b.facts.team) then report(b, "differs") end
          versions[b.identifier] = b
        end
        if #bundles ~= 10000 then report(bundles[1], "too few") end
        """, collect: "return { team = bundle.info.CFBundleIdentifier, version = bundle.info.CFBundleVersion }"))
    let program = try PolicyProgram(.init(policies: [run.folder("policy.lua")]))
    var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
    for number in 0..<10_000 { check.run(on: graph, path: "\(number).app") }
    let report = check.report()
    #expect(report.verdict == .pass, "\(report.bundles[0].errors)")
    #expect(report.summary.rulesPassed == 10_000)
  }

  // MARK: Other declarations of policies

  @Test func waiversAndDaysHold() throws {
    let waiver =
      "waive \"r\" { bundle = \"com.x.b\", key = \"K\", because = \"b\", owner = \"o\", expires = \"2027-01-01\" }\n"
    let body = "for _, b in ipairs(bundles) do report:at(b, 'K', 'wrong on %s', as_of.text) end"
    let run = try PolicyRun(Self.rule(body, fields: "deny_from = '2026-12-01',") + waiver)
    let report = try run.report(Self.app("a"), Self.app("b"))
    #expect(report.bundles.map { $0.rules[0].status } == [.fail, .waived])
    #expect(report.bundles.map(\.verdict) == [.pass, .pass])
    #expect(report.bundles[0].findings[0].message == "wrong on 2026-06-15 (an error from 2026-12-01 on)")
    #expect(report.bundles.map { $0.asOf?.text } == ["2026-06-15", "2026-06-15"])
    #expect(report.warnings.isEmpty)
    let sound = try PolicyRun(Self.rule("", fields: "since = '2026-12-01',") + waiver)
    let before = try sound.report(Self.app("b"), allowsEmpty: true)
    #expect(before.bundles[0].rules[0].status == .notApplicable)
    #expect(before.warnings.map(\.code.rawValue) == ["waiver.unused"])
  }

  @Test func baselineAcceptsFindings() throws {
    let run = try PolicyRun(Self.rule("report:at(bundles[1], 'K', 'wrong')"))
    let day = try #require(CalendarDate("2026-06-15"))
    func report(_ value: String, _ baseline: Baseline?) throws -> Report {
      var options = Check.Options(asOf: day)
      options.baseline = baseline
      var check = Check(try PolicyProgram(.init(policies: [run.folder("policy.lua")])), options)
      check.run(on: try Self.app("a", "<key>K</key><string>\(value)</string>"), path: "a.app")
      return check.report()
    }
    let baseline = try Baseline(Baseline.text(of: report("v", nil)), file: "base.txt")
    #expect(try report("v", baseline).bundles[0].rules[0].status == .baselined)
    // Another wrong value is a new finding.
    #expect(try report("w", baseline).verdict == .fail)
  }

  @Test func explanationsSayWhatBecameOfEachBundle() throws {
    let run = try PolicyRun(
      Self.rule("report(bundles[2], 'm')", collect: "return bundle.info.CFBundleIdentifier"))
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.explains = true
    var check = Check(try PolicyProgram(.init(policies: [run.folder("policy.lua")])), options)
    for name in ["a", "b"] { check.run(on: try Self.app(name), path: "\(name).app") }
    let explanations = try check.report().bundles.map { try #require($0.rules[0].explanations?.first) }
    #expect(explanations.map(\.status) == [.pass, .fail])
    #expect(
      explanations.map { $0.clauses.map { "\($0.name): \($0.because)" } } == [
        ["across: the function reported nothing about this bundle"],
        ["across: the function reported 1 finding about this bundle"],
      ])
    #expect(explanations.allSatisfy { $0.reads.contains { $0.name == "/CFBundleIdentifier" } })
  }
}
