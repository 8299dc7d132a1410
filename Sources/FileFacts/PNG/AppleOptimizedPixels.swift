import CZLib

/// The pixels of a PNG that Xcode's pngcrush has optimized for iOS.
///
/// Its image data is deflated without zlib's header and checksum, red and blue are exchanged, and colors are multiplied by alpha (The Apple
/// Wiki, "PNG CgBI Format").
struct AppleOptimizedPixels {
  private let bytesPerPixel: Int
  private let rowLength: Int
  private let height: Int

  /// Accepts the formats that Xcode writes: 8 bits per sample, with or without alpha, not interlaced. The caller must limit the size.
  init(_ header: PNGHeader) throws(PlainPNG.Refusal) {
    switch header.colorType {
    case .truecolor: bytesPerPixel = 3
    case .truecolorAlpha: bytesPerPixel = 4
    case .grayscale, .indexed, .grayscaleAlpha:
      throw PlainPNG.Refusal("its format is not one that Xcode writes for iOS icons")
    }
    guard header.bitDepth == 8, !header.isInterlaced else {
      throw PlainPNG.Refusal("its format is not one that Xcode writes for iOS icons")
    }
    rowLength = header.width * bytesPerPixel
    height = header.height
  }

  func standard(_ data: [UInt8]) throws(PlainPNG.Refusal) -> [UInt8] {
    var rows = try inflated(data)
    try unfilter(&rows)
    for row in 0..<height {
      let start = row * (rowLength + 1) + 1
      for pixel in stride(from: start, to: start + rowLength, by: bytesPerPixel) {
        rows.swapAt(pixel, pixel + 2)
        guard bytesPerPixel == 4 else { continue }
        let alpha = Int(rows[pixel + 3])
        if alpha == 0 || alpha == 255 { continue }
        for channel in pixel..<(pixel + 3) {
          rows[channel] = UInt8(clamping: (Int(rows[channel]) * 255 + alpha / 2) / alpha)
        }
      }
    }
    return try deflated(rows)
  }

  /// Returns all rows, each preceded by its filter byte.
  private func inflated(_ data: [UInt8]) throws(PlainPNG.Refusal) -> [UInt8] {
    let size = (rowLength + 1) * height
    var rows: [UInt8] = []
    rows.reserveCapacity(size)
    _ = try DeflatedData.inflate(data, limit: size) { rows += $0 }
    guard rows.count == size else { throw PlainPNG.Refusal("its image data ends too early or is damaged") }
    return rows
  }

  /// Reverses the filters (PNG specification, section 9).
  private func unfilter(_ rows: inout [UInt8]) throws(PlainPNG.Refusal) {
    for row in 0..<height {
      let start = row * (rowLength + 1) + 1
      let filter = rows[start - 1]
      guard filter <= 4 else { throw PlainPNG.Refusal("its image data is damaged") }
      rows[start - 1] = 0
      if filter == 0 { continue }
      for column in 0..<rowLength {
        let place = start + column
        let left = column < bytesPerPixel ? 0 : Int(rows[place - bytesPerPixel])
        let above = row == 0 ? 0 : Int(rows[place - rowLength - 1])
        let corner = row == 0 || column < bytesPerPixel ? 0 : Int(rows[place - rowLength - 1 - bytesPerPixel])
        let predicted =
          switch filter {
          case 1: left
          case 2: above
          case 3: (left + above) / 2
          default: Self.paeth(left, above, corner)
          }
        rows[place] = rows[place] &+ UInt8(truncatingIfNeeded: predicted)
      }
    }
  }

  /// The Paeth predictor (PNG specification, section 9.4).
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let estimate = left + above - corner
    let (toLeft, toAbove, toCorner) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
    if toLeft <= toAbove, toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }

  private func deflated(_ rows: [UInt8]) throws(PlainPNG.Refusal) -> [UInt8] {
    var count = compressBound(uLong(rows.count))
    var data = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&data, &count, rows, uLong(rows.count), 6) == Z_OK else {
      throw PlainPNG.Refusal("there is not enough memory to compress it")
    }
    return Array(data.prefix(Int(count)))
  }
}
