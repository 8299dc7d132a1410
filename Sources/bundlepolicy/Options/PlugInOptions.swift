import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks
import Reports

/// What the command line says of checkers, before the policies are known.
struct CheckerArguments {
  let settings: CheckerSettings
  /// Whether the policies are those that the user named.
  let namesPolicies: Bool

  /// With the checkers of the repositories that the policies lie in, the standard policies left out.
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

/// How native checkers are run.
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

  func validate() throws {
    for (option, value) in [("checker-time", seconds), ("checker-memory", mebibytes)] where isInProcess && value != nil
    {
      throw ValidationError(
        "--\(option) limits a checker's own process and cannot be combined with --in-process-plugins")
    }
  }

  /// What is named, with `BUNDLEPOLICY_PLUGINS`, folders separated by colons; and the limits.
  func settings(_ named: [String] = [], trustsLocked: Bool = false) -> CheckerSettings {
    let folders =
      named + (environmentVariable("BUNDLEPOLICY_PLUGINS") ?? "").split(separator: ":").map(String.init)
    let defaults = CheckerLimits()
    let limits = CheckerLimits(
      seconds: seconds ?? defaults.seconds, memory: mebibytes.map { $0 << 20 } ?? defaults.memory)
    // Checkers are foreign code. This program's variables may hold tokens, and its memory the ledger's password.
    if !isInProcess, trustsLocked || !folders.isEmpty { CheckerWorker.hideProgram() }
    return CheckerSettings(
      sources: folders.map { .named($0) }, trustsLocked: trustsLocked, limits: limits,
      worker: isInProcess ? nil : CheckerSettings.ownProgram)
  }
}

/// Where native checkers are, and how they are run.
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

  /// Before the policies are known. `namesPolicies`: whether they are those that the user named.
  func arguments(namesPolicies: Bool) -> CheckerArguments {
    CheckerArguments(settings: limits.settings(folders, trustsLocked: trustsLocked), namesPolicies: namesPolicies)
  }

  /// For policies that are looked for below the paths that were named: those at their top are named, too. The working directory, when
  /// nothing is named, is not.
  func settings(below paths: [String]) -> CheckerSettings {
    var settings = limits.settings(folders, trustsLocked: trustsLocked)
    settings.repositories = paths.map { CheckerSource.repositoryRoot(ofPolicy: $0) }
    return settings
  }
}
