import Bundles
import PolicyEngine
import ReleaseLedger

/// What a ledger has of a product, as far as a report shows it.
struct BuildHistory: Hashable, Sendable {
  /// Builds, at most.
  static let mostBuilds = 200

  /// The product's identifier.
  let identifier: String
  /// The system it is for, if that is known.
  let platform: String?
  /// The newest builds, in the order recorded, without their property lists. The one that was judged is among them when the
  /// ledger had it before.
  let builds: [RecordedBuild]
  /// How many builds there are in all.
  let total: Int
  /// Why the ledger could not tell; nil when it could.
  let failure: String?
}

extension BuildHistory {
  /// Nil of a product that has no identifier, and without a ledger.
  init?(of graph: BundleGraph, _ history: HistoryReader) {
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
    self.identifier = identifier
    platform = product.platform?.rawValue
    self.builds = builds.sorted { $0.sequence < $1.sequence }.map(\.withoutLists)
    self.total = max(total, builds.count)
    failure = history.takeFailure().map(\.message)
  }
}

extension RecordedBuild {
  /// The row without what is large in it.
  fileprivate var withoutLists: RecordedBuild {
    var entry = entry
    entry.info = []
    entry.entitlements = nil
    var build = RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
    (build.marks, build.isClockBehind) = (marks, isClockBehind)
    return build
  }
}
