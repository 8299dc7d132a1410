import CZLib
import FileFacts

/// Converts a PNG that Xcode's copy of pngcrush wrote for iOS, so that libpng can read it.
///
/// Such a file has a chunk `CgBI` before IHDR, its image data is deflated without zlib's header and checksum, red and
/// blue are swapped, and the colors are multiplied by alpha (The Apple Wiki, "PNG CgBI Format"). The lower bytes of
/// CgBI are a `CGBitmapInfo` (the same, older edition: iPhone Development Wiki, "CgBI file format").
struct AppleOptimizedPNG {
  /// The image as a standard PNG. Its samples are in the original order, and multiplied by alpha.
  let standard: [UInt8]
  /// Whether the alpha samples are used. `CGImageAlphaInfo` in the lowest five bits of `CGBitmapInfo` says that they
  /// are not with `noneSkipLast` and `noneSkipFirst`, 5 and 6.
  let isAlphaUsed: Bool

  private static let pieceSize = 64 << 10

  /// Reads all chunks. The caller must have limited the area in the header.
  init(_ bytes: [UInt8], _ header: PNGHeader) throws(PictureError) {
    var chunks = PNGChunks(bytes)
    var file = Array(bytes.prefix(8))
    var data: [UInt8] = []
    var info: UInt32 = 0
    let count: Int
    var checksum = adler32_z(0, nil, 0)
    do throws(PlainPNG.Refusal) {
      while let chunk = try chunks.next() {
        switch chunk.type {
        case "CgBI":
          if chunk.content.count == 4 { info = bytes[chunk.content].reduce(0) { $0 << 8 | UInt32($1) } }
        case "IHDR", "PLTE", "tRNS":
          // libpng verifies these. Other chunks do not matter for the pixels, except gamma, which is sRGB's here.
          file += bytes[chunk.whole]
        case "IDAT":
          try chunks.verify(chunk)
          data += bytes[chunk.content]
        default: break
        }
      }
      count = try DeflatedData.inflate(data, limit: Self.filteredSize(header)) {
        checksum = adler32_z(checksum, $0.baseAddress, $0.count)
      }
    } catch {
      throw .damaged(error.reason)
    }
    // 32 KiB of window, fastest compression, no dictionary; at the end, the Adler-32 of the inflated data (RFC 1950, section 2.2).
    var stream: [UInt8] = [0x78, 0x01]
    stream += data.prefix(count)
    PNGChunks.append(UInt32(truncatingIfNeeded: checksum), to: &stream)
    for start in stride(from: 0, to: stream.count, by: Self.pieceSize) {
      PNGChunks.append("IDAT", stream[start..<min(start + Self.pieceSize, stream.count)], to: &file)
    }
    PNGChunks.append("IEND", [], to: &file)
    standard = file
    isAlphaUsed = ![5, 6].contains(info & 0x1F)
  }

  /// The bytes of all rows with the filter byte before each (PNG specification, sections 7 and 8).
  static func filteredSize(_ header: PNGHeader) -> Int {
    let channels =
      switch header.colorType {
      case .grayscale, .indexed: 1
      case .grayscaleAlpha: 2
      case .truecolor: 3
      case .truecolorAlpha: 4
      }
    // The first column and row of each Adam7 pass, and their distances.
    let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var size = 0
    for (left, top, across, down) in header.isInterlaced ? adam7 : [(0, 0, 1, 1)] {
      let width = (header.width - left + across - 1) / across
      let height = (header.height - top + down - 1) / down
      guard width > 0, height > 0 else { continue }
      size += height * (1 + (width * channels * header.bitDepth + 7) / 8)
    }
    return size
  }
}
