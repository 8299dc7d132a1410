import PropertyLists
import PolicyTestSupport
import Testing

@Suite(.largeStack) struct UnionTests {
  static func union(_ texts: [String]) throws -> PropertyList {
    try PropertyList.union(of: texts.map { try PropertyList.parse(Array($0.utf8), file: "x") }, file: "all")
  }

  @Test func ofNone() throws {
    let list = try Self.union([])
    #expect(list.kind(of: list.root) == .dictionary && list.count(of: list.root) == 0)
  }

  /// The union of one list equals the list; the union of several has the same entries as one list with all of them.
  @Test func keepsEverything() throws {
    let nested =
      "<dict><key>s</key><string>\u{E9}</string><key>l</key><array><integer>-1</integer><real>2</real></array></dict>"
    let first = "<plist><dict><key>a</key>\(nested)<key>d</key><data>AQID</data></dict></plist>"
    let second = "<plist><dict><key>z</key><date>2026-01-31T12:00:00Z</date><key>a</key>\(nested)</dict></plist>"
    let both =
      "<plist><dict><key>a</key>\(nested)<key>d</key><data>AQID</data><key>z</key><date>2026-01-31T12:00:00Z</date></dict></plist>"
    #expect(try Self.union([first]).binaryBytes == PropertyList.parse(Array(first.utf8), file: "x").binaryBytes)
    let list = try Self.union([first, second, first])
    #expect(list.binaryBytes == (try PropertyList.parse(Array(both.utf8), file: "x")).binaryBytes)
    #expect(list.file == "all")
  }

  /// More than 255 objects need wider references.
  @Test func many() throws {
    let texts = (0..<3).map { part in "{" + (0..<200).map { "k\(part)-\($0) = (v, \($0));" }.joined() + "}" }
    let list = try Self.union(texts)
    #expect(list.count(of: list.root) == 600)
    let last = try #require(list.value(of: list.root, forKey: "k2-199"))
    #expect(list.element(of: last, at: 1).flatMap { list.string(of: $0) } == "199")
  }

  @Test func disagreement() {
    #expect(throws: PropertyList.UnionError.disagreement(key: "b", 0, 2)) {
      try Self.union(["{ a = 1; b = 2; }", "{ a = 1; }", "{ b = 3; }"])
    }
    #expect(throws: PropertyList.UnionError.notADictionary(1)) { try Self.union(["{ a = 1; }", "(a)"]) }
  }
}
