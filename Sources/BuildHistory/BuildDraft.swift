import Basics
public import BuildRecords
package import Bundles
import PropertyLists
package import ReleaseLedger
package import Reports

package struct BuildDraft: Sendable {
  package let snapshot: LedgerSnapshot
  /// The products and their parts; verdict, policies and waivers are added later.
  package var entries: [BuildEntry] = []

  /// Kinds that contain other products, or no code: they have no builds of their own.
  private static let passedOver: Set<Bundle.Kind> = [.archive, .xcframework, .settings, .plist]

  /// Records the ledger's state for the bundles of a graph.
  ///
  /// Throws for a graph that cannot be recorded at all.
  package init(of graph: BundleGraph, _ ledger: Ledger) throws(LedgerError) {
    if graph.outer.kind == .plist {
      throw LedgerError(
        .refused, "a bare property list is not a build and cannot be recorded", file: graph.displayPath,
        hint: "record the bundle; without --record, a bare property list can be checked against a ledger")
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
        .refused, "it contains no bundle that can be recorded", file: graph.displayPath,
        hint: "record an application, framework, extension or plug-in")
    }
    let products = bundles.filter { graph.product(around: $0) === $0 }
    var names: Set<LedgerSubject> = []
    for product in products where graph.outer.kind == .archive {
      guard var subject = LedgerSubject(product, in: graph) else { continue }
      subject.shortVersion = nil
      if !names.insert(subject).inserted {
        throw LedgerError(
          .refused, "the archive contains two products '\(subject.identifier)', which cannot share a build number",
          file: graph.displayPath, hint: "record them one at a time")
      }
    }
    snapshot = try ledger.snapshot(
      of: subjects, names: products.map { (name: $0.productName, platform: $0.platform?.rawValue) })
  }

  /// Fills in the recorded fields of each bundle, with the digest of its contents.
  ///
  /// `entitlements`: returns the entitlements of a bundle's executable, as a binary property list. `details`: returns the measures and
  /// sets of a bundle.
  package mutating func fill(
    from graph: BundleGraph, _ history: HistoryReader, _ recording: Recording,
    details: (Bundle) -> BuildDetails, entitlements: (Bundle) throws(LedgerError) -> [UInt8]?
  ) throws(LedgerError) {
    entries = []
    for bundle in Self.recorded(graph) {
      guard let subject = LedgerSubject(bundle, in: graph) else { continue }
      // The digest is of the current files; these must be the files that were checked.
      let digest = try history.digest(of: bundle)
      guard bundle.isInfoUnchanged else {
        throw LedgerError(
          .refused, "the Info.plist was changed while the bundle was checked; nothing was recorded",
          file: bundle.displayPath, hint: "wait until nothing writes to the bundle, and check it again")
      }
      let entitlements = try entitlements(bundle)
      entries.append(
        BuildEntry(
          product: subject.product, identifier: subject.identifier, platform: subject.platform,
          kind: bundle.kind.rawValue, name: bundle.productName, path: subject.path,
          shortVersion: subject.shortVersion, build: bundle.string("CFBundleVersion"),
          digest: digest, verdict: .pass, policies: [], waivers: [], tool: recording.tool,
          labels: recording.labels, info: bundle.info.binaryBytes, entitlements: entitlements,
          details: details(bundle)))
    }
  }

  package func entries(_ verdict: BuildEntry.Verdict, policies: [BuildEntry.Policy], findings: [Finding])
    -> [BuildEntry]
  {
    // The findings that a baseline accepts count here, too.
    let baselined = Dictionary(grouping: findings.filter(\.isBaselined), by: \.rule).map { rule, found in
      BuildEntry.Waiver(
        rule: rule, because: "\(counted(found.count, "finding")) accepted by a baseline", owner: "", expires: "")
    }
    let waivers = Set(baselined).union(
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

/// How builds are recorded in the ledger after the check.
public struct Recording: Sendable {
  /// The program and its version, as recorded in rows.
  public var tool: String
  /// Additional labels of the rows, sorted by name.
  public var labels: [BuildEntry.Label]
  /// Whether builds with violations are recorded, too, marked as failed.
  public var keepsFailures: Bool
  /// The time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64

  /// Creates the settings for recording builds in a ledger.
  ///
  /// - Parameters:
  ///   - tool: The recording program, with its version.
  ///   - labels: Labels for every build.
  ///   - keepsFailures: Whether builds that fail are recorded as well.
  ///   - now: Returns the time in milliseconds since 1970-01-01T00:00:00Z.
  public init(tool: String, labels: [BuildEntry.Label], keepsFailures: Bool, now: @escaping @Sendable () -> Int64) {
    (self.tool, self.labels, self.keepsFailures, self.now) = (tool, labels, keepsFailures, now)
  }

  /// How often bundles are checked again because others recorded builds of the same products meanwhile. Each time one of those
  /// others has recorded its build.
  package static let attempts = 100
}
