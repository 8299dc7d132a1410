import BuildRecords
import PolicyTestSupport
import ReleaseLedger
import ReportTestSupport
import Testing
@testable import LedgerViews

/// The ledger for programs.
@Suite struct LedgerJSONTests {
  private static let names = [
    "sequence", "time", "product", "identifier", "platform", "kind", "name", "path", "shortVersion", "build", "digest",
    "verdict", "policies", "waivers", "tool", "labels", "shipped", "withdrawn", "clockBehind", "previousHash", "hash",
  ]

  @Test func log() throws {
    let builds: [RecordedBuild] = [.sample(1), .sample(2, .sample(platform: nil, shortVersion: nil, build: nil))]
    let json = try JSONText(LedgerJSON.log(builds, total: 9))
    #expect(json.names == ["format", "version", "total", "builds"])
    #expect(json["format"]?.text == "bundlepolicy-ledger-log" && json["version"] == .number("1"))
    #expect(json["total"] == .number("9"))
    let newest = try #require(json["builds"]?[0])
    #expect(newest.names == Self.names && newest["sequence"] == .number("2"))
    #expect(newest["platform"] == .null && newest["shortVersion"] == .null && newest["build"] == .null)
    #expect(newest["time"]?.text == "2026-01-02T03:04:05.678Z")
    #expect(newest["digest"]?.text == "sha256:" + String(repeating: "ab", count: 32))
    #expect(newest["previousHash"]?.text == "sha256:" + String(repeating: "01", count: 32))
    #expect(newest["hash"]?.text == "sha256:" + String(repeating: "02", count: 32))
    #expect(json["builds"]?[1]?["platform"]?.text == "macos" && json["builds"]?.elements.count == 2)
  }

  @Test func theSameBuildsGiveTheSameBytes() throws {
    let builds = (1...20).map { RecordedBuild.sample($0, .sample(build: "\($0)")) }
    #expect(LedgerJSON.log(builds) == LedgerJSON.log(builds.reversed()))
    #expect(try JSONText(LedgerJSON.log([]))["builds"] == .array([]))
    #expect(try JSONText(LedgerJSON.log([]))["total"] == .null)
  }

  @Test func show() throws {
    let entry = BuildEntry.sample(
      policies: [.init(id: "house", version: nil, digest: "sha256:11")],
      waivers: [.init(rule: "house/icons", because: "later", owner: "jo", expires: "2026-12-31")],
      labels: [.init(name: "a", value: "1"), .init(name: "a", value: "2")],
      info: Array(PropertyListText.document("<key>D</key><date>2026-01-02T03:04:05Z</date>").utf8))
    let json = try JSONText(LedgerJSON.show(.sample(7, entry)))
    #expect(json.names == ["format", "version", "build"] && json["format"]?.text == "bundlepolicy-ledger-build")
    let build = try #require(json["build"])
    #expect(build.names == Self.names + ["info", "entitlements"])
    #expect(build["info"]?["D"]?["$date"]?.text == "2026-01-02T03:04:05Z" && build["entitlements"] == .null)
    #expect(build["policies"]?[0]?["id"]?.text == "house" && build["policies"]?[0]?["version"] == .null)
    #expect(build["waivers"]?[0]?.names == ["rule", "because", "owner", "expires"])
    #expect(build["labels"]?.elements.map { $0["value"]?.text } == ["1", "2"])
  }

  @Test func whatLaterRowsSay() throws {
    let ships = RecordedBuild.sample(2, .sample().about(1, .shipped))
    let withdraws = RecordedBuild.sample(3, .sample().about(1, .freed, because: "crashes"))
    let labels = RecordedBuild.sample(4, .sample().about(1, .labeled, labels: [.init(name: "a", value: "2")]))
    let build = RecordedBuild.sample(1, .sample(labels: [.init(name: "a", value: "1")])).with([
      ships, withdraws, labels,
    ])
    let json = try #require(try JSONText(LedgerJSON.log([build]))["builds"]?[0])
    #expect(json["shipped"]?["row"] == .number("2") && json["shipped"]?["time"]?.text == "2026-01-02T03:04:05.678Z")
    #expect(json["withdrawn"]?["because"]?.text == "crashes" && json["withdrawn"]?["numberFree"] == .boolean(true))
    #expect(json["labels"]?.elements.map { $0["value"]?.text } == ["2"] && json["clockBehind"] == .boolean(false))
    let row = try #require(try JSONText(LedgerJSON.show(withdraws))["build"])
    #expect(row["mark"]?["kind"]?.text == "freed" && row["mark"]?["row"] == .number("1"))
    #expect(row["mark"]?["because"]?.text == "crashes" && row["withdrawn"] == nil)
    #expect(try JSONText(LedgerJSON.log([.sample(5)]))["builds"]?[0]?["withdrawn"] == .null)
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let entry = BuildEntry.sample(info: [0xFF], entitlements: Array("bplist00".utf8))
    let build = try #require(try JSONText(LedgerJSON.show(.sample(7, entry)))["build"])
    #expect(build["info"] == .null && build["entitlements"] == .null)
    #expect(build["infoError"]?.text?.hasPrefix("info:") == true)
    #expect(build["entitlementsError"]?.text?.hasPrefix("entitlements:") == true)
  }

  @Test func anyTextComesBackAsItWas() throws {
    let hostile = "\"\\</script>\n\0\u{1B}\u{202E}é\u{FEFF}"
    let entry = BuildEntry.sample(product: hostile, labels: [.init(name: hostile, value: hostile)])
    let bytes = LedgerJSON.log([.sample(1, entry)])
    let build = try #require(try JSONText(bytes)["builds"]?[0])
    #expect(build["product"]?.text == hostile && build["labels"]?[0]?["name"]?.text == hostile)
    #expect(!bytes.contains(0x1B) && !String(decoding: bytes, as: UTF8.self).contains("\u{202E}"))
  }
}
