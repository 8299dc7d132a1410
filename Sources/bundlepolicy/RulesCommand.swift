import ArgumentParser
import Basics
import PolicyEngine
import PolicyTesting
import Presentation
import Reporting
import Reports
import Scaffolding
import StandardPolicies

struct RulesCommand: Command, ProjectOptions {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of policies",
    discussion: """
      Examples:
        bundlepolicy rules
        bundlepolicy rules --policy apple.strict --format markdown --output rules.md
        bundlepolicy rules --pages docs/rules
        bundlepolicy rules --tag ITMS-90171
        bundlepolicy rules --rule 'apple.app-store.*'

      Shows what each rule requires, which bundles it applies to, and why. Without --policy, the command uses the \
      policies of the project file, or the nearest policy.lua, searching from the working directory upwards, or \
      apple.recommended if there is none.

      --tag lists only rules with a tag, such as the code of a refusal, and --rule those that match a pattern; without \
      --policy, both search all standard policies as well.

      --pages updates the pages it generated, removes those that are no longer needed, and leaves all other files \
      alone. Each rule has an anchor named after its id, with an example that fails and what the rule reports for it. \
      The built-in standard policies have no examples; use --standard-policies to name sources that do.
      """)

  @Option(.policy) var namedPolicies: [String] = []
  @Option(.project) var projectFile: String?
  @Flag(.noProject) var ignoresProject = false

  @Option("format", "output format (default: text)", value: "FORMAT") var format: DocumentFormat?

  @Option("rule", "list only this rule, or the rules that match a pattern such as 'apple.app-store.*'", value: "ID")
  var selected: [String] = []

  @Option("tag", "list only rules with this tag", value: "TAG") var tags: [String] = []

  @Option("output", "write the reference to this file (default: standard output)", value: "FILE", completion: .file())
  var output: String?

  @Option(
    "pages", "write a folder of Markdown pages: an index, a page for each area, and tags", value: "DIR",
    completion: .directory)
  var folder: String?

  @Flag("check", "with --pages, list the pages that are out of date without writing anything") var isCheck = false

  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    if isCheck, folder == nil { throw ValidationError("--check needs --pages DIR") }
    guard folder != nil else { return }
    for (option, isGiven) in [("rule", !selected.isEmpty), ("tag", !tags.isEmpty)] where isGiven {
      throw ValidationError("--pages writes pages for all rules and cannot be combined with --\(option)")
    }
    if output != nil { throw ValidationError("--pages writes a folder and cannot be combined with --output") }
    if let format, format != .markdown {
      throw ValidationError("--pages writes Markdown and cannot be combined with --format \(format.rawValue)")
    }
  }

  func execute() throws -> ExitStatus {
    let written = try OutputFiles("--output", output.map { [$0] } ?? [])
    try written.check(loading, policies: namedPolicies)
    let choice = try PolicyChoice(namedPolicies, self, loading)
    var (policies, standard) = try PolicySearch.policiesOrStandard(named: choice.named)
    if !(selected + tags).isEmpty, namedPolicies.isEmpty {
      (policies, standard) = (policies + StandardPolicies.ids, nil)
    }
    var options = PolicyProgram.Options(
      policies: policies, standardPolicies: try loading.standardPolicies(), parameters: choice.parameters)
    try options.findPacks(isNamed: choice.isNamed, from: choice.folder)
    let program = try PolicyProgram(options)
    if let error = program.errors.first { throw error }
    try written.check(program.sourceFiles, readFor: "--policy")
    if let standard { Output.printError("note: \(standard.remark)") }
    if let folder {
      let pages = RulePageFolder(
        RulePages(
          policies: program.policyDescriptions, rules: try program.descriptions,
          examples: program.firstExamples(asOf: .today())))
      return isCheck ? try pages.compare(with: folder) : try pages.write(to: folder)
    }
    let chosen = RuleSelection(program.rules, only: selected, without: [], tagged: tags)
    if let error = chosen.errors.first { throw error }
    let ids = Set(chosen.rules.map(\.id))
    let rules = try program.descriptions.filter { ids.contains($0.id) }
    let bytes: [UInt8] =
      switch format ?? .text {
      case .text: Array(RuleReference.text(rules).utf8)
      case .json: RuleReference.json(rules)
      case .markdown: Array(RuleReference.markdown(rules).utf8)
      }
    try Output.write(bytes, to: output)
    return .passed
  }
}

struct RulePageFolder {
  private let files: [ScaffoldFile]

  init(_ pages: RulePages) {
    files = pages.pages.map { ScaffoldFile(path: $0.name, text: $0.text, isGenerated: true) }
  }

  /// Writes pages that are missing or out of date, and removes generated pages that are no longer needed. Writes nothing if a file that
  /// was not generated is in the way.
  func write(to path: String) throws -> ExitStatus {
    let directory = try ScaffoldDirectory(path, creating: true, mark: RulePages.mark)
    var stale: [(file: ScaffoldFile, isThere: Bool)] = []
    for file in files {
      switch try directory.state(of: file) {
      case .same: continue
      case .absent: stale.append((file, false))
      case .outdated: stale.append((file, true))
      case .foreign: throw Self.foreign(file, in: directory)
      }
    }
    var lines: [String] = []
    for (file, isThere) in stale {
      try directory.write(file, replacing: isThere)
      lines.append("  \(isThere ? "renewed" : "wrote")  \(directory.shown(file))")
    }
    for file in try directory.leftovers(ending: RulePages.ending, besides: files) {
      try directory.remove(file)
      lines.append("  removed  \(directory.shown(file))")
    }
    try Output.print(lines)
    return .passed
  }

  func compare(with path: String) throws -> ExitStatus {
    let directory = try ScaffoldDirectory(path, creating: false, mark: RulePages.mark)
    var differences: [String] = []
    for file in files {
      switch try directory.state(of: file) {
      case .same: continue
      case .absent: differences.append("\(directory.shown(file)): error: does not exist")
      case .outdated: differences.append("\(directory.shown(file)): error: is out of date")
      case .foreign: throw Self.foreign(file, in: directory)
      }
    }
    for file in try directory.leftovers(ending: RulePages.ending, besides: files) {
      differences.append("\(directory.shown(file)): error: is left over: no rule belongs to this area any more")
    }
    for line in differences { Output.printError(TerminalText.escape(line)) }
    if differences.isEmpty { return .passed }
    Output.printError("    fix       run the same command without --check, and commit the result")
    return .violations
  }

  private static func foreign(_ file: ScaffoldFile, in directory: ScaffoldDirectory) -> ScaffoldError {
    ScaffoldError(
      path: directory.shown(file), message: "is not a page that 'bundlepolicy rules' generated",
      hint: "move it away, or name another folder with --pages")
  }
}

extension [RuleDescription] {
  /// Returns the rules with this id, whose id ends in a slash and this word, or that match a pattern. Current ids take precedence over
  /// former ids.
  func named(_ word: String) -> [RuleDescription] {
    if let pattern = RulePattern(word) { return filter { pattern.matches($0.id) } }
    func isMeant(_ id: String) -> Bool { id == word || id.hasSuffix("/" + word) }
    let current = filter { isMeant($0.id) }
    return current.isEmpty ? filter { $0.formerIDs.contains(where: isMeant) } : current
  }
}

extension RuleDescription {
  func hasTag(_ tag: String) -> Bool { tags.contains { RuleTag.isSame($0, tag) } }
}
