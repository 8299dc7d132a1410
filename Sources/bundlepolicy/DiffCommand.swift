import ArgumentParser
import Bundles
import CheckerPlugIns
import Comparison
import PolicyEngine
import PolicyTesting
import Presentation
import Reports

struct DiffCommand: Command, ProjectOptions {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two bundles, or the results of two policies on bundles",
    discussion: """
      Examples:
        bundlepolicy diff Old.app New.app
        bundlepolicy diff --ignore signature Built.app Released.ipa
        bundlepolicy diff --against new-policy.lua App.app

      Without --against, the command compares two operands, OLD and NEW: their bundles, Info.plist, localized strings, \
      entitlements and files. A property list stored in another format with the same values counts as the same. Exit \
      status, as for diff(1): 0 if they are the same, 1 if they differ, 2 if one of them cannot be read completely.

      With --against, the command checks each BUNDLE against both policies and reports each rule whose result changes, \
      with the bundle it changes for. Findings of a rule are matched by fingerprint, and renamed rules by their former \
      ids. A ledger is read, never written. Exit status: 0 if nothing newly fails, even if other results differ; 1 if a \
      bundle newly fails, or a rule newly fails on a bundle; 2 if a policy cannot be loaded or a bundle cannot be \
      checked against both.
      """)

  @Argument(
    "the two bundles to compare; with --against, the bundles to check against both policies", value: "BUNDLE",
    completion: .file())
  var operands: [String] = []

  @Option(
    "policy", "the old policies, as for check (default: the same as for check)", value: "OLD",
    completion: .policies)
  var policies: [String] = []

  @Option("against", "the new policies to compare with", value: "NEW", completion: .policies)
  var newPolicies: [String] = []

  @Option(.project) var projectFile: String?
  @Flag(.noProject) var ignoresProject = false
  @OptionGroup var options: ComparisonOptions
  @OptionGroup var checkers: PlugInOptions

  @Option(
    "ignore", "when comparing two bundles, what not to compare: signature", value: "WHAT",
    completion: .list(Ignored.allCases.map(\.rawValue)), transform: readIgnored)
  var ignored: [Ignored] = []

  @Flag("verbose", "when comparing two bundles, also list files with the same values in another form") var isVerbose =
    false

  private var policyOptions: [(name: String, isGiven: Bool)] {
    options.given + checkers.givenLimits + [
      ("project", projectFile != nil),
      ("plugins", !checkers.folders.isEmpty), ("with-checkers", checkers.trustsLocked),
    ]
  }

  @Option(.color) var color: ColorChoice?

  private static func readIgnored(_ word: String) throws -> Ignored {
    if let ignored = Ignored(rawValue: word) { return ignored }
    throw ValidationError("must be signature")
  }

  func validate() throws {
    if !newPolicies.isEmpty {
      if operands.isEmpty { throw ValidationError("name at least one bundle to check against both policies") }
      if !ignored.isEmpty {
        throw ValidationError("--ignore compares two bundles and cannot be combined with --against")
      }
      if isVerbose { throw ValidationError("--verbose compares two bundles and cannot be combined with --against") }
      return
    }
    if !policies.isEmpty {
      throw ValidationError("--policy names the old policies; name the new ones with --against")
    }
    guard operands.count == 2 else {
      throw ValidationError("name two bundles to compare, or the new policies with --against")
    }
    for (option, isGiven) in policyOptions where isGiven {
      throw ValidationError(
        "--\(option) needs --against; it has no effect on a comparison of two bundles")
    }
  }

  func execute() throws -> ExitStatus {
    let output = try DiffOutput(format: options.format, file: options.output, operands: operands)
    let paths = operands.map(DiffOutput.withoutSlash)
    if newPolicies.isEmpty {
      return try BundleDiff.run(
        old: paths[0], new: paths[1], ignoring: Set(ignored), isVerbose: isVerbose, output)
    }
    var file = try readProject()
    let own = try file?.policies(named: policies) ?? policies
    let run = try PolicyComparisonRun(
      options, named: policies, checkers: checkers.checkerArguments(namesPolicies: !policies.isEmpty), of: file, output)
    let old = try PolicySearch.policiesOrStandard(named: own)
    if let standard = old.standard { Output.printError("note: \(standard.remark)") }
    return try output.write(
      run.compare(
        .init(policies: old.policies, isStandard: old.standard != nil), .init(policies: newPolicies), on: paths))
  }
}

struct DiffOutput {
  let format: DocumentFormat
  private let file: String?
  /// The files to write, which the command must not read.
  let written: OutputFiles

  init(format: DocumentFormat, file: String?, operands: [String]) throws(ValidationError) {
    self.format = format
    self.file = file
    written = try OutputFiles("--output", file.map { [$0] } ?? [])
    try written.check(bundles: operands, readFor: "BUNDLE")
  }

  /// Shells add a slash to directories.
  static func withoutSlash(_ path: String) -> String {
    path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
  }

  var isColored: Bool { file == nil && Output.isColored(Output.standardOutput) }

  func write(_ bytes: [UInt8]) throws(Output.Failure) {
    if let file {
      try Output.write(bytes, toFile: file)
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
  }

  func write(_ comparison: PolicyComparison) throws -> ExitStatus {
    switch format {
    case .text: try write(Array(PolicyComparisonText(isColored: isColored).render(comparison).utf8))
    case .json: try write(PolicyComparisonJSON(toolVersion: Tool.version).render(comparison))
    case .markdown: try write(Array(PolicyComparisonMarkdown().render(comparison).utf8))
    }
    switch comparison.outcome {
    case .same, .changed: return .passed
    case .worse: return .violations
    case .error: return .incomplete
    }
  }
}

enum BundleDiff {
  static func run(
    old: String, new: String, ignoring ignored: Set<Ignored>, isVerbose: Bool, _ output: DiffOutput
  ) throws -> ExitStatus {
    var graphs: [BundleGraph] = []
    var errors: [BundleError] = []
    for path in [old, new] {
      do throws(BundleError) {
        graphs.append(try BundleGraph.open(path: path))
      } catch {
        // Report the errors of both bundles at once.
        Output.printError(TerminalText.escape(error.description))
        errors.append(error)
      }
    }
    guard errors.isEmpty else {
      // A program that reads the file must not find the result of an earlier run.
      if output.format == .json {
        try output.write(GraphComparisonJSON(toolVersion: Tool.version).render(errors, old: old, new: new))
      }
      return .incomplete
    }
    let comparison = GraphComparison(from: graphs[0], to: graphs[1], ignoring: ignored)
    switch output.format {
    case .text:
      let text = GraphComparisonText(isColored: output.isColored, isVerbose: isVerbose)
      try output.write(Array(text.render(comparison).utf8))
    case .json: try output.write(GraphComparisonJSON(toolVersion: Tool.version).render(comparison))
    case .markdown: try output.write(Array(GraphComparisonMarkdown().render(comparison).utf8))
    }
    if !comparison.errors.isEmpty { return .incomplete }
    return comparison.isDifferent ? .violations : .passed
  }
}
