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

struct PlugInLimitOptions: ParsableArguments {
  @Flag("in-process-plugins", "run checkers in this process: faster, but a crash in one ends the run")
  var isInProcess = false

  @Option(
    "checker-time", "the time limit of a checker for one bundle, in seconds (default: 30)", value: "SECONDS",
    transform: OptionValue.number(1...86_400))
  var seconds: Int?

  @Option(
    "checker-memory", "the memory limit of a checker's process, in MiB (default: 1024)", value: "MIB",
    transform: OptionValue.number(16...1_048_576))
  var mebibytes: Int?

  var given: [(name: String, isGiven: Bool)] {
    [("in-process-plugins", isInProcess), ("checker-time", seconds != nil), ("checker-memory", mebibytes != nil)]
  }

  func validate() throws {
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

struct PlugInOptions: ParsableArguments {
  @Option(
    "plugins", "load the checkers in this folder, or this NAME.checker; also BUNDLEPOLICY_PLUGINS", value: "DIR",
    completion: .directory)
  var folders: [String] = []

  @Flag(
    "with-checkers",
    "load the native checkers locked by the repository or the packs of a named policy; they run with your permissions")
  var trustsLocked = false

  @OptionGroup var limits: PlugInLimitOptions

  /// Returns the options, to which the checkers of policies can be added. `namesPolicies`: whether the user named the policies.
  func arguments(namesPolicies: Bool) -> CheckerArguments {
    CheckerArguments(settings: limits.settings(folders, trustsLocked: trustsLocked), namesPolicies: namesPolicies)
  }

  /// Returns the settings for policies found below these paths. Checkers at the top of a named path count as named; those in the working
  /// directory do not.
  func settings(below paths: [String]) -> CheckerSettings {
    var settings = limits.settings(folders, trustsLocked: trustsLocked)
    settings.repositories = paths.map { CheckerSource.repositoryRoot(ofPolicy: $0) }
    return settings
  }
}
