/// Chooses which points of a line are drawn when there are more than a chart can tell apart.
enum ChartThinning {
  /// A point, in the order recorded.
  struct Sample {
    let time: Int64
    let rank: Int
  }

  /// Positions of the samples to draw, ascending: all of them up to the limit.
  ///
  /// Beyond it the first and last, the earliest and latest, the lowest and highest stay, and, while they take no more than half of
  /// the limit, the falls; of the rest the lowest and the highest of each of as many even stretches as there is room for, so that
  /// the line keeps its shape.
  static func kept(_ samples: [Sample], limit: Int) -> [Int] {
    guard samples.count > limit, let end = samples.indices.last else { return Array(samples.indices) }
    var kept: Set<Int> = [0, end]
    for isBefore: (Int, Int) -> Bool in [
      { samples[$0].time < samples[$1].time }, { samples[$0].rank < samples[$1].rank },
    ] {
      if let least = samples.indices.min(by: isBefore) { kept.insert(least) }
      if let greatest = samples.indices.max(by: isBefore) { kept.insert(greatest) }
    }
    let falls = falls(samples)
    if falls.count <= limit / 2 { kept.formUnion(falls) }
    let stretches = max(0, limit - kept.count) / 2
    for stretch in 0..<stretches {
      let range = samples.count * stretch / stretches..<samples.count * (stretch + 1) / stretches
      let isLower = { samples[$0].rank < samples[$1].rank }
      if let lowest = range.min(by: isLower) { kept.insert(lowest) }
      if let highest = range.max(by: isLower) { kept.insert(highest) }
    }
    return kept.sorted()
  }

  /// Positions of the samples that lie lower than one before them.
  static func falls(_ samples: [Sample]) -> [Int] {
    var highest = Int.min
    return samples.indices.filter { position in
      defer { highest = max(highest, samples[position].rank) }
      return samples[position].rank < highest
    }
  }
}
