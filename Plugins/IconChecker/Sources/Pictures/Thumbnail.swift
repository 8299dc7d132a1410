/// An image reduced to at most 32 × 32 cells for comparing variants. Each cell is the mean of the pixels that it
/// covers, multiplied by alpha, so that invisible colors do not count.
struct Thumbnail: Hashable {
  static let side = 32

  /// In cells, 1 to 32.
  let width: Int
  let height: Int
  /// Red, green, blue and alpha of each cell, from 0 to 1.
  let samples: [Float]
}

extension Thumbnail {
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

/// The part of a row or column that one cell of a coarser grid covers.
struct BoxSpan {
  let first: (position: Int, weight: Float)
  let inner: Range<Int>
  /// The last position, and how much of it is covered; 0 if there is none, or if it is the first.
  let last: (position: Int, weight: Float)
  let size: Float

  /// Creates the cell at `index` of `count` on `length` positions; `count` is at least 1 and at most `length`.
  private init(_ index: Int, of count: Int, length: Int) {
    // In units of 1/count of a position, so that nothing is rounded.
    let (start, end) = (index * length, (index + 1) * length)
    let (firstPosition, firstUnits) = (start / count, count - start % count)
    let (lastPosition, lastUnits) = (end / count, end % count)
    first = (firstPosition, Float(firstUnits) / Float(count))
    inner = (firstPosition + 1)..<max(firstPosition + 1, lastPosition)
    last = (min(lastPosition, length - 1), Float(lastUnits) / Float(count))
    size = Float(length) / Float(count)
  }

  static func spans(of length: Int, in count: Int) -> [BoxSpan] {
    (0..<count).map { BoxSpan($0, of: count, length: length) }
  }

  var weights: [(position: Int, weight: Float)] {
    ([first] + inner.map { ($0, 1) } + [last]).filter { $0.1 > 0 }
  }
}

struct OddOnesOut {
  /// The first of those that are nearest to all others.
  let reference: Int
  /// Those further from the reference than allowed, with their distances.
  let odd: [(index: Int, distance: Double)]

  /// Nil for fewer than two. Computes `count`² distances.
  init?(count: Int, tolerance: Double, distance: (Int, Int) -> Double) {
    guard count > 1 else { return nil }
    var distances = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for a in 0..<count {
      for b in (a + 1)..<count { (distances[a][b], distances[b][a]) = { ($0, $0) }(distance(a, b)) }
    }
    let sums = distances.map { $0.reduce(0, +) }
    let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
    reference = best
    odd = (0..<count).filter { distances[best][$0] > tolerance }.map { ($0, distances[best][$0]) }
  }
}
