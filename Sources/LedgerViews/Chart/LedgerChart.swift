import ReleaseLedger

/// What a chart of builds over time shows: where each build lies, and which of them are left out. It draws nothing.
struct LedgerChart {
  /// A build in the chart.
  struct Point {
    let build: RecordedBuild
    /// 0…1 from the first moment to the last.
    let x: Double
    /// 0…1 from the lowest version to the highest.
    let y: Double
  }

  /// A version that is marked on its axis.
  struct MarkedVersion {
    /// Of the version's rank, 0…1.
    let y: Double
    /// The newest build with that version.
    let entry: BuildEntry
  }

  /// In the order recorded; a line connects them.
  let passing: [Point]
  /// All that failed or were withdrawn, in the order recorded.
  let failing: [Point]
  /// How many passing builds are left out.
  let omitted: Int
  /// Passing builds with a lower version than a passing one before them, in the order recorded.
  let fallen: [RecordedBuild]
  let time: TimeAxis
  /// How many versions there are.
  var versionCount: Int { ranks.newest.count }
  private let ranks: VersionRanks
  private let builds: [RecordedBuild]

  /// - Parameters:
  ///   - builds: Of one bundle, in the order recorded.
  ///   - limit: Of points; failed builds and the extremes are there even beyond it.
  init(_ builds: [RecordedBuild], limit: Int) {
    let ranks = VersionRanks(builds.map(\.entry))
    let times = builds.map(\.time)
    let time = TimeAxis(first: times.min() ?? 0, last: times.max() ?? 0)
    func point(_ position: Int) -> Point {
      Point(
        build: builds[position], x: time.position(of: times[position]),
        y: Self.height(ofRank: ranks.ranks[position], among: ranks.newest.count))
    }
    func stands(_ build: RecordedBuild) -> Bool { build.entry.verdict == .pass && build.withdrawal == nil }
    let failed = builds.indices.filter { !stands(builds[$0]) }
    let passed = builds.indices.filter { stands(builds[$0]) }
    let samples = passed.map { ChartThinning.Sample(time: times[$0], rank: ranks.ranks[$0]) }
    let kept = ChartThinning.kept(samples, limit: max(limit / 4, limit - failed.count))
    passing = kept.map { point(passed[$0]) }
    failing = failed.map(point)
    omitted = passed.count - kept.count
    fallen = ChartThinning.falls(samples).map { builds[passed[$0]] }
    self.time = time
    self.ranks = ranks
    self.builds = builds
  }

  /// Versions to mark, from the lowest to the highest, which are among them; in between at even distances from the highest down.
  func versions(atMost most: Int) -> [MarkedVersion] {
    let count = ranks.newest.count
    let (last, gaps) = (count - 1, max(1, most - 1))
    let step = max(1, (last + gaps - 1) / gaps)
    var shown = Array(stride(from: last, through: 0, by: -step))
    // The lowest would touch the label above it.
    if let lowest = shown.last, lowest > 0, shown.count > 1, lowest < step / 2 + 1 { shown.removeLast() }
    if shown.last != 0 { shown.append(0) }
    return shown.reversed().map { rank in
      MarkedVersion(y: Self.height(ofRank: rank, among: count), entry: builds[ranks.newest[rank]].entry)
    }
  }

  private static func height(ofRank rank: Int, among count: Int) -> Double {
    count > 1 ? Double(rank) / Double(count - 1) : 0.5
  }
}
