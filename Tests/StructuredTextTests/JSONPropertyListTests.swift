import PropertyLists
import StructuredText
import Testing

/// JSON read as a property list: the same values as from `read`, with their places.
@Suite struct JSONPropertyListTests {
  private static func read(_ text: String, _ limits: Limits = .documents) throws -> PropertyList {
    try JSONReader.propertyList(Array(text.utf8), file: "f.json", limits: limits)
  }

  /// `CODE FILE:PLACE: error: MESSAGE`.
  private static func refusal(_ bytes: [UInt8], _ limits: Limits = .documents) -> String? {
    do throws(PropertyListError) {
      _ = try JSONReader.propertyList(bytes, file: "f.json", limits: limits)
      return nil
    } catch {
      return "\(error.code.rawValue) \(error)"
    }
  }

  @Test(arguments: [
    "{}", "[]", "null", "\"a\"", "-7", "1.5e3", "true", "[[],{},[[1]]]",
    #"{"z": 1, "a": [1, "é\u00e9\n", null, false], "": {"": 2.0}, "long name": "\ud83d\ude00"}"#,
    "{" + (0..<40).map { "\"k\((7 * $0) % 40)\": \($0)" }.joined(separator: ", ") + "}",
  ])
  func sameValues(_ text: String) throws {
    let list = try Self.read(text)
    #expect(list.format == .json && list.file == "f.json" && list.diagnostics.isEmpty)
    #expect(try StructuredValue(list).withoutPlaces == JSONReader.read(Array(text.utf8)).withoutPlaces)
  }

  @Test func places() throws {
    let list = try Self.read("{\r\n  \"é\": [1,\r  \"x\"],\n\"b\" : {}}")
    let array = try #require(list.value(of: list.root, forKey: "é"))
    let text = try #require(list.element(of: array, at: 1))
    #expect(list.place(of: list.root).description == "1:1")
    #expect(list.keyPlace(of: list.root, at: 0).description == "2:3" && list.place(of: array).description == "2:8")
    #expect(list.place(of: text).description == "3:3" && list.pointer(to: text) == "/é/1")
    #expect(list.keyPlace(of: list.root, at: 1).description == "4:1")
  }

  /// A byte order mark is not part of the first line.
  @Test func byteOrderMark() throws {
    let list = try JSONReader.propertyList([0xEF, 0xBB, 0xBF] + Array(#"{"a": 1}"#.utf8), file: "f")
    #expect(list.keyPlace(of: list.root, at: 0).description == "1:2")
  }

  @Test(arguments: [
    (
      "{\"a\": 1,\n \"a\": 2}",
      "json.malformed f.json:2:2: error: 'a' is a duplicate; the first is at 1:2; remove one of the two"
    ),
    ("[1", "json.malformed f.json:1:3: error: expected ',' or ']', found the end of the text"),
    (String(repeating: "[", count: 65), "limit.depth f.json:1:65: error: values are nested more than 64 levels deep"),
    ("[9223372036854775808]", "json.malformed f.json:1:2: error: the integer does not fit into 64 bits"),
  ])
  func refused(_ text: String, _ message: String) { #expect(Self.refusal(Array(text.utf8)) == message) }

  @Test func limits() {
    let bytes = Array("[1, 2,\n 3]".utf8)
    #expect(Self.refusal(bytes, Limits(maximumNodes: 4)) == nil)
    #expect(Self.refusal(bytes, Limits(maximumNodes: 3)) == "limit.nodes f.json:2:2: error: more than 3 values")
    #expect(
      Self.refusal(Array("[[]]".utf8), Limits(maximumDepth: 1))
        == "limit.depth f.json:1:2: error: containers are nested more than 1 levels deep")
  }
}

extension StructuredValue {
  /// The value without places, and with sorted names, because a property list may order them differently.
  fileprivate var withoutPlaces: String {
    switch content {
    case .null: return "null"
    case .boolean(let truth): return "\(truth)"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .string(let text): return "'\(text)'"
    case .foreign(let phrase): return phrase
    case .list(let elements): return "[" + elements.map(\.withoutPlaces).joined(separator: ",") + "]"
    case .mapping(let entries):
      return "{" + entries.map { "\($0.key):\($0.value.withoutPlaces)" }.sorted().joined(separator: ",") + "}"
    }
  }
}
