package import Bundles
package import PropertyLists

/// Runs checkers: in this process, or each in a process of its own.
protocol CheckerHost {
  /// The checkers that must not be used, with the reasons.
  var refused: [RefusedChecker] { get }
  func description(of identifier: String) throws(PlugInError) -> CheckerDescription
  /// All descriptions, sorted by identifier, with the paths of the bundles; nil for the program's own checkers.
  func descriptions() throws(PlugInError) -> [(bundle: String?, description: CheckerDescription)]
  /// Throws if the checker cannot be used. An error of the check itself is the outcome's `failure`.
  func check(
    _ identifier: String, bundle: Int, of graph: any CheckerGraph, options: PropertyList, isExplaining: Bool
  ) throws(PlugInError) -> CheckerOutcome
  func finish() -> [PlugInError]
}

/// The checkers of a run. Nothing is read, started or loaded until the first is needed. Only one thread at a time may
/// use it.
package final class Checkers {
  private let settings: CheckerSettings
  private var host: (any CheckerHost)?
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
    return try opened().description(of: identifier)
  }

  /// Reads the bundles of all sources without loading them, and returns their errors, so that a named but malformed
  /// checker is reported even if it is unused.
  @discardableResult package func read() throws(PlugInError) -> [PlugInError] {
    try opened().refused.filter(\.isFault).map(\.why)
  }

  /// All checkers that may be loaded, with their descriptions; and the refused ones, with the reasons.
  package func all() throws(PlugInError) -> (
    checkers: [(bundle: String?, description: CheckerDescription)], refused: [RefusedChecker]
  ) {
    let host = try opened()
    return (try host.descriptions(), host.refused)
  }

  /// Checks a bundle of a graph. `options` are a rule's, as a property list with a dictionary. Errors are the
  /// outcome's `failure`.
  package func check(
    _ identifier: String, bundle: Int, of graph: BundleGraph, options: PropertyList, isExplaining: Bool
  ) -> CheckerOutcome {
    var outcome = CheckerOutcome()
    do throws(PlugInError) {
      _ = try description(of: identifier)
      if graph !== self.graph {
        self.graph = graph
        local = nil
      }
      let shown = local ?? LocalCheckerGraph(graph)
      local = shown
      let host: any CheckerHost = if ownIdentifiers.contains(identifier), let own { own } else { try opened() }
      return try host.check(identifier, bundle: bundle, of: shown, options: options, isExplaining: isExplaining)
    } catch {
      outcome.failure = error
      return outcome
    }
  }

  /// Unloads the code of all checkers and ends their processes. Returns the errors, which nothing else reports. A
  /// later call starts them again.
  package func finish() -> [PlugInError] { host?.finish() ?? [] }

  private func opened() throws(PlugInError) -> any CheckerHost {
    if let host { return host }
    let registry = CheckerRegistry()
    try registry.add(settings.sources, trustsLocked: settings.trustsLocked)
    let opened: any CheckerHost =
      if let worker = settings.worker { IsolatedCheckers(registry, settings.limits, worker: worker) } else { registry }
    host = opened
    return opened
  }
}
