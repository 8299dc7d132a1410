/// An image reduced to at most 32 × 32 cells for comparing variants. Each cell is the mean of the pixels that it
/// covers, multiplied by alpha, so that invisible colors do not count.
struct Thumbnail: Hashable {
  /// The maximum number of cells in a row or column.
  static let side = 32

  /// In cells, 1 to 32.
  let width: Int
  let height: Int
  /// Red, green, blue and alpha of each cell, from 0 to 1.
  let samples: [Float]

  private init(width: Int, height: Int, samples: [Float]) {
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// Reads every pixel once. An image smaller than the grid keeps its pixels.
  init(_ picture: Picture) {
    let columns = BoxSpan.spans(of: picture.width, in: min(picture.width, Self.side))
    let rows = BoxSpan.spans(of: picture.height, in: min(picture.height, Self.side))
    var cells = [Float](repeating: 0, count: columns.count * rows.count * 4)
    picture.pixels.withUnsafeBufferPointer { pixels in
      for (row, span) in rows.enumerated() {
        for (y, weight) in span.weights {
          let line = UnsafeBufferPointer(rebasing: pixels[(y * picture.width * 4)..<((y + 1) * picture.width * 4)])
          for (column, across) in columns.enumerated() {
            let sum = Self.sum(line, across, picture.isPremultiplied) * (weight / across.size / span.size)
            for channel in 0..<4 { cells[(row * columns.count + column) * 4 + channel] += sum[channel] }
          }
        }
      }
    }
    self.init(width: columns.count, height: rows.count, samples: cells)
  }

  /// The sum of a cell's part of one row. Pixels at its edges count in proportion.
  private static func sum(
    _ line: UnsafeBufferPointer<UInt8>, _ span: BoxSpan, _ isPremultiplied: Bool
  ) -> SIMD4<Float> {
    var inner = SIMD4<UInt64>()
    for x in span.inner { inner &+= SIMD4<UInt64>(truncatingIfNeeded: premultiplied(line, x, isPremultiplied)) }
    var sum = SIMD4<Float>(inner)
    for (x, weight) in [span.first, span.last] where weight > 0 {
      sum += SIMD4<Float>(premultiplied(line, x, isPremultiplied)) * weight
    }
    return sum / (255 * 255)
  }

  /// From 0 to 255².
  private static func premultiplied(
    _ line: UnsafeBufferPointer<UInt8>, _ x: Int, _ isPremultiplied: Bool
  ) -> SIMD4<UInt32> {
    let pixel = SIMD4<UInt32>(
      UInt32(line[x &* 4]), UInt32(line[x &* 4 &+ 1]), UInt32(line[x &* 4 &+ 2]), UInt32(line[x &* 4 &+ 3]))
    if isPremultiplied { return pixel &* 255 }
    return pixel &* SIMD4<UInt32>(pixel.w, pixel.w, pixel.w, 255)
  }

  /// The mean difference of all samples on the finest grid that both images have, from 0 to 1.
  func distance(to other: Thumbnail) -> Double {
    let width = min(width, other.width)
    let height = min(height, other.height)
    let ours = reduced(to: width, height)
    let theirs = other.reduced(to: width, height)
    var sum = 0.0
    for (a, b) in zip(ours.samples, theirs.samples) { sum += Double(abs(a - b)) }
    return sum / Double(max(1, ours.samples.count))
  }

  private func reduced(to width: Int, _ height: Int) -> Thumbnail {
    if width == self.width, height == self.height { return self }
    let columns = BoxSpan.spans(of: self.width, in: width)
    let rows = BoxSpan.spans(of: self.height, in: height)
    var cells: [Float] = []
    for row in rows {
      for column in columns {
        for channel in 0..<4 {
          var sum: Float = 0
          for (y, down) in row.weights {
            for (x, across) in column.weights { sum += samples[(y * self.width + x) * 4 + channel] * down * across }
          }
          cells.append(sum / row.size / column.size)
        }
      }
    }
    return Thumbnail(width: width, height: height, samples: cells)
  }
}
