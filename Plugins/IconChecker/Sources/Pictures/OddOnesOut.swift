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
    var best = 0
    for index in 1..<count where sums[index] < sums[best] { best = index }
    reference = best
    odd = (0..<count).filter { distances[best][$0] > tolerance }.map { ($0, distances[best][$0]) }
  }
}
