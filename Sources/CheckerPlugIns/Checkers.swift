internal import Basics
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

package struct CheckerSettings: Hashable, Sendable {
  package var sources: [CheckerSource]
  /// The top folders of the policy repositories that the user named, for finding the repository of a policy below
  /// them.
  package var repositories: [String] = []
  /// Whether to use checkers that a named policy's repository or pack has locked. Only the user can decide this: a
  /// lock is part of a checkout, so it does not say who is trusted.
  package var trustsLocked = false
  package var limits: CheckerLimits
  /// The program to start for each checker, with `CheckerWorker.argument`; nil runs checkers in this process, without
  /// limits.
  package var worker: String?

  /// Creates settings without checkers, which would run in processes of this program.
  package init(
    sources: [CheckerSource] = [], trustsLocked: Bool = false, limits: CheckerLimits = CheckerLimits(),
    worker: String? = CheckerSettings.ownProgram
  ) {
    self.trustsLocked = trustsLocked
    self.sources = sources
    self.limits = limits
    self.worker = worker
  }

  /// The settings with the checkers of a policy's repository: locked ones if the user named the repository, and none
  /// if the policy was only found below.
  package func with(repositoryOf policy: String) -> CheckerSettings {
    var settings = self
    let root = CheckerSource.repositoryRoot(ofPolicy: policy)
    func identity(_ root: String) -> FileIdentity { FileIdentity(root.isEmpty ? "." : root) }
    let isNamed = repositories.contains { identity($0) == identity(root) }
    settings.sources.append(isNamed ? .repository(root) : .found(root))
    return settings
  }

  /// The path of this program. If the system does not know it, no process can be started, which is an error.
  package static var ownProgram: String { Subprocess.ownExecutable ?? "" }
}

package struct CheckerLimits: Hashable, Sendable {
  /// The seconds of real time, and of processor time, for one check, and for loading and describing.
  package var seconds: Int
  /// The bytes of memory that the process of a checker may use, in addition to what it has at the start.
  package var memory: Int
  /// The seconds in which a process must start, before any code of the checker runs.
  package var start = 30

  static let findings = 100_000
  static let findingBytes = 64 << 20
  static let textBytes = 4096
  /// The bytes of logged or printed lines that are kept for one check.
  static let logBytes = 64 << 10
  /// The bytes that a process may print during one check.
  static let printedBytes = 64 << 20
  static let failures = 1_000
  static let reads = 2_000

  /// Creates limits; by default 30 seconds and 1 GiB.
  package init(seconds: Int = 30, memory: Int = 1 << 30) {
    self.seconds = seconds
    self.memory = memory
  }
}
