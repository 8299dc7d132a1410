import SampleFiles
import SamplePictures
import CZLib
import FileFacts
import Testing

@testable import IconChecker

/// Files made to break readers end in a finding.
@Suite struct HostileFileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: @Sendable () -> [UInt8]
    let message: String

    init(_ name: String, _ message: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
      (testDescription, self.message, self.bytes) = (name, message, bytes)
    }
  }

  private static func sized(_ width: UInt32, _ height: UInt32, isOptimized: Bool = false) -> [UInt8] {
    SamplePNG {
      ($0.width, $0.height) = (width, height)
      if isOptimized { $0.first = [("CgBI", [0, 0, 0x20, 2])] }
    }.bytes
  }

  private static func optimized(_ change: (inout SamplePicture) -> Void = { _ in }) -> SamplePicture {
    SamplePicture {
      $0.optimization = [0, 0, 0x20, 2]
      change(&$0)
    }
  }

  /// 32 MiB of nothing, deflated.
  private static func bomb(isWrapped: Bool) -> [UInt8] {
    let nothing = [UInt8](repeating: 0, count: 1 << 25)
    var size = compressBound(UInt(nothing.count))
    let deflated = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      compress(buffer.baseAddress, &size, nothing, UInt(nothing.count))
      count = Int(size)
    }
    return isWrapped ? deflated : Array(deflated.dropFirst(2).dropLast(4))
  }

  /// The file with one bit changed in the byte before its last chunk: a checksum of image data.
  private static func withWrongChecksum(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - 13] ^= 1
    return bytes
  }

  static let cases: [Case] = [
    Case("no width", "0") { sized(0, 8) },
    Case("no height", "0") { sized(8, 0, isOptimized: true) },
    Case("as large as can be stated", "2147483647 × 2147483647 pixels and was not decoded") {
      sized(0x7FFF_FFFF, 0x7FFF_FFFF)
    },
    Case("larger than can be stated", "2147483648") { sized(0x8000_0000, 1) },
    Case("just too many pixels", "8193 × 8192 pixels and was not decoded") { sized(8193, 8192, isOptimized: true) },
    Case("as many pixels as there may be, and no data", "libpng reports") { sized(8192, 8192) },
    Case("the same, of Xcode's form", "its image data ends too early") { sized(8192, 8192, isOptimized: true) },
    Case("one very long row", "libpng reports 'Invalid IHDR data'") { sized(1 << 26, 1) },
    Case("a bomb of Xcode's form", "its image data expands to more than the 264 bytes that its size requires") {
      optimized().bytes(data: bomb(isWrapped: false))
    },
    Case("a wrong checksum of image data", "libpng reports 'IDAT: CRC error'") {
      withWrongChecksum(SamplePicture().bytes)
    },
    Case("a wrong checksum of Xcode's image data", "the checksum of the chunk 'IDAT' at byte ") {
      withWrongChecksum(optimized().bytes)
    },
    Case("no image data", "libpng reports 'Not enough image data'") { SamplePicture().bytes(data: []) },
    Case("no image data of Xcode's form", "its image data ends too early") { optimized().bytes(data: []) },
    Case("too few rows", "libpng reports 'Not enough image data'") {
      let sample = optimized()
      return sample.bytes(data: SamplePicture.deflated(sample.rows.dropLast(1)))
    },
    Case("garbage for image data", "its image data cannot be decompressed: zlib reports 'invalid block type'") {
      optimized().bytes(data: [7, 7, 7, 7])
    },
    Case("zlib's header in Xcode's form", "its image data cannot be decompressed: zlib reports") {
      let sample = optimized()
      return sample.bytes(data: SamplePicture.wrapped(sample.rows))
    },
    Case("no such filter", "libpng reports 'bad adaptive filter value'") {
      let sample = optimized()
      return sample.bytes(data: SamplePicture.deflated([9] + sample.rows.dropFirst()))
    },
    Case("CgBI in the middle", "libpng reports") { SamplePicture { $0.extra = [("CgBI", [0, 0, 0x20, 2])] }.bytes },
    Case("no palette", "libpng reports 'IDAT: Missing PLTE before IDAT'") { SamplePicture { $0.colorType = 3 }.bytes },
    Case("no palette in Xcode's form", "libpng reports 'IDAT: Missing PLTE before IDAT'") {
      optimized { $0.colorType = 3 }.bytes
    },
    Case("an icon family longer than its file", "the icon family states 4294967295 bytes, but the file has") {
      Array("icns".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    },
    Case("an icon family of very many elements", "1024") {
      SampleIcons.family([(type: String, content: [UInt8])](repeating: ("ic04", []), count: 2000))
    },
    Case("a large picture in an icon family", "2049 × 2048 pixels and was not decoded") {
      SampleIcons.family([(type: "ic10", content: sized(2049, 2048))])
    },
  ]

  private static func findings(_ bytes: [UInt8]) throws -> [IconFinding] {
    var settings = IconSettings()
    settings.blank = true
    return try SampleBundle.phone(["Icon.png": bytes]).findings(settings)
  }

  @Test(arguments: cases) func isAFinding(_ one: Case) throws {
    let findings = try Self.findings(one.bytes())
    #expect(findings.contains { $0.message.contains(one.message) }, "\(findings.map(\.message))")
  }

  /// libpng leaves the rest where it is.
  @Test func aBombBehindAPictureIsNotInflated() throws {
    let sample = SamplePicture { $0.colorType = 2 }
    #expect(try Self.findings(sample.bytes(data: Self.bomb(isWrapped: true))) == [])
  }

  static let sound: [[UInt8]] = [
    Drawing.gradient.png(8), Drawing.gradient.optimizedPNG(8),
    SamplePicture {
      ($0.colorType, $0.bitDepth, $0.palette, $0.transparency) = (3, 2, [1, 2, 3, 4, 5, 6], [255, 255])
    }.bytes,
    SampleIcons.family([
      (type: "is32", content: Drawing.gradient.packed([0, 1, 2], 16)),
      (type: "s8mk", content: Drawing.gradient.mask(16)),
      (type: "ic04", content: Drawing.gradient.argb(16)), (type: "ic11", content: Drawing.gradient.png(32)),
      (type: "slct", content: [0, 0, 0, 0, 0, 0, 0, 8]),
    ]),
  ]

  @Test(arguments: sound.prefix(3)) func everyCutIsAFinding(_ bytes: [UInt8]) throws {
    #expect(try Self.findings(bytes) == [])
    for length in bytes.indices {
      #expect(try Self.findings(Array(bytes.prefix(length))).count == 1, "cut at \(length)")
    }
  }

  @Test func everyCutOfAnIconFamilyIsAFinding() throws {
    for length in stride(from: 0, to: Self.sound[3].count, by: 97) {
      #expect(try !Self.findings(Array(Self.sound[3].prefix(length))).isEmpty, "cut at \(length)")
    }
  }

  /// Nothing is asked of the outcome but that there is one.
  @Test(arguments: sound.indices) func damageNeverCrashes(_ index: Int) throws {
    // Xorshift, with a seed of its own for each file.
    var state = 0x9E37_79B9_7F4A_7C15 ^ UInt64(index + 1)
    func random(below limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    for _ in 0..<300 {
      var bytes = Self.sound[index]
      for _ in 0...random(below: 4) { bytes[random(below: bytes.count)] = UInt8(random(below: 256)) }
      _ = try Self.findings(bytes)
    }
  }

  /// Damage that checksums would keep from what is behind them.
  @Test func damagedImageDataNeverCrashes() throws {
    var state: UInt64 = 0x1234_5678_9ABC_DEF1
    for round in 0..<300 {
      let sample = round % 2 == 0 ? SamplePicture() : Self.optimized()
      var data = round % 2 == 0 ? SamplePicture.wrapped(sample.rows) : SamplePicture.deflated(sample.rows)
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        data[Int(state >> 33) % min(16, data.count)] = UInt8(truncatingIfNeeded: state >> 24)
      }
      _ = try Self.findings(sample.bytes(data: data))
    }
  }
}
