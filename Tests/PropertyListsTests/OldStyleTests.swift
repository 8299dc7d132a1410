import PropertyLists
import PolicyTestSupport
import Testing

/// Old-style property lists and strings files, as read by Foundation on Linux unless noted.
@Suite(.largeStack) struct OldStyleTests {
  @Test(arguments: [
    ("\"a\" = \"b\";\n", "{a: 'b'}"), ("a;", "{a: 'a'}"), ("a; b = c; \"x y\";", "{a: 'a', b: 'c', x y: 'x y'}"),
    ("a=1;a=2;", "{a: '2'}"), ("a=b;c=d;", "{a: 'b', c: 'd'}"), ("/* c */ a = b; // x\n", "{a: 'b'}"),
    ("/* c */", "{}"),
    ("// c", "{}"), ("  \n", "{}"), ("a = b; /* foo", "{a: 'b'}"), ("/* foo", "{}"), ("/*/ a = b;", "{}"),
    ("'a' = 'b';", "{a: 'b'}"),
    ("\"a\nb\" = \"c\r\nd\";", "{a\nb: 'c\r\nd'}"), ("a = A-Za_$/:.-9;", "{a: 'A-Za_$/:.-9'}"), ("1 = 2;", "{1: '2'}"),
    ("a = http://x;", "{a: 'http://x'}"), ("a = b//c\n;", "{a: 'b//c'}"), ("a = /b/c;", "{a: '/b/c'}"),
    ("a /* x */ = /* y */ b /* z */ ;", "{a: 'b'}"), ("// a\r b = c;\r\n d = e;", "{b: 'c', d: 'e'}"),
    ("a\u{B}=\u{C}b;", "{a: 'b'}"), ("a = b;\u{2028}// x\u{2029}c = d;", "{a: 'b', c: 'd'}"),
    ("\u{FEFF}a=b;", "{a: 'b'}"),
    ("\"\" = \"\";", "{: ''}"), ("a=\"x\0y\";", "{a: 'x\0y'}"), ("a=\"\u{1}\";", "{a: '\u{1}'}"),
    ("a = b; }", "{a: 'b'}"), ("a = b; = ", "{a: 'b'}"), ("a = b;;", "{a: 'b'}"), ("a=b;\0", "{a: 'b'}"),
    ("a = {b=c;};", "{a: {b: 'c'}}"), ("a = (b,c);", "{a: ['b', 'c']}"), ("a = <00>;", "{a: <00>}"),
    ("a = {};", "{a: {}}"),
    ("a = (); b = c;", "{a: [], b: 'c'}"), ("a = {b = {c;};}; d;", "{a: {b: {c: 'c'}}, d: 'd'}"),
    ("hello", "'hello'"), ("\"hello\"", "'hello'"), ("\"a\" // x", "'a'"),
    ("{a=b;}", "{a: 'b'}"), ("{a;b;}", "{a: 'a', b: 'b'}"), ("{}", "{}"), ("()", "[]"),
    ("(a, b, \"c\")", "['a', 'b', 'c']"),
    ("(a, b,)", "['a', 'b']"), ("{a={b=(c,d);};e=<00ff>;}", "{a: {b: ['c', 'd']}, e: <00ff>}"),
    ("((a),(b,(c)))", "[['a'], ['b', ['c']]]"),
    ("({a=b;},{c=d;})", "[{a: 'b'}, {c: 'd'}]"), ("{a=1;a=2;}", "{a: '2'}"),
    ("<68656c6c 6f>", "<68656c6c6f>"), ("< 68\n65 >", "<6865>"), ("<>", "<>"), ("<da>", "<da>"),
    ("<deadBEEF>", "<deadbeef>"),
  ])
  func accepted(_ text: String, _ expected: String) { #expect(outcome(text) == expected) }

  @Test(arguments: [
    ("\"a\" = \"b\"", "missing-semicolon"), ("a = b; garbage", "unfinished-entry"), ("{a=b}", "missing-semicolon"),
    ("{a=b;} foo", "after-value"), ("{a=b;}{c=d;}", "after-value"), ("# x\na = b;", "missing-value"),
    ("a = b@c;", "missing-semicolon"),
    ("a = \u{FC};", "missing-value"), ("\"abc", "unterminated-string"), ("a = \"b", "unterminated-string"),
    ("\"a\" = \"b; \"c\" = \"d\";", "missing-semicolon"), ("a = = b;", "missing-value"), ("(a b)", "missing-comma"),
    ("(,)", "missing-value"), ("(,a)", "missing-value"), ("{;}", "missing-key"), ("a =", "missing-value"),
    ("a = ;", "missing-value"),
    (";", "missing-value"), ("a = \"\\", "unterminated-string"), ("hello world", "after-key"),
    ("\"hello\" \"world\";", "after-key"),
    ("a\u{A0}= b;", "after-key"), ("(<00>,<0 1>)", "data-digit"), ("<123>", "data-digit"), ("a = <6g>;", "data-digit"),
    ("a = <00", "unterminated-data"), ("{a = b;", "unclosed"), ("(a", "unclosed"), ("(a,", "unclosed"),
    ("{", "unclosed"), ("(", "unclosed"),
    ("'it''s' = x;", "after-key"), ("a = +1;", "missing-value"), ("(a) = b;", "after-value"),
    ("{(a) = b;}", "missing-key"),
    ("{\"a\": 1}", "after-key"), ("[1, 2]", "missing-value"), ("{a = (b;}", "missing-comma"),
    ("{a = {b = c;}}", "missing-semicolon"),
  ])
  func rejected(_ text: String, _ code: String) { #expect(outcome(text) == "error text.\(code)") }

  /// Foundation silently drops the broken element or the rest of the file; we reject the file.
  @Test(arguments: [
    ("({\"k 1\"=();)", "missing-key"), ("k0 = (<00);", "data-digit"), ("0 = ({}, {);", "missing-key"),
    ("k0 = ((a,{a), b,);", "after-key"), ("a = b;\nc = 'd;\n", "unterminated-string"),
  ])
  func strictness(_ text: String, _ code: String) { #expect(outcome(text) == "error text.\(code)") }

  @Test(arguments: [
    (#"\a\b\f\n\r\t\v"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"), (#"\"\'\\"#, "\"'\\"), (#"\q"#, "q"), ("x\\\ny", "x\ny"),
    (#"\351"#, "\u{D8}"),
    (#"\101"#, "A"), (#"\7x"#, "\u{7}x"), (#"\1234"#, "S4"), (#"\8"#, "8"), (#"\0"#, "\0"), (#"\400\777"#, "\0\0"),
    (#"\376"#, "\0"),
    (#"\200"#, "\u{A0}"), (#"\256"#, "\u{FB01}"), (#"\U00e9"#, "\u{E9}"), (#"\Ue9 "#, "\u{E9} "),
    (#"\U1F600"#, "\u{1F60}0"),
    (#"\UD83D\UDE00"#, "\u{1F600}"), (#"\UD83D"#, "\u{FFFD}"), (#"\UD83Dx"#, "\u{FFFD}x"), (#"\UDE00"#, "\u{FFFD}"),
    (#"\UD83D\U0041"#, "\u{FFFD}A"), (#"\u00e9"#, "u00e9"), (#"\x41"#, "x41"), (#"\Ux"#, "\0x"),
    (#"a\n\U4e2d z"#, "a\n\u{4E2D} z"),
  ])
  func escapes(_ text: String, _ expected: String) throws {
    for quote in ["\"", "'"] {
      let list = try parse("\(quote)\(text)\(quote) = \(quote)\(text)\(quote);")
      #expect(list.key(of: list.root, at: 0) == expected)
      #expect(list.element(of: list.root, at: 0).flatMap { list.string(of: $0) } == expected)
    }
  }

  /// GNUstep writes these; Foundation rejects them.
  @Test(arguments: [
    ("(<*I5>, <*I-7>, <*I18446744073709551615>)", "[5, -7, u18446744073709551615]"),
    ("(<*R1.5>,<*R-2>)", "[r1.5, r-2.0]"),
    ("(<*BY>,<*BN>)", "[true, false]"), ("{a=<*I\"5\">;}", "{a: 5}"), ("<*I5>", "5"),
    ("(<[SGVsbG8=]>)", "[<48656c6c6f>]"),
    ("<*D2020-01-01 00:00:00 +0000>", "d599529600"), ("<*D2020-01-01 01:30:00 +0130>", "d599529600"),
    ("<*D2019-12-31 19:00:00 -0500>", "d599529600"),
    ("<*Ix>", "error text.typed-value"), ("<*B1>", "error text.typed-value"),
    ("<*D2020-01-01>", "error text.typed-value"),
    ("<*Zx>", "error text.typed-value"), ("<*R>", "error text.typed-value"), ("(<*I5)", "error text.unterminated-data"),
    ("(<[SGVs)", "error text.unterminated-data"), ("(<[SGV]>)", "error text.typed-value"),
    ("(<*>)", "error text.unterminated-data"),
  ])
  func typedValues(_ text: String, _ expected: String) { #expect(outcome(text) == expected) }

  @Test func formats() throws {
    #expect(try parse("a = b;").format == .strings)
    #expect(try parse("/* */").format == .strings)
    #expect(try parse("{a = b;}").format == .oldStyle)
    #expect(try parse("a").format == .oldStyle)
    #expect(try parse("<00>").format == .oldStyle)
    #expect(try parse("<array/>").format == .xml)
  }

  @Test func depth() {
    func arrays(_ depth: Int) -> String { String(repeating: "(", count: depth) + String(repeating: ")", count: depth) }
    #expect(!outcome(arrays(512)).hasPrefix("error"))
    #expect(outcome(arrays(513)) == "error limit.depth")
    #expect(outcome(String(repeating: "{a=", count: 513)) == "error limit.depth")
    #expect(outcome("a = " + arrays(511) + ";").hasPrefix("{"))
    #expect(outcome("a = " + arrays(512) + ";") == "error limit.depth")
  }

  @Test func encodings() {
    let text = "a = \"\u{E9}\u{1F600}\";"
    #expect(outcome([0xFF, 0xFE] + utf16(text, bigEndian: false)) == "{a: '\u{E9}\u{1F600}'}")
    #expect(outcome([0xFE, 0xFF] + utf16(text, bigEndian: true)) == "{a: '\u{E9}\u{1F600}'}")
    #expect(outcome([0xFF, 0xFE, 0, 0] + utf32(text, bigEndian: false)) == "{a: '\u{E9}\u{1F600}'}")
    #expect(outcome([0, 0, 0xFE, 0xFF] + utf32(text, bigEndian: true)) == "{a: '\u{E9}\u{1F600}'}")
    #expect(outcome(utf16("a = b;", bigEndian: false)) == "error text.invalid-encoding")
    #expect(outcome([0xFF, 0xFE]) == "error file.empty")
    #expect(outcome([0xEF, 0xBB, 0xBF]) == "error file.empty")
    #expect(outcome(Array("a = \"".utf8) + [0xE9] + Array("\";".utf8)) == "error text.invalid-encoding")
    #expect(outcome(Array("/* ".utf8) + [0xFF] + Array(" */ a = b;".utf8)) == "error text.invalid-encoding")
  }
}
