import Basics
import BuildRecords
import ReleaseLedger

/// The contents of a chart of builds over time, without drawing: positions of builds by their versions or by a measure, and which builds are
/// left out.
struct LedgerChart {
  struct Point {
    let build: RecordedBuild
    /// From 0 at the first moment to 1 at the last.
    let x: Double
    /// From 0 at the lowest version to 1 at the highest.
    let y: Double
  }

  struct MarkedVersion {
    /// From 0 at the lowest rank to 1 at the highest.
    let y: Double
    /// The newest build with that version.
    let entry: BuildEntry
  }

  struct Level {
    let y: Double
    let text: String
    let shortText: String
  }

  /// The builds that passed, in the order recorded, which a line connects.
  let passing: [Point]
  let failing: [Point]
  let omitted: Int
  /// Passing builds with a lower version than an earlier passing build, in the order recorded; empty for a measure.
  let fallen: [RecordedBuild]
  let time: TimeAxis
  private let scale: Scale

  private enum Scale {
    case versions(VersionRanks, [RecordedBuild])
    case measure(String, ClosedRange<Int64>)
  }

  /// A chart of the order of versions.
  /// - Parameters:
  ///   - builds: The builds of one bundle, in the order recorded.
  ///   - limit: The most points. Failed builds and extremes are kept even beyond it.
  init(_ builds: [RecordedBuild], limit: Int) {
    let ranks = VersionRanks(builds.map(\.entry))
    self.init(builds, .versions(ranks, builds), heights: ranks.ranks.map { Int64($0) }, limit: limit)
  }

  /// A chart of the values of a measure; nil if fewer than two builds have it.
  init?(_ builds: [RecordedBuild], measure: String, limit: Int) {
    let measured = builds.compactMap { build in build.entry.details.measure(measure).map { (build: build, value: $0) } }
    let values = measured.map(\.value)
    guard measured.count > 1, let least = values.min(), let most = values.max() else { return nil }
    self.init(measured.map(\.build), .measure(measure, least...most), heights: values, limit: limit)
  }

  private init(_ builds: [RecordedBuild], _ scale: Scale, heights: [Int64], limit: Int) {
    let times = builds.map(\.time)
    let time = TimeAxis(first: times.min() ?? 0, last: times.max() ?? 0)
    func point(_ position: Int) -> Point {
      Point(
        build: builds[position], x: time.position(of: times[position]), y: Self.height(of: heights[position], in: scale)
      )
    }
    func stands(_ build: RecordedBuild) -> Bool { [.passed, .shipped].contains(build.standing) }
    let failed = builds.indices.filter { !stands(builds[$0]) }
    let passed = builds.indices.filter { stands(builds[$0]) }
    let samples = passed.map { ChartThinning.Sample(time: times[$0], rank: Int(heights[$0])) }
    let kept = ChartThinning.kept(samples, limit: max(limit / 4, limit - failed.count))
    passing = kept.map { point(passed[$0]) }
    failing = failed.map(point)
    omitted = passed.count - kept.count
    fallen = if case .versions = scale { ChartThinning.falls(samples).map { builds[passed[$0]] } } else { [] }
    self.time = time
    self.scale = scale
  }

  var isMeasure: Bool { if case .measure = scale { true } else { false } }

  var levelCount: Int { if case .versions(let ranks, _) = scale { ranks.newest.count } else { 2 } }

  func valueText(of build: RecordedBuild) -> String? {
    guard case .measure(let name, _) = scale else { return nil }
    return build.entry.details.measure(name).map { "\(name) \(MeasureText.text($0, of: name))" }
  }

  func levels(atMost most: Int) -> [Level] {
    switch scale {
    case .versions:
      return versions(atMost: most).map { version in
        let text = version.entry.versionText
        return Level(y: version.y, text: text, shortText: version.entry.build ?? text)
      }
    case .measure(let name, let range):
      let values = range.lowerBound == range.upperBound ? [range.lowerBound] : [range.lowerBound, range.upperBound]
      return values.map { value in
        let text = MeasureText.text(value, of: name)
        return Level(y: Self.height(of: value, in: scale), text: text, shortText: text)
      }
    }
  }

  /// Returns ticks from the lowest to the highest version, evenly spaced from the highest down.
  func versions(atMost most: Int) -> [MarkedVersion] {
    guard case .versions(let ranks, let builds) = scale else { return [] }
    let count = ranks.newest.count
    let (last, gaps) = (count - 1, max(1, most - 1))
    let step = max(1, (last + gaps - 1) / gaps)
    var shown = Array(stride(from: last, through: 0, by: -step))
    // Its label would touch the label of the lowest.
    if let lowest = shown.last, lowest > 0, shown.count > 1, lowest < step / 2 + 1 { shown.removeLast() }
    if shown.last != 0 { shown.append(0) }
    return shown.reversed().map { rank in
      MarkedVersion(y: Self.height(of: Int64(rank), in: scale), entry: builds[ranks.newest[rank]].entry)
    }
  }

  private static func height(of value: Int64, in scale: Scale) -> Double {
    let range: ClosedRange<Int64> =
      switch scale {
      case .versions(let ranks, _): 0...Int64(max(0, ranks.newest.count - 1))
      case .measure(_, let range): range
      }
    // The difference of recorded numbers may not fit an integer.
    let length = Double(range.upperBound) - Double(range.lowerBound)
    return length > 0 ? (Double(value) - Double(range.lowerBound)) / length : 0.5
  }
}

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

/// The ranks of the build numbers of a bundle. The lowest has rank 0; equal numbers share a rank.
struct VersionRanks {
  let ranks: [Int]
  let newest: [Int]

  /// Ranks builds by `CFBundleVersion` in Apple's dialect.
  ///
  /// A version that is missing or cannot be parsed ranks right above the highest version recorded before it.
  /// - Parameter builds: Builds in the order recorded.
  init(_ builds: [BuildEntry]) {
    var keys: [[UInt8]: Key] = [:]
    var highest: [UInt8] = []
    let ordered = builds.indices.map { position in
      let text = builds[position].build
      if let text, let version = Version(text, dialect: .apple) {
        let key = version.sortKey
        if highest.lexicographicallyPrecedes(key) { highest = key }
        return Key(version: key, unreadable: 0)
      }
      // A byte that begins no valid text represents a missing version.
      let name: [UInt8] = text.map { [0x00] + Array($0.utf8) } ?? [0xFF]
      let key = keys[name] ?? Key(version: highest, unreadable: position + 1)
      keys[name] = key
      return key
    }
    var rankOfKey: [Key: Int] = [:]
    for key in Set(ordered).sorted() { rankOfKey[key] = rankOfKey.count }
    ranks = ordered.map { rankOfKey[$0] ?? 0 }
    var newest = [Int](repeating: 0, count: rankOfKey.count)
    for (position, rank) in ranks.enumerated() { newest[rank] = position }
    self.newest = newest
  }

  private struct Key: Hashable, Comparable {
    /// The order of the version, or of the highest version before it if it cannot be parsed.
    let version: [UInt8]
    /// 0 for a version that can be parsed, otherwise the order in which it was first recorded, from 1.
    let unreadable: Int

    static func < (left: Key, right: Key) -> Bool {
      left.version != right.version
        ? left.version.lexicographicallyPrecedes(right.version) : left.unreadable < right.unreadable
    }
  }
}
