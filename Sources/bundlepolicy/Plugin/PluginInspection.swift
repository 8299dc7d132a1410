import ArgumentParser
import CheckerPlugIns
import PolicyPacks

struct PluginList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the checkers in --plugins, BUNDLEPOLICY_PLUGINS and the repositories of --policy",
    discussion: """
      Examples:
        bundlepolicy plugin list --plugins Checkers
      """)

  @OptionGroup var checkers: PlugInOptions

  @Option("policy", "also list the checkers of this policy's repository", value: "FILE", completion: .policies)
  var policies: [String] = []

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  func execute() throws -> ExitStatus {
    let packs = try ProjectPacks(policies: policies, isNamed: !policies.isEmpty, isLocked: false)
    let settings = checkers.checkerArguments(namesPolicies: !policies.isEmpty).adding(policies, packs)
    if settings.sources.isEmpty {
      throw ValidationError("name folders of checkers with --plugins DIR or in BUNDLEPOLICY_PLUGINS")
    }
    let opened = Checkers(settings)
    let (checkers, refused) = try opened.all()
    if format == .json {
      try Output.write(
        CheckerText.json(checkers.map { ($0.bundle, $0.description) }).utf8, to: Output.standardOutput)
    } else {
      try Output.print(checkers.flatMap { CheckerText.line($0.description, bundle: $0.bundle) })
    }
    let errors = refused.map(\.why) + opened.finish()
    for error in errors { Output.printError(error) }
    if checkers.isEmpty, errors.isEmpty { Output.printError("note: there are no checkers") }
    return errors.isEmpty ? .passed : .incomplete
  }
}

struct PluginInspect: Command {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a checker bundle registers, its digest and its checkers' options",
    discussion: """
      Examples:
        bundlepolicy plugin inspect IconChecker.checker
      """)

  @Argument("a directory NAME.checker", value: "CHECKER", completion: .directory) var paths: [String]

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  @OptionGroup var limits: PlugInLimitOptions

  func execute() throws -> ExitStatus {
    var status = ExitStatus.passed
    var found: [(bundle: CheckerBundle, digest: String, checkers: [CheckerDescription])] = []
    var settings = limits.settings()
    for path in paths {
      var lines: [String] = []
      do throws(PlugInError) {
        let bundle = try CheckerBundle.open(path)
        let digest = try bundle.digest()
        settings.sources = [.named(bundle.path)]
        // The registration is known even if the code cannot be loaded.
        lines = CheckerText.registration(of: bundle, digest: digest)
        let opened = Checkers(settings)
        let checkers = try opened.all().checkers.map(\.description)
        if let error = opened.finish().first { throw error }
        found.append((bundle, digest, checkers))
        lines += checkers.flatMap { CheckerText.details($0) }
      } catch {
        Output.printError(error)
        status = .incomplete
      }
      if format != .json { try Output.print(lines) }
    }
    if format == .json { try Output.write(CheckerText.json(found).utf8, to: Output.standardOutput) }
    return status
  }
}
