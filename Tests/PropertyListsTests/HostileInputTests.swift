import PropertyLists
import PolicyTestSupport
import Testing

/// Files that attack the reader. Most tests only expect a result: no trap, no hang, no read out of bounds.
@Suite(.largeStack) struct HostileInputTests {
  static let xml = plist(
    "<dict><key>a</key><string>x&amp;\u{E9}</string><key>b</key><array><integer>1</integer><real>1.5</real><true/></array>"
      + "<key>c</key><data>SGVsbG8=</data><key>d</key><date>2020-01-01T00:00:00Z</date></dict>")
  static let oldStyle = "/* c */ { a = \"x\\n\\U00e9\"; b = (1, <0aff>, 'q'); c = { d = e; f; }; }"
  static let strings = "/* c */\n\"a\" = \"x\\n\\351\";\nb;\n// d\nc = (1, 2);\n"
  static let binary = BinaryFixture(
    [0xD3, 1, 2, 3, 4, 5, 6], BinaryFixture.ascii("a"), BinaryFixture.ascii("bcdefghijklmnopq"),
    BinaryFixture.unicode("\u{E9}"),
    [0xA3, 7, 8, 9], [0x13, 0, 0, 0, 0, 0, 0, 0, 1], [0xC1, 1], [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], [0x42, 1, 2],
    [0x80, 3]
  ).bytes

  static var samples: [[UInt8]] {
    [
      Array(xml.utf8), Array(oldStyle.utf8), Array(strings.utf8), binary, [0xFF, 0xFE] + utf16(xml, bigEndian: false),
      [0xFE, 0xFF] + utf16(strings, bigEndian: true),
    ]
  }

  /// Calls all accessors for all values of a list.
  private func exercise(_ bytes: [UInt8]) {
    guard let list = try? PropertyList.parse(bytes, file: "t") else { return }
    _ = render(list)
    for index in 0..<UInt32(list.nodeCount) {
      let node = PropertyList.Node(index: index)
      _ = list.pointer(to: node)
      _ = list.place(of: node)
      for at in 0..<list.count(of: node) { _ = list.keyPlace(of: node, at: at) }
    }
  }

  @Test func samplesAreGood() { for sample in Self.samples { #expect(!outcome(sample).hasPrefix("error")) } }

  @Test func cutOffAnywhere() {
    for sample in Self.samples { for length in 0..<sample.count { exercise(Array(sample[..<length])) } }
    for length in 6..<Self.binary.count { #expect(outcome(Array(Self.binary[..<length])).hasPrefix("error")) }
    let xml = Array(Self.xml.utf8)
    for length in 0..<xml.count { #expect(outcome(Array(xml[..<length])).hasPrefix("error")) }
  }

  @Test func flippedBytes() {
    var generator = SeededGenerator(state: 0x5EED)
    for sample in Self.samples {
      for _ in 0..<4000 {
        var bytes = sample
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
          let at = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[at] =
            Bool.random(using: &generator)
            ? UInt8.random(in: 0...255, using: &generator)
            : bytes[at] ^ (1 << UInt8.random(in: 0..<8, using: &generator))
        }
        exercise(bytes)
      }
    }
  }

  @Test func everyByteOfTheBinaryTakesEveryValue() {
    for at in 8..<Self.binary.count {
      for value in [0, 1, 0x0F, 0x10, 0x13, 0x5F, 0x6F, 0x7F, 0x80, 0xAF, 0xDF, 0xFE, 0xFF] as [UInt8] {
        var bytes = Self.binary
        bytes[at] = value
        exercise(bytes)
      }
    }
  }

  @Test(arguments: [2, 10])
  func referenceBombs(_ width: Int) {
    let levels = (0..<20).map { level in
      BinaryFixture.marker(0xA0, width) + [UInt8](repeating: UInt8(level + 1), count: width)
    }
    #expect(outcome(BinaryFixture(objects: levels + [[0x09]]).bytes) == "error limit.shared-nodes")
  }

  @Test func emptyContainersCanBeABombToo() {
    let levels = (0..<30).map { level -> [UInt8] in [0xA2, UInt8(level + 1), UInt8(level + 1)] }
    #expect(outcome(BinaryFixture(objects: levels + [[0xA0]]).bytes) == "error limit.shared-nodes")
  }

  @Test func textThatMultiplies() {
    let text = BinaryFixture.unicode(String(repeating: "\u{4E2D}", count: 100_000))
    let references = [UInt8](repeating: 1, count: 20_000)
    var file = BinaryFixture(BinaryFixture.marker(0xA0, references.count) + references, text)
    file.offsetSize = 4
    #expect(outcome(file.bytes) == "error limit.expanded-size")
  }

  /// An array that references one object with a byte each: the number of values grows with the file.
  @Test func manyReferencesToLittle() {
    var scalars = BinaryFixture(
      [0xAF, 0x12] + BinaryFixture.number(2_000_017, 4) + [UInt8](repeating: 1, count: 2_000_017), [0x09])
    scalars.offsetSize = 4
    #expect(outcome(scalars.bytes) == "error limit.nodes")
    let text = BinaryFixture.ascii(String(repeating: "x", count: 10_000))
    var texts = BinaryFixture(BinaryFixture.marker(0xA0, 5_000) + [UInt8](repeating: 1, count: 5_000), text)
    texts.offsetSize = 4
    #expect(outcome(texts.bytes) == "error limit.expanded-size")
  }

  @Test func cycles() {
    #expect(outcome(BinaryFixture([0xA1, 0]).bytes) == "error binary.cycle")
    #expect(outcome(BinaryFixture([0xD1, 1, 2], BinaryFixture.ascii("a"), [0xA1, 0]).bytes) == "error binary.cycle")
    #expect(outcome(BinaryFixture([0xC1, 1], [0xA1, 0]).bytes) == "error binary.cycle")
  }

  @Test func binaryDepth() {
    func nested(_ depth: Int) -> [UInt8] {
      let objects = (1...depth).map { [0xA1] + BinaryFixture.number(UInt64($0), 2) } + [[0x09]]
      var file = BinaryFixture(objects: objects)
      file.referenceSize = 2
      file.offsetSize = 2
      return file.bytes
    }
    #expect(!outcome(nested(512)).hasPrefix("error"))
    #expect(outcome(nested(513)) == "error limit.depth")
    #expect(outcome(nested(10_000)) == "error limit.depth")
  }

  @Test func nodeLimits() {
    let limits = Limits(maximumNodes: 10)
    for text in [
      plist("<array>" + String(repeating: "<true/>", count: 10) + "</array>"),
      "(" + String(repeating: "a,", count: 10) + ")",
    ] {
      let error = #expect(throws: PropertyListError.self) {
        try PropertyList.parse(Array(text.utf8), file: "t", limits: limits)
      }
      #expect(error?.code == "limit.nodes")
    }
  }

  @Test func entityBombsNeverBegin() {
    let bomb =
      "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><plist><string>&b;</string></plist>"
    #expect(outcome(bomb) == "error xml.dtd-subset")
    let outside = "<!DOCTYPE plist SYSTEM \"/etc/passwd\"><plist><string>&x;</string></plist>"
    #expect(outcome(outside) == "error xml.unknown-entity")
  }

  @Test func keysThatShareTheirBeginning() throws {
    let keys = (0..<5000).map { String(repeating: "k", count: 64) + "\(($0 * 2741) % 5000)" }
    let list = try parse(keys.map { "\($0) = 1;\n" }.joined())
    #expect(list.count(of: list.root) == 5000)
    #expect(keys.allSatisfy { list.value(of: list.root, forKey: $0) != nil })
  }
}
