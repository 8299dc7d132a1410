internal import PropertyLists

/// The checkers of a run, each in a process of its own, which is started when the checker is first asked for.
final class IsolatedCheckers {
  let refused: [RefusedChecker]
  private let limits: CheckerLimits
  private let worker: String
  /// The bundles that may be loaded, in the order of the sources.
  private let bundles: [Opened]
  /// Processes by the identifiers of the checkers that run in them.
  private var processes: [String: IsolatedChecker] = [:]

  /// A bundle, and what is known of it once its code was loaded.
  private final class Opened {
    let checker: TrustedChecker
    var descriptions: Result<[CheckerDescription], PlugInError>?
    /// The process that described it, until one of its checkers takes it over.
    var process: IsolatedChecker?
    init(_ checker: TrustedChecker) { self.checker = checker }
  }

  /// Reads the bundles, in the order of the sources, so that what is malformed is known before anything is started.
  init(_ settings: CheckerSettings, worker: String) throws(PlugInError) {
    let registry = CheckerRegistry()
    try registry.add(settings.sources, trustsLocked: settings.trustsLocked)
    bundles = registry.trusted.map(Opened.init)
    refused = registry.refusals
    limits = settings.limits
    self.worker = worker
  }

  // MARK: Asking

  func description(of identifier: String) throws(PlugInError) -> CheckerDescription { try find(identifier).description }

  /// As `CheckerRegistry.entry`, one process a bundle.
  private func find(_ identifier: String) throws(PlugInError) -> (bundle: Opened, description: CheckerDescription) {
    var failure: PlugInError?
    var known: [String] = []
    for bundle in CheckerRegistry.ordered(bundles, for: identifier, by: \.checker.bundle.identifier) {
      do throws(PlugInError) {
        let descriptions = try describe(bundle, as: identifier)
        if let found = descriptions.first(where: { $0.identifier == identifier }) { return (bundle, found) }
        known += descriptions.map(\.identifier)
      } catch {
        // That of a bundle that by its name should have it comes first.
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
      // That no process could be started is no fault of the checker's, and may be over.
      if error.code != .process { bundle.descriptions = .failure(error) }
      throw error
    }
  }

  /// The descriptions of all, sorted by identifier.
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
    return found.values.sorted {
      $0.description.identifier.utf8.lexicographicallyPrecedes($1.description.identifier.utf8)
    }
  }

  func check(
    _ identifier: String, bundle: Int, of graph: any CheckerGraph, options: PropertyList, isExplaining: Bool
  ) -> CheckerOutcome {
    do throws(PlugInError) {
      return try process(for: identifier).check(
        identifier, bundle: bundle, of: graph, options: options, isExplaining: isExplaining)
    } catch {
      var outcome = CheckerOutcome()
      outcome.failure = error
      return outcome
    }
  }

  /// The process of a checker. Two checkers of one bundle have two, for what one does to its process is no business of the other's.
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

  /// Unloads all code and ends all processes. What goes wrong is returned, sorted by checker.
  func finish() -> [PlugInError] {
    let all =
      processes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
      + bundles.compactMap(\.process)
    // They do it at the same time.
    for process in all { process.beginFinishing() }
    return all.compactMap { $0.finish() }
  }
}
