import PolicyEngine
import Reporting

/// `bundlepolicy rules`.
enum RulesCommand {
  static let command = Command(
    name: "rules", summary: "List the rules of policies, as a reference",
    options: [
      Option(name: "policy", value: "FILE", isRepeatable: true, help: "a Lua file, or a directory with policy.lua"),
      Option(name: "format", value: "FORMAT", help: "text (the default), json or markdown"),
      Option(name: "output", value: "FILE", help: "where the reference goes"),
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a policy's parameter"),
      Option.parameterFiles,
    ],
    operands: "",
    discussion: """
      Shows what each rule asks, of which bundles, and why. Without --policy the nearest policy.lua is used, from the working
      directory upwards.
      """,
    run: run)

  enum Format: String, CaseIterable { case text, json, markdown }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if let extra = arguments.operands.first {
      throw UsageError(message: "'rules' takes no '\(extra)'; name a policy with --policy", command: "rules")
    }
    guard let format = Format(rawValue: arguments.first("format") ?? "text") else {
      throw UsageError(
        message: "--format is text, json or markdown, not '\(arguments.first("format") ?? "")'", command: "rules")
    }
    let written = try OutputFiles(arguments, ["output"], of: "rules")
    try written.check(arguments, ["params"])
    let program = try PolicyProgram(
      .init(policies: try arguments.policies(), parameters: try arguments.parameters(of: "rules")))
    if let error = program.errors.first { throw error }
    try written.check(program.sourceFiles, readFor: "--policy")
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
}
