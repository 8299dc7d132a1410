import Basics
package import PropertyLists

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
    package let height: Int
    /// The width that the type implies, in points.
    package let points: Int
    /// Pixels per point: 2 for Retina displays, otherwise 1.
    package let scale: Int
    package let content: Range<Int>
  }

  package struct Element: Hashable, Sendable {
    /// A type with nonprintable characters is represented by eight hexadecimal digits: `fdd92fa8` contains the icons for dark mode.
    package let type: String
    package let content: Range<Int>
  }

  /// All elements in order, including ones that are not images (`TOC `, `icnV`, `info`, nested families).
  package let elements: [Element]
  package var types: [String] { elements.map(\.type) }
  package let images: [Image]
  /// The number of bytes after the end that the file's header states; 0 in a valid file.
  package let trailingBytes: Int
}

extension IconFamily {
  package static let elementLimit = 1024

  private static let jpeg2000: [[UInt8]] = [
    [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], [0xFF, 0x4F, 0xFF, 0x51],
  ]

  /// Returns the icon family in a file, or nil if the file does not begin like one (`icns`).
  ///
  /// Reads the heads of its elements, and the headers of PNG elements. Throws for elements that do not fit, a table of contents that
  /// differs from the elements, and malformed PNG headers.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> IconFamily? {
    let reader = FieldReader(source, file: file)
    guard try reader.begins(with: Array("icns".utf8), at: 0, end: reader.count) else { return nil }
    let head = try reader.fields(at: 0, count: 8, end: reader.count, of: "the head of an icon family")
    let stated = try head.uint32(4)
    guard stated >= 8, let end = Int(exactly: stated), end <= reader.count else {
      throw .incomplete(
        head.place(4), "the icon family states \(counted(stated, "byte")), but the file has \(reader.count)")
    }
    let elements = try elements(reader, end: end)
    for element in elements where element.type == "TOC " { try check(element, elements, reader) }
    var images: [Image] = []
    for element in elements {
      guard let type = IconElementType(element.type) else { continue }
      images.append(try image(element, type, reader))
    }
    return IconFamily(elements: elements, images: images, trailingBytes: reader.count - end)
  }

  private static func elements(_ reader: FieldReader, end: Int) throws(FileFactError) -> [Element] {
    var elements: [Element] = []
    var start = 8
    while start < end {
      guard elements.count < elementLimit else {
        throw FileFactError(reader.place(start), "more than \(elementLimit) elements in one icon family")
      }
      let head = try reader.fields(at: start, count: 8, end: end, of: "the head of an element")
      let type = try head.code(0)
      let stated = try head.uint32(4)
      guard stated >= 8, let length = Int(exactly: stated), length <= end - start else {
        throw .damaged(
          head.place(4),
          "the element '\(type)' states \(counted(stated, "byte")); it has at least 8, and \(end - start) are left")
      }
      elements.append(Element(type: type, content: (start + 8)..<(start + length)))
      start += length
    }
    return elements
  }

  /// Checks a table of contents, which lists the types and lengths of elements in order.
  private static func check(_ contents: Element, _ elements: [Element], _ reader: FieldReader) throws(FileFactError) {
    let size = contents.content.count
    guard size % 8 == 0 else {
      throw .damaged(
        reader.place(contents.content.lowerBound - 4),
        "the table of contents has \(counted(size, "byte")), not a multiple of 8")
    }
    var rest = elements[...]
    for entry in 0..<(size / 8) {
      let fields = try reader.fields(
        at: contents.content.lowerBound + entry * 8, count: 8, end: contents.content.upperBound,
        of: "the table of contents")
      let (type, length) = (try fields.code(0), try fields.uint32(4))
      guard let found = rest.firstIndex(where: { $0.type == type && $0.content.count + 8 == length }) else {
        throw .damaged(
          fields.place(),
          "the table of contents lists '\(type)' of \(counted(length, "byte")), but no such element follows in this order"
        )
      }
      rest = rest[(found + 1)...]
    }
  }

  private static func image(
    _ element: Element, _ type: IconElementType, _ reader: FieldReader
  ) throws(FileFactError) -> Image {
    var (format, width, height) = (type.format, type.width, type.height)
    if type.mayBeFile {
      if try PNGHeader.begins(reader, at: element.content.lowerBound, end: element.content.upperBound) {
        let png = try PNGHeader.read(reader, at: element.content.lowerBound, end: element.content.upperBound)
        (format, width, height) = (.png, png.width, png.height)
      } else {
        for beginning in jpeg2000
        where try reader.begins(with: beginning, at: element.content.lowerBound, end: element.content.upperBound) {
          format = .jpeg2000
        }
      }
    }
    return Image(
      type: element.type, format: format, width: width, height: height, points: type.width / type.scale,
      scale: type.scale, content: element.content)
  }
}

struct IconElementType {
  /// The format, unless the data is a PNG or JPEG 2000.
  let format: IconFamily.Format
  let width: Int
  let height: Int
  let scale: Int
  /// Whether the data may also be a PNG or JPEG 2000.
  let mayBeFile: Bool

  init?(_ type: String) {
    guard let (side, scale, format) = Self.all[type] else { return nil }
    (self.format, self.scale, width) = (format, scale, side)
    // The mini icons are the only ones that are not square.
    height = type.hasPrefix("icm") ? 12 : side
    mayBeFile = format == .argb || format == .rgb
  }

  /// The width in pixels, and the pixels per point. `icp6` is `kIconServices48PixelDataARGB`.
  private static let all: [String: (side: Int, scale: Int, format: IconFamily.Format)] = [
    "ic04": (16, 1, .argb), "icp4": (16, 1, .argb), "icsb": (18, 1, .argb), "sb24": (24, 1, .argb),
    "ic05": (32, 1, .argb), "icp5": (32, 1, .argb), "icp6": (48, 1, .argb), "ic07": (128, 1, .argb),
    "ic08": (256, 1, .argb), "ic09": (512, 1, .argb), "ic11": (32, 2, .argb), "icsB": (36, 2, .argb),
    "SB24": (48, 2, .argb), "ic12": (64, 2, .argb), "ic13": (256, 2, .argb), "ic14": (512, 2, .argb),
    "ic10": (1024, 2, .argb),
    "is32": (16, 1, .rgb), "il32": (32, 1, .rgb), "ih32": (48, 1, .rgb), "it32": (128, 1, .rgb),
    "s8mk": (16, 1, .mask), "l8mk": (32, 1, .mask), "h8mk": (48, 1, .mask), "t8mk": (128, 1, .mask),
    "icm#": (16, 1, .bitmap), "icm4": (16, 1, .bitmap), "icm8": (16, 1, .bitmap), "ics#": (16, 1, .bitmap),
    "ics4": (16, 1, .bitmap), "ics8": (16, 1, .bitmap), "ICON": (32, 1, .bitmap), "ICN#": (32, 1, .bitmap),
    "icl4": (32, 1, .bitmap), "icl8": (32, 1, .bitmap), "ich#": (48, 1, .bitmap), "ich4": (48, 1, .bitmap),
    "ich8": (48, 1, .bitmap),
  ]
}
