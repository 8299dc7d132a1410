import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The findings that waivers by file cover; waivers made from a report cover its findings and no others.
@Suite struct WaiverReachTests {
  private static let rules = """
    rule "all" {
      summary = "s",
      check = function(b, report)
        report("the bundle")
        report:file("Contents/a", "a file")
        report:at(b.info, nil, "the whole list")
        report:at(b.info, "A", "a key")
        report:at(b.info, "/x", "a key with a slash")
        report:at(b.info.D, "B", "a key below")
        local other = bundles.read(b, "Contents/other.plist")
        if other then report:at(other, "A", "a key of another file") end
      end,
    }

    """

  private static let messages = [
    "the bundle", "the whole list", "a key", "a key below", "a key with a slash", "a file", "a key of another file",
  ]

  private static func app(_ identifier: String? = "com.x.app") throws -> BundleGraph {
    let own = identifier.map { "<key>CFBundleIdentifier</key><string>\($0)</string>" } ?? ""
    let info = PropertyListText.document(
      own + "<key>A</key><true/><key>/x</key><true/><key>D</key><dict><key>B</key><true/></dict>")
    return try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(info), "Contents/a": .text(""),
        "Contents/other.plist": .text(PropertyListText.document("<key>A</key><true/>")),
        "Contents/PlugIns/B.appex/Contents/Info.plist": .text(info.replacing("com.x.app", with: "com.x.b")),
      ])
  }

  private static func waived(_ fields: String, by identifier: String? = "com.x.app") throws -> [String] {
    let run = try PolicyRun(
      rules + "waive \"all\" { because = \"b\", owner = \"o\", expires = \"2026-12-31\", \(fields) }")
    return try run.report(app(identifier)).bundles[0].findings.filter(\.isWaived).map {
      ($0.bundle.isEmpty ? "" : "nested: ") + $0.message
    }
  }

  @Test(arguments: [
    (#"file = ".", bundle = "com.x.app""#, ["the bundle"]),
    (#"file = "Contents/a", bundle = "com.x.app""#, ["a file"]),
    (#"file = "Contents/Info.plist", bundle = "com.x.app""#, ["the whole list"]),
    (#"key = "A", bundle = "com.x.app""#, ["a key"]),
    (#"file = "Contents/Info.plist", key = "A", bundle = "com.x.app""#, ["a key"]),
    (#"file = "Contents/other.plist", key = "A", bundle = "com.x.app""#, ["a key of another file"]),
    (#"key = "/~1x", bundle = "com.x.app""#, ["a key with a slash"]),
    (#"key = "/D/B", bundle = "com.x.app""#, ["a key below"]),
    (#"file = "Contents/b", bundle = "com.x.app""#, []), (#"file = "a", bundle = "com.x.app""#, []),
    (#"file = "Contents/a", key = "A""#, []), (#"file = ".", bundle = "com.x.b""#, ["nested: the bundle"]),
    (#"bundle = "com.x.app""#, messages),
  ])
  func covers(_ fields: String, _ messages: [String]) throws { #expect(try Self.waived(fields) == messages) }

  @Test func aBundleWithoutAnIdentifierHasItsName() throws {
    #expect(try Self.waived(#"file = ".", bundle = "App.app""#, by: nil) == ["the bundle"])
    #expect(try Self.waived(#"file = ".", bundle = "B.appex""#, by: nil) == ["nested: the bundle"])
    #expect(try Self.waived(#"file = ".", bundle = "App.app""#).isEmpty, "one that has an identifier")
  }

  @Test func aBundleItselfHasNoKeys() throws {
    #expect(
      try PolicyRun.loadingError([
        "policy.lua": PolicyRun.header + Self.rules
          + #"waive "all" { file = ".", key = "A", because = "b", owner = "o", expires = "2026-12-31" }"#
      ])
        == "policy.invalid policy.lua:15: waive 'all': the bundle itself ('file = \".\"') has no keys; remove 'key' or 'file'"
    )
  }
}
