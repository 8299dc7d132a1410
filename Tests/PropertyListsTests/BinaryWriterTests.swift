import PropertyLists
import PolicyTestSupport
import Testing

/// `binaryBytes` writes a list that is read as the same values in the same order.
@Suite(.largeStack) struct BinaryWriterTests {
  /// Lists all values in the order of the file, numbers and dates by their bits.
  private func exact(_ list: PropertyList, _ node: PropertyList.Node? = nil) -> String {
    let node = node ?? list.root
    switch list.kind(of: node) {
    case .dictionary:
      return "{"
        + (0..<list.count(of: node)).map { position in
          "\(Array(list.key(of: node, at: position).utf8)): "
            + (list.element(of: node, at: position).map { exact(list, $0) } ?? "?")
        }.joined(separator: ", ") + "}"
    case .array, .set:
      return "\(list.kind(of: node))"
        + (0..<list.count(of: node)).map { position in
          list.element(of: node, at: position).map { exact(list, $0) } ?? "?"
        }.joined(separator: ", ") + "end"
    case .real: return "real \(String(list.real(of: node)?.bitPattern ?? 0, radix: 16))"
    case .date: return "date \(String(list.date(of: node)?.bitPattern ?? 0, radix: 16))"
    case .string: return "string \(Array((list.string(of: node) ?? "?").utf8))"
    default: return "\(list.kind(of: node)) \(render(list, node))"
    }
  }

  private func expectSame(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let list = try PropertyList.parse(bytes, file: "t")
    let written = list.binaryBytes
    let again = try PropertyList.parse(written, file: "t")
    #expect(exact(again) == exact(list), sourceLocation: sourceLocation)
    // A second conversion changes nothing.
    #expect(again.binaryBytes == written, sourceLocation: sourceLocation)
  }

  private static func eight(_ value: Double) -> [UInt8] { BinaryFixture.number(value.bitPattern, 8) }

  @Test(
    arguments: [
      [0x00], [0x08], [0x09], [0x10, 0xFF], [0x11, 0xFF, 0xFF], [0x12, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0],
      [0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
      [0x14] + [UInt8](repeating: 0, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 0],
      [0x14] + [UInt8](repeating: 0xFF, count: 16),
      [0x22, 0x3F, 0xC0, 0, 0], [0x22, 0x7F, 0xC0, 0, 1], [0x23] + eight(.nan), [0x23] + eight(-0.0),
      [0x23] + eight(-.infinity), [0x23] + eight(.leastNonzeroMagnitude), [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 5],
      [0x33] + eight(-1_000_000_000.25), [0x33] + eight(0), [0x33] + eight(86_400), [0x40], [0x42, 0xAB, 0xCD],
      BinaryFixture.marker(0x40, 300) + [UInt8](repeating: 7, count: 300), [0x50], [0x51, 0x00],
      BinaryFixture.ascii(String(repeating: "x", count: 14)), BinaryFixture.ascii(String(repeating: "x", count: 15)),
      BinaryFixture.ascii(String(repeating: "x", count: 70_000)), BinaryFixture.unicode("\u{E9}\u{1F600}\u{FFFD}"),
      BinaryFixture.unicode("e\u{301}"), BinaryFixture.unicode(String(repeating: "\u{4E2D}", count: 300)),
      // An unpaired surrogate is read as U+FFFD.
      [0x61, 0xD8, 0x3D], [0x80, 0x07], [0x83, 0xFF, 0xFF, 0xFF, 0xFF], [0xA0], [0xC0], [0xD0],
    ] as [[UInt8]])
  func scalars(_ object: [UInt8]) throws {
    var file = BinaryFixture(object)
    file.offsetSize = 4
    try expectSame(file.bytes)
  }

  @Test func containers() throws {
    try expectSame(
      BinaryFixture(
        [0xD3, 1, 2, 3, 4, 5, 6], BinaryFixture.ascii("B"), BinaryFixture.ascii("A"), BinaryFixture.unicode("\u{E9}"),
        [0xC2, 7, 8], [0xA3, 8, 8, 4], [0x00], [0x80, 1], [0x09]
      ).bytes)
    try expectSame(HostileInputTests.binary)
    for text in [HostileInputTests.xml, HostileInputTests.oldStyle, HostileInputTests.strings, "\"a string\""] {
      try expectSame(Array(text.utf8))
    }
  }

  /// Counts above 255 need wider references and offsets.
  @Test(arguments: [14, 15, 127, 128, 255, 256, 300, 33_000])
  func manyKeys(_ count: Int) throws {
    var content = ""
    // The keys are not in byte order.
    for number in 0..<count {
      content += "<key>K\((number &* 7919) % count)-\(number)</key><integer>\(number)</integer>"
    }
    try expectSame(Array(plist("<dict>\(content)</dict>").utf8))
    try expectSame(Array(plist("<array>" + String(repeating: "<true/>", count: count) + "</array>").utf8))
  }

  @Test(arguments: [100, 511])
  func deep(_ depth: Int) throws {
    for (open, close) in [("<array>", "</array>"), ("<dict><key>k</key>", "</dict>")] {
      let text = String(repeating: open, count: depth) + "<false/>" + String(repeating: close, count: depth)
      try expectSame(Array(plist(text).utf8))
    }
  }

  /// Shared values are written once for each use, and reading the result stays below the limit of shared values.
  @Test func sharedValues() throws {
    let levels = (0..<10).map { level -> [UInt8] in
      BinaryFixture.marker(0xA0, 2) + [UInt8(level + 1), UInt8(level + 1)]
    }
    try expectSame(BinaryFixture(objects: levels + [[0x09]]).bytes)
  }
}
