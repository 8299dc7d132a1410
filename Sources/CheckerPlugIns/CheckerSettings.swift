/// Which checkers there are, and how they are run.
public struct CheckerSettings: Hashable, Sendable {
  /// Where checkers may come from, the first first.
  public var sources: [CheckerSource]
  /// What a checker may use.
  public var limits: CheckerLimits
  /// The program that is started for checkers, with `CheckerWorker.argument`; nil runs them in this process, without limits.
  public var worker: String?

  /// No checkers, each in a process of this program's.
  public init(
    sources: [CheckerSource] = [], limits: CheckerLimits = CheckerLimits(), worker: String? = CheckerSettings.ownProgram
  ) {
    self.sources = sources
    self.limits = limits
    self.worker = worker
  }

  /// The same, with the checkers of the repository that a named policy lies in.
  public func with(repositoryOf policy: String) -> CheckerSettings {
    var settings = self
    settings.sources.append(.repository(CheckerSource.repositoryRoot(ofPolicy: policy)))
    return settings
  }

  /// This program, should it be able to say where it is.
  public static var ownProgram: String? { WorkerProcess.ownExecutable }
}
