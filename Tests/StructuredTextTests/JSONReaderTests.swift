import PolicyTestSupport
import Testing

@testable import StructuredText

/// Returns a value as one line, for comparisons.
func shown(_ value: StructuredValue) -> String {
  switch value.content {
  case .null: "null"
  case .boolean(let truth): "\(truth)"
  case .integer(let number): "\(number)"
  case .number(let number): "\(number)d"
  case .string(let text): "'\(text)'"
  case .list(let elements): "[" + elements.map(shown).joined(separator: " ") + "]"
  case .mapping(let entries): "{" + entries.map { "\($0.key):\(shown($0.value))" }.joined(separator: " ") + "}"
  case .foreign(let phrase): "<\(phrase)>"
  }
}

/// Reads JSON and returns the value, or `LINE:COLUMN MESSAGE [HINT]`.
func outcome(_ read: ([UInt8]) throws(StructuredTextError) -> StructuredValue, _ bytes: [UInt8]) -> String {
  do throws(StructuredTextError) {
    return shown(try read(bytes))
  } catch {
    return "\(error.place) \(error.message)" + (error.hint.map { " [\($0)]" } ?? "")
  }
}

@Suite(.largeStack) struct JSONReaderTests {
  @Test(arguments: [
    (#"{}"#, "{}"), ("[ ]", "[]"), (" null\n", "null"), ("\u{FEFF}true", "true"),
    (
      #"{"a": [1, -2, 0, 1.5, -0.0, 1e2, 9223372036854775807], "b": {"c": false}}"#,
      "{a:[1 -2 0 1.5d -0.0d 100.0d 9223372036854775807] b:{c:false}}"
    ),
    (#""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00é""#, "'\"\\/\u{8}\u{C}\n\r\té€😀é'"),
    (#"{"": ""}"#, "{:''}"),
  ])
  func read(_ text: String, _ value: String) { #expect(outcome(json, Array(text.utf8)) == value) }

  @Test(arguments: [
    ("", "1:1 expected a value, found the end of the text"),
    ("{\n  \"a\": 1,\n}", "3:1 trailing comma after the last member [remove the comma]"),
    ("[1,]", "1:4 trailing comma after the last element [remove the comma]"),
    ("[1 2]", "1:4 expected ',' or ']', found '2'"), ("{\"a\" 1}", "1:6 expected a colon, found '1'"),
    ("{a: 1}", "1:2 expected a name in double quotes, found 'a'"),
    ("{'a': 1}", "1:2 expected a name in double quotes, found ''' [write JSON strings in double quotes]"),
    ("// x\n1", "1:1 expected a value, found '/' [JSON does not allow comments]"),
    ("1 é", "1:3 expected the end of the text, found 'é'"), ("nul", "1:1 expected a value, found 'n'"),
    ("{\"é\": 1,\r\n \"b\": 2, \"é\": 3}", "2:10 'é' is a duplicate; the first is at 1:2 [remove one of the two]"),
    ("01", "1:1 a number cannot start with 0"), ("-", "1:2 expected a digit, found the end of the text"),
    ("1.", "1:3 expected a digit, found the end of the text"),
    ("1e+", "1:4 expected a digit, found the end of the text"),
    ("+1", "1:1 expected a value, found '+'"), (".5", "1:1 expected a value, found '.'"),
    ("NaN", "1:1 expected a value, found 'N'"), ("[1e999]", "1:2 the number is too large"),
    ("[9223372036854775808]", "1:2 the integer does not fit into 64 bits"),
    ("\"a", "1:1 the string that starts here has no end"),
    ("\"a\nb\"", "1:3 a control character in a string [write \\n]"),
    ("\"\u{1}\"", "1:2 a control character in a string [write it as \\u and four digits]"),
    (#""\x""#, "1:2 unknown escape sequence [write \\\\ for a backslash]"),
    (#""\u12G4""#, "1:2 \\u needs four hexadecimal digits"), (#""\u12""#, "1:2 \\u needs four hexadecimal digits"),
    (#""a\ud83d""#, "1:3 an unpaired surrogate"), (#""\ude00""#, "1:2 an unpaired surrogate"),
    (#""\ud83d\u0041""#, "1:2 an unpaired surrogate"),
    (String(repeating: "[", count: 65), "1:65 values are nested more than 64 levels deep"),
    (String(repeating: "[", count: 1 << 20), "1:65 values are nested more than 64 levels deep"),
  ])
  func refused(_ text: String, _ message: String) { #expect(outcome(json, Array(text.utf8)) == message) }

  @Test func notUTF8() {
    let message = "1:3 the text is not UTF-8 [save it as UTF-8]"
    #expect(outcome(json, [0x22, 0x61, 0xFF, 0x22]) == message)
    #expect(outcome(YAMLReader.read, [0x22, 0x61, 0xFF, 0x22]) == message)
  }

  @Test func everyPrefixEndsCleanly() {
    let text = Array(#"{"a": [1, -2.5e3, "\u00e9\ud83d\ude00"], "b": {"c": null, "d": true}}"#.utf8)
    for end in 0..<text.count {
      #expect(throws: StructuredTextError.self, "\(end)") { try JSONReader.read(Array(text[..<end])) }
    }
  }

  @Test func places() throws {
    let value = try JSONReader.read(Array("{\r\n  \"é\": [1,\r  \"x\"]\n}".utf8))
    guard case .mapping(let entries) = value.content else { return #expect(Bool(false)) }
    #expect(value.place.description == "1:1")
    #expect(entries[0].place.description == "2:3")
    #expect(entries[0].value.place.description == "2:8")
    #expect(entries[0].value.list?.map(\.place.description) == ["2:9", "3:3"])
  }
}

private func json(_ bytes: [UInt8]) throws(StructuredTextError) -> StructuredValue { try JSONReader.read(bytes) }
