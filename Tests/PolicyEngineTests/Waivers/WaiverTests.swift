import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Waivers: what they cover, until when, and that none goes unnoticed.
@Suite struct WaiverTests {
  private static let rules = "rule \"r\" { summary = \"s\", require = { \"A\", \"b/c\" } }\n"

  private static func run(_ waivers: String...) throws -> PolicyRun {
    try PolicyRun(rules + waivers.map { "waive \($0)\n" }.joined())
  }

  private static func app() throws -> BundleGraph { try .app(["CFBundleIdentifier": "com.x.app"]) }

  private static let common = "because = \"old\", owner = \"jo\", expires = \"2026-06-30\""

  struct Case: CustomTestStringConvertible {
    let waiver: String
    var day = "2026-06-15"
    /// The messages waived.
    let waived: [String]
    var expired = 0
    var unused = 0
    var testDescription: String { "\(waiver) on \(day)" }
  }

  /// Two keys that differ in normalization look alike.
  @Test func onlyTheKeyMeant() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", require = { "caf\u{E9}", "cafe\u{301}" } }
      waive "r" { \(Self.common), key = "caf\u{E9}" }
      """)
    let findings = try run.report(Self.app(), asOf: "2026-06-15").bundles[0].findings
    #expect(findings.count == 2)
    #expect(findings.filter(\.isWaived).compactMap(\.keyPath).map { Array($0.utf8) } == [Array("/caf\u{E9}".utf8)])
  }

  /// A file in a nested bundle is found through the outer bundle, too. A waiver of either covers it.
  @Test(arguments: ["com.x.app", "com.x.share", nil])
  func aForbiddenFileOfANestedBundle(_ bundle: String?) throws {
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]),
        "Contents/PlugIns/S.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.share"]),
        "Contents/PlugIns/S.appex/Contents/secret.key": .text(""),
      ])
    let waiver = bundle.map { "waive \"r\" { \(Self.common), bundle = \"\($0)\" }" } ?? ""
    let run = try PolicyRun("rule \"r\" { summary = \"s\", files = { forbid = \"**/*.key\" } }\n" + waiver)
    let report = try run.report(graph, asOf: "2026-06-15")
    #expect(report.bundles[0].findings.map(\.isWaived) == [bundle != nil] && report.warnings.isEmpty)
    #expect(report.verdict == (bundle == nil ? .fail : .pass))
    // The report mentions an expired waiver, too.
    let later = try run.report(graph, asOf: "2026-07-01")
    #expect(later.bundles[0].findings.map { $0.waiver?.isExpired } == [bundle == nil ? nil : true])
    #expect(later.verdict == .fail)
  }

  @Test(arguments: [
    Case(waiver: "\"r\" { \(common) }", waived: ["A is missing", "b/c is missing"]),
    Case(waiver: "\"test/r\" { \(common) }", waived: ["A is missing", "b/c is missing"]),
    Case(waiver: "\"r\" { \(common) }", day: "2026-06-30", waived: ["A is missing", "b/c is missing"]),
    Case(waiver: "\"r\" { \(common) }", day: "2026-07-01", waived: [], expired: 2),
    Case(waiver: "\"r\" { \(common), key = \"A\" }", waived: ["A is missing"]),
    Case(waiver: "\"r\" { \(common), key = \"/A\" }", waived: ["A is missing"]),
    Case(waiver: "\"r\" { \(common), key = \"b/c\" }", waived: ["b/c is missing"]),
    Case(waiver: "\"r\" { \(common), key = \"/b~1c\" }", waived: ["b/c is missing"]),
    Case(waiver: "\"r\" { \(common), key = \"Z\" }", waived: [], unused: 1),
    Case(waiver: "\"r\" { \(common), bundle = \"com.x.app\" }", waived: ["A is missing", "b/c is missing"]),
    Case(waiver: "\"r\" { \(common), bundle = \"com.x.other\" }", waived: [], unused: 1),
    Case(waiver: "\"r\" { \(common), bundle = \"com.x.app\", key = \"A\" }", day: "2026-07-01", waived: [], expired: 1),
  ])
  func covers(_ tested: Case) throws {
    let report = try Self.run(tested.waiver).report(Self.app(), asOf: tested.day)
    let findings = report.bundles[0].findings
    #expect(findings.filter(\.isWaived).map(\.message) == tested.waived)
    #expect(findings.count { $0.waiver?.isExpired == true } == tested.expired)
    #expect(report.warnings.count { $0.code == "waiver.unused" } == tested.unused)
    // On its last days, a waiver that covers something says so.
    let ends = tested.day == "2026-06-30" && tested.waived.count > 0
    #expect(report.warnings.count { $0.code == "waiver.ends" } == (ends ? 1 : 0))
    let isAllWaived = tested.waived.count == 2
    #expect(report.verdict == (isAllWaived ? .pass : .fail))
    #expect(
      report.bundles[0].rules[0].status == (isAllWaived ? .waived : .fail) && report.bundles[0].rules[0].findings == 2)
    #expect(report.summary.waived == tested.waived.count && report.summary.errors == 2 - tested.waived.count)
  }

  @Test func whatAWaiverSays() throws {
    let run = try Self.run("\"r\" { \(Self.common), key = \"A\" }")
    let waiver = try #require(try run.report(Self.app()).bundles[0].findings[0].waiver)
    #expect(
      waiver
        == AppliedWaiver(
          because: "old", owner: "jo", expires: "2026-06-30", isExpired: false,
          declared: SourceLocation(file: run.folder("policy.lua"), line: 3)))
  }

  @Test func aValidWaiverWinsOverAnExpiredOne() throws {
    let old = "\"r\" { because = \"old\", owner = \"jo\", expires = \"2026-01-01\" }"
    for waivers in [[old, "\"r\" { \(Self.common) }"], ["\"r\" { \(Self.common) }", old]] {
      let report = try Self.run(waivers[0], waivers[1]).report(Self.app())
      #expect(report.verdict == .pass && report.warnings.isEmpty)
    }
  }

  @Test func theWaivedPassBesideFailures() throws {
    let run = try PolicyRun(
      Self.rules + "rule \"q\" { summary = \"s\", require = \"Q\" }\nwaive \"r\" { \(Self.common) }")
    let report = try run.report(Self.app())
    #expect(report.verdict == .fail && report.bundles[0].rules.map(\.status) == [.waived, .fail])
  }

  @Test func unusedIsSaidOnceForAllBundles() throws {
    let run = try Self.run("\"r\" { \(Self.common), bundle = \"com.x.none\" }")
    let report = try run.report(Self.app(), .app(["CFBundleIdentifier": "com.x.none", "A": "1", "b/c": "1"], "B.app"))
    #expect(
      report.warnings.map { run.folder.withoutPath(PolicyRun.describe($0)) } == [
        "waiver.unused policy.lua:3: the waiver of 'test/r' matched no finding"
          + " [remove it, unless a bundle that needs it was not checked]"
      ])
  }

  @Test func nestedBundlesByTheirOwnIdentifier() throws {
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]),
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.share"]),
      ])
    let report = try Self.run("\"r\" { \(Self.common), bundle = \"com.x.share\" }").report(graph)
    #expect(
      report.bundles[0].findings.filter(\.isWaived).map(\.bundle) == [
        "Contents/PlugIns/Share.appex", "Contents/PlugIns/Share.appex",
      ])
    #expect(report.verdict == .fail)
  }
}
