import SampleFiles

/// A PNG with pixels, deflated without compression.
package struct SamplePicture {
  package var width = 8
  package var height = 8
  /// The specification's number: 6 is red, green, blue, alpha.
  package var colorType: UInt8 = 6
  /// Bits per sample; below 8, the highest bits of a sample are written; for 16, all bits twice.
  package var bitDepth: UInt8 = 8
  /// Red, green and blue of each entry, for color type 3, whose pixels have the index in place of red.
  package var palette: [UInt8] = []
  /// The content of `tRNS`.
  package var transparency: [UInt8]?
  /// The content of `CgBI`, for the form that Xcode makes for iOS: colors multiplied by alpha, blue first, no zlib header around
  /// the deflated data. `[0x30, 0, 0x20, 2]` has alpha, `[0x30, 0, 0x20, 6]` ignores it.
  package var optimization: [UInt8]?
  /// Chunks between IHDR and the palette.
  package var extra: [(String, [UInt8])] = []
  /// Red, green, blue and alpha at a column and row. Gray images use the red value.
  package var pixel: (Int, Int) -> [UInt8] = { _, _ in [0, 0, 0, 255] }

  package init() {}

  package init(_ change: (inout SamplePicture) -> Void) { change(&self) }

  package var bytes: [UInt8] { bytes(data: optimization == nil ? Self.wrapped(rows) : Self.deflated(rows)) }

  /// The file with other image data, which is split into two chunks.
  package func bytes(data: [UInt8]) -> [UInt8] {
    SamplePNG { file in
      (file.width, file.height) = (UInt32(width), UInt32(height))
      (file.bitDepth, file.colorType) = (bitDepth, colorType)
      if let optimization { file.first = [("CgBI", optimization)] }
      file.middle = extra
      if !palette.isEmpty { file.middle.append(("PLTE", palette)) }
      if let transparency { file.middle.append(("tRNS", transparency)) }
      file.last = [
        ("IDAT", Array(data.prefix(data.count / 2))), ("IDAT", Array(data.dropFirst(data.count / 2))), ("IEND", []),
      ]
    }.bytes
  }

  /// The rows, each with the filter byte for no filter.
  package var rows: [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      var bits = Bits()
      for x in 0..<width {
        for sample in samples(pixel(x, y)) {
          switch bitDepth {
          case 16: bits.add(Int(sample), 8)
          case 8: break
          default:
            bits.add(colorType == 3 ? Int(sample) : Int(sample) >> (8 - Int(bitDepth)), Int(bitDepth))
            continue
          }
          bits.add(Int(sample), 8)
        }
      }
      rows += [0] + bits.bytes
    }
    return rows
  }

  private func samples(_ pixel: [UInt8]) -> [UInt8] {
    var pixel = pixel
    if optimization != nil {
      if colorType == 4 || colorType == 6 {
        for channel in 0..<3 { pixel[channel] = UInt8((Int(pixel[channel]) * Int(pixel[3]) + 127) / 255) }
      }
      if colorType == 2 || colorType == 6 { pixel.swapAt(0, 2) }
    }
    switch colorType {
    case 0, 3: return [pixel[0]]
    case 2: return Array(pixel.prefix(3))
    case 4: return [pixel[0], pixel[3]]
    default: return pixel
    }
  }

  private struct Bits {
    var bytes: [UInt8] = []
    var filled = 0

    mutating func add(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() {
        if filled % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(7 - filled % 8)
        filled += 1
      }
    }
  }

  // MARK: Deflate

  /// Stored blocks (RFC 1951, section 3.2.4).
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return result
  }

  /// Deflated data with zlib's header and checksum (RFC 1950).
  package static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    var stream = ByteWriter()
    stream.add([0x78, 0x01])
    stream.add(deflated(bytes))
    stream.add(b << 16 | a)
    return stream.bytes
  }
}
