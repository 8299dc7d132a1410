import PolicyEngine
import Reporting

/// `bundlepolicy diff`: two policies on bundles, or two bundles.
enum DiffCommand {
  static let command = Command(
    name: "diff", summary: "Show what another policy makes of bundles, or what changed between two bundles",
    options: [
      Option(
        name: "policy", value: "OLD", isRepeatable: true,
        help: "the policies up to now, as check takes them (default: those that check would take)",
        completes: .policies),
      Option(
        name: "against", value: "NEW", isRepeatable: true, help: "the policies to compare them with",
        completes: .policies),
      Option(
        name: "previous", value: "OLD", isRepeatable: true,
        help: "an earlier build to compare with: a bundle, an archive, a property list or a report in JSON"),
      .ledger,
      Option(name: "param", value: "K=V", isRepeatable: true, help: "the value of a parameter, of either policy"),
      .parameterFiles, .standardPolicies,
      Option(
        name: "format", value: "FORMAT", help: "text (the default), json or markdown",
        completes: .words { Format.allCases.map(\.rawValue) }),
      Option(name: "output", value: "FILE", help: "where the result goes"),
      Option(
        name: "fail-on", value: "SEVERITY", help: "error (the default), warning or note",
        completes: .words { Severity.allCases.reversed().map(\.rawValue) }),
      Option(name: "rule", value: "ID", isRepeatable: true, help: "evaluate only this rule, of either policy"),
      Option(name: "skip", value: "ID", isRepeatable: true, help: "leave this rule out"),
      Option(name: "as-of", value: "DATE", help: "the day waivers are held against, YYYY-MM-DD (default: today)"),
      Option(
        name: "waivers", value: "FILE", isRepeatable: true,
        help: "waivers of the project (default: waivers.lua, if there is one and no --policy)"),
      Option(name: "no-waivers", help: "leave waivers.lua alone"),
      Option(name: "recursive", help: "search directories that are no bundles for those that lie in them"),
      Option(name: "jobs", value: "N", help: "bundles judged at a time, 1 to 64 (default: the number of processors)"),
      .plugIns, .withCheckers, .inProcess, .checkerTime, .checkerMemory,
      Option(name: "allow-empty", help: "pass a bundle that no rule applied to"),
      Option(name: "verbose", help: "of two bundles, name files that hold the same values written differently"),
    ],
    operands: "BUNDLE…",
    discussion: """
      With --against each BUNDLE is judged by both policies, and what flips is told, by which rule, on which bundle. Exit
      status: 0 when nothing fails newly, whatever else differs; 1 when a bundle or a rule on a bundle fails newly; 2 when a
      policy could not be loaded, or a bundle not be judged by both. A rule's findings are matched by fingerprint, renamed
      rules by the ids they had before. A ledger is only read.

      Without --against the difference between two operands, OLD and NEW, is shown: bundles, Info.plist, localized strings,
      entitlements, files. Exit status, as of diff(1): 0 when they are the same, 1 when they differ, 2 when one can't be
      read whole. A property list in another form holds the same values, so it is the same.
      """,
    run: run)

  enum Format: String, CaseIterable { case text, json, markdown }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let word = arguments.first("format") ?? Format.text.rawValue
    guard let format = Format(rawValue: word) else {
      throw usage("--format is text, json or markdown, not '\(word)'")
    }
    let output = try DiffOutput(arguments, format)
    // Shells complete directories with a slash.
    let paths = arguments.operands.map { $0.hasSuffix("/") && $0.count > 1 ? String($0.dropLast()) : $0 }
    if !arguments.all("against").isEmpty { return try PolicyDiff.run(arguments, paths, output) }
    if !arguments.all("policy").isEmpty {
      throw usage("--policy names the policies up to now; name those to compare them with: --against NEW")
    }
    guard paths.count == 2 else {
      throw usage("name two bundles to compare, or the policies to compare on bundles: --against NEW")
    }
    for option in command.options
    where !["format", "output", "verbose"].contains(option.name) && arguments.isGiven(option.name) {
      throw usage("--\(option.name) is for two policies, which --against asks for; two bundles are compared without it")
    }
    return try BundleDiff.run(old: paths[0], new: paths[1], isVerbose: arguments.has("verbose"), output)
  }

  static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "diff") }
}

/// Where the result of `diff` goes, and how it is written.
struct DiffOutput {
  let format: DiffCommand.Format
  private let file: String?
  /// The files that nothing else may be read from.
  let written: OutputFiles

  init(_ arguments: Arguments, _ format: DiffCommand.Format) throws(UsageError) {
    self.format = format
    file = arguments.first("output")
    written = try OutputFiles(arguments, ["output"], of: "diff")
    try written.check(bundles: arguments.operands, readFor: "BUNDLE")
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
