import Basics
import Bundles
import PolicyTestSupport
import PropertyLists
import StructuredText
import Testing
@testable import Inspection

/// `inspect`: property lists and bundles as JSON and as trees.
@Suite struct InspectionTests {
  private static func list(_ content: String) throws -> PropertyList {
    try PropertyList.parse(Array(PropertyListText.document("<key>v</key>" + content).utf8), file: "x.plist")
  }

  private static func json(_ content: String) throws -> String {
    let list = try list(content)
    var writer = JSONWriter()
    PropertyListJSON.write(list.root, of: list, to: &writer)
    _ = try JSONText(writer.bytes)
    // Only the value: without `{ "v": ` and the end.
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"v\": ") && text.hasSuffix("\n}"))
    return String(text.dropFirst(9).dropLast(2))
  }

  @Test(arguments: [
    ("<string>s</string>", #""s""#), ("<string/>", #""""#), ("<string>a\"b\\c\n\td</string>", #""a\"b\\c\n\td""#),
    ("<string>é漢</string>", #""é漢""#), ("<true/>", "true"), ("<false/>", "false"), ("<integer>0</integer>", "0"),
    ("<integer>-7</integer>", "-7"), ("<integer>9223372036854775807</integer>", "9223372036854775807"),
    ("<integer>-9223372036854775808</integer>", "-9223372036854775808"),
    ("<integer>18446744073709551615</integer>", "18446744073709551615"),
    ("<integer>0x1F</integer>", "31"), ("<real>1</real>", "1.0"), ("<real>1.5</real>", "1.5"),
    ("<real>0.1</real>", "0.1"),
    ("<real>-0</real>", "-0.0"), ("<real>1e16</real>", "1e+16"), ("<real>1e300</real>", "1e+300"),
    ("<real>5e-324</real>", "5e-324"),
    ("<real>123456789.125</real>", "123456789.125"), ("<real>nan</real>", "{\n    \"$real\": \"nan\"\n  }"),
    ("<real>inf</real>", "{\n    \"$real\": \"inf\"\n  }"),
    ("<real>-infinity</real>", "{\n    \"$real\": \"-inf\"\n  }"),
    ("<date>2020-01-01T00:00:00Z</date>", "{\n    \"$date\": \"2020-01-01T00:00:00Z\"\n  }"),
    ("<date>1969-12-31T23:59:59Z</date>", "{\n    \"$date\": \"1969-12-31T23:59:59Z\"\n  }"),
    ("<data>AQID</data>", "{\n    \"$data\": \"AQID\"\n  }"), ("<data>AQI=</data>", "{\n    \"$data\": \"AQI=\"\n  }"),
    ("<data>AQ==</data>", "{\n    \"$data\": \"AQ==\"\n  }"), ("<data>////</data>", "{\n    \"$data\": \"////\"\n  }"),
    ("<dict><key>CF$UID</key><integer>7</integer></dict>", "{\n    \"$uid\": 7\n  }"), ("<array/>", "[]"),
    ("<dict/>", "{}"),
    ("<array><integer>1</integer><array/></array>", "[\n    1,\n    []\n  ]"),
    ("<dict><key>b</key><true/><key>a</key><false/></dict>", "{\n    \"b\": true,\n    \"a\": false\n  }"),
    ("<dict><key>a\"\n</key><true/></dict>", "{\n    \"a\\\"\\n\": true\n  }"),
  ])
  func values(_ content: String, _ expected: String) throws {
    #expect(try Self.json(content) == expected)
  }

  @Test func dataOfEveryLength() throws {
    // RFC 4648, section 10.
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] {
      Array(text.utf8).withUnsafeBytes { #expect(Base64.encode($0) == encoded) }
    }
  }

  @Test func tree() throws {
    let list = try Self.list(
      """
      <dict><key>s</key><string>a\u{7F}b</string><key>i</key><integer>7</integer><key>r</key><real>1</real><key>d</key>\
      <date>2020-01-01T00:00:00Z</date><key>b</key><data>AQ==</data><key>l</key><array><true/></array><key>u</key>\
      <dict><key>CF$UID</key><integer>3</integer></dict></dict>
      """)
    let text = PropertyListTree.render(list, isColored: false)
    #expect(text == Self.expectedTree)
  }

  private static func graph() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .text("x"),
        "Contents/Resources/en.lproj/a.strings": .text(""),
        "Contents/PlugIns/S.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.s"]),
      ])
  }

  @Test func bundleAsJSON() throws {
    let json = try JSONText(try BundleInspection.json(Self.graph()))
    let names = [
      "path", "name", "kind", "platform", "layout", "identifier", "executable", "infoPath", "localizations",
      "diagnostics", "info", "bundles",
    ]
    #expect(json.names == names && json["bundles"]?[0]?.names == names)
    #expect(json["identifier"]?.text == "com.x" && json["localizations"] == .array([.string("en")]))
    #expect(json["info"]?["CFBundleExecutable"]?.text == "App" && json["executable"]?.text == "Contents/MacOS/App")
    #expect(
      json["bundles"]?[0]?["path"]?.text == "App.app/Contents/PlugIns/S.appex" && json["bundles"]?.elements.count == 1)
  }

  @Test func bundleAsTree() throws {
    let text = try BundleInspection.tree(Self.graph(), isColored: false)
    #expect(text == Self.expectedBundleTree)
  }
}
