enum ChartThinning {
  struct Sample {
    let time: Int64
    let rank: Int
  }

  /// Returns the positions of the samples to draw, ascending; all samples if there are no more than the limit.
  ///
  /// Otherwise keeps the first and last, earliest and latest, lowest and highest samples; the falls, if they take at most half of the
  /// limit; and of the rest the lowest and highest in each of as many equal ranges as fit, so that the line keeps its shape.
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

  /// Returns the positions of samples that are lower than an earlier one.
  static func falls(_ samples: [Sample]) -> [Int] {
    var highest = Int.min
    return samples.indices.filter { position in
      defer { highest = max(highest, samples[position].rank) }
      return samples[position].rank < highest
    }
  }
}
