import Basics
import CheckerPlugIns
import PolicyEngine

/// What the command line says of checkers, before the policies are known.
struct CheckerArguments {
  let settings: CheckerSettings
  /// Whether the policies are those that the user named.
  let namesPolicies: Bool

  /// With the checkers of the repositories that the policies lie in, the standard policies left out.
  func adding(_ policies: (policies: [String], standard: DefaultPolicy?), _ packs: ProjectPacks) -> CheckerSettings {
    adding(policies.standard == nil ? policies.policies : [], packs)
  }

  /// The same.
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

extension Arguments {
  /// The options about checkers, and `BUNDLEPOLICY_PLUGINS`: folders separated by colons.
  func checkerArguments(of command: String) throws -> CheckerArguments {
    CheckerArguments(settings: try checkerSettings(of: command), namesPolicies: !all("policy").isEmpty)
  }

  /// For policies that are known.
  func checkers(of command: String, policies: [String], _ packs: ProjectPacks? = nil) throws -> CheckerSettings {
    try checkerArguments(of: command).adding(policies, packs)
  }

  /// For policies that are looked for below the paths that were named: those at their top are named, too. The working directory, when
  /// nothing is named, is not.
  func checkers(of command: String, below paths: [String]) throws -> CheckerSettings {
    var settings = try checkerSettings(of: command)
    settings.repositories = paths.map { CheckerSource.repositoryRoot(ofPolicy: $0) }
    return settings
  }

  /// What is named, and the limits.
  func checkerSettings(of command: String) throws -> CheckerSettings {
    var folders = all("plugins")
    if let variable = getenv("BUNDLEPOLICY_PLUGINS") {
      folders += String(cString: variable).split(separator: ":").map(String.init)
    }
    let isInProcess = has("in-process-plugins")
    if isInProcess, let option = ["checker-time", "checker-memory"].first(where: isGiven) {
      throw UsageError(
        message: "--\(option) bounds a process of its own, which --in-process-plugins does without", command: command)
    }
    let defaults = CheckerLimits()
    let limits = CheckerLimits(
      seconds: try number("checker-time", 1...86_400, command) ?? defaults.seconds,
      memory: (try number("checker-memory", 16...1_048_576, command)).map { $0 << 20 } ?? defaults.memory)
    let trustsLocked = has("with-checkers")
    // Checkers are foreign code. This program's variables may hold tokens, and its memory the ledger's password.
    if !isInProcess, trustsLocked || !folders.isEmpty { CheckerWorker.hideProgram() }
    return CheckerSettings(
      sources: folders.map { .named($0) }, trustsLocked: trustsLocked, limits: limits,
      worker: isInProcess ? nil : CheckerSettings.ownProgram)
  }

  private func number(_ option: String, _ range: ClosedRange<Int>, _ command: String) throws -> Int? {
    guard let text = first(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "--\(option) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        command: command)
    }
    return number
  }
}
