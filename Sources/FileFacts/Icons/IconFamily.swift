/// What an `.icns` file holds.
///
/// The element types and their sizes are those of Apple's `IconStorage.h` (`kIconServices16PixelDataARGB`…) and, for the
/// types that came after it, of the table in Wikipedia's article on the Apple Icon Image format.
package struct IconFamily: Hashable, Sendable {
  /// How an element stores its pixels.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// A whole PNG file.
    case png
    /// A JPEG 2000 file or code stream.
    case jpeg2000
    /// Four packed channels after the word `ARGB`.
    case argb
    /// Three packed channels, 8 bits each; a mask of its own gives the transparency.
    case rgb
    /// 1, 4 or 8 bits a pixel with the system's colours, of old systems.
    case bitmap
    /// An 8-bit mask for an `rgb` element of its size.
    case mask
  }

  /// One picture of the family.
  package struct Image: Hashable, Sendable {
    /// The element's type, such as `ic09`.
    package let type: String
    /// How its pixels are stored.
    package let format: Format
    /// In pixels: what a PNG states, of other formats what the type stands for.
    package let width: Int
    /// In pixels, likewise.
    package let height: Int
    /// The width that the type stands for, in points.
    package let points: Int
    /// Pixels a point: 2 for Retina displays, else 1.
    package let scale: Int
    /// Where the data lies, in bytes of the file.
    package let content: Range<Int>
  }

  /// One element, whatever it holds.
  package struct Element: Hashable, Sendable {
    /// A type that can't be printed is given as eight hexadecimal digits: `fdd92fa8` holds the icons for dark mode.
    package let type: String
    /// Where its data lies, in bytes of the file.
    package let content: Range<Int>
  }

  /// All elements in order, those that are no pictures included (`TOC `, `icnV`, `info`, nested families).
  package let elements: [Element]
  /// The types of all elements in order.
  package var types: [String] { elements.map(\.type) }
  /// The pictures, in order; nested families' are not among them.
  package let images: [Image]
  /// How many bytes the file has after the end that its header states; 0 in a sound file.
  package let trailingBytes: Int
}
