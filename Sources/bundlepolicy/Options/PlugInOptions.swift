import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks
import Reports

struct CheckerArguments {
  let settings: CheckerSettings
  let namesPolicies: Bool

  /// Adds the checkers of the policies' repositories. Standard policies have none.
  func adding(_ policies: (policies: [String], standard: DefaultPolicy?), _ packs: ProjectPacks) -> CheckerSettings {
    adding(policies.standard == nil ? policies.policies : [], packs)
  }

  func adding(_ policies: [String], _ packs: ProjectPacks? = nil) -> CheckerSettings {
    var settings = settings
    for policy in policies where !DefaultPolicy.isStandard(policy) && !(packs?.names(policy) ?? false) {
      let root = CheckerSource.repositoryRoot(ofPolicy: policy)
      let source = namesPolicies ? CheckerSource.repository(root) : .found(root)
      if !settings.sources.contains(source) { settings.sources.append(source) }
    }
    for source in packs?.checkers ?? [] where !settings.sources.contains(source) { settings.sources.append(source) }
    return settings
  }
}

/// The options of a command that runs checkers.
protocol CheckerLimitOptions {
  var isInProcess: Bool { get }
  var seconds: Int? { get }
  var mebibytes: Int? { get }
}

/// The options of a command that runs checkers beside policies.
protocol PlugInLoading: CheckerLimitOptions {
  var folders: [String] { get }
  var trustsLocked: Bool { get }
}

struct PlugInLimitOptions: ParsableArguments, CheckerLimitOptions {
  @Flag(.inProcessPlugIns) var isInProcess = false
  @Option(.checkerTime, transform: OptionValue.checkerSeconds) var seconds: Int?
  @Option(.checkerMemory, transform: OptionValue.checkerMebibytes) var mebibytes: Int?

  func validate() throws { try checkLimits() }
}

struct PlugInOptions: ParsableArguments, PlugInLoading {
  @Option(.plugIns) var folders: [String] = []
  @Flag(.withCheckers) var trustsLocked = false
  @Flag(.inProcessPlugIns) var isInProcess = false
  @Option(.checkerTime, transform: OptionValue.checkerSeconds) var seconds: Int?
  @Option(.checkerMemory, transform: OptionValue.checkerMebibytes) var mebibytes: Int?

  func validate() throws { try checkLimits() }
}

extension CheckerLimitOptions {
  var givenLimits: [(name: String, isGiven: Bool)] {
    [("in-process-plugins", isInProcess), ("checker-time", seconds != nil), ("checker-memory", mebibytes != nil)]
  }

  func checkLimits() throws(ValidationError) {
    for (option, value) in [("checker-time", seconds), ("checker-memory", mebibytes)] where isInProcess && value != nil
    {
      throw ValidationError(
        "--\(option) limits a checker's own process and cannot be combined with --in-process-plugins")
    }
  }

  /// Returns the settings for these folders and those in `BUNDLEPOLICY_PLUGINS`, separated by colons.
  func settings(_ named: [String] = [], trustsLocked: Bool = false) -> CheckerSettings {
    let folders =
      named + (environmentVariable("BUNDLEPOLICY_PLUGINS") ?? "").split(separator: ":").map(String.init)
    let defaults = CheckerLimits()
    let limits = CheckerLimits(
      seconds: seconds ?? defaults.seconds, memory: mebibytes.map { $0 << 20 } ?? defaults.memory)
    // Checkers are untrusted code. The program's environment may contain tokens, and its memory the ledger's password.
    if !isInProcess, trustsLocked || !folders.isEmpty { CheckerWorker.hideProgram() }
    return CheckerSettings(
      sources: folders.map { .named($0) }, trustsLocked: trustsLocked, limits: limits,
      worker: isInProcess ? nil : CheckerSettings.ownProgram)
  }
}

extension PlugInLoading {
  /// Returns the options, to which the checkers of policies can be added. `namesPolicies`: whether the user named the policies.
  func checkerArguments(namesPolicies: Bool) -> CheckerArguments {
    CheckerArguments(settings: settings(folders, trustsLocked: trustsLocked), namesPolicies: namesPolicies)
  }

  /// Returns the settings for policies found below these paths. Checkers at the top of a named path count as named; those in the working
  /// directory do not.
  func settings(below paths: [String]) -> CheckerSettings {
    var settings = settings(folders, trustsLocked: trustsLocked)
    settings.repositories = paths.map { CheckerSource.repositoryRoot(ofPolicy: $0) }
    return settings
  }
}
