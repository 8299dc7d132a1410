import BuildHistory
import Reports

/// The bundles that a check has judged and not yet let go, and what is to be recorded of each: nothing of those that can't be.
///
/// When builds are recorded, these are all bundles of the check. Of one after the other, most rules come to the same, so what they come
/// to is held once.
struct JudgedBundles: Sequence, Sendable {
  typealias Element = (bundle: BundleReport, draft: BuildDraft?)

  private struct Held {
    /// Without its rules, unless it has others than the bundle before it.
    let bundle: BundleReport
    let draft: BuildDraft?
    /// What the rules came to on a bundle before it, and those that came to something else on this one.
    let common: [RuleResult]
    let own: [(position: Int, result: RuleResult)]

    var whole: Element {
      if common.isEmpty { return (bundle, draft) }
      var bundle = bundle
      bundle.rules = common
      for (position, result) in own { bundle.rules[position] = result }
      return (bundle, draft)
    }
  }

  private var held: [Held] = []
  private var common: [RuleResult] = []

  /// Adds a bundle behind the others.
  mutating func append(_ bundle: BundleReport, _ draft: BuildDraft?) {
    guard bundle.rules.count == common.count else {
      common = bundle.rules
      return held.append(Held(bundle: bundle, draft: draft, common: [], own: []))
    }
    var own: [(position: Int, result: RuleResult)] = []
    for (position, result) in bundle.rules.enumerated() where result != common[position] {
      own.append((position, result))
    }
    if own.count > common.count / 2 {
      common = bundle.rules
      own = []
    }
    var rest = bundle
    rest.rules = []
    held.append(Held(bundle: rest, draft: draft, common: common, own: own))
  }

  /// Lets go of them.
  mutating func removeAll() { self = JudgedBundles() }

  func makeIterator() -> some IteratorProtocol<Element> { held.lazy.map(\.whole).makeIterator() }
}
