import Basics
package import PropertyLists

extension PNGHeader {
  package static let chunkLimit = 4096

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns the header of a PNG, or nil if the file does not begin like one (`89 50 4E 47`).
  ///
  /// Reads the chunks before the image data, and checks that the first image data chunk is within the file. Throws for a header that
  /// violates the specification, a wrong checksum of IHDR, and a file that ends before its image.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> PNGHeader? {
    let reader = FieldReader(source, file: file)
    guard try begins(reader, at: 0, end: reader.count) else { return nil }
    return try read(reader, at: 0, end: reader.count)
  }

  static func begins(_ reader: FieldReader, at start: Int, end: Int) throws(FileFactError) -> Bool {
    try reader.begins(with: Array(signature.prefix(4)), at: start, end: end)
  }

  static func read(_ reader: FieldReader, at start: Int, end: Int) throws(FileFactError) -> PNGHeader {
    let fields = try reader.fields(at: start, count: signature.count, end: end, of: "the PNG signature")
    guard try fields.part(0, signature.count, of: "the PNG signature").elementsEqual(signature) else {
      throw FileFactError(
        fields.place(4), "the PNG signature is not 89 50 4E 47 0D 0A 1A 0A",
        hint: "a transfer that converts line endings damages a PNG; copy it as a binary file")
    }
    var chunk = try Chunk(reader, at: start + signature.count, end: end)
    let isCgBI = chunk.type == "CgBI"
    if isCgBI { chunk = try Chunk(reader, at: chunk.next, end: end) }
    guard chunk.type == "IHDR" else {
      throw .damaged(reader.place(chunk.start + 4), "a PNG must start with the chunk IHDR, not '\(chunk.type)'")
    }
    guard chunk.length == 13 else {
      throw .damaged(reader.place(chunk.start), "IHDR must have 13 bytes, but states \(chunk.length)")
    }
    let header = try reader.fields(at: chunk.start + 4, count: 21, end: end, of: "IHDR")
    let computed = PNGChunks.checksum(try header.part(0, 17, of: "IHDR"))
    let stated = try header.uint32(17)
    guard computed == stated else {
      throw .damaged(
        header.place(17),
        "the checksum of IHDR is 0x\(Hexadecimal.text(stated)), but should be 0x\(Hexadecimal.text(computed))")
    }

    let (colorType, bitDepth) = try form(header)
    let isTransparent = try hasTransparencyChunk(reader, after: chunk, end: end)
    return PNGHeader(
      width: try dimension("width", header, 4), height: try dimension("height", header, 8), bitDepth: bitDepth,
      colorType: colorType, hasAlpha: colorType == .grayscaleAlpha || colorType == .truecolorAlpha || isTransparent,
      isInterlaced: try header.uint8(16) == 1, isCgBI: isCgBI)
  }

  private static func dimension(_ name: String, _ header: Fields, _ position: Int) throws(FileFactError) -> Int {
    let value = try header.uint32(position)
    guard (1...0x7FFF_FFFF).contains(value) else {
      throw FileFactError(header.place(position), "the \(name) is \(value); it must be from 1 to 2147483647")
    }
    return Int(value)
  }

  private static func form(_ header: Fields) throws(FileFactError) -> (ColorType, bitDepth: Int) {
    let depth = try header.uint8(12)
    let rawType = try header.uint8(13)
    let colorType = ColorType(rawValue: rawType)
    let depths: [UInt8] =
      switch colorType {
      case .grayscale: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .truecolor, .grayscaleAlpha, .truecolorAlpha: [8, 16]
      case nil: []
      }
    guard let colorType, depths.contains(depth) else {
      throw FileFactError(header.place(12), "color type \(rawType) with \(depth) bits is not valid in PNG")
    }
    for (name, position, last) in [("compression", 14, 0), ("filter", 15, 0), ("interlace", 16, 1)] {
      let method = try header.uint8(position)
      guard method <= last else { throw FileFactError(header.place(position), "unknown \(name) method \(method)") }
    }
    return (colorType, Int(depth))
  }

  /// Reads chunks up to the image data, which must exist.
  private static func hasTransparencyChunk(
    _ reader: FieldReader, after header: Chunk, end: Int
  ) throws(FileFactError) -> Bool {
    var found = false
    var chunk = header
    for _ in 0..<chunkLimit {
      chunk = try Chunk(reader, at: chunk.next, end: end)
      switch chunk.type {
      case "IDAT": return found
      case "IEND": throw .pngNoImage(reader.place(chunk.start))
      case "tRNS": found = true
      default: break
      }
    }
    throw FileFactError(reader.place(chunk.start), "more than \(chunkLimit) chunks before the image data")
  }

  private struct Chunk {
    let start: Int
    let type: String
    let length: Int

    /// The start of the next chunk: length, type and checksum have four bytes each.
    var next: Int { start + 12 + length }

    init(_ reader: FieldReader, at start: Int, end: Int) throws(FileFactError) {
      self.start = start
      if start == min(end, reader.count) { throw .pngNoImage(reader.place(start)) }
      let fields = try reader.fields(at: start, count: 8, end: end, of: "the head of a chunk")
      type = try fields.code(4)
      let letters = try fields.part(4, 4, of: "a chunk's type")
      guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
        throw .damaged(fields.place(4), "a chunk's type must be four letters, not '\(type)'")
      }
      let stated = try fields.uint32(0)
      guard stated <= 0x7FFF_FFFF else {
        throw .damaged(
          fields.place(), "the chunk \(type) states \(counted(stated, "byte")); a chunk has at most 2147483647")
      }
      length = Int(stated)
      let left = min(end, reader.count) - start - 8
      guard length + 4 <= left else {
        throw .ends(within: "the chunk \(type)", needs: length + 4, left: left, reader.place(start + 8))
      }
    }
  }
}

/// The properties that a PNG states before its image data (W3C, Portable Network Graphics specification, third edition).
package struct PNGHeader: Hashable, Sendable {
  package enum ColorType: UInt8, Hashable, Sendable, CaseIterable {
    case grayscale = 0
    case truecolor = 2
    case indexed = 3
    case grayscaleAlpha = 4
    case truecolorAlpha = 6

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
  package let height: Int
  /// Bits per sample or palette index: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  package let colorType: ColorType
  /// Whether pixels may be transparent: by the color type, or by a `tRNS` chunk. The pixels are not checked.
  package let hasAlpha: Bool
  /// Whether the image is stored in Adam7 passes.
  package let isInterlaced: Bool
  /// Whether it is Apple's variant for iOS, which starts with a chunk `CgBI` and which other readers cannot display.
  package let isCgBI: Bool
}
