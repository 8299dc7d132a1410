/// The contents of an `.icns` file.
///
/// The element types and their sizes are from Apple's `IconStorage.h` (`kIconServices16PixelDataARGB`…) and, for newer types, from the
/// table in Wikipedia's article on the Apple Icon Image format.
package struct IconFamily: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// A complete PNG file.
    case png
    /// A JPEG 2000 file or code stream.
    case jpeg2000
    /// Four packed channels after the word `ARGB`.
    case argb
    /// Three packed channels, 8 bits each; a separate mask contains the transparency.
    case rgb
    /// 1, 4 or 8 bits per pixel with the system's colors, for old systems.
    case bitmap
    /// An 8-bit mask for an `rgb` element of the same size.
    case mask
  }

  package struct Image: Hashable, Sendable {
    package let type: String
    package let format: Format
    /// In pixels: as stated by a PNG, for other formats the size that the type implies.
    package let width: Int
    /// In pixels, like the width.
    package let height: Int
    /// The width that the type implies, in points.
    package let points: Int
    /// Pixels per point: 2 for Retina displays, otherwise 1.
    package let scale: Int
    /// The position of the data in the file.
    package let content: Range<Int>
  }

  package struct Element: Hashable, Sendable {
    /// A type with nonprintable characters is represented by eight hexadecimal digits: `fdd92fa8` contains the icons for dark mode.
    package let type: String
    /// The position of its data in the file.
    package let content: Range<Int>
  }

  /// All elements in order, including ones that are not images (`TOC `, `icnV`, `info`, nested families).
  package let elements: [Element]
  package var types: [String] { elements.map(\.type) }
  package let images: [Image]
  /// The number of bytes after the end that the file's header states; 0 in a valid file.
  package let trailingBytes: Int
}
