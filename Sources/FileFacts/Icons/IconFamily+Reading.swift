import Basics
package import PropertyLists

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
