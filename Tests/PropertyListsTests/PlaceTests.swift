import PropertyLists
import Testing

@Suite struct PlaceTests {
  /// Returns the places of all values and keys by JSON Pointer.
  private func places(_ list: PropertyList) -> [String: String] {
    var places: [String: String] = [:]
    for index in 0..<UInt32(list.nodeCount) {
      let node = PropertyList.Node(index: index)
      places[list.pointer(to: node)] = show(list.place(of: node))
      for at in 0..<list.count(of: node) where list.kind(of: node) == .dictionary {
        places["\(list.pointer(to: node))/\(list.key(of: node, at: at)) key"] = show(list.keyPlace(of: node, at: at))
      }
    }
    return places
  }

  private static let document = [
    "<?xml version=\"1.0\"?>", "<!DOCTYPE plist SYSTEM \"x\">", "<plist>", "<dict>", "\t<key>a</key>", "\t<string>one",
    "two</string>", "\t<key  >b</key><array>", "\t\t<string>\u{E9}\u{1F600}</string><true/>", "  <!-- x",
    " --> <integer", " x='1'>5</integer>",
    "<string><![CDATA[<x>", "]]></string><data>", "SGVs", "</data><dict/>", "</array>", "<key>c&amp;</key>",
    "<date>2020-01-01T00:00:00Z</date>",
    "</dict>", "</plist>",
  ]

  private static let expected = [
    "": "4:1", "/a key": "5:2", "/a": "6:2", "/b key": "8:2", "/b": "8:16", "/b/0": "9:3", "/b/1": "9:22",
    "/b/2": "11:6",
    "/b/3": "13:1", "/b/4": "14:13", "/b/5": "16:8", "/c& key": "18:1", "/c&": "19:1",
  ]

  @Test(arguments: ["\n", "\r\n", "\r"])
  func xml(_ lineEnd: String) throws {
    let list = try parse(Self.document.joined(separator: lineEnd))
    #expect(places(list) == Self.expected)
    #expect(render(list).contains("c&: d599529600"))
  }

  @Test func xmlInOtherEncodings() throws {
    let text = Self.document.joined(separator: "\n")
    #expect(places(try PropertyList.parse([0xFF, 0xFE] + utf16(text, bigEndian: false), file: "t")) == Self.expected)
    #expect(places(try PropertyList.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8), file: "t")) == Self.expected)
  }

  @Test func xmlWithoutLineEnds() throws {
    let list = try parse("\u{FEFF}<plist><dict><key>a</key><true/></dict></plist>")
    #expect(places(list) == ["": "1:8", "/a key": "1:14", "/a": "1:26"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func strings(_ lineEnd: String) throws {
    let lines = ["/* \u{E9} */", "\"a\" = \"x", "y\";", "  b /* */ =", "    c;", "d;", "\u{201C}"]
    let text = lines.dropLast().joined(separator: lineEnd)
    #expect(
      places(try parse(text)) == [
        "": "2:1", "/a key": "2:1", "/a": "2:7", "/b key": "4:3", "/b": "5:5", "/d key": "6:1", "/d": "6:1",
      ])
  }

  @Test func oldStyle() throws {
    let list = try parse("{\n  a = (x,\n <00>);\n  b = { c = '\u{E9}'; };\n}")
    #expect(
      places(list) == [
        "": "1:1", "/a key": "2:3", "/a": "2:7", "/a/0": "2:8", "/a/1": "3:2", "/b key": "4:3", "/b": "4:7",
        "/b/c key": "4:9", "/b/c": "4:13",
      ])
  }

  @Test func placesInALargeFile() throws {
    // The text fills several buffers of libxml2, and values cross their ends.
    let entries = (0..<3000).map {
      "<key>k\($0)</key>\n<string>\(String(repeating: "\u{E9}x", count: $0 % 97))</string>\n"
    }
    let list = try parse("<plist><dict>\n" + entries.joined() + "</dict></plist>")
    #expect(list.count(of: list.root) == 3000)
    for at in stride(from: 0, to: 3000, by: 7) {
      #expect(show(list.keyPlace(of: list.root, at: at)) == "\(at * 2 + 2):1")
      let value = try #require(list.element(of: list.root, at: at))
      #expect(show(list.place(of: value)) == "\(at * 2 + 3):1")
      #expect(list.string(of: value) == String(repeating: "\u{E9}x", count: at % 97))
      #expect(list.value(of: list.root, forKey: "k\(at)") == value)
    }
  }

  @Test func pointersAreEscaped() throws {
    let list = try parse("{\"a/b~c\" = (x, {\"\" = y;});}")
    #expect(list.pointer(to: list.root) == "")
    let last = PropertyList.Node(index: UInt32(list.nodeCount - 1))
    #expect(list.pointer(to: last) == "/a~1b~0c/1/")
  }
}
