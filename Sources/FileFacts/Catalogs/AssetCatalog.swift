/// A compiled asset catalog (`Assets.car`): its assets and facts about their images. No pixels are decoded.
///
/// Apple does not document the format. The facts are from Colucci's "Reverse engineering the .car file format" (2018) and from the output
/// of Xcode 7 to 26.
package struct AssetCatalog: Hashable, Sendable {
  /// The newest known storage version; Xcode has written it since 2019.
  package static let newestStorageVersion = 17

  package let coreUIVersion: Int
  package let storageVersion: Int
  /// The tool that wrote it: `Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent`.
  package let tool: String
  /// The platform it is for, as the tool names it: `ios`; nil if not stated.
  package let platform: String?
  /// The oldest system it is for; nil if not stated.
  package let minimumOS: String?
  /// Sorted by the bytes of their names.
  package let assets: [Asset]
  /// The images of all assets, grouped by asset.
  package let images: [Image]

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case icon, image, stack, color, data, texture, other
  }

  package struct Asset: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// The positions of its images in `images`; the list of an icon's sizes is not included.
    package let images: Range<Int>
  }

  package struct Image: Hashable, Sendable {
    /// The name of its source file; generated images have a name made up by the tool.
    package let file: String
    package let kind: Kind
    /// The device it is for: `universal`, `phone`, `pad`, `tv`, `car`, `watch`, `marketing`, `mac`, `vision`; otherwise a number.
    package let idiom: String
    /// Distinguishes devices of one idiom, such as screens of watches by their height in pixels; 0 for all.
    package let subtype: Int
    /// Pixels per point; nil if it does not apply, such as for colors and vectors.
    package let scale: Int?
    /// In pixels; 0 if it does not apply.
    package let width: Int
    package let height: Int
    /// `UIAppearanceDark`, `NSAppearanceNameDarkAqua`, …; nil for any.
    package let appearance: String?
    /// `srgb` or `p3`; otherwise a number.
    package let gamut: String
    /// The pixel format: `ARGB`, `GA8`, `PDF`, `SVG`, `JPEG`, …; nil if it has no pixels.
    package let pixelFormat: String?
    /// The compression of the pixels: `lzfse`, …; otherwise a number. Nil if not stated.
    package let compression: String?
    /// Whether it has no transparent pixels; nil if not stated.
    package let isOpaque: Bool?
    package let isVector: Bool
  }
}
