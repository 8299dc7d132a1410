import Basics
import PropertyLists
import Testing

/// The wording of errors, which appear unchanged in CI logs.
@Suite struct ErrorTests {
  @Test(arguments: [
    (
      plist("<dict>\n<string>a</string></dict>"), "t:2:1: error: <string> in a dictionary where a <key> must come first"
    ),
    (plist("<dict>\n\t<key>a</key>\n</dict>"), "t:2:2: error: the key 'a' has no value"),
    (
      plist("<integer>12 </integer>"),
      "t:1:33: error: '12 ' is not an integer; expected decimal or 0x hexadecimal digits and nothing else"
    ),
    (
      plist("\n<foo/>"),
      "t:2:1: error: unknown element <foo>; valid elements: dict, array, key, string, integer, real, true, false, date, data"
    ),
    (plist("<true/>\n<true/>"), "t:2:1: error: a second value; <plist> must contain exactly one"),
    (
      plist("<array>\n  x\n</array>"),
      "t:2:3: error: text between elements; put it into <string>\u{2026}</string> or remove it"
    ),
    (
      "<!DOCTYPE plist [\n]>" + plist("<true/>"),
      "t:1:17: error: the DOCTYPE has a part in brackets [\u{2026}], with which Core Foundation refuses the file; remove the brackets; tools for .NET and Xamarin write [] into sources, and their build replaces the file"
    ),
    ("", "t: error: the file is empty; expected a property list"),
    (
      "\"a\" = \"b\"\n\"c\" = \"d\";",
      "t:2:1: error: '\"' where a ';' must end the entry; look for a missing ';' or an unescaped quote before this place"
    ),
    (
      "{\n  \"a\": 1\n}",
      "t:2:6: error: ':' after the key 'a'; expected '=' or ';'; this looks like JSON, which is not a property list"
    ),
    ("a = \"b;\n", "t:1:5: error: the string that starts here has no closing quote"),
  ])
  func wording(_ text: String, _ expected: String) {
    #expect(throws: PropertyListError.self) { try parse(text) }
    do { _ = try parse(text) } catch { #expect("\(error)" == expected) }
  }

  /// The contents of a file must not break lines or control the terminal.
  @Test(arguments: [
    ("\"a\n\u{1B}[2J\" x", "t:2:7: error: 'x' after the key 'a  [2J'; expected '=' or ';'"),
    ("a\u{A0}= b;", "t:1:2: error: U+00A0 after the key 'a'; expected '=' or ';'"),
    ("a = \u{201C}b\u{201D};", "t:1:5: error: '\u{201C}' (U+201C) where a value is expected"),
    ("a = \u{202E}b;", "t:1:5: error: U+202E where a value is expected"),
    ("a \u{1B}", "t:1:3: error: U+001B after the key 'a'; expected '=' or ';'"),
    (plist("<dict><key>a\n\u{85}</key></dict>"), "t:1:28: error: the key 'a  ' has no value"),
    (
      plist("<\(String(repeating: "x", count: 100))/>"),
      "t:1:22: error: unknown element <\(String(repeating: "x", count: 60))\u{2026}>; valid elements: dict, array, key, string, integer, real, true, false, date, data"
    ),
  ])
  func oneHarmlessLine(_ text: String, _ expected: String) {
    do {
      _ = try parse(text)
      Issue.record("accepted")
    } catch { #expect("\(error)" == expected) }
  }

  @Test func binary() {
    do {
      _ = try PropertyList.parse(BinaryFixture([0xA1, 1], [0x70]).bytes, file: "I.plist")
      Issue.record("0x70 was accepted")
    } catch { #expect(error.description == "I.plist:byte 10: error: 0x70 is not a valid object type") }
  }

  @Test func parts() throws {
    let error = #expect(throws: PropertyListError.self) { try parse("<array>\n <foo/></array>") }
    let thrown = try #require(error)
    #expect(thrown.place == Place(line: 2, column: 2))
    #expect(thrown.code == "xml.unknown-element")
    #expect(thrown.file == "t")
    #expect(thrown.hint != nil)
  }
}
