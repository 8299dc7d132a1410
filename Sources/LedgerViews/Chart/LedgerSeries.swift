package import BuildRecords
import Basics
import Presentation
import ReleaseLedger

package struct LedgerSeries {
  let identifier: String
  let platform: String?
  /// Builds in the order recorded; never empty.
  var builds: [RecordedBuild]

  package init(identifier: String, platform: String?, builds: [RecordedBuild]) {
    (self.identifier, self.platform, self.builds) = (identifier, platform, builds)
  }

  var last: RecordedBuild? { builds.last }

  /// The build with the highest version that passed and was not withdrawn, in the order of `bundle.history`, or else the build recorded
  /// last.
  var newest: RecordedBuild? { RecordedBuild.newest(of: builds) ?? builds.last }

  var failures: Int { builds.count { $0.standing == .failed } }

  var outcomes: String { LedgerSeries.outcomes(of: builds) }

  /// `30 builds: 25 passed, 2 of them shipped; 4 failed; 1 withdrawn`
  static func outcomes(of builds: [RecordedBuild]) -> String {
    func count(_ standing: Standing) -> Int { builds.count { $0.standing == standing } }
    let (shipped, withdrawn) = (count(.shipped), count(.withdrawn))
    var text =
      "\(GroupedCount.text(builds.count, "build", "builds")): \(GroupedCount.text(count(.passed) + shipped)) passed"
    if shipped > 0 { text += ", \(GroupedCount.text(shipped)) of them shipped" }
    text += count(.failed) == 0 ? "; none failed" : "; \(GroupedCount.text(count(.failed))) failed"
    return withdrawn == 0 ? text : text + "; \(GroupedCount.text(withdrawn)) withdrawn"
  }

  var measures: [String] { Set(builds.flatMap { $0.entry.details.measures.map(\.name) }).sortedByBytes() }

  /// The platform, if it is known, shortened to the length of a real one.
  var shownPlatform: String? { platform.map { ColumnText.shortened($0, to: 24) } }

  var title: String { identifier + (shownPlatform.map { " for \($0)" } ?? "") }
}

struct LedgerProduct {
  let identifier: String
  let products: [LedgerSeries]
  let nested: [LedgerSeries]

  var last: Int64 { (products + nested).compactMap { $0.last?.sequence }.max() ?? 0 }

  /// Groups builds by product, in the order of identifiers.
  ///
  /// A bundle with the product's identifier is the product, even in a folder of an archive. Identifiers are compared by bytes, as in a
  /// ledger, not by Unicode equivalence.
  static func all(in builds: [RecordedBuild]) -> [LedgerProduct] {
    struct Key: Hashable {
      let product: ExactText
      let isNested: Bool
      let identifier: ExactText
      let platform: ExactText?
    }
    var series: [Key: LedgerSeries] = [:]
    for build in builds.sorted(by: { $0.sequence < $1.sequence }) {
      let entry = build.entry
      let (product, identifier) = (ExactText(entry.product), ExactText(entry.identifier))
      let key = Key(
        product: product, isNested: entry.isNested && identifier != product, identifier: identifier,
        platform: entry.platform.map(ExactText.init))
      series[key, default: LedgerSeries(identifier: entry.identifier, platform: entry.platform, builds: [])]
        .builds.append(build)
    }
    // An unknown platform sorts before an empty name. Rows contain no U+0000.
    let ordered = series.sorted(byBytesOf: {
      $0.value.identifier + "\0" + ($0.value.platform.map { "\u{1}" + $0 } ?? "")
    })
    return Dictionary(grouping: ordered, by: \.key.product).sorted(byBytesOf: \.key.text).map { product, own in
      LedgerProduct(
        identifier: product.text, products: own.filter { !$0.key.isNested }.map(\.value),
        nested: own.filter(\.key.isNested).map(\.value))
    }
  }
}
