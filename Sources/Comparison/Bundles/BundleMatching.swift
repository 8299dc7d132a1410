import Bundles

/// Which bundle of one graph is which of another: the outer one the outer one, others by path, then by identifier, kind and name.
struct BundleMatching {
  /// Positions in the graphs, in the order of the later one.
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Positions in the later graph.
  private(set) var added: [Int] = []
  /// Positions in the earlier graph.
  private(set) var removed: [Int] = []

  init(_ old: BundleGraph, _ new: BundleGraph, outerOnly: Bool) {
    pairs = [(0, 0)]
    if outerOnly { return }
    // By bytes: paths that Swift holds for equal may be two.
    var byPath: [[UInt8]: Int] = [:]
    for bundle in old.bundles where bundle.index != 0 { byPath[Array(bundle.path.utf8)] = bundle.index }
    var partners = [Int?](repeating: nil, count: new.bundles.count)
    for bundle in new.bundles where bundle.index != 0 {
      partners[bundle.index] = byPath.removeValue(forKey: Array(bundle.path.utf8))
    }
    // What is left may have moved. Of several alike none can be told from the others.
    var leftOver: [Identity: [Int]] = [:]
    for index in byPath.values { leftOver[Identity(old.bundles[index]), default: []].append(index) }
    var wanted: [Identity: [Int]] = [:]
    for bundle in new.bundles where bundle.index != 0 && partners[bundle.index] == nil {
      wanted[Identity(bundle), default: []].append(bundle.index)
    }
    for (identity, positions) in wanted {
      guard identity.identifier != nil, positions.count == 1, let position = positions.first,
        let candidates = leftOver[identity], candidates.count == 1, let candidate = candidates.first
      else { continue }
      partners[position] = candidate
    }
    var taken: Set<Int> = [0]
    for bundle in new.bundles where bundle.index != 0 {
      if let partner = partners[bundle.index] {
        pairs.append((partner, bundle.index))
        taken.insert(partner)
      } else {
        added.append(bundle.index)
      }
    }
    removed = old.bundles.map(\.index).filter { !taken.contains($0) }
  }

  /// What a bundle keeps when it is moved.
  private struct Identity: Hashable {
    let identifier: String?
    let kind: Bundle.Kind
    let name: String

    init(_ bundle: Bundle) {
      identifier = bundle.identifier
      kind = bundle.kind
      name = bundle.name
    }
  }
}
