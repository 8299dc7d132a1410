internal import Basics

/// Which checkers there are, and how they are run.
package struct CheckerSettings: Hashable, Sendable {
  /// Where checkers may come from, the first first.
  package var sources: [CheckerSource]
  /// The repositories of policies that the user named, by their top folders, for whoever finds policies below.
  package var repositories: [String] = []
  /// Whether checkers that a named policy's repository or pack has locked are used. Only the user can say so: a lock comes with a
  /// checkout, and says nothing of who is trusted.
  package var trustsLocked = false
  /// What a checker may use.
  package var limits: CheckerLimits
  /// The program that is started for each checker, with `CheckerWorker.argument`; nil runs them in this process, without limits.
  package var worker: String?

  /// No checkers, each in a process of this program's.
  package init(
    sources: [CheckerSource] = [], trustsLocked: Bool = false, limits: CheckerLimits = CheckerLimits(),
    worker: String? = CheckerSettings.ownProgram
  ) {
    self.trustsLocked = trustsLocked
    self.sources = sources
    self.limits = limits
    self.worker = worker
  }

  /// The same, with the checkers of the repository that a policy lies in: locked ones where the user named it, and none where the
  /// policy was only found below.
  package func with(repositoryOf policy: String) -> CheckerSettings {
    var settings = self
    let root = CheckerSource.repositoryRoot(ofPolicy: policy)
    func identity(_ root: String) -> FileIdentity { FileIdentity(root.isEmpty ? "." : root) }
    let isNamed = repositories.contains { identity($0) == identity(root) }
    settings.sources.append(isNamed ? .repository(root) : .found(root))
    return settings
  }

  /// This program. Should the system not say where it lies, no process can be started: an error, and no reason to do without.
  package static var ownProgram: String { Subprocess.ownExecutable ?? "" }
}

/// What a checker may use.
package struct CheckerLimits: Hashable, Sendable {
  /// Seconds of one check by the clock, and of processor time; also of loading and describing.
  package var seconds: Int
  /// Bytes of memory of the process that checkers run in, beyond what it begins with.
  package var memory: Int
  /// Seconds that a process may take to begin, before any code of a checker's runs.
  package var start = 30

  /// Findings of one check.
  static let findings = 100_000
  /// Bytes of all findings of one check.
  static let findingBytes = 64 << 20
  /// Bytes of a finding's text.
  static let textBytes = 4096
  /// Bytes of lines logged or printed during one check that are kept.
  static let logBytes = 64 << 10
  /// Bytes that a process may print during one check.
  static let printedBytes = 64 << 20
  /// Reasons of files that can't be read that are handed out in one check; later ones get the last again.
  static let failures = 1_000
  /// Things looked at that are told apart.
  static let reads = 2_000

  /// Half a minute and a gibibyte, unless told otherwise.
  package init(seconds: Int = 30, memory: Int = 1 << 30) {
    self.seconds = seconds
    self.memory = memory
  }
}
