import PolicyTestSupport
import Testing

@testable import StructuredText

/// YAML as plain data by the core schema of YAML 1.2.
@Suite(.largeStack) struct YAMLReaderTests {
  @Test(arguments: [
    ("a: 1", "{a:1}"), ("# c\n---\na: x y\nb: [p, 'q', \"r\\n\"]\n...\n", "{a:'x y' b:['p' 'q' 'r\n']}"),
    ("%YAML 1.2\n---\na: no\n", "{a:'no'}"), ("\u{FEFF}a: é\n", "{a:'é'}"), ("a:\n- 1\n- b: 2\n", "{a:[1 {b:2}]}"),
    ("{a: 1, 'b': \"2\",}", "{a:1 b:'2'}"), ("a: |\n  x\n  y\n", "{a:'x\ny\n'}"), ("1: 2\ntrue: 3\n", "{1:2 true:3}"),
    ("[]", "[]"), ("{}", "{}"), ("'a'", "'a'"), (#"{"a": [1, -2, 1.5, "é"]}"#, "{a:[1 -2 1.5d 'é']}"),
  ])
  func read(_ text: String, _ value: String) { #expect(outcome(YAMLReader.read, Array(text.utf8)) == value) }

  @Test(arguments: [
    ("null", "null"), ("~", "null"), ("Null", "null"), ("nULL", "'nULL'"), ("true", "true"), ("False", "false"),
    ("tRUE", "'tRUE'"), ("yes", "'yes'"), ("off", "'off'"), ("'true'", "'true'"), ("\"12\"", "'12'"), ("12", "12"),
    ("-7", "-7"), ("+7", "7"), ("007", "7"), ("0x1F", "31"), ("0o17", "15"), ("0o8", "'0o8'"), ("0x", "'0x'"),
    ("1_000", "'1_000'"), ("1.", "1.0d"), (".5", "0.5d"), ("-1.5e-3", "-0.0015d"), ("1e3", "1000.0d"), (".", "'.'"),
    ("1e", "'1e'"), ("1.2.3", "'1.2.3'"), ("2026-01-31", "'2026-01-31'"), ("12:30", "'12:30'"), ("-", "[null]"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "1:1 the integer does not fit into 64 bits"),
    ("0xFFFFFFFFFFFFFFFF", "1:1 the integer does not fit into 64 bits"), ("1e999", "1:1 the number is too large"),
    (".inf", "1:1 '.inf' is not a finite number"), ("-.Inf", "1:1 '-.Inf' is not a finite number"),
    (".nan", "1:1 '.nan' is not a finite number"),
  ])
  func scalars(_ text: String, _ value: String) { #expect(outcome(YAMLReader.read, Array(text.utf8)) == value) }

  @Test(arguments: [
    ("", "the file is empty [write one 'name: value' per line]"),
    ("# only\n", "the file is empty [write one 'name: value' per line]"),
    ("a: &x 1", "1:4 anchors and aliases (&name, *name) are not supported [write out the value]"),
    ("a: &x [1]", "1:4 anchors and aliases (&name, *name) are not supported [write out the value]"),
    ("a: *x", "1:4 anchors and aliases (&name, *name) are not supported [write out the value]"),
    ("*x : 1", "1:1 a key must be a string, not a list or a mapping"),
    ("a: !!str 1", "1:4 tags (!name) are not supported [write the value without a tag]"),
    ("a: ! 1", "1:4 tags (!name) are not supported [write the value without a tag]"),
    ("a: !x {}", "1:4 tags (!name) are not supported [write the value without a tag]"),
    ("%TAG !e! tag:e.com:\n---\na: 1", "1:1 tags are not supported [remove the %TAG line]"),
    (
      "%YAML 1.1\n---\na: 1",
      "1:1 YAML 1.1 is not supported; only YAML 1.2 is [remove the %YAML line; note that yes, no, on and off are strings]"
    ), ("a: 1\n---\nb: 2", "2:1 a second document starts here [write only one document per file]"),
    ("a: 1\nb: 2\na: 3", "3:1 'a' is a duplicate; the first is at 1:1 [remove one of the two]"),
    ("[x]: 1", "1:1 a key must be a string, not a list or a mapping"),
    ("? {a: 1}\n: 2", "1:3 a key must be a string, not a list or a mapping"),
    ("a: b: c", "1:5 mapping values are not allowed in this context"),
    ("a: [1", "2:1 did not find expected ',' or ']' while parsing a flow sequence"),
    ("a: 'x", "1:6 found unexpected end of stream while scanning a quoted scalar"),
    ("é: \u{7}", "1:4 control characters are not allowed"),
    ("\ta: 1", "1:1 found character that cannot start any token while scanning for the next token"),
    (String(repeating: "[", count: 900), "1:65 values are nested more than 64 levels deep"),
    (String(repeating: "- ", count: 900) + "x", "1:129 values are nested more than 64 levels deep"),
  ])
  func refused(_ text: String, _ message: String) {
    #expect(outcome(YAMLReader.read, Array(text.utf8)).trimmingPrefix(" ") == message)
  }

  @Test func hostileTextEndsSoon() {
    for text in [
      String(repeating: "[", count: 1 << 20), String(repeating: "{", count: 1 << 20),
      String(repeating: "- ", count: 1 << 19), String(repeating: "? ", count: 1 << 19),
      String(repeating: "a: ", count: 1 << 18), String(repeating: "[{\"a\":", count: 1 << 17),
    ] {
      #expect(throws: StructuredTextError.self) { try YAMLReader.read(Array(text.utf8)) }
    }
  }

  @Test func places() throws {
    let value = try YAMLReader.read(Array("# c\né: 1\nbb:\n  - x\n  - 'y'\n".utf8))
    guard case .mapping(let entries) = value.content else { return #expect(Bool(false)) }
    #expect(entries.map(\.place.description) == ["2:1", "3:1"])
    #expect(entries[0].value.place.description == "2:4")
    #expect(entries[1].value.list?.map(\.place.description) == ["4:5", "5:5"])
  }
}
