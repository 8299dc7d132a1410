import Basics
import PropertyLists
import Testing

/// The changes of edits to the text of property lists, byte for byte.
@Suite struct EditingTests {
  private func edited(
    _ text: String, _ edits: PropertyListEdit..., hint: PropertyList.Hint = .automatic
  ) throws -> String {
    String(
      decoding: try PropertyListEditor.apply(edits, to: Array(text.utf8), file: "Info.plist", hint: hint), as: UTF8.self
    )
  }

  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <!-- top -->
    <dict>
      <key>A</key> <!-- of A -->
      <string>one</string> <!-- value -->
      <!-- before B -->
      <key>B</key>
      <array>
        <string>x</string> <!-- first -->
        <string>y</string>
        <string>z</string>
      </array>
      <key>C</key><true/>
      <key>D</key>
      <dict/>
    </dict>
    </plist>

    """

  @Test func aKeyGetsAnotherName() throws {
    let result = try edited(Self.xml, .init(.rename(to: "com.example.A & B"), at: "/A"))
    #expect(result == Self.xml.replacing("<key>A</key>", with: "<key>com.example.A &amp; B</key>"))
  }

  @Test func aValueIsReplaced() throws {
    let result = try edited(Self.xml, .init(.set(.boolean(false)), at: "/C"), .init(.set(.string("two")), at: "/B/1"))
    #expect(result == Self.xml.replacing("<true/>", with: "<false/>").replacing("<string>y<", with: "<string>two<"))
  }

  @Test func anEntryGoesWithItsLines() throws {
    let result = try edited(Self.xml, .init(.remove, at: "/C"), .init(.remove, at: "/B/2"))
    #expect(
      result
        == Self.xml.replacing("  <key>C</key><true/>\n", with: "").replacing("    <string>z</string>\n", with: ""))
  }

  @Test func aCommentBetweenKeyAndValueStays() throws {
    let result = try edited(Self.xml, .init(.remove, at: "/A"))
    #expect(
      result
        == Self.xml.replacing("<key>A</key> <!-- of A -->\n", with: "<!-- of A -->\n")
        .replacing("<string>one</string> <!-- value -->", with: "<!-- value -->"))
  }

  @Test func anArrayKeepsTheCommentsOfItsElements() throws {
    let result = try edited(Self.xml, .init(.set(.array([.string("x"), .string("z")])), at: "/B"))
    #expect(result == Self.xml.replacing("    <string>y</string>\n", with: ""))
    let longer = try edited(
      Self.xml, .init(.set(.array([.string("x"), .string("y"), .string("z"), .integer(.signed(4))])), at: "/B"))
    #expect(
      longer
        == Self.xml.replacing(
          "    <string>z</string>\n", with: "    <string>z</string>\n    <integer>4</integer>\n"))
  }

  @Test func newEntriesLookLikeTheRest() throws {
    let result = try edited(
      Self.xml, .init(.add(.array([.string("p"), .dictionary([.init(key: "q", value: .real(1.5))])])), at: "/E"),
      .init(.add(.string("in")), at: "/D/F"))
    #expect(
      result
        == Self.xml.replacing(
          "  <dict/>\n",
          with: """
              <dict>
                <key>F</key>
                <string>in</string>
              </dict>
              <key>E</key>
              <array>
                <string>p</string>
                <dict>
                  <key>q</key>
                  <real>1.5</real>
                </dict>
              </array>

            """))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func lineEndsStay(_ end: String) throws {
    let text = Self.xml.replacing("\n", with: end)
    let result = try edited(text, .init(.add(.string("new")), at: "/E"), .init(.remove, at: "/C"))
    let expected = Self.xml.replacing("  <key>C</key><true/>\n", with: "")
      .replacing("  <dict/>\n", with: "  <dict/>\n  <key>E</key>\n  <string>new</string>\n")
    #expect(result == expected.replacing("\n", with: end))
  }

  @Test(arguments: [false, true])
  func theEncodingStays(_ isBigEndian: Bool) throws {
    func bytes(_ text: String) -> [UInt8] {
      (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) + utf16(text, bigEndian: isBigEndian)
    }
    let text = "/* \u{1F600} */\n\"é\" = \"ü\";\n\"b\" = \"c\"; // end\n"
    let result = try PropertyListEditor.apply(
      [.init(.set(.string("x \u{1F600}\n\"")), at: "/é"), .init(.add(.string("n")), at: "/new")], to: bytes(text),
      file: "f", hint: .strings)
    #expect(
      result
        == bytes("/* \u{1F600} */\n\"é\" = \"x \u{1F600}\\n\\\"\";\n\"b\" = \"c\"; // end\n\"new\" = \"n\";\n"))
    let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    let removed = try PropertyListEditor.apply([.init(.remove, at: "/é")], to: marked, file: "f", hint: .strings)
    #expect(removed == [0xEF, 0xBB, 0xBF] + Array(text.replacing("\"é\" = \"ü\";\n", with: "").utf8))
  }

  @Test func otherEncodingsTakeReferences() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<plist><dict><key>a</key><string>?</string></dict></plist>"
    var bytes = Array(text.utf8)
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "?")))
    bytes[place] = 0xE9
    let result = try PropertyListEditor.apply([.init(.add(.string("ü€")), at: "/b")], to: bytes, file: "f")
    #expect(result.contains(0xE9))
    #expect(String(decoding: result, as: UTF8.self).contains("<key>b</key><string>&#252;&#8364;</string>"))
  }

  @Test func oldStyle() throws {
    let text = """
      // top
      {
          Name = App; /* its name */
          List = ( a, "b c", d );
          Empty = {};
          short;
      }

      """
    #expect(
      try edited(text, .init(.remove, at: "/List/1"), .init(.set(.string("My App")), at: "/Name"))
        == text.replacing("\"b c\", ", with: "").replacing("= App;", with: "= \"My App\";"))
    #expect(try edited(text, .init(.remove, at: "/List/2")) == text.replacing(", d )", with: " )"))
    #expect(
      try edited(text, .init(.add(.string("e")), at: "/List/-"), .init(.rename(to: "long one"), at: "/short"))
        == text.replacing(" d )", with: " d, e )").replacing("    short;", with: "    \"long one\" = short;"))
    #expect(
      try edited(text, .init(.add(.string("v")), at: "/Empty/K"), .init(.set(.string("x")), at: "/short"))
        == text.replacing("{};", with: "{\n        K = v;\n    };").replacing("short;", with: "short = x;"))
    #expect(throws: PropertyListError.self) { try edited(text, .init(.set(.boolean(true)), at: "/Name")) }
  }

  @Test func stringsFiles() throws {
    let text = "/* One */\n\"a\" = \"x\"; /* of a */\n\n/* Two */\n\"b\" = \"y\";"
    #expect(
      try edited(text, .init(.rename(to: "c"), at: "/a"), .init(.add(.string("z")), at: "/d"), hint: .strings)
        == text.replacing("\"a\"", with: "\"c\"") + "\n\"d\" = \"z\";")
    #expect(
      try edited(text, .init(.remove, at: "/a"), hint: .strings) == text.replacing("\"a\" = \"x\"; /*", with: "/*"))
    #expect(
      try edited("/* none */\n", .init(.add(.string("z")), at: "/d"), hint: .strings) == "/* none */\n\"d\" = \"z\";\n")
  }

  @Test func onOneLine() throws {
    let text = "<plist><dict><key>A</key><true/><key>B</key><false/></dict></plist>"
    #expect(
      try edited(text, .init(.add(.string("c")), at: "/C"))
        == text.replacing("</dict>", with: "<key>C</key><string>c</string></dict>"))
    #expect(try edited(text, .init(.remove, at: "/A")) == text.replacing("<key>A</key><true/>", with: ""))
  }

  @Test func manyEditsOfOnePlace() throws {
    let keys = (0..<500).map { "k\($0)" }
    let body = keys.map { "\t<key>\($0)</key>\n\t<string>v</string>\n" }.joined()
    let text = "<plist>\n<dict>\n\(body)</dict>\n</plist>\n"
    let edits = keys.map { PropertyListEdit(.remove, at: "/\($0)") } + [.init(.add(.boolean(true)), at: "/only")]
    let result = try PropertyListEditor.apply(edits, to: Array(text.utf8), file: "f")
    let list = try PropertyList.parse(result, file: "f")
    #expect(list.count(of: list.root) == 1)
  }

  @Test func whatCannotBeMadeIsRefused() throws {
    func code(_ edit: PropertyListEdit, _ text: String = Self.xml) -> String? {
      do {
        _ = try edited(text, edit)
        return nil
      } catch { return (error as? PropertyListError)?.code.rawValue }
    }
    #expect(code(.init(.rename(to: "B"), at: "/A")) == "edit.key-exists")
    #expect(code(.init(.rename(to: "B"), at: "/Nope")) == "edit.no-such-key")
    #expect(code(.init(.add(.boolean(true)), at: "/A")) == "edit.key-exists")
    #expect(code(.init(.set(.boolean(true)), at: "/Nope/B")) == "edit.no-such-key")
    #expect(code(.init(.set(.boolean(true)), at: "/B/9")) == "edit.no-such-key")
    #expect(code(.init(.set(.boolean(true)), at: "")) == "edit.path")
    #expect(code(.init(.set(.string("\u{1}")), at: "/A")) == "edit.unsupported-value")
    // A duplicate key that was ignored would become visible.
    let twice = "<plist><dict><key>A</key><true/><key>A</key><false/></dict></plist>"
    #expect(code(.init(.remove, at: "/A"), twice) == "edit.unsafe")
    // Edits that change nothing keep the file, byte for byte.
    #expect(try edited(Self.xml, .init(.remove, at: "/Nope"), .init(.set(.string("one")), at: "/A")) == Self.xml)
  }

  @Test func binaryFilesAreWrittenAnew() throws {
    let xml =
      "<plist><dict><key>A</key><array><integer>-5</integer><date>2020-01-01T00:00:00Z</date></array><key>B</key><data>AAEC</data></dict></plist>"
    let bytes = try PropertyList.parse(Array(xml.utf8), file: "f").binaryBytes
    let result = try PropertyListEditor.apply([.init(.rename(to: "C"), at: "/B")], to: bytes, file: "f")
    let list = try PropertyList.parse(result, file: "f")
    #expect(list.format == .binary && list.value(of: list.root, forKey: "C") != nil && list.count(of: list.root) == 2)
    let wanted = try PropertyList.parse(Array(xml.replacing("<key>B<", with: "<key>C<").utf8), file: "f")
    #expect(PropertyListValue(list.root, in: list) == PropertyListValue(wanted.root, in: wanted))
  }
}
