import BuildRecords
package import Bundles
import ReleaseLedger
import Reports

extension ProductHistory {
  /// Reads the builds of the first product that has an identifier. Returns nil if there is none, or no ledger.
  package init?(of graph: BundleGraph, _ history: HistoryReader) {
    guard history.ledger != nil, let product = graph.products.first(where: { $0.identifier?.isEmpty == false }),
      let identifier = product.identifier
    else { return nil }
    var builds: [RecordedBuild] = []
    while builds.count < Self.mostBuilds, let build = history.recorded(builds.count, of: product) {
      builds.append(build)
    }
    var total = history.recordedCount(of: product)
    if let sequence = history.ownRow(of: product), let own = try? history.ledger?.build(sequence) {
      builds.insert(own, at: 0)
      total += 1
    }
    self.init(
      identifier: identifier, platform: product.platform?.rawValue,
      builds: builds.sorted { $0.sequence < $1.sequence }.map(\.withoutLists), total: max(total, builds.count),
      failure: history.takeFailure().map(\.message))
  }
}

extension RecordedBuild {
  /// The row without its property lists, which are large.
  fileprivate var withoutLists: RecordedBuild {
    var entry = entry
    entry.info = []
    entry.entitlements = nil
    var build = RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
    (build.marks, build.isClockBehind) = (marks, isClockBehind)
    return build
  }
}
