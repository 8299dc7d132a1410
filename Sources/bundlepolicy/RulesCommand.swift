import ArgumentParser
import PolicyTesting
import PolicyEngine
import Reporting

/// `bundlepolicy rules`.
struct RulesCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of policies, as a reference",
    discussion: """
      Shows what each rule asks, of which bundles, and why. Without --policy the nearest policy.lua is used, from the working \
      directory upwards; where there is none, apple.recommended.

      --pages renews the pages that it wrote, takes away those that it would write no more, and leaves all other files alone. Each \
      rule stands below an anchor that is its id, with an example that fails and what it reports. The standard policies that the \
      program carries come without examples; --standard-policies names sources that have them.
      """)

  @OptionGroup var policy: PolicyOptions

  @Option(
    name: .customLong("format"), parsing: .unconditional,
    help: ArgumentHelp("how the reference is written; text unless given", valueName: "FORMAT"))
  var format: DocumentFormat?

  @Option(
    name: .customLong("output"), parsing: .unconditional,
    help: ArgumentHelp("where the reference goes", valueName: "FILE"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("pages"), parsing: .unconditional,
    help: ArgumentHelp("write it as a folder of Markdown pages: an index, areas, tags", valueName: "DIR"),
    completion: .directory)
  var folder: String?

  @Flag(name: .customLong("check"), help: "with --pages, write nothing and tell which pages are out of date")
  var isCheck = false

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var standardPolicies: StandardPolicyOptions

  func validate() throws {
    if isCheck, folder == nil { throw ValidationError("--check needs the --pages DIR to look at") }
    guard folder != nil else { return }
    if output != nil { throw ValidationError("--pages writes a folder and --output a file; give one of them") }
    if let format, format != .markdown {
      throw ValidationError("--pages are Markdown; leave --format \(format.rawValue) out")
    }
  }

  func execute() throws -> ExitStatus {
    let written = try OutputFiles("--output", output.map { [$0] } ?? [])
    try written.check(parameters, policies: policy.named)
    let (policies, standard) = try PolicySearch.policiesOrStandard(named: policy.named)
    var loading = PolicyProgram.Options(
      policies: policies, standardPolicies: try standardPolicies.directory(), parameters: try parameters.parameters())
    loading.packs = try ProjectPacks(policies: policies, isNamed: !policy.named.isEmpty, isLocked: false).table
    let program = try PolicyProgram(loading)
    if let error = program.errors.first { throw error }
    try written.check(program.sourceFiles, readFor: "--policy")
    if let standard { Output.complain("note: \(standard.remark)") }
    if let folder {
      let pages = RulePageFolder(
        RulePages(
          policies: program.policyDescriptions, rules: program.descriptions,
          examples: program.firstExamples(asOf: .today())))
      return isCheck ? try pages.compare(with: folder) : try pages.write(to: folder)
    }
    let bytes: [UInt8] =
      switch format ?? .text {
      case .text: Array(RuleReference.text(program.descriptions).utf8)
      case .json: RuleReference.json(program.descriptions)
      case .markdown: Array(RuleReference.markdown(program.descriptions).utf8)
      }
    if let output {
      try Output.write(bytes, toFile: output)
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
    return .passed
  }
}
