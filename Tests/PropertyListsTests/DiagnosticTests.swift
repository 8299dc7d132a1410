import Basics
import PropertyLists
import Testing

@Suite struct DiagnosticTests {
  @Test(
    arguments: [
      (plist("<dict><key>a</key><true/>\n<key>a</key><false/></dict>"), ["duplicate-key 2:1 /a"]),
      ("<true/>\nfoo", ["trailing-content 2:1 "]), (plist("<true/>") + "\n\n  <a>", ["trailing-content 3:3 "]),
      (plist("<array><true/><date>2020-02-30T00:00:00Z</date></array>"), ["date-rolled-over 1:42 /1"]),
      (plist("<data>SGVsbG8</data>"), ["truncated-base64 1:22 "]),
      (plist("<data>SG!Vs</data>"), ["malformed-base64 1:22 "]),
      (plist("<data>SGVsbA==SGVs</data>"), ["malformed-base64 1:22 "]),
      (plist("<real>1e400</real>"), ["real-out-of-range 1:28 "]),
      (plist("<dict><key>CF$UID</key><integer>-1</integer></dict>"), ["malformed-uid 1:45 "]),
      (" \n<?xml version=\"1.0\"?>" + plist("<true/>"), ["leading-blanks 1:1 "]),
      ("a = b;\n/* c", ["unterminated-comment 2:1 "]), ("a = b;\n}", ["trailing-content 2:1 "]),
      ("a = b;\n'c = d;", ["trailing-content 2:1 "]),
      ("a = b;\na = c;", ["duplicate-key 2:1 /a"]),
      ("a = \"\\x\";", ["unknown-escape 1:6 /a"]), ("(b,\"\\UD800\")", ["malformed-utf16 1:5 /1"]),
      ("  ", ["empty-file 1:3 "]),
      ("(<*I5>)", ["gnustep-value 1:2 /0"]),
      (plist("<string>fine</string>"), []), ("a = b;", []), ("{a = b;}", []), ("\u{FEFF}a = \"\\U00e9\\351\\n\";", []),
    ] as [(String, [String])])
  func silentChanges(_ text: String, _ expected: [String]) throws { #expect(try remarks(text) == expected) }

  @Test func anEmptyStringsFileIsNothingSpecial() throws {
    #expect(try remarks("/* nothing yet */\n", .strings) == [])
    #expect(try remarks("/* nothing yet */\n", .automatic) == ["empty-file 2:1 "])
  }

  @Test func cutOffUTF16() throws {
    let list = try PropertyList.parse([0xFF, 0xFE] + utf16("a=b;", bigEndian: false) + [0x20], file: "t")
    #expect(render(list) == "{a: 'b'}")
    #expect(list.diagnostics.map(\.code) == [.malformedUTF16])
  }

  @Test func aFloodOfThemIsCut() throws {
    let list = try parse(String(repeating: "a = b; ", count: 50_000))
    #expect(list.diagnostics.count == 1001)
    #expect(list.diagnostics[999].place == Place(line: 1, column: 7001))
    #expect(list.diagnostics.last?.code == .furtherDiagnostics)
    #expect(list.diagnostics.last?.message == "48999 more remarks about this file omitted")
  }
}
