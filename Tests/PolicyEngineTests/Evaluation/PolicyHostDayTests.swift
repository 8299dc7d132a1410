import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The day of the check, as rules see it.
@Suite struct PolicyHostDayTests {
  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(
          """
          <key>CFBundleIdentifier</key><string>com.x.app</string>
          <key>Before</key><date>2026-11-22T23:59:59Z</date>
          <key>Start</key><date>2026-11-23T00:00:00Z</date>
          <key>Later</key><date>2026-11-23T00:00:01Z</date>
          """)
      ])
  }

  private static func report(_ expression: String, asOf: String = "2026-11-23") throws -> (lines: [String], Report) {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        report("=" .. tostring(\(expression)))
      end }
      """)
    let report = try run.report(app(), asOf: asOf)
    return (run.lines(report), report)
  }

  @Test(arguments: [
    ("as_of", "2026-11-23"), ("as_of.text", "2026-11-23"), ("as_of.year", "2026"), ("as_of.month", "11"),
    ("as_of.day", "23"), ("as_of.epoch", "1795392000.0"), ("math.type(as_of.year)", "integer"),
    ("as_of == as_of", "true"),
    ("bundle.info.Before < as_of", "true"), ("bundle.info.Start < as_of", "false"),
    ("bundle.info.Start == as_of", "true"), ("bundle.info.Later > as_of", "true"),
    ("as_of <= bundle.info.Start", "true"),
    ("bundle.info == as_of", "false"), ("as_of.text < '2026-12'", "true"),
    ("(bundle.info.Later.epoch - as_of.epoch) // 1", "1.0"),
  ])
  func expressions(_ expression: String, _ expected: String) throws {
    #expect(try Self.report(expression).lines == ["=" + expected])
  }

  @Test func firstAndLastDays() throws {
    #expect(try Self.report("as_of.epoch", asOf: "1970-01-01").lines == ["=0.0"])
    #expect(try Self.report("as_of.year .. as_of.text", asOf: "0001-02-28").lines == ["=10001-02-28"])
    #expect(try Self.report("as_of.epoch", asOf: "9999-12-31").lines == ["=253402214400.0"])
  }

  @Test(arguments: [
    ("as_of.yeer", "a day has no field 'yeer'; did you mean 'year'?"), ("as_of[1]", "a day is read by field name"),
    ("as_of < '2026-01-01'", "cannot compare 2026-11-23 with string"),
    ("as_of < bundle", "these two objects cannot be ordered"),
  ])
  func mistakes(_ expression: String, _ message: String) throws {
    let lines = try Self.report(expression).lines
    #expect(lines == ["policy.error policy.lua:3: " + message])
  }

  @Test func onlyReportsThatDependOnTheDayNameIt() throws {
    #expect(try Self.report("as_of.year").1.bundles.map { $0.asOf?.text } == ["2026-11-23"])
    #expect(try Self.report("as_of").1.bundles.map { $0.asOf?.text } == ["2026-11-23"])
    #expect(try Self.report("bundle.info.Start < as_of").1.bundles.map { $0.asOf?.text } == ["2026-11-23"])
    #expect(try Self.report("1").1.bundles.map(\.asOf) == [nil])
    let days = ["2026-01-01", "2027-01-01"]
    let reports = try days.map { try Self.report("1", asOf: $0).1 }
    #expect(
      reports[0].summary == reports[1].summary && reports[0].bundles.map(\.rules) == reports[1].bundles.map(\.rules))
  }

  @Test(arguments: ["as_of.year", "tostring(as_of)", "as_of < keys", "as_of == as_of.text"])
  func notWhileLoading(_ expression: String) throws {
    let error = try PolicyRun.loadingError(["policy.lua": PolicyRun.header + "local x = \(expression)"])
    #expect(
      error
        == "policy.invalid policy.lua:2: as_of can only be read inside a rule: a policy is loaded once for checks of any day"
    )
  }
}
