import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

// Findings from before an error, and the behavior at the limits.
extension CheckClauseTests {
  @Test func findingsBeforeAnErrorAreKept() throws {
    let run = try PolicyRun(Self.rule("report:at(bundle.info, 'Host', 'kept')\nerror('then it fails')"))
    let report = try run.report(Self.app())
    #expect(
      run.lines(report) == [
        "Contents/Info.plist:6:1 /Host = staging: kept", "policy.error policy.lua:4: then it fails",
      ])
    #expect(report.bundles[0].rules.map(\.status) == [.error] && report.bundles[0].rules[0].findings == 1)
    #expect(report.bundles[0].errors[0].rule == "test/r")
    #expect(report.verdict == .error && report.summary.errors == 1 && report.summary.rulesFailed == 1)
  }

  @Test func aCaughtErrorIsNoError() throws {
    let run = try PolicyRun(Self.rule("local ok, why = pcall(error, 'inside')\nreport('%s %s', ok, why)"))
    let report = try run.report(Self.app())
    #expect(run.lines(report) == ["false inside"] && report.verdict == .fail)
  }

  @Test func severityOfOneFinding() throws {
    let report = try PolicyRun(
      Self.rule("report('a', { severity = 'note' }); report('b', { severity = 'warning' }); report('c')")
    )
    .report(Self.app())
    #expect(report.bundles[0].findings.map(\.severity) == [.note, .warning, .error])
    #expect([report.summary.notes, report.summary.warnings, report.summary.errors] == [1, 1, 1])
  }

  @Test func aDiscriminatorIsTheRules() throws {
    let report = try PolicyRun(
      Self.rule("report('a', { discriminator = 'one' }); report('b'); report:at(bundle.info, 'Host', 'c')")
    )
    .report(Self.app())
    #expect(report.bundles[0].findings.map(\.discriminator) == ["one", "", ""])
  }

  @Test func tooManyFindings() throws {
    let report = try PolicyRun(Self.rule("for i = 1, 100001 do report('x') end")).report(Self.app())
    #expect(report.bundles[0].findings.count == 100_000)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.findings"])
  }

  /// Nothing that a rule reports may be lost and the rule pass, also when it handles the error.
  @Test(
    "reports that grow without end",
    arguments: [
      "for i = 1, 100001 do pcall(report, 'x', { severity = 'note' }) end report('the worst')",
      "local key = ('k'):rep(1 << 20) for i = 1, 1000 do report:missing(bundle.info, key .. i) end",
      "local key = ('k'):rep(1 << 20) for i = 1, 40 do pcall(report.missing, report, bundle.info, key .. i) end",
      "local path = ('k'):rep(1 << 20) for i = 1, 1000 do report:file(path .. i, 'm') end",
      "local s = ('k'):rep(1 << 20) for i = 1, 1000 do report('m', { discriminator = s .. i }) end",
    ])
  func growth(body: String) throws {
    let report = try PolicyRun(Self.rule(body)).report(Self.app())
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.findings"])
    let size = report.bundles[0].findings.reduce(0) { $0 + ($1.keyPath?.utf8.count ?? 0) + ($1.file?.utf8.count ?? 0) }
    #expect(size <= 8 << 20)
  }

  @Test func thousandsOfRunawayRulesDoNotAddUp() throws {
    let rules = (1...60).map {
      "rule \"endless\($0)\" { summary = \"s\", check = function() while true do end end }"
    }
    let run = try PolicyRun(
      rules.joined(separator: "\n")
        + "\nrule \"last\" { summary = \"s\", check = function(bundle, report) report('found') end }")
    let report = try run.report(Self.app(), fuel: 2_000_000)
    let codes = report.bundles[0].errors.map(\.code.rawValue)
    #expect(codes.count == 60 && Set(codes) == ["limit.fuel", "limit.total"], "\(codes)")
    #expect(report.bundles[0].findings.map(\.message) == ["found"])
    let fuel = report.bundles[0].rules.reduce(0) { $0 + $1.fuel }
    #expect(fuel < 30 * 2_000_000)
  }

  @Test func binaryHasNoLines() throws {
    // {"Host": "h"}, put together by hand.
    let bytes =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x54] + Array("Host".utf8) + [0x51] + Array("h".utf8) + [8, 11, 16]
      + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18]
    let graph = try BundleGraph.fixture("App.app", ["Contents/Info.plist": .file(bytes)])
    let run = try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"Host\", require = \"K\" }")
    #expect(
      run.lines(try run.report(graph)) == [
        "Contents/Info.plist /Host = h: Host is not allowed [expected no Host] [fix remove Host]",
        "Contents/Info.plist /K (missing): K is missing [expected a value] [fix add K]",
      ])
  }

  @Test(arguments: [
    ("while true do end", "limit.fuel"), ("pcall(function() while true do end end)", "limit.fuel"),
    ("local s = ('a'):rep(3000); s:find('.-.-.-.-b')", "limit.fuel"),
    ("while true do pcall(error) end", "limit.fuel"), ("while true do local x = bundle.info.Host end", "limit.fuel"),
    ("while true do local x = version.parse('1.2.3') end", "limit.fuel"),
    ("local t = {}; for i = 1, 1e9 do t[i] = i end", "limit.memory"),
    ("local s = 'x'; while true do s = s .. s end", "limit.memory"),
    ("return ('x'):rep(1e15)", "limit.memory"),
  ])
  func limits(_ body: String, _ code: String) throws {
    let run = try PolicyRun(
      Self.rule("report('before')\n" + body, "loops") + "rule \"fine\" { summary = \"s\", require = \"Host\" }\n"
        + Self.rule("report('after %s', bundle.info.Host)", "after"))
    let report = try run.report(Self.app(), fuel: 3_000_000, limits: .init(memory: 16 << 20))
    #expect(report.bundles[0].errors.map(\.code.rawValue) == [code])
    #expect(report.bundles[0].errors.map(\.rule) == ["test/loops"])
    #expect(report.bundles[0].rules.map(\.status) == [.error, .pass, .fail])
    #expect(report.bundles[0].findings.map(\.message) == ["after staging", "before"])
    #expect(report.verdict == .error)
  }

  /// Objects that one rule has seen are not counted against the next.
  @Test func memoryIsEachRulesOwn() throws {
    let run = try PolicyRun(
      Self.rule("for i = 1, 30000 do local v = version.parse(tostring(i)) end", "first")
        + Self.rule("local t = {} for i = 1, 6 do t[i] = ('x'):rep(1 << 20) .. i end report('fits')", "second"))
    let report = try run.report(Self.app(), limits: .init(memory: 12 << 20))
    #expect(report.bundles[0].rules.map(\.status) == [.pass, .fail], "\(run.lines(report))")
  }

  /// Objects that a policy makes while it loads keep their values, on every bundle.
  @Test func objectsMadeWhileLoadingLast() throws {
    let run = try PolicyRun(
      """
      local minimum, name = version.parse("2.0"), keys.CFBundleName
      rule "r" { summary = "s", check = function(bundle, report)
        local own, other = version.parse(bundle.info.V), keys.CFBundleVersion
        report("%s < %s: %s, %s and %s", own, minimum, own < minimum, name.name, other.name)
      end }
      """)
    let report = try run.report(.app(["V": "1.0"], "A.app"), .app(["V": "3.0"], "B.app"), .app(["V": "1.0"], "C.app"))
    #expect(
      run.lines(report) == [
        "1.0 < 2.0: true, CFBundleName and CFBundleVersion", "3.0 < 2.0: false, CFBundleName and CFBundleVersion",
        "1.0 < 2.0: true, CFBundleName and CFBundleVersion",
      ])
  }

  @Test func theSameWorkUsesTheSameFuel() throws {
    let run = try PolicyRun(Self.rule("for k, v in pairs(bundle.info) do local s = tostring(v):upper() end"))
    let fuel = try (0..<3).map { _ in try run.report(Self.app()).bundles[0].rules[0].fuel }
    #expect(Set(fuel).count == 1 && fuel[0] > 0)
  }
}
