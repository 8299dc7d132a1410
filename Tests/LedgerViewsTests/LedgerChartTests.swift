import BuildRecords
import ReleaseLedger
import ReportTestSupport
import Testing
@testable import LedgerViews

@Suite struct LedgerChartTests {
  private static func builds(_ versions: [String?], failing: Set<Int> = []) -> [RecordedBuild] {
    versions.enumerated().map { position, version in
      .sample(
        Int64(position + 1), time: RecordedBuild.sampleTime + Int64(position) * 1000,
        .sample(build: version, verdict: failing.contains(position) ? .fail : .pass))
    }
  }

  @Test func seriesOfProductsPlatformsAndBundlesInside() {
    let builds: [RecordedBuild] = [
      .sample(6, .sample(product: "b", identifier: "b.z", path: "z")), .sample(1, .sample(product: "b")),
      .sample(2, .sample(product: "a", platform: "ios")), .sample(3, .sample(product: "a", platform: nil)),
      .sample(4, .sample(product: "a", platform: "ios")),
      // In an archive, the product is in a subfolder.
      .sample(5, .sample(product: "c", path: "Products/Applications/C.app")),
      .sample(7, .sample(product: "b", identifier: "b.y", platform: "watchos", path: "y")),
      .sample(8, .sample(product: "b", identifier: "b.y", path: "y")),
    ]
    let products = LedgerProduct.all(in: builds)
    #expect(products.map(\.identifier) == ["a", "b", "c"] && products.map(\.last) == [4, 8, 5])
    #expect(products.map { $0.products.map(\.title) } == [["a", "a for ios"], ["b for macos"], ["c for macos"]])
    #expect(
      products.map { $0.nested.map(\.title) } == [[], ["b.y for macos", "b.y for watchos", "b.z for macos"], []])
    #expect(products[0].products[1].builds.map(\.sequence) == [2, 4])
    #expect(LedgerProduct.all(in: []).isEmpty)
  }

  @Test func identifiersAreTheSameWhenTheirBytesAre() {
    let products = LedgerProduct.all(in: [
      .sample(1, .sample(product: "\u{E9}")), .sample(2, .sample(product: "e\u{301}")),
    ])
    #expect(products.count == 2 && products.allSatisfy { $0.products.count == 1 })
  }

  @Test(
    arguments: [
      ([], []), (["1"], [0]), (["9", "10", "2"], [1, 2, 0]), (["1.0", "1", "1.0.0"], [0, 0, 0]),
      (["1.0b2", "1.0", "1.0a9"], [1, 2, 0]), (["99999999999999999999999", "5"], [1, 0]),
      // A build without a numeric version is placed just above the highest version before it.
      (["2", "main", "3"], [0, 1, 2]), (["main", "1"], [0, 1]), (["5", "main", "4"], [1, 2, 0]),
      (["1", "b", "a", "2", "b"], [0, 1, 2, 3, 1]), (["1", nil, "2", nil], [0, 1, 2, 1]), ([nil, ""], [0, 1]),
    ] as [([String?], [Int])])
  func ranks(_ versions: [String?], _ ranks: [Int]) {
    #expect(VersionRanks(versions.map { BuildEntry.sample(build: $0) }).ranks == ranks)
  }

  @Test func theNewestBuildOfAVersionNamesIt() {
    #expect(VersionRanks(["1", "2", "1.0"].map { .sample(build: $0) }).newest == [2, 1])
  }

  @Test func pointsLieByTimeAndVersion() {
    let chart = LedgerChart(Self.builds(["1", "3", "2", "3.1"], failing: [1]), limit: 600)
    #expect(chart.passing.map(\.build.sequence) == [1, 3, 4] && chart.failing.map(\.build.sequence) == [2])
    #expect(chart.passing.map(\.x) == [0, 2.0 / 3, 1] && chart.passing.map(\.y) == [0, 1.0 / 3, 1])
    #expect(chart.failing.map(\.y) == [2.0 / 3] && chart.omitted == 0 && chart.fallen.isEmpty)
  }

  @Test func alikeBuildsLieInTheMiddle() {
    let chart = LedgerChart([.sample(1), .sample(2)], limit: 600)
    #expect(chart.passing.map(\.x) == [0.5, 0.5] && chart.passing.map(\.y) == [0.5, 0.5])
    #expect(chart.versions(atMost: 8).count == 1)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 9, 10, 100, 5000], [1, 2, 4, 8])
  func markedVersions(_ count: Int, _ most: Int) {
    let chart = LedgerChart(Self.builds((0..<count).map { "\($0)" }), limit: 10)
    let marks = chart.versions(atMost: most)
    #expect(marks.count <= max(2, most) && marks.count >= min(count, 2))
    #expect(marks.first?.entry.build == "0" && marks.last?.entry.build == "\(count - 1)")
    let gaps = zip(marks.dropFirst(), marks).map { $0.y - $1.y }
    // All gaps are the same but the lowest, which is neither much smaller nor much larger.
    guard let last = gaps.last, gaps.count > 1 else { return }
    #expect(gaps.dropFirst().allSatisfy { abs($0 - last) < 1e-9 }, "\(gaps)")
    #expect(gaps[0] > last * 0.49 && gaps[0] < last * 1.6, "\(gaps)")
  }

  @Test func fallsAreTold() {
    #expect(LedgerChart(Self.builds(["1", "5", "4", "3", "5", "6"]), limit: 600).fallen.map(\.sequence) == [3, 4])
    #expect(LedgerChart(Self.builds(["1", "5", "4"], failing: [1]), limit: 600).fallen.isEmpty)
    // Positions are those among all builds, though failed ones are left out.
    #expect(LedgerChart(Self.builds(["1", "5", "4"], failing: [0]), limit: 600).fallen.map(\.sequence) == [3])
  }
}

/// Which points of a long history are drawn.
@Suite struct ChartThinningTests {
  private static func samples(_ count: Int) -> [ChartThinning.Sample] {
    (0..<count).map { ChartThinning.Sample(time: Int64($0), rank: $0) }
  }

  @Test(arguments: [0, 1, 10, 600])
  func uptoTheLimitAllAreKept(_ count: Int) {
    #expect(ChartThinning.kept(Self.samples(count), limit: 600) == Array(0..<count))
  }

  @Test(arguments: [601, 5000, 100_000])
  func beyondItTheLimitHolds(_ count: Int) {
    let kept = ChartThinning.kept(Self.samples(count), limit: 600)
    #expect(kept.count <= 600 && kept.count > 400)
    #expect(kept == kept.sorted() && kept.first == 0 && kept.last == count - 1)
    // Spread evenly.
    #expect(zip(kept.dropFirst(), kept).allSatisfy { $0 - $1 <= count / 100 })
  }

  @Test func extremesAndFallsAreKept() {
    var samples = Self.samples(5000)
    samples[1234] = ChartThinning.Sample(time: -5, rank: 1234)
    samples[2345] = ChartThinning.Sample(time: 99_999, rank: 2345)
    samples[3333] = ChartThinning.Sample(time: 3333, rank: 3331)
    samples[4000] = ChartThinning.Sample(time: 4000, rank: -1)
    samples[4990] = ChartThinning.Sample(time: 4990, rank: 99_999)
    let kept = Set(ChartThinning.kept(samples, limit: 100))
    #expect(kept.isSuperset(of: [0, 1234, 2345, 3333, 4000, 4990]))
  }

  @Test func failuresAndExtremesAreKeptBeyondTheLimit() {
    let builds = (0..<3000).map { position -> RecordedBuild in
      let entry = BuildEntry.sample(build: "\(position)", verdict: position % 3 == 0 ? .fail : .pass)
      return .sample(Int64(position + 1), time: Int64(position), entry)
    }
    let chart = LedgerChart(builds, limit: 600)
    #expect(chart.failing.count == 1000 && chart.passing.count <= 150 && chart.passing.count > 100)
    #expect(chart.omitted == 2000 - chart.passing.count)
    #expect(chart.passing.first?.build.sequence == 2 && chart.passing.last?.build.sequence == 3000)
  }

  @Test(arguments: [0, 1, 2, 5])
  func tinyLimitsAreNoTrouble(_ limit: Int) {
    #expect(ChartThinning.kept(Self.samples(50), limit: limit).count <= max(2, limit))
  }
}
