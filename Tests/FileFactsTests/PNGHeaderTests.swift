import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct PNGHeaderTests {
  private static func header(_ change: (inout SamplePNG) -> Void = { _ in }) throws -> PNGHeader {
    try #require(try PNGHeader.read(ByteArray(SamplePNG(change).bytes), file: "a.png"))
  }

  @Test func readsTheHeader() throws {
    let header = try Self.header {
      $0.width = 1024
      $0.height = 0x7FFF_FFFF
      $0.methods[2] = 1
    }
    #expect(header.width == 1024)
    #expect(header.height == 0x7FFF_FFFF)
    #expect(header.bitDepth == 8)
    #expect(header.colorType == .truecolorAlpha)
    #expect(header.hasAlpha)
    #expect(header.isInterlaced)
    #expect(!header.isCgBI)
  }

  @Test(arguments: [
    (0, 16, "grayscale", false), (2, 8, "truecolor", false), (3, 4, "indexed", false), (4, 8, "grayscale_alpha", true),
    (6, 16, "truecolor_alpha", true),
  ])
  func colorTypes(_ type: UInt8, _ depth: UInt8, _ name: String, _ hasAlpha: Bool) throws {
    let header = try Self.header {
      $0.colorType = type
      $0.bitDepth = depth
    }
    #expect(header.colorType.name == name)
    #expect(header.bitDepth == Int(depth))
    #expect(header.hasAlpha == hasAlpha)
  }

  @Test(arguments: [UInt8(0), 2, 3]) func transparencyByChunk(_ type: UInt8) throws {
    let header = try Self.header {
      $0.colorType = type
      $0.middle = [("gAMA", [0, 0, 0, 1]), ("PLTE", [UInt8](repeating: 0, count: 30_000)), ("tRNS", [0, 0])]
    }
    #expect(header.hasAlpha)
  }

  @Test func aChunkAfterTheImageMakesNothingTransparent() throws {
    let header = try Self.header {
      $0.colorType = 2
      $0.last.insert(("tRNS", [0, 0]), at: 1)
    }
    #expect(!header.hasAlpha)
  }

  @Test func applesVariant() throws {
    let header = try Self.header { $0.first = [("CgBI", [0x50, 0, 0x20, 2])] }
    #expect(header.isCgBI)
    #expect(header.width == 16)
  }

  @Test(arguments: [[], Array("GIF89a".utf8), Array("\u{89}PNG".utf8), [0x89, 0x50, 0x4E]] as [[UInt8]])
  func otherFilesAreNone(_ bytes: [UInt8]) throws {
    #expect(try PNGHeader.read(ByteArray(bytes), file: "a") == nil)
  }

  /// A change to a valid file, and the expected place and message of the error.
  static let malformed: [(String, [UInt8], Int, String)] = [
    ("text mode", SamplePNG.signature.filter { $0 != 0x0D } + [0, 0, 0], 4, "line endings"),
    ("signature alone", SamplePNG.signature, 8, "without image data"),
    ("no IHDR", SamplePNG.signature + SamplePNG.chunk("IDAT", []), 12, "'IDAT'"),
    ("CgBI alone", SamplePNG { $0.first = [("CgBI", []), ("CgBI", [])] }.bytes, 24, "'CgBI'"),
    ("short IHDR", SamplePNG.signature + SamplePNG.chunk("IHDR", [1]), 8, "must have 13 bytes, but states 1"),
    ("width 0", SamplePNG { $0.width = 0 }.bytes, 16, "the width is 0"),
    ("height 2^31", SamplePNG { $0.height = 1 << 31 }.bytes, 20, "the height is 2147483648"),
    ("colour type 1", SamplePNG { $0.colorType = 1 }.bytes, 24, "color type 1 with 8 bits"),
    ("bit depth 3", SamplePNG { $0.bitDepth = 3 }.bytes, 24, "color type 6 with 3 bits"),
    ("4 bits of truecolour", SamplePNG { ($0.bitDepth, $0.colorType) = (4, 2) }.bytes, 24, "type 2 with 4 bits"),
    ("16 bits of indexes", SamplePNG { ($0.bitDepth, $0.colorType) = (16, 3) }.bytes, 24, "type 3 with 16 bits"),
    ("compression", SamplePNG { $0.methods[0] = 1 }.bytes, 26, "compression method 1"),
    ("filter", SamplePNG { $0.methods[1] = 7 }.bytes, 27, "filter method 7"),
    ("interlace", SamplePNG { $0.methods[2] = 2 }.bytes, 28, "interlace method 2"),
    ("no image", SamplePNG { $0.last = [("IEND", [])] }.bytes, 33, "without image data"),
    ("end after IHDR", SamplePNG { $0.last = [] }.bytes, 33, "without image data"),
    ("cut image", SamplePNG().bytes.dropLast(15), 41, "the chunk IDAT needs 7 bytes here, but only 4 are left"),
    ("chunk of no letters", SamplePNG { $0.middle = [("ab1d", [])] }.bytes, 37, "four letters, not 'ab1d'"),
    (
      "chunk too long", Array(SamplePNG { $0.last = [] }.bytes + [0x80, 0, 0, 0]) + Array("IDAT".utf8), 33,
      "states 2147483648"
    ),
    (
      "too many chunks",
      SamplePNG { $0.middle = [(String, [UInt8])](repeating: ("teSt", []), count: PNGHeader.chunkLimit) }.bytes,
      33 + 12 * (PNGHeader.chunkLimit - 1), "more than 4096 chunks"
    ),
  ]

  @Test(arguments: malformed) func malformedFiles(_ name: String, _ bytes: [UInt8], _ offset: Int, _ message: String) {
    let error = #expect(throws: FileFactError.self) { try PNGHeader.read(ByteArray(bytes), file: "x/a.png") }
    #expect(error?.place.byteOffset == UInt64(offset), "\(name)")
    #expect(error?.message.contains(message) == true || error?.hint?.contains(message) == true, "\(error as Any)")
    #expect(error?.description.hasPrefix("x/a.png:byte \(offset): error: ") == true)
  }

  @Test func everyWrongByteOfTheHeaderIsAnError() {
    let bytes = SamplePNG().bytes
    for position in 4..<33 {
      for bit in 0..<8 {
        var changed = bytes
        changed[position] ^= 1 << UInt8(bit)
        #expect(throws: FileFactError.self, "byte \(position), bit \(bit)") {
          try PNGHeader.read(ByteArray(changed), file: "a.png")
        }
      }
    }
  }

  @Test func everyCutBeforeTheImageIsAnError() {
    let bytes = SamplePNG { $0.middle = [("tRNS", [0, 0])] }.bytes
    for length in 4..<(bytes.count - 12) {
      #expect(throws: FileFactError.self, "\(length) bytes") {
        try PNGHeader.read(ByteArray(Array(bytes.prefix(length))), file: "a.png")
      }
    }
  }

  @Test func readsLittle() throws {
    let source = CountingSource(SamplePNG { $0.last[0].1 = [UInt8](repeating: 7, count: 10_000_000) }.bytes)
    #expect(try PNGHeader.read(source, file: "a.png") != nil)
    #expect(source.bytesRead <= 8192)
  }
}
