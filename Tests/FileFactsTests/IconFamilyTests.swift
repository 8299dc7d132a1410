import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct IconFamilyTests {
  private static func read(_ bytes: [UInt8]) throws -> IconFamily? {
    try IconFamily.read(ByteArray(bytes), file: "a.icns")
  }

  private static func png(_ side: UInt32) -> [UInt8] {
    SamplePNG { ($0.width, $0.height) = (side, side) }.bytes
  }

  /// `TYPE FORMAT WIDTHxHEIGHT POINTS@SCALE`
  private static func text(_ image: IconFamily.Image) -> String {
    "\(image.type) \(image.format.rawValue) \(image.width)x\(image.height) \(image.points)@\(image.scale)"
  }

  @Test func readsElements() throws {
    let file = SampleIcons.family([
      ("TOC ", SampleIcons.contents([("ic10", Self.png(1024).count + 8), ("is32", 12)])),
      ("ic10", Self.png(1024)), ("icnV", [0, 0, 0, 0]), ("is32", [1, 2, 3, 4]), ("s8mk", []), ("icm4", []),
      ("ic04", Array("ARGB".utf8)),
      ("ic14", [0, 0, 0, 0x0C] + Array("jP  \r\n\u{87}\n".unicodeScalars.map { UInt8($0.value) })),
      ("ic07", [0xFF, 0x4F, 0xFF, 0x51, 0]), ("ic09", Self.png(500)), ("nope", Self.png(7)),
    ])
    let icons = try #require(try Self.read(file))
    #expect(
      icons.types == ["TOC ", "ic10", "icnV", "is32", "s8mk", "icm4", "ic04", "ic14", "ic07", "ic09", "nope"])
    #expect(
      icons.images.map(Self.text) == [
        "ic10 png 1024x1024 512@2", "is32 rgb 16x16 16@1", "s8mk mask 16x16 16@1", "icm4 bitmap 16x12 16@1",
        "ic04 argb 16x16 16@1", "ic14 jpeg2000 512x512 256@2", "ic07 jpeg2000 128x128 128@1", "ic09 png 500x500 512@1",
      ])
    #expect(icons.trailingBytes == 0)
    #expect(icons.images.map { Array(file[$0.content].prefix(4)) }[1] == [1, 2, 3, 4])
    #expect(icons.elements.last.map { Array(file[$0.content]) } == Self.png(7))
  }

  @Test func whatFollowsTheStatedEndIsCounted() throws {
    let icons = try #require(try Self.read(SampleIcons.family([("il32", [])]) + [1, 2, 3]))
    #expect(icons.trailingBytes == 3)
    #expect(icons.types == ["il32"])
  }

  @Test func anEmptyFamilyHasNoIcons() throws {
    #expect(try Self.read(SampleIcons.family([])) == IconFamily(elements: [], images: [], trailingBytes: 0))
  }

  @Test func typesThatCannotBePrinted() throws {
    var file = SampleIcons.family([("dark", [])])
    file.replaceSubrange(8..<12, with: [0xFD, 0xD9, 0x2F, 0xA8])
    #expect(try Self.read(file)?.types == ["fdd92fa8"])
  }

  @Test(arguments: [[], Array("icn".utf8), Array("ICNS\0\0\0\u{8}".utf8)] as [[UInt8]])
  func otherFilesAreNone(_ bytes: [UInt8]) throws {
    #expect(try Self.read(bytes) == nil)
  }

  private static func head(_ type: String, _ length: UInt32) -> [UInt8] {
    var head = ByteWriter()
    head.add(text: type)
    head.add(length)
    return head.bytes
  }

  static let malformed: [(String, [UInt8], Int, String)] = [
    ("head cut", Array("icns\0\0".utf8), 0, "needs 8 bytes here, but only 6 are left"),
    ("longer than the file", head("icns", 9), 4, "states 9 bytes, but the file has 8"),
    ("shorter than its head", head("icns", 7), 4, "states 7 bytes, but the file has 8"),
    ("element of no length", head("icns", 16) + head("ic07", 7), 12, "'ic07' states 7 bytes; it has at least 8"),
    (
      "element outside", head("icns", 16) + head("ic07", 9), 12,
      "'ic07' states 9 bytes; it has at least 8, and 8 are left"
    ),
    (
      "element head cut", head("icns", 12) + head("ic07", 8), 8,
      "the head of an element needs 8 bytes here, but only 4 are left"
    ),
    ("contents of half an entry", SampleIcons.family([("TOC ", [1, 2, 3, 4])]), 12, "not a multiple of 8"),
    (
      "contents list another type", SampleIcons.family([("TOC ", SampleIcons.contents([("ic08", 8)])), ("ic07", [])]),
      16, "lists 'ic08' of 8 bytes"
    ),
    (
      "contents list another length",
      SampleIcons.family([("TOC ", SampleIcons.contents([("ic07", 9)])), ("ic07", [])]),
      16, "lists 'ic07' of 9 bytes"
    ),
    (
      "contents in another order",
      SampleIcons.family([("TOC ", SampleIcons.contents([("ic08", 8), ("ic07", 8)])), ("ic07", []), ("ic08", [])]), 24,
      "lists 'ic07' of 8 bytes"
    ),
    (
      "malformed PNG", SampleIcons.family([("ic07", SamplePNG { $0.width = 0 }.bytes)]), 32, "the width is 0"
    ),
    (
      "cut PNG", SampleIcons.family([("ic07", Array(SamplePNG().bytes.prefix(30))), ("ic08", [])]), 32,
      "the chunk IHDR needs 17 bytes here"
    ),
    (
      "too many elements",
      SampleIcons.family([(String, [UInt8])](repeating: ("name", []), count: IconFamily.elementLimit + 1)),
      8 + 8 * IconFamily.elementLimit, "more than 1024 elements"
    ),
  ]

  @Test(arguments: malformed) func malformedFiles(_ name: String, _ bytes: [UInt8], _ offset: Int, _ message: String) {
    let error = #expect(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error?.place.byteOffset == UInt64(offset), "\(name)")
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }

  @Test func readsLittle() throws {
    var png = Self.png(512)
    png.insert(contentsOf: SamplePNG.chunk("IDAT", [UInt8](repeating: 7, count: 3_000_000)), at: 33)
    let source = CountingSource(SampleIcons.family([("ic09", png), ("ic10", png), ("ic08", png)]))
    #expect(try IconFamily.read(source, file: "a.icns")?.images.count == 3)
    #expect(source.bytesRead < 100_000)
  }
}

extension SampleIcons {
  /// The content of a table of contents: types and lengths of elements with their headers.
  static func contents(_ entries: [(type: String, length: Int)]) -> [UInt8] {
    var content = ByteWriter()
    for entry in entries {
      content.add(text: entry.type)
      content.add(UInt32(entry.length))
    }
    return content.bytes
  }
}
