import BuildRecords
import ReleaseLedger

/// The contents of a chart of builds over time, without drawing: positions of builds, and which builds are left out.
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

  /// The builds that passed, in the order recorded, which a line connects.
  let passing: [Point]
  /// All builds that failed or were withdrawn, in the order recorded.
  let failing: [Point]
  /// The number of passing builds that are left out.
  let omitted: Int
  /// Passing builds with a lower version than an earlier passing build, in the order recorded.
  let fallen: [RecordedBuild]
  let time: TimeAxis
  var versionCount: Int { ranks.newest.count }
  private let ranks: VersionRanks
  private let builds: [RecordedBuild]

  /// - Parameters:
  ///   - builds: The builds of one bundle, in the order recorded.
  ///   - limit: The most points. Failed builds and extremes are kept even beyond it.
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

  /// Returns ticks from the lowest to the highest version, evenly spaced from the highest down.
  func versions(atMost most: Int) -> [MarkedVersion] {
    let count = ranks.newest.count
    let (last, gaps) = (count - 1, max(1, most - 1))
    let step = max(1, (last + gaps - 1) / gaps)
    var shown = Array(stride(from: last, through: 0, by: -step))
    // Its label would touch the label of the lowest.
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
