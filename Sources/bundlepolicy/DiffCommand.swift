import ArgumentParser
import PolicyEngine
import Reporting

/// `bundlepolicy diff`: two policies on bundles, or two bundles.
struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what another policy makes of bundles, or what changed between two bundles",
    discussion: """
      With --against each BUNDLE is judged by both policies, and what flips is told, by which rule, on which bundle. Exit \
      status: 0 when nothing fails newly, whatever else differs; 1 when a bundle or a rule on a bundle fails newly; 2 when a \
      policy could not be loaded, or a bundle not be judged by both. A rule's findings are matched by fingerprint, renamed \
      rules by the ids they had before. A ledger is only read.

      Without --against the difference between two operands, OLD and NEW, is shown: bundles, Info.plist, localized strings, \
      entitlements, files. Exit status, as of diff(1): 0 when they are the same, 1 when they differ, 2 when one can't be \
      read whole. A property list in another form holds the same values, so it is the same.
      """)

  @Argument(
    "what to judge by both policies; without --against, the two to compare", value: "BUNDLE", completion: .file())
  var operands: [String] = []

  @Option(
    "policy", "the policies up to now, as check takes them (default: those that check would take)", value: "OLD",
    completion: .policies)
  var policies: [String] = []

  @Option("against", "the policies to compare them with", value: "NEW", completion: .policies)
  var newPolicies: [String] = []

  @OptionGroup var judging: JudgingOptions
  @OptionGroup var loading: LoadingOptions

  @Option("format", "how the result is written", value: "FORMAT") var format = DocumentFormat.text

  @Option("output", "where the result goes", value: "FILE", completion: .file()) var output: String?

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var checkers: PlugInOptions

  @Flag("verbose", "of two bundles, name files that hold the same values written differently") var isVerbose = false

  /// What is for two policies only, each with whether it is given.
  private var policyOptions: [(name: String, isGiven: Bool)] {
    judging.given + [
      ("ledger", ledger.url != nil), ("param", !loading.values.isEmpty), ("params", !loading.parameterPaths.isEmpty),
      ("standard-policies", loading.standardDirectory != nil), ("plugins", !checkers.folders.isEmpty),
      ("with-checkers", checkers.trustsLocked), ("in-process-plugins", checkers.limits.isInProcess),
      ("checker-time", checkers.limits.seconds != nil), ("checker-memory", checkers.limits.mebibytes != nil),
    ]
  }

  /// The bundles: shells complete directories with a slash.
  var paths: [String] { operands.map { $0.hasSuffix("/") && $0.count > 1 ? String($0.dropLast()) : $0 } }

  func validate() throws {
    if !newPolicies.isEmpty {
      if operands.isEmpty { throw ValidationError("name at least one bundle to judge by both policies") }
      if isVerbose { throw ValidationError("--verbose is for two bundles; leave --against out") }
      return
    }
    if !policies.isEmpty {
      throw ValidationError("--policy names the policies up to now; name those to compare them with: --against NEW")
    }
    guard operands.count == 2 else {
      throw ValidationError("name two bundles to compare, or the policies to compare on bundles: --against NEW")
    }
    for (option, isGiven) in policyOptions where isGiven {
      throw ValidationError(
        "--\(option) is for two policies, which --against asks for; two bundles are compared without it")
    }
  }

  func execute() throws -> ExitStatus {
    let output = try DiffOutput(self)
    if !newPolicies.isEmpty { return try PolicyDiff.run(self, output) }
    return try BundleDiff.run(old: paths[0], new: paths[1], isVerbose: isVerbose, output)
  }
}

/// Where the result of `diff` goes, and how it is written.
struct DiffOutput {
  let format: DocumentFormat
  private let file: String?
  /// The files that nothing else may be read from.
  let written: OutputFiles

  init(_ command: DiffCommand) throws(UsageError) {
    format = command.format
    file = command.output
    written = try OutputFiles("--output", command.output.map { [$0] } ?? [])
    try written.check(bundles: command.operands, readFor: "BUNDLE")
  }

  var isColored: Bool { file == nil && Output.isColored(Output.standardOutput) }

  func write(_ bytes: [UInt8]) throws(Output.Failure) {
    if let file {
      try Output.write(bytes, toFile: file)
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
  }
}
