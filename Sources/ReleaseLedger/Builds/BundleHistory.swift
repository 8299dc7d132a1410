package import Basics
package import BuildRecords
package import Bundles

struct BundleHistory: Sendable {
  let builds: [BuildSummary]
  let marks: [Int64: [BuildSummary]]
  /// The builds that were not withdrawn, in the order recorded.
  let standing: [BuildSummary]

  /// Separates builds from marks. The rows must be in the order recorded.
  init(_ rows: [BuildSummary]) {
    var builds: [BuildSummary] = []
    var marks: [Int64: [BuildSummary]] = [:]
    for row in rows {
      if let target = row.target { marks[target, default: []].append(row) } else { builds.append(row) }
    }
    (self.builds, self.marks) = (builds, marks)
    standing = marks.isEmpty ? builds : builds.filter { !Self.has(marks[$0.sequence], \.isWithdrawal) }
  }

  private static func has(_ marks: [BuildSummary]?, _ isMeant: (BuildMark.Kind) -> Bool) -> Bool {
    marks?.contains { $0.mark.map(isMeant) ?? false } ?? false
  }

  func isShipped(_ sequence: Int64) -> Bool { BuildMark.Kind.isShipped((marks[sequence] ?? []).compactMap(\.mark)) }

  func has(_ kind: BuildMark.Kind, _ sequence: Int64) -> Bool { Self.has(marks[sequence]) { $0 == kind } }

  var withdrawals: [BuildSummary] { marks.values.flatMap { $0 }.filter { $0.mark?.isWithdrawal ?? false } }

  /// The builds whose numbers no other build may have. Withdrawn builds are among them, unless their number was
  /// freed.
  var withTakenNumbers: [BuildSummary] { marks.isEmpty ? builds : builds.filter { !has(.freed, $0.sequence) } }

  /// The standing builds, the newest first, as `BuildRank` orders them.
  var newestFirst: [BuildSummary] {
    standing.map { (rank: BuildRank($0), build: $0) }.sorted { $0.rank > $1.rank }.map(\.build)
  }

  var newest: BuildSummary? {
    standing.map { (rank: BuildRank($0), build: $0) }.max { $0.rank < $1.rank }?.build
  }
}

/// Orders builds from old to new: by release, then by build number, then by the order of recording. Versions are read
/// in the dialect `apple`; one that is missing or cannot be read is below all others.
///
/// The order of recording is not enough: a hotfix of an earlier release is recorded after the later release, and
/// shipped builds may be imported in any order.
struct BuildRank: Comparable {
  private let release: [UInt8]
  private let build: [UInt8]
  private let sequence: Int64

  init(_ summary: BuildSummary) {
    self.init(summary.shortVersion, summary.build, summary.sequence)
  }

  fileprivate init(_ shortVersion: String?, _ build: String?, _ sequence: Int64) {
    func key(_ text: String?) -> [UInt8] { text.flatMap { Version($0, dialect: .apple)?.sortKey } ?? [] }
    (self.release, self.build, self.sequence) = (key(shortVersion), key(build), sequence)
  }

  static func < (left: BuildRank, right: BuildRank) -> Bool {
    if left.release != right.release { return left.release.lexicographicallyPrecedes(right.release) }
    if left.build != right.build { return left.build.lexicographicallyPrecedes(right.build) }
    return left.sequence < right.sequence
  }
}

extension RecordedBuild {
  package static func newest(of builds: [RecordedBuild]) -> RecordedBuild? {
    builds.filter { $0.entry.verdict == .pass && $0.withdrawal == nil }
      .map { (rank: BuildRank($0.entry.shortVersion, $0.entry.build, $0.sequence), build: $0) }
      .max { $0.rank < $1.rank }?.build
  }
}

package protocol EarlierBuilds: AnyObject {
  /// The builds that were given, the newest first.
  var given: [BundleGraph] { get }
  /// The location of the ledger, without passwords; nil if there is none.
  var ledgerName: String? { get }
  /// The reason why the ledger could not answer since the last call; nil if it could.
  var failureText: String? { get }

  func givenBuilds(of bundle: Bundle) -> [(graph: Int, bundle: Bundle)]

  func givenNamesake(of bundle: Bundle) -> (graph: Int, bundle: Bundle)?

  func recorded(_ position: Int, of bundle: Bundle) -> RecordedBuild?

  func newestNamesake(of bundle: Bundle) -> RecordedBuild?

  func highest(
    of bundle: Bundle, _ field: VersionField, _ dialect: VersionDialect, _ scope: VersionScope, upTo: Version?,
    _ selection: VersionQuestion.Selection
  ) -> RecordedBuild?

  func count(of bundle: Bundle) -> Int

  /// Notes that a rule compares a bundle with earlier builds.
  func noteComparison(of bundle: Bundle, _ scope: VersionScope)

  /// Notes that a rule compares a bundle with the products of all given builds.
  func noteComparisonWithProducts(_ bundle: Bundle)

  func absence(of bundle: Bundle) -> String
}
