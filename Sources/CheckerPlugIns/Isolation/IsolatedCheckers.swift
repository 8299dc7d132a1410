import Basics
internal import PropertyLists

/// The checkers of a run, each in its own process, which is started when the checker is first needed.
final class IsolatedCheckers: CheckerHost {
  let refused: [RefusedChecker]
  private let limits: CheckerLimits
  private let worker: String
  /// The bundles that may be loaded, in the order of the sources.
  private let bundles: [Opened]
  private var processes: [String: IsolatedChecker] = [:]

  /// A bundle, with the descriptions of its checkers once its code was loaded.
  private final class Opened {
    let checker: TrustedChecker
    var descriptions: Result<[CheckerDescription], PlugInError>?
    /// The process that described the bundle, until one of its checkers uses it.
    var process: IsolatedChecker?
    init(_ checker: TrustedChecker) { self.checker = checker }
  }

  /// `registry` has read the bundles, and loads none of them.
  init(_ registry: CheckerRegistry, _ limits: CheckerLimits, worker: String) {
    bundles = registry.trusted.map(Opened.init)
    refused = registry.refused
    self.limits = limits
    self.worker = worker
  }

  // MARK: Asking

  func description(of identifier: String) throws(PlugInError) -> CheckerDescription { try find(identifier).description }

  /// See `CheckerRegistry.entry`; with one process per bundle.
  private func find(_ identifier: String) throws(PlugInError) -> (bundle: Opened, description: CheckerDescription) {
    var failure: PlugInError?
    var known: [String] = []
    for bundle in CheckerRegistry.ordered(bundles, for: identifier, by: \.checker.bundle.identifier) {
      do throws(PlugInError) {
        let descriptions = try describe(bundle, as: identifier)
        if let found = descriptions.first(where: { $0.identifier == identifier }) { return (bundle, found) }
        known += descriptions.map(\.identifier)
      } catch {
        // The error of the bundle that by its name should contain the checker comes first.
        if CheckerRegistry.affinity(bundle.checker.bundle.identifier, identifier) > 0 { throw error }
        failure = failure ?? error
      }
    }
    throw CheckerRegistry.missing(identifier, failure, refused, among: known)
  }

  private func describe(_ bundle: Opened, as identifier: String?) throws(PlugInError) -> [CheckerDescription] {
    if let known = bundle.descriptions { return try known.get() }
    let own = bundle.checker.bundle.identifier
    let isLikely = identifier.map { CheckerRegistry.affinity(own, $0) > 0 } ?? false
    let process = IsolatedChecker(bundle.checker, (isLikely ? identifier : nil) ?? own, limits, worker: worker)
    do throws(PlugInError) {
      let descriptions = try process.descriptions()
      bundle.descriptions = .success(descriptions)
      bundle.process = process
      return descriptions
    } catch {
      // A process that could not be started is not the checker's fault, and the cause may be temporary.
      if error.code != .process { bundle.descriptions = .failure(error) }
      throw error
    }
  }

  func descriptions() throws(PlugInError) -> [(bundle: String?, description: CheckerDescription)] {
    var found: [String: (bundle: String?, description: CheckerDescription)] = [:]
    for bundle in bundles {
      let path = bundle.checker.bundle.path
      for description in try describe(bundle, as: nil) {
        if let earlier = found[description.identifier] {
          throw CheckerRegistry.taken(description.identifier, by: earlier.bundle, file: path)
        }
        found[description.identifier] = (path, description)
      }
    }
    return found.values.sorted(byBytesOf: \.description.identifier)
  }

  func check(
    _ identifier: String, bundle: Int, of graph: any CheckerGraph, options: PropertyList, isExplaining: Bool
  ) throws(PlugInError) -> CheckerOutcome {
    try process(for: identifier).check(
      identifier, bundle: bundle, of: graph, options: options, isExplaining: isExplaining)
  }

  /// The process of a checker. Two checkers of one bundle have separate processes, because each may change its
  /// process.
  private func process(for identifier: String) throws(PlugInError) -> IsolatedChecker {
    if let known = processes[identifier] { return known }
    let (bundle, _) = try find(identifier)
    let process =
      bundle.process ?? IsolatedChecker(bundle.checker, identifier, limits, worker: worker)
    bundle.process = nil
    process.name = identifier
    processes[identifier] = process
    return process
  }

  /// Unloads all code and ends all processes. Returns the errors, sorted by checker.
  func finish() -> [PlugInError] {
    let all =
      processes.sorted(byBytesOf: \.key).map(\.value) + bundles.compactMap(\.process)
    // All at the same time.
    for process in all { process.beginFinishing() }
    return all.compactMap { $0.finish() }
  }
}
