package import Bundles
package import PropertyLists

/// The checkers of a run. Nothing is read, started or loaded until the first is needed. Only one thread at a time may
/// use it.
package final class Checkers {
  private enum Place {
    case process(IsolatedCheckers)
    case here(CheckerRegistry)
  }

  private let settings: CheckerSettings
  private var place: Place?
  private var descriptions: [String: Result<CheckerDescription, PlugInError>] = [:]
  private var graph: BundleGraph?
  private var local: LocalCheckerGraph?
  private let own: CheckerRegistry?
  /// The identifiers of the program's own checkers among those that were described.
  private var ownIdentifiers: Set<String> = []

  /// `own` contains the program's own checkers, which take precedence over checkers in bundles.
  package init(_ settings: CheckerSettings, own: CheckerRegistry? = nil) {
    self.settings = settings
    self.own = own
  }

  /// The description of a checker. Throws if there is none of that identifier, and for any error in it. Repeated
  /// calls have the same result.
  package func description(of identifier: String) throws(PlugInError) -> CheckerDescription {
    if let known = descriptions[identifier] { return try known.get() }
    let found = Result { () throws(PlugInError) in try describe(identifier) }
    // A process that could not be started is not the checker's fault, and the cause may be temporary.
    if case .failure(let error) = found, error.code == .process { throw error }
    descriptions[identifier] = found
    return try found.get()
  }

  private func describe(_ identifier: String) throws(PlugInError) -> CheckerDescription {
    if let own {
      do throws(PlugInError) {
        let description = try own.description(of: identifier)
        ownIdentifiers.insert(identifier)
        return description
      } catch {
        // Bundles are searched only for other checkers.
        if error.code != .notFound { throw error }
      }
    }
    switch try opened() {
    case .process(let process): return try process.description(of: identifier)
    case .here(let registry): return try registry.description(of: identifier)
    }
  }

  /// Reads the bundles of all sources without loading them, and returns their errors, so that a named but malformed
  /// checker is reported even if it is unused.
  @discardableResult package func read() throws(PlugInError) -> [PlugInError] {
    let refused: [RefusedChecker]
    switch try opened() {
    case .process(let processes): refused = processes.refused
    case .here(let registry): refused = registry.refusals
    }
    return refused.filter(\.isFault).map(\.why)
  }

  /// All checkers that may be loaded, with their descriptions; and the refused ones, with the reasons.
  package func all() throws(PlugInError) -> (
    checkers: [(bundle: String?, description: CheckerDescription)], refused: [RefusedChecker]
  ) {
    switch try opened() {
    case .process(let process): return (try process.descriptions(), process.refused)
    case .here(let registry):
      return (try registry.descriptions().map { ($0.bundle?.path, $0.description) }, registry.refusals)
    }
  }

  /// Checks a bundle of a graph. `options` are a rule's, as a property list with a dictionary. Errors are the
  /// outcome's `failure`.
  package func check(
    _ identifier: String, bundle: Int, of graph: BundleGraph, options: PropertyList, isExplaining: Bool
  ) -> CheckerOutcome {
    do throws(PlugInError) {
      _ = try description(of: identifier)
      if graph !== self.graph {
        self.graph = graph
        local = nil
      }
      let shown = local ?? LocalCheckerGraph(graph)
      local = shown
      let isOwn = ownIdentifiers.contains(identifier)
      if !isOwn, case .process(let process) = try opened() {
        return process.check(identifier, bundle: bundle, of: shown, options: options, isExplaining: isExplaining)
      }
      let session = CheckerSession(graph: shown, subject: bundle, options: options, isExplaining: isExplaining)
      if isOwn, let own {
        try own.check(identifier, session)
      } else if case .here(let registry) = try opened() {
        try registry.check(identifier, session)
      }
      return session.outcome
    } catch {
      var outcome = CheckerOutcome()
      outcome.failure = error
      return outcome
    }
  }

  /// Unloads the code of all checkers and ends their processes. Returns the errors, which nothing else reports. A
  /// later call starts them again.
  package func finish() -> [PlugInError] {
    guard case .process(let processes)? = place else { return [] }
    return processes.finish()
  }

  private func opened() throws(PlugInError) -> Place {
    if let place { return place }
    let opened: Place
    if let worker = settings.worker {
      opened = .process(try IsolatedCheckers(settings, worker: worker))
    } else {
      let registry = CheckerRegistry()
      try registry.add(settings.sources, trustsLocked: settings.trustsLocked)
      opened = .here(registry)
    }
    place = opened
    return opened
  }
}
