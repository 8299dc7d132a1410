internal import Basics

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
