import PropertyLists
import Testing

@Suite struct BinaryTests {
  @Test(
    arguments: [
      ([0x00], "null"), ([0x08], "false"), ([0x09], "true"), ([0x10, 0xFF], "255"), ([0x11, 0xFF, 0xFF], "65535"),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"), ([0x13] + [UInt8](repeating: 0xFF, count: 8), "-1"),
      ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], "-9223372036854775808"),
      ([0x14, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8), "u18446744073709551615"),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), "u18446744073709551615"),
      ([0x14] + [UInt8](repeating: 0, count: 15) + [7], "7"),
      ([0x22, 0x3F, 0xC0, 0, 0], "r1.5"), ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], "r1.5"),
      ([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], "rinf"),
      ([0x33, 0x40, 0xF5, 0x18, 0, 0, 0, 0, 0], "d86400"), ([0x40], "<>"), ([0x42, 0xAB, 0xCD], "<abcd>"),
      ([0x50], "''"),
      ([0x53, 0x61, 0x62, 0x63], "'abc'"), ([0x61, 0x00, 0xE9], "'\u{E9}'"),
      ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "'\u{1F600}'"),
      ([0x61, 0xD8, 0x3D], "'\u{FFFD}'"), ([0x5F, 0x10, 0x02, 0x61, 0x62], "'ab'"), ([0x80, 0x07], "uid7"),
      ([0x83, 0xFF, 0xFF, 0xFF, 0xFF], "uid4294967295"), ([0x87, 0, 0, 0, 0, 0, 0, 0, 1], "uid1"), ([0xA0], "[]"),
      ([0xC0], "set[]"), ([0xD0], "{}"),
      ([0x01], "error binary.marker"), ([0x0F], "error binary.marker"), ([0x15], "error binary.marker"),
      ([0x20], "error binary.marker"),
      ([0x30], "error binary.marker"), ([0x70], "error binary.marker"), ([0xB0], "error binary.marker"),
      ([0xE0], "error binary.marker"),
      ([0x87, 1, 0, 0, 0, 0, 0, 0, 0], "error binary.uid"),
      ([0x8F] + [UInt8](repeating: 0, count: 15) + [9], "uid9"),
      ([0x8F] + [UInt8](repeating: 1, count: 8) + [UInt8](repeating: 0, count: 8), "uid0"),
      ([0x8F] + [UInt8](repeating: 1, count: 16), "error binary.uid"),
      ([0x5F, 0x14] + [UInt8](repeating: 0, count: 15) + [1, 0x61], "'a'"),
      ([0x51, 0xE9], "'\u{E9}'"), ([0x5F, 0x50], "error binary.count"),
      ([0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8), "error binary.cut-off"),
      // NaN, both infinities, and 1e17 seconds and the next number.
      ([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], "error binary.date"),
      ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], "error binary.date"),
      ([0x33, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0], "error binary.date"),
      ([0x33, 0x43, 0x76, 0x34, 0x57, 0x85, 0xD8, 0xA0, 0x00], "d100000000000000000"),
      ([0x33, 0x43, 0x76, 0x34, 0x57, 0x85, 0xD8, 0xA0, 0x01], "error binary.date"),
      ([0x13, 0], "error binary.cut-off"), ([0x55, 0x61], "error binary.cut-off"),
      ([0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF], "error binary.cut-off"),
    ] as [([UInt8], String)])
  func scalars(_ object: [UInt8], _ expected: String) { #expect(outcome(BinaryFixture(object).bytes) == expected) }

  @Test(arguments: 1...8)
  func widths(_ size: Int) {
    var file = BinaryFixture(
      [0xD1] + BinaryFixture.number(1, size) + BinaryFixture.number(2, size), BinaryFixture.ascii("A"),
      BinaryFixture.ascii("B"))
    file.referenceSize = size
    #expect(outcome(file.bytes) == "{A: 'B'}")
    file.offsetSize = size
    #expect(outcome(file.bytes) == "{A: 'B'}")
  }

  @Test func sharedValuesHaveTheirOwnNodes() throws {
    let file = BinaryFixture([0xA2, 1, 2], [0xA2, 3, 3], [0xA2, 3, 3], BinaryFixture.unicode("\u{E9}"))
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(render(list) == "[['\u{E9}', '\u{E9}'], ['\u{E9}', '\u{E9}']]")
    #expect(list.nodeCount == 7)
    let pointers = (0..<UInt32(7)).map { list.pointer(to: PropertyList.Node(index: $0)) }
    #expect(pointers == ["", "/0", "/0/0", "/0/1", "/1", "/1/0", "/1/1"])
  }

  @Test func firstOfEqualKeysWins() throws {
    let file = BinaryFixture(
      [0xD3, 1, 2, 1, 3, 4, 5], BinaryFixture.ascii("a"), BinaryFixture.ascii("b"), [0x08], [0x10, 1], [0x10, 2])
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(render(list) == "{a: false, b: 1}")
    #expect(list.diagnostics.map(\.code) == [.duplicateKey])
    #expect(list.diagnostics.first?.pointer == "/a")
  }

  @Test func places() throws {
    let file = BinaryFixture([0xD1, 1, 2], BinaryFixture.ascii("key"), [0x09])
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(show(list.place(of: list.root)) == "byte 8")
    #expect(show(list.keyPlace(of: list.root, at: 0)) == "byte 11")
    #expect(list.element(of: list.root, at: 0).map { show(list.place(of: $0)) } == "byte 15")
  }

  @Test func brokenTrailers() {
    let good = BinaryFixture([0xA1, 1], [0x09])
    #expect(outcome(good.bytes) == "[true]")
    func broken(_ change: (inout BinaryFixture) -> Void) -> String {
      var file = good
      change(&file)
      return outcome(file.bytes)
    }
    #expect(broken { $0.top = 2 } == "error binary.trailer")
    #expect(broken { $0.top = .max } == "error binary.trailer")
    #expect(broken { $0.objectCount = 3 } == "error binary.trailer")
    #expect(broken { $0.objectCount = 1 } == "error binary.trailer")
    #expect(broken { $0.objectCount = 0 } == "error binary.trailer")
    #expect(broken { $0.objectCount = .max } == "error binary.trailer")
    #expect(broken { $0.objectCount = 1 << 63 | 2 } == "error binary.trailer")
    #expect(broken { $0.tableOffset = 8 } == "error binary.trailer")
    #expect(broken { $0.tableOffset = .max } == "error binary.trailer")
    #expect(broken { $0.offsets[1] = 200 } == "error binary.offset")
    #expect(broken { $0.offsets[1] = 0 } == "error binary.offset")
    #expect(broken { $0.offsets[1] = 11 } == "error binary.offset")
    #expect(broken { $0.objects[0] = [0xA1, 2] } == "error binary.reference")
    #expect(broken { $0.version = Array("10".utf8) } == "error binary.version")
    #expect(broken { $0.version = Array("01".utf8) } == "[true]")
    #expect(broken { $0.objects[0] = [0xD1, 1, 1] } == "error binary.key")
    #expect(outcome("bplist garbage that is long enough to have a trailer of its own") == "error binary.version")
    #expect(outcome("bplist") == "error binary.version")
    #expect(outcome("bplist00") == "error binary.cut-off")
  }

  @Test func stringsThatAreNotASCII() throws {
    let file = BinaryFixture([0xA2, 1, 1], [0x52, 0x41, 0xE9])
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(render(list) == "['A\u{E9}', 'A\u{E9}']")
    #expect(list.diagnostics.map { "\($0.code.rawValue) \($0.place) \($0.pointer)" } == ["non-ascii-string byte 11 /0"])
  }

  /// Core Foundation rejects widths that could not represent the number of objects or the offset of the table, even if unused.
  @Test func narrowWidths() {
    func file(_ count: Int, _ referenceSize: Int, _ offsetSize: Int) -> String {
      var file = BinaryFixture(objects: [[UInt8]](repeating: [0x09], count: count))
      (file.referenceSize, file.offsetSize) = (referenceSize, offsetSize)
      return outcome(file.bytes)
    }
    #expect(file(247, 1, 1) == "true")
    #expect(file(248, 1, 1) == "error binary.trailer")
    #expect(file(255, 1, 2) == "true")
    #expect(file(256, 1, 2) == "error binary.trailer")
    #expect(file(256, 2, 2) == "true")
  }

  /// Core Foundation treats an integer of 16 bytes as unsigned.
  @Test func integersOfSixteenBytes() throws {
    let file = BinaryFixture([0x14] + [UInt8](repeating: 0xFF, count: 16))
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(list.diagnostics.map(\.code) == [.integerTruncated])
    #expect(
      list.diagnostics.first?.message
        == "an integer outside 0 to 2^64-1; its lower 64 bits are read, as 18446744073709551615")
  }

  @Test func integersOfMoreThan64BitsKeepTheLower() throws {
    let file = BinaryFixture([0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5])
    let list = try PropertyList.parse(file.bytes, file: "t")
    #expect(render(list) == "5")
    #expect(list.diagnostics.map(\.code) == [.integerTruncated])
  }
}
