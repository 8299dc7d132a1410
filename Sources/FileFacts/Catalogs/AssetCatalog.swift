/// A compiled asset catalog (`Assets.car`): which assets it has, and what their images are. No pixels are read.
///
/// Apple does not document the format. The facts are those of Colucci's "Reverse engineering the .car file format" (2018), and of
/// what Xcode 7 to 26 have written.
package struct AssetCatalog: Hashable, Sendable {
  /// The newest storage version that is known; Xcode has written it since 2019.
  package static let newestStorageVersion = 17

  /// The version of CoreUI that wrote it: 917.
  package let coreUIVersion: Int
  /// The version of its format: 17.
  package let storageVersion: Int
  /// The tool that wrote it: `Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent`.
  package let tool: String
  /// The platform it is for, as the tool calls it: `ios`; nil where it says none.
  package let platform: String?
  /// The oldest system it is for; nil where it says none.
  package let minimumOS: String?
  /// By name, in the order of their bytes.
  package let assets: [Asset]
  /// The images of all assets, those of one asset together.
  package let images: [Image]

  /// What an asset is.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case icon, image, stack, color, data, texture, other
  }

  /// One name of the catalog.
  package struct Asset: Hashable, Sendable {
    /// As code and Info.plist use it.
    package let name: String
    package let kind: Kind
    /// The positions of its images in `images`; those of an icon are without the list of its sizes.
    package let images: Range<Int>
  }

  /// One variant of an asset.
  package struct Image: Hashable, Sendable {
    /// The name of the file that it was made from; some are made from none and have a name of the tool's.
    package let file: String
    package let kind: Kind
    /// The device it is for: `universal`, `phone`, `pad`, `tv`, `car`, `watch`, `marketing`, `mac`, `vision`; else a number.
    package let idiom: String
    /// Distinguishes devices of one idiom, such as screens of watches by their height in pixels; 0 for all.
    package let subtype: Int
    /// Pixels for a point; nil for what has none, such as colors and vectors.
    package let scale: Int?
    /// In pixels; 0 for what has none.
    package let width: Int
    /// In pixels; 0 for what has none.
    package let height: Int
    /// `UIAppearanceDark`, `NSAppearanceNameDarkAqua`, …; nil for any.
    package let appearance: String?
    /// `srgb` or `p3`; else a number.
    package let gamut: String
    /// How it stores its pixels: `ARGB`, `GA8`, `PDF`, `SVG`, `JPEG`, …; nil where there are none.
    package let pixelFormat: String?
    /// How the pixels are compressed: `lzfse`, …; else a number. Nil where that is not said.
    package let compression: String?
    /// Whether it has no transparent pixel; nil where that is not said.
    package let isOpaque: Bool?
    /// Whether it is made from a vector image.
    package let isVector: Bool
  }
}
