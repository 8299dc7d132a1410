package import Bundles

/// What changed from one bundle to another, with all that is nested in them.
package struct GraphComparison: Sendable {
  /// The outer bundles are compared whatever they are called.
  package let old: BundleGraph
  /// The later one.
  package let new: BundleGraph
  /// Every bundle that is there on both sides, the outer one first, then by path of the later side.
  package let pairs: [BundleDifference]
  /// Bundles that only the later side has, in the order of the graph.
  package let added: [Bundle]
  /// Bundles that only the earlier side has, in the order of the graph.
  package let removed: [Bundle]
  /// What kept something from being compared: while there is any, what differs isn't wholly known.
  package let errors: [ComparisonError]
  /// Whether one side is a bare property list, so that only information property lists were compared.
  package let isOfListsOnly: Bool

  /// Whether anything differs, as far as is known.
  package var isDifferent: Bool { !added.isEmpty || !removed.isEmpty || pairs.contains(where: \.isDifferent) }

  /// How many things differ, a bundle that is new or gone as one.
  package var changeCount: Int { added.count + removed.count + pairs.reduce(0) { $0 + $1.changeCount } }

  /// Compares two bundles. Each file is read once at most, and a second time where it is a property list that changed.
  ///
  /// What can't be read is in `errors`, and the rest is compared.
  package init(from old: BundleGraph, to new: BundleGraph, limits: ComparisonLimits = ComparisonLimits()) {
    self.old = old
    self.new = new
    let isOfListsOnly = old.outer.kind == .plist || new.outer.kind == .plist
    self.isOfListsOnly = isOfListsOnly
    let matching = BundleMatching(old, new, outerOnly: isOfListsOnly)
    var errors = (old.errors + new.errors).map { ComparisonError(file: $0.file, message: $0.message) }
    var files: [FileComparison.Changes] = []
    if !isOfListsOnly {
      var comparison = FileComparison(old, new, matching, limits)
      files = comparison.changes()
      errors += comparison.errors
    }
    var pairs: [BundleDifference] = []
    for (number, pair) in matching.pairs.enumerated() {
      let own = files.indices.contains(number) ? files[number] : FileComparison.Changes()
      pairs.append(
        BundleDifference(
          old: old.bundles[pair.old], new: new.bundles[pair.new], own, isOfListsOnly: isOfListsOnly, &errors))
    }
    self.pairs = pairs
    added = matching.added.map { new.bundles[$0] }
    removed = matching.removed.map { old.bundles[$0] }
    self.errors = errors
  }
}
