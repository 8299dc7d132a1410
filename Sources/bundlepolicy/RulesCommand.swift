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

  @Option("format", "how the reference is written; text unless given", value: "FORMAT") var format: DocumentFormat?

  @Option("output", "where the reference goes", value: "FILE", completion: .file()) var output: String?

  @Option(
    "pages", "write it as a folder of Markdown pages: an index, areas, tags", value: "DIR", completion: .directory)
  var folder: String?

  @Flag("check", "with --pages, write nothing and tell which pages are out of date") var isCheck = false

  @OptionGroup var loading: LoadingOptions

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
    try written.check(loading, policies: policy.named)
    let (policies, standard) = try PolicySearch.policiesOrStandard(named: policy.named)
    var options = PolicyProgram.Options(
      policies: policies, standardPolicies: try loading.standardPolicies(), parameters: try loading.parameters())
    try options.findPacks(isNamed: !policy.named.isEmpty)
    let program = try PolicyProgram(options)
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
