import SamplePictures
import FileFacts
import Testing

@testable import IconChecker

@Suite struct PNGDecoderTests {
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let hasAlphaChannel: Bool
    let sample: @Sendable (inout SamplePicture) -> Void
    /// Of 4 × 2 pixels.
    let pixels: [[UInt8]]

    init(
      _ name: String, alpha: Bool = false, _ pixels: [[UInt8]],
      _ sample: @escaping @Sendable (inout SamplePicture) -> Void
    ) {
      (testDescription, hasAlphaChannel, self.pixels, self.sample) = (name, alpha, pixels, sample)
    }
  }

  private static let greys: [[UInt8]] = [0, 0, 255, 255, 255, 0, 255, 0].map { [$0, $0, $0, 255] }
  private static let colors: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 8, 7, 255], [1, 2, 3, 255], [0, 0, 0, 255],
    [255, 255, 255, 255], [50, 100, 150, 255],
  ]
  private static let glass: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 1], [9, 8, 7, 255], [1, 2, 3, 255], [0, 0, 0, 0],
    [255, 255, 255, 100], [50, 100, 150, 255],
  ]
  private static let greyGlass: [[UInt8]] = [0, 10, 200, 255, 1, 2, 3, 4].map { [$0, $0, $0, $0 ^ 0xF0] }

  static let forms: [Form] =
    [1, 2, 4, 8, 16].map { depth in
      Form("grey, \(depth) bit", greys) { ($0.colorType, $0.bitDepth) = (0, UInt8(depth)) }
    }
    + [1, 2, 4, 8].map { depth in
      Form("palette, \(depth) bit", greys) {
        ($0.colorType, $0.bitDepth) = (3, UInt8(depth))
        $0.palette = [0, 0, 0, 255, 255, 255]
        $0.pixel = { [greys[$1 * 4 + $0][0] == 0 ? 0 : 1] }
      }
    } + [
      Form("palette with alpha, 8 bit", alpha: true, greys.map { $0[0] == 0 ? [0, 0, 0, 77] : $0 }) {
        ($0.colorType, $0.palette, $0.transparency) = (3, [0, 0, 0, 255, 255, 255], [77])
        $0.pixel = { [greys[$1 * 4 + $0][0] == 0 ? 0 : 1] }
      },
      Form("RGB, 8 bit", colors) { $0.colorType = 2 },
      Form("RGB, 16 bit", colors) { ($0.colorType, $0.bitDepth) = (2, 16) },
      Form("RGB with alpha, 8 bit", alpha: true, colors.map { $0[0] == 9 ? [9, 8, 7, 0] : $0 }) {
        ($0.colorType, $0.transparency) = (2, [0, 9, 0, 8, 0, 7])
      },
      Form("RGB with alpha, 8 bit", alpha: true, glass) { $0.colorType = 6 },
      Form("RGB with alpha, 16 bit", alpha: true, glass) { $0.bitDepth = 16 },
      Form("grey with alpha, 8 bit", alpha: true, greyGlass) { $0.colorType = 4 },
      Form("RGB, 8 bit, CgBI", colors) { ($0.colorType, $0.optimization) = (2, [0, 0, 0x20, 6]) },
      // Has an alpha channel that is marked as unused.
      Form("RGB, 8 bit, CgBI", colors) { $0.optimization = [0, 0, 0x20, 6] },
      Form("grey, 8 bit, CgBI", greys) { ($0.colorType, $0.optimization) = (0, [0, 0, 0x20, 2]) },
    ]

  private static func file(_ form: Form) -> SamplePicture {
    SamplePicture {
      ($0.width, $0.height) = (4, 2)
      $0.pixel = { form.pixels[$1 * 4 + $0] }
      form.sample(&$0)
    }
  }

  @Test(arguments: forms) func decodes(_ form: Form) throws {
    let picture = try PNGDecoder.decode(Self.file(form).bytes)
    #expect(picture.form == form.testDescription)
    #expect(picture.hasAlphaChannel == form.hasAlphaChannel)
    #expect((picture.width, picture.height) == (4, 2))
    #expect(stride(from: 0, to: 32, by: 4).map { Array(picture.pixels[$0..<($0 + 4)]) } == form.pixels)
  }

  @Test func optimizedColorsStayMultiplied() throws {
    let bytes = SamplePicture {
      ($0.width, $0.height, $0.optimization) = (4, 2, [0x30, 0, 0x20, 2])
      $0.pixel = { Self.glass[$1 * 4 + $0] }
    }.bytes
    let picture = try PNGDecoder.decode(bytes)
    #expect(picture.isPremultiplied && picture.hasAlphaChannel && picture.form == "RGB with alpha, 8 bit, CgBI")
    #expect(picture.pixels.prefix(12) == [255, 0, 0, 255, 0, 128, 0, 128, 0, 0, 1, 1])
    // As good as the same picture in the usual form.
    let plain = SamplePicture {
      ($0.width, $0.height) = (4, 2)
      $0.pixel = { Self.glass[$1 * 4 + $0] }
    }.bytes
    #expect(Thumbnail(picture).distance(to: Thumbnail(try PNGDecoder.decode(plain))) < 0.002)
  }

  @Test func facts() throws {
    let bytes = SamplePicture {
      ($0.width, $0.height) = (4, 2)
      $0.pixel = { Self.glass[$1 * 4 + $0] }
    }.bytes
    let facts = PictureFacts(try PNGDecoder.decode(bytes))
    #expect((facts.visibleCount, facts.opaqueCount, facts.pixelCount) == (7, 4, 8))
    #expect(facts.coverage == 0.875 && !facts.isOpaque && !facts.isInvisible && !facts.isPlain)
    let red = PictureFacts(try PNGDecoder.decode(Drawing.red.png(3)))
    #expect(red.isOpaque && red.isPlain && red.coverage == 1)
    let nothing = PictureFacts(try PNGDecoder.decode(Drawing.nothing.png(3)))
    #expect(nothing.isInvisible && nothing.coverage == 0)
  }

  @Test func whatFollowsOptimizedDataIsLeftOut() throws {
    let sample = SamplePicture {
      $0.optimization = [0, 0, 0x20, 2]
      $0.extra = [("gAMA", [0, 1, 0x86, 0xA0])]
    }
    let picture = try PNGDecoder.decode(sample.bytes(data: SamplePicture.deflated(sample.rows) + [1, 2, 3]))
    #expect(picture.pixels == (0..<64).flatMap { _ in [0, 0, 0, 255] as [UInt8] })
  }
}
