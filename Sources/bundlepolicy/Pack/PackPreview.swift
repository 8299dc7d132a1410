import ArgumentParser
import Basics
import CheckerPlugIns
import Comparison
import PolicyEngine
import PolicyPacks
import PolicyTesting
import Reporting
import Reports

/// The options that only `pack update --preview` takes.
struct PackPreviewOptions: ParsableArguments {
  @Option("pack", "with --preview, update only this pack", value: "NAME") var packs: [String] = []

  @OptionGroup var policy: PolicyOptions
  @OptionGroup var evaluation: EvaluationOptions
  @OptionGroup var loading: LoadingOptions
  @OptionGroup var checkers: PlugInLimitOptions
  @OptionGroup var ledger: LedgerOptions

  @Option("format", "output format of --preview", value: "FORMAT") var format = DocumentFormat.text

  @Option(
    "output", "write the result of --preview to this file (default: standard output)", value: "FILE",
    completion: .file())
  var output: String?

  /// The first option that is given.
  var given: String? {
    let own = [
      ("pack", !packs.isEmpty), ("policy", !policy.named.isEmpty), ("param", !loading.values.isEmpty),
      ("params", !loading.parameterPaths.isEmpty), ("standard-policies", loading.standardDirectory != nil),
      ("format", format != .text), ("output", output != nil), ("in-process-plugins", checkers.isInProcess),
      ("ledger", ledger.url != nil), ("checker-time", checkers.seconds != nil),
      ("checker-memory", checkers.mebibytes != nil),
    ]
    return (own + evaluation.given).first { $0.1 }?.0
  }
}

/// `bundlepolicy pack update --preview [BUNDLE…]`: compares the results of the policies with the locked and with the updated packs.
struct PackPreview {
  let options: PackPreviewOptions
  let operands: [String]
  /// Whether rules may run the native checkers that are locked.
  let runsCheckers: Bool

  /// Compares the locked packs with those in `locking`.
  func run(_ locking: PackLocking) throws -> ExitStatus {
    let bundlePaths = operands.map { $0.hasSuffix("/") && $0.count > 1 ? String($0.dropLast()) : $0 }
    let output = try DiffOutput(format: options.format, file: options.output, operands: operands)
    let evaluation = options.evaluation
    let texts = try options.loading.parameterTexts()
    let (waivers, unapplied) = try evaluation.waiverFiles(policies: options.policy.named)
    try output.written.check(bundles: evaluation.previous, readFor: "--previous")
    try output.written.check(options.loading, policies: options.policy.named)
    try output.written.check(try options.ledger.files(), readFor: "--ledger")
    try output.written.check(waivers, readFor: "--waivers")
    try output.written.checkSources()
    let policies = try options.policy.policies()
    if policies.isEmpty {
      throw EngineError(
        code: "policy.not-found", message: "there is no policy that could use the packs",
        hint: "run the command in a folder with policy.lua, or name a policy with --policy")
    }
    if let unapplied { Output.printError(unapplied, label: "warning") }
    let isNamed = !options.policy.named.isEmpty
    let parameters = PolicyParameters(texts: texts, files: try options.loading.parameterFiles())
    let standardPolicies = try options.loading.standardPolicies()
    let checkers = CheckerArguments(
      settings: options.checkers.settings(trustsLocked: runsCheckers), namesPolicies: isNamed)
    func loading(_ project: PackProject) throws(EngineError) -> PolicyProgram.Options {
      var loading = PolicyProgram.Options(policies: policies, parameters: parameters)
      loading.waivers = waivers
      let packs = try loading.findPacks(isNamed: isNamed, instead: project)
      loading.checkers = checkers.adding(policies, packs)
      loading.standardPolicies = standardPolicies
      return loading
    }
    var checkOptions = Check.Options(
      asOf: evaluation.day, previous: try EarlierBuilds.open(evaluation.previous), failOn: evaluation.failOn,
      rules: evaluation.rules, skip: evaluation.skipped, allowsEmpty: evaluation.allowsEmpty)
    var paths: [String] = []
    if !operands.isEmpty {
      options.ledger.open(for: &checkOptions)
      let bundles = try BundleOperands(bundlePaths, isRecursive: evaluation.isRecursive)
      checkOptions.inputErrors = bundles.errors
      paths = bundles.paths
    }
    var updated = locking.project
    updated.lock = locking.lock
    var comparison = PolicyComparison.between(
      try loading(try locking.project.asLocked()), and: try loading(updated), on: paths, checkOptions,
      jobs: evaluation.jobs ?? PolicyTestSession.usualJobs)
    comparison.packs = Self.changes(from: locking.project.lock, to: locking.lock)
    let status = try output.write(comparison)
    return locking.isComplete ? status : .incomplete
  }

  private static func changes(from old: PolicyLock?, to new: PolicyLock) -> [PackChange] {
    let before = old?.packs ?? [:]
    return Set(before.keys).union(new.packs.keys).sortedByBytes().compactMap { name in
      let (was, now) = (before[name], new.packs[name])
      if was?.revision == now?.revision, was?.digest == now?.digest { return nil }
      // A branch, or a tag that was moved, keeps its name.
      let isSameName = was?.version == now?.version
      return PackChange(
        name: name, before: isSameName ? was?.phrase : was?.version, after: isSameName ? now?.phrase : now?.version)
    }
  }
}
