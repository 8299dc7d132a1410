package import Reports

/// The bundles that a check has evaluated and not yet released, and the build to record of each, if it can be recorded.
///
/// When builds are recorded, these are all bundles of the check. Most rules have the same result on consecutive bundles, so the common
/// results are stored once.
package struct JudgedBundles: Sequence, Sendable {
  package typealias Element = (bundle: BundleReport, draft: BuildDraft?)

  private struct Held {
    /// Without its rules, unless they differ from the rules of the bundle before it.
    let bundle: BundleReport
    let draft: BuildDraft?
    /// The results on an earlier bundle, and the results that differ on this one.
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

  package init() {}

  package mutating func append(_ bundle: BundleReport, _ draft: BuildDraft?) {
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

  package mutating func removeAll() { self = JudgedBundles() }

  package func makeIterator() -> some IteratorProtocol<Element> { held.lazy.map(\.whole).makeIterator() }
}
