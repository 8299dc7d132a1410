/// The part of a row or column that one cell of a coarser grid covers.
struct BoxSpan {
  /// The first position, and how much of it is covered.
  let first: (position: Int, weight: Float)
  /// The positions that are covered completely.
  let inner: Range<Int>
  /// The last position, and how much of it is covered; 0 if there is none, or if it is the first.
  let last: (position: Int, weight: Float)
  /// The number of positions covered, with fractions.
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

  /// All positions with how much of each is covered.
  var weights: [(position: Int, weight: Float)] {
    ([first] + inner.map { ($0, 1) } + [last]).filter { $0.1 > 0 }
  }
}
