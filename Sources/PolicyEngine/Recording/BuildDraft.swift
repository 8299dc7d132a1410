import Bundles
import ReleaseLedger

/// What is to be recorded of one bundle that was named, and of those in it, once the verdict is known.
struct BuildDraft: Sendable {
  /// What the ledger held when judging began.
  let snapshot: LedgerSnapshot
  /// The products and their parts; verdict, policies and waivers are still to come.
  var entries: [BuildEntry] = []

  /// Kinds that hold others, or no code: they have no builds of their own.
  private static let passedOver: Set<Bundle.Kind> = [.archive, .xcframework, .settings, .plist]

  /// Takes down what the ledger holds of the bundles of a graph.
  ///
  /// Throws for what can't be recorded at all.
  init(of graph: BundleGraph, _ ledger: Ledger) throws(LedgerError) {
    if graph.outer.kind == .plist {
      throw LedgerError(
        .refused, "a property list alone is no build, and can't be recorded", file: graph.displayPath,
        hint: "record the bundle; a list alone can be checked against a ledger without --record")
    }
    let bundles = Self.recorded(graph)
    for bundle in bundles where graph.product(around: bundle) === bundle && bundle.identifier ?? "" == "" {
      throw LedgerError(
        .refused, "\(bundle.displayPath) cannot be recorded: it has no CFBundleIdentifier", file: graph.displayPath,
        hint: "add CFBundleIdentifier")
    }
    let subjects = bundles.compactMap { LedgerSubject($0, in: graph) }
    if subjects.isEmpty {
      throw LedgerError(
        .refused, "there is no bundle in it that could be recorded", file: graph.displayPath,
        hint: "record an application, framework, extension or plug-in")
    }
    let products = bundles.filter { graph.product(around: $0) === $0 }
    snapshot = try ledger.snapshot(
      of: subjects, names: products.map { (name: $0.productName, platform: $0.platform?.rawValue) })
  }

  /// Fills in what is recorded of each bundle, the digest of its contents among it.
  mutating func fill(from graph: BundleGraph, _ history: HistoryReader, _ recording: Recording) throws(LedgerError) {
    entries = []
    for bundle in Self.recorded(graph) {
      guard let subject = LedgerSubject(bundle, in: graph) else { continue }
      let product = graph.product(around: bundle)
      let path = product.path.isEmpty ? bundle.path : String(bundle.path.dropFirst(product.path.count + 1))
      let entitlements: [UInt8]?
      do {
        entitlements = try bundle.entitlements()?.binaryBytes
      } catch {
        throw LedgerError(
          .refused, "the entitlements cannot be recorded: \(error)", file: bundle.displayPath,
          hint: "sign the executable again")
      }
      entries.append(
        BuildEntry(
          product: subject.product, identifier: subject.identifier, platform: subject.platform,
          kind: bundle.kind.rawValue, name: bundle.productName, path: bundle === product ? "" : path,
          shortVersion: subject.shortVersion, build: bundle.string("CFBundleVersion"),
          digest: try history.digest(of: bundle), verdict: .pass, policies: [], waivers: [], tool: recording.tool,
          labels: recording.labels, info: bundle.info.binaryBytes, entitlements: entitlements))
    }
  }

  /// The entries as they are recorded.
  func entries(_ verdict: BuildEntry.Verdict, policies: [BuildEntry.Policy], findings: [Finding]) -> [BuildEntry] {
    let waivers = Set(
      findings.compactMap { finding in
        finding.isWaived
          ? finding.waiver.map {
            BuildEntry.Waiver(rule: finding.rule, because: $0.because, owner: $0.owner, expires: $0.expires)
          } : nil
      })
    let sorted = waivers.sorted { left, right in
      [left.rule, left.owner, left.expires, left.because].lexicographicallyPrecedes([
        right.rule, right.owner, right.expires, right.because,
      ])
    }
    return entries.map { entry in
      var entry = entry
      (entry.verdict, entry.policies, entry.waivers) = (verdict, policies, sorted)
      return entry
    }
  }

  private static func recorded(_ graph: BundleGraph) -> [Bundle] {
    graph.bundles.filter { !passedOver.contains($0.kind) }
  }
}
