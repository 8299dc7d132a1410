import PolicyTestSupport
import PropertyLists
import Testing

@testable import Comparison

/// Differences between the values of property lists.
@Suite struct ValueComparisonTests {
  private static func list(_ content: String) throws -> PropertyList {
    try PropertyList.parse(Array(PropertyListText.document(content).utf8), file: "Info.plist")
  }

  /// Each change as a sign, its key path and the types of both sides.
  private static func lines(_ old: PropertyList, _ new: PropertyList) -> [String] {
    ValueComparison.changes(from: old, to: new).map { change in
      let sign = change.before == nil ? "+" : change.after == nil ? "-" : "~"
      let types = [change.before, change.after].compactMap { $0?.kind.name }
      return "\(sign) \(change.keyPath) \(Set(types).sorted().joined(separator: " "))"
    }
  }

  private static func array(_ elements: [String]) -> String {
    "<key>A</key><array>" + elements.map { "<string>\($0)</string>" }.joined() + "</array>"
  }

  @Test(arguments: [
    ("<key>A</key><string>a</string>", "<key>A</key><string>a</string>", []),
    ("<key>A</key><string>a</string>", "<key>A</key><string>b</string>", ["~ /A string"]),
    ("<key>A</key><integer>1</integer>", "<key>A</key><real>1</real>", ["~ /A integer real"]),
    ("<key>A</key><integer>1</integer>", "<key>A</key><string>1</string>", ["~ /A integer string"]),
    ("<key>A</key><real>nan</real>", "<key>A</key><real>nan</real>", []),
    ("<key>A</key><data>AAAA</data>", "<key>A</key><data>AAAB</data>", ["~ /A data"]),
    (
      "<key>A</key><date>2020-01-01T00:00:00Z</date>", "<key>A</key><date>2020-01-01T00:00:01Z</date>", ["~ /A date"]
    ),
    // The order of keys does not matter.
    ("<key>A</key><true/><key>B</key><true/>", "<key>B</key><true/><key>A</key><true/>", []),
    (
      "<key>B</key><true/>", "<key>A</key><true/><key>C</key><true/>", ["+ /A boolean", "- /B boolean", "+ /C boolean"]
    ),
    ("<key>a/b~</key><dict/>", "", ["- /a~1b~0 dictionary"]),
    (
      "<key>D</key><dict><key>E</key><array><true/></array></dict>",
      "<key>D</key><dict><key>E</key><array><false/></array></dict>", ["~ /D/E/0 boolean"]
    ),
    // Two normalization forms of a letter are two keys.
    ("<key>é</key><true/>", "<key>e\u{301}</key><true/>", ["+ /e\u{301} boolean", "- /é boolean"]),
    ("<key>A</key><string>é</string>", "<key>A</key><string>e\u{301}</string>", ["~ /A string"]),
  ])
  func values(_ old: String, _ new: String, _ expected: [String]) throws {
    #expect(Self.lines(try Self.list(old), try Self.list(new)) == expected)
  }

  @Test(arguments: [
    (["a", "b", "c"], ["a", "x", "b", "c"], ["+ /A/1 string"]),
    (["a", "b", "c"], ["b", "c"], ["- /A/0 string"]),
    (["a", "b", "c"], ["a", "x", "c"], ["~ /A/1 string"]),
    (["a", "b"], ["b", "a"], ["- /A/0 string", "+ /A/1 string"]),
    (["a", "b", "c", "d"], ["x", "b", "y", "z", "d"], ["~ /A/0 string", "~ /A/2 string", "+ /A/3 string"]),
    ([], ["a"], ["+ /A/0 string"]),
  ])
  func elements(_ old: [String], _ new: [String], _ expected: [String]) throws {
    let lines = Self.lines(try Self.list(Self.array(old)), try Self.list(Self.array(new)))
    #expect(lines.sorted() == expected.sorted())
  }

  /// An element that changed inside is compared, and elements after it are still matched.
  @Test func containersInArrays() throws {
    func type(_ name: String, _ role: String) -> String {
      "<dict><key>N</key><string>\(name)</string><key>R</key><string>\(role)</string></dict>"
    }
    let old = try Self.list("<key>T</key><array>\(type("a", "E"))\(type("b", "V"))\(type("c", "V"))</array>")
    let new = try Self.list("<key>T</key><array>\(type("a", "E"))\(type("b", "E"))\(type("c", "V"))</array>")
    #expect(Self.lines(old, new) == ["~ /T/1/R string"])
  }

  @Test func formsAreNoDifference() throws {
    let xml = try Self.list(
      "<key>B</key><array><integer>1</integer><real>2.5</real><data>AAEC</data></array><key>A</key><dict><key>C</key><date>2020-01-01T00:00:00Z</date></dict>"
    )
    let binary = try PropertyList.parse(xml.binaryBytes, file: "binary")
    #expect(binary.format == .binary)
    #expect(Self.lines(xml, binary).isEmpty)
  }

  /// Sets occur only in binary files: `bplist00`, a set of the elements in either order.
  @Test func setsHaveNoOrder() throws {
    func set(_ elements: [UInt8]) throws -> PropertyList {
      // A set of two references, the two strings of one character, the table of their offsets, the trailer.
      var bytes = Array("bplist00".utf8) + [0xC2, 1, 2, 0x51, elements[0], 0x51, elements[1], 8, 11, 13]
      bytes +=
        [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 15]
      return try PropertyList.parse(bytes, file: "set")
    }
    #expect(Self.lines(try set([0x61, 0x62]), try set([0x62, 0x61])).isEmpty)
    #expect(Self.lines(try set([0x61, 0x62]), try set([0x63, 0x61])).map { $0.prefix(1) } == ["-", "+"])
  }

  /// Long arrays without equal elements are compared by position, in linear time.
  @Test func longArrays() throws {
    let old = try Self.list(Self.array((0..<20_000).map { "a\($0)" }))
    let new = try Self.list(Self.array((0..<20_000).map { "b\($0)" }))
    #expect(ValueComparison.changes(from: old, to: new).count == 20_000)
  }

  @Test func matchingIsALongestCommonSubsequence() {
    var cells = 1000
    let old = Array("ABCBDAB".utf8).map { [$0] }
    let new = Array("BDCABA".utf8).map { [$0] }
    let matching = ElementMatching(old, new, cells: &cells)
    let unmatched = matching.gaps.reduce(0) { $0 + $1.old.count }
    #expect(old.count - unmatched == 4 && cells < 1000)
    var none = 3
    #expect(ElementMatching(old, new, cells: &none).gaps.count == 1 && none == 3)
  }
}
