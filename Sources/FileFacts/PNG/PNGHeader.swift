/// What a PNG states about itself before its image data (W3C, Portable Network Graphics specification, third edition).
package struct PNGHeader: Hashable, Sendable {
  /// The colour types of IHDR.
  package enum ColorType: UInt8, Hashable, Sendable {
    /// Grey samples.
    case grayscale = 0
    /// Red, green and blue samples.
    case truecolor = 2
    /// Indexes into a palette.
    case indexed = 3
    /// Grey and alpha samples.
    case grayscaleAlpha = 4
    /// Red, green, blue and alpha samples.
    case truecolorAlpha = 6

    /// `grayscale`, `truecolor`, `indexed`, `grayscale_alpha` or `truecolor_alpha`.
    package var name: String {
      switch self {
      case .grayscale: "grayscale"
      case .truecolor: "truecolor"
      case .indexed: "indexed"
      case .grayscaleAlpha: "grayscale_alpha"
      case .truecolorAlpha: "truecolor_alpha"
      }
    }
  }

  /// In pixels, from 1 to 2³¹−1.
  package let width: Int
  /// In pixels, from 1 to 2³¹−1.
  package let height: Int
  /// Bits of a sample or palette index: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  /// How a pixel is made.
  package let colorType: ColorType
  /// Whether pixels can be other than opaque: by the colour type, or by a `tRNS` chunk. Whether any is, is not looked at.
  package let hasAlpha: Bool
  /// Whether the image is stored in Adam7 passes.
  package let isInterlaced: Bool
  /// Whether it is Apple's variant for iOS, which starts with a chunk `CgBI` and which other readers can't show.
  package let isCgBI: Bool
}
