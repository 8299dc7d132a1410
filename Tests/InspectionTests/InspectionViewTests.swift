import Bundles
import PolicyTestSupport
import PropertyLists
import Testing
@testable import Inspection

/// `inspect` with options: one value, one device's view, a reader's view, and the counts.
@Suite struct InspectionViewTests {
  private static let info = """
    <key>CFBundleName</key><string>Own</string><key>X-macos</key><string>mac</string>
    <key>X</key><array><string>d</string></array><key>X~ipad</key><string>pad</string>
    <key>Y~ipad</key><string>only</string><key>CFBundleIdentifier~ipad</key><string>no</string>
    <key>Z-macosx</key><string>z</string><key>a/b~c</key><dict><key>é</key><integer>7</integer></dict>
    """

  private static func list() throws -> PropertyList {
    try PropertyList.parse(Array(PropertyListText.document(info).utf8), file: "Info.plist")
  }

  private static func graph() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(PropertyListText.document(info)),
        "Contents/Resources/fr.lproj/InfoPlist.strings": .text(
          "CFBundleName = \"F\u{1B}[31m\"; \"X-macos\" = M; New = n;"),
        "Contents/Resources/deep/Hidden.app/Contents/Info.plist": .info([:]), "Contents/MacOS/App": .text("1234567890"),
        "Contents/link": .link("MacOS"), "Contents/PlugIns/S.appex/Contents/Info.plist": .info([:]),
      ])
  }

  @Test func qualifiedKeysStandUnderTheirKey() throws {
    #expect(
      PropertyListTree.render(try Self.list(), isColored: false) == """
        Info.plist  xml property list  dictionary, 8 keys
          CFBundleName = "Own"
          X  array, 1 element
            0 = "d"
            X-macos = "mac"  (read by macos)
            X~ipad = "pad"  (read by ios~ipad)
          Y~ipad = "only"  (read by ios~ipad; no default)
          CFBundleIdentifier~ipad = "no"  (no device reads it; no default)
          Z-macosx = "z"  (macos ignores it)
          a/b~c  dictionary, 1 key
            é = 7

        """)
  }

  @Test func otherListsAreShownAsTheyAre() throws {
    let list = try PropertyList.parse(Array("{ \"X~ipad\" = a; X = b; }".utf8), file: "x.plist")
    #expect(
      PropertyListTree.render(list, isColored: false)
        == "x.plist  oldStyle property list  dictionary, 2 keys\n  X~ipad = \"a\"\n  X = \"b\"\n")
  }

  @Test func asADeviceReadsIt() throws {
    let device = try #require(DeviceKind("ios~ipad"))
    let dictionary = try #require(InspectedDictionary(try Self.list(), for: device))
    #expect(
      dictionary.tree(isColored: false) == """
        Info.plist as read by ios~ipad  dictionary, 6 keys
          CFBundleName = "Own"
          X-macos = "mac"
          X = "pad"  (from X~ipad)
          Y = "only"  (from Y~ipad)
          Z-macosx = "z"
          a/b~c  dictionary, 1 key
            é = 7

        """)
    let json = try JSONText(dictionary.json())
    #expect(json.names == ["CFBundleName", "X-macos", "X", "Y", "Z-macosx", "a/b~c"] && json["X"]?.text == "pad")
    let array = try PropertyList.parse(Array("(a)".utf8), file: "x")
    #expect(InspectedDictionary(array, for: device) == nil)
  }

  @Test func asAReaderSeesIt() throws {
    let dictionary = try InspectedDictionary(try Self.graph().outer, languages: ["ja", "fr"], device: nil)
    let lines = dictionary.tree(isColored: false).split(separator: "\n").map(String.init)
    #expect(lines.first == "App.app/Contents/Info.plist for a user with the language ja, fr  dictionary, 7 keys")
    #expect(
      lines.contains("  CFBundleName = \"F\\u{1b}[31m\"  (Contents/Resources/fr.lproj/InfoPlist.strings:1:16)"),
      "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  X = \"M\"  (Contents/Resources/fr.lproj/InfoPlist.strings:1:") })
    #expect(lines.contains { $0.hasSuffix(", from X-macos)") })
    let pad = try InspectedDictionary(try Self.graph().outer, languages: ["ja"], device: DeviceKind("~ipad"))
    #expect(try JSONText(pad.json())["X"]?.text == "pad")
  }

  @Test(
    arguments: [
      ([], "root  dictionary, 8 keys  (Info.plist:4:1)"), (["X", "0"], "/X/0 = \"d\"  (Info.plist:"),
      (["a/b~c", "é"], "/a~1b~0c/é = 7  (Info.plist:"), (["X~ipad"], "/X~0ipad = \"pad\"  (Info.plist:"),
    ] as [([String], String)])
  func oneValue(tokens: [String], start: String) throws {
    let value = try InspectedValue(tokens, in: try Self.list())
    #expect(value.tree(isColored: false).hasPrefix(start), "\(value.tree(isColored: false))")
  }

  @Test func oneValueOfAView() throws {
    let device = try #require(DeviceKind("ios~ipad"))
    let dictionary = try #require(InspectedDictionary(try Self.list(), for: device))
    #expect(String(decoding: try InspectedValue(["X"], in: dictionary).json(), as: UTF8.self) == "\"pad\"\n")
    #expect(String(decoding: try InspectedValue(["a/b~c", "é"], in: dictionary).json(), as: UTF8.self) == "7\n")
    let error = try #require(throws: InspectedValue.NotFound.self) { try InspectedValue(["X~ipad"], in: dictionary) }
    #expect(error.nearest == "" && error.wanted == "X~ipad" && error.names.contains("X"))
    _ = #expect(throws: InspectedValue.NotFound.self) { try InspectedValue(["X", "0"], in: dictionary) }
  }

  @Test(
    arguments: [
      (["CFBundleNam"], "", "the root is a dictionary without this key", 8),
      (["X", "1"], "/X", "/X has elements 0 to 0", 0), (["X", "01"], "/X", "/X has elements 0 to 0", 0),
      (["X", "d"], "/X", "/X has elements 0 to 0", 0), (["X", ""], "/X", "/X has elements 0 to 0", 0),
      (["CFBundleName", "x", "y"], "/CFBundleName", "/CFBundleName is of type string and has no elements", 0),
      (["a/b~c", "e\u{301}"], "/a~1b~0c", "/a~1b~0c is a dictionary without this key", 1),
    ] as [([String], String, String, Int)])
  func nothingThere(tokens: [String], nearest: String, reason: String, names: Int) throws {
    let error = try #require(throws: InspectedValue.NotFound.self) { try InspectedValue(tokens, in: try Self.list()) }
    #expect(error.nearest == nearest && error.reason == reason && error.names.count == names)
  }

  @Test func countsOfAList() throws {
    let statistics = PropertyListStatistics(try Self.list())
    #expect(
      statistics.tree(of: "Info.plist", isColored: false) == """
        Info.plist
          format         xml
          values         11: dictionary 2, array 1, string 7, integer 1
          depth          2
          longest        4 bytes at /Y~0ipad

        """)
    let json = try JSONText(statistics.json())
    #expect(json.names == ["format", "values", "depth", "kinds", "longest", "diagnostics"])
    #expect(json["kinds"]?.names == ["dictionary", "array", "string", "integer"])
    let single = PropertyListStatistics(try PropertyList.parse(Array("a".utf8), file: "x"))
    #expect(single.tree(of: "x", isColored: false).contains("depth          0"))
  }

  @Test func countsOfABundle() throws {
    let text = try BundleStatistics(try Self.graph()).tree(isColored: false)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4).joined(separator: "|")
        == "App.app|  bundles        application 1, extension 1|  localizations  1|  tree           5 files, 10 directories, 1 symbolic link",
      "\(lines)")
    #expect(
      lines.contains(
        "  unrecognized bundle Contents/Resources/deep/Hidden.app is not in a location that is searched for bundles; it is not checked"
      ))
    let json = try JSONText(try BundleStatistics(try Self.graph()).json())
    #expect(json["strayBundles"] == .array([.string("Contents/Resources/deep/Hidden.app")]))
    #expect(json["bundles"]?.names == ["application", "extension"] && json["info"]?["format"]?.text == "xml")
  }

  @Test func colors() throws {
    let text = try InspectedValue(["CFBundleName"], in: try Self.list()).tree(isColored: true)
    #expect(text.contains("\u{1B}[34m/CFBundleName") && text.contains("\u{1B}[32m\"Own\"\u{1B}[0m"))
  }
}
