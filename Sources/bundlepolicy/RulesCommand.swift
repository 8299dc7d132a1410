import PolicyTesting
import PolicyEngine
import Reporting

/// `bundlepolicy rules`.
enum RulesCommand {
  static let command = Command(
    name: "rules", summary: "List the rules of policies, as a reference",
    options: [
      .policies,
      Option(
        name: "format", value: "FORMAT", help: "text (the default), json or markdown",
        completes: .words { Format.allCases.map(\.rawValue) }),
      Option(name: "output", value: "FILE", help: "where the reference goes"),
      Option(name: "pages", value: "DIR", help: "write it as a folder of Markdown pages: an index, areas, tags"),
      Option(name: "check", help: "with --pages, write nothing and tell which pages are out of date"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
      .standardPolicies,
    ],
    operands: "",
    discussion: """
      Shows what each rule asks, of which bundles, and why. Without --policy the nearest policy.lua is used, from the working
      directory upwards; where there is none, apple.recommended.

      --pages renews the pages that it wrote, takes away those that it would write no more, and leaves all other files alone. Each
      rule stands below an anchor that is its id, with an example that fails and what it reports. The standard policies that the
      program carries come without examples; --standard-policies names sources that have them.
      """,
    run: run)

  enum Format: String, CaseIterable { case text, json, markdown }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if let extra = arguments.operands.first { throw usage("'rules' takes no '\(extra)'; name a policy with --policy") }
    guard let format = Format(rawValue: arguments.first("format") ?? "text") else {
      throw usage("--format is text, json or markdown, not '\(arguments.first("format") ?? "")'")
    }
    let folder = arguments.first("pages")
    if arguments.has("check"), folder == nil { throw usage("--check needs the --pages DIR to look at") }
    if folder != nil {
      if arguments.first("output") != nil {
        throw usage("--pages writes a folder and --output a file; give one of them")
      }
      if arguments.first("format") != nil, format != .markdown {
        throw usage("--pages are Markdown; leave --format \(format.rawValue) out")
      }
    }
    let written = try OutputFiles(arguments, ["output"], of: "rules")
    try written.check(arguments, ["params"])
    let (policies, standard) = try arguments.policiesOrStandard()
    var loading = PolicyProgram.Options(
      policies: policies, standardPolicies: try arguments.standardPolicies(),
      parameters: try arguments.parameters(of: "rules"))
    loading.packs = try arguments.packs(for: policies).table
    let program = try PolicyProgram(loading)
    if let error = program.errors.first { throw error }
    try written.check(program.sourceFiles, readFor: "--policy")
    if let standard { Output.complain("note: \(standard.remark)") }
    if let folder {
      let pages = RulePageFolder(
        RulePages(
          policies: program.policyDescriptions, rules: program.descriptions,
          examples: program.firstExamples(asOf: try arguments.asOf(of: "rules"))))
      return arguments.has("check") ? try pages.compare(with: folder) : try pages.write(to: folder)
    }
    let bytes: [UInt8] =
      switch format {
      case .text: Array(RuleReference.text(program.descriptions).utf8)
      case .json: RuleReference.json(program.descriptions)
      case .markdown: Array(RuleReference.markdown(program.descriptions).utf8)
      }
    if let file = arguments.first("output") {
      try Output.write(bytes, toFile: file)
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
    return .passed
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "rules") }
}
