import BuildHistory
import Parameters
import ArgumentParser
import Basics
import Bundles
import Comparison
import PolicyEngine
import PolicyPacks
import PolicyTesting
import Reports

struct ComparisonOptions: ParsableArguments, EvaluationOptions {
  @Option(.failOn) var threshold: FailureThreshold?
  @Option(.rule) var rules: [String] = []
  @Option(.skip) var skipped: [String] = []
  @Option(.tag) var tags: [String] = []
  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?
  @Option(.waivers) var waivers: [String] = []
  @Flag(.noWaivers) var leavesWaiversAlone = false
  @Option(.previous) var previous: [String] = []
  @Flag(.recursive) var isRecursive = false
  @Option(.jobs, transform: OptionValue.jobs) var jobs: Int?
  @Flag(.allowEmpty) var allowsEmpty = false
  @OptionGroup var loading: LoadingOptions

  @Option("format", "output format", value: "FORMAT") var format = DocumentFormat.text

  @Option("output", "write the result to this file (default: standard output)", value: "FILE", completion: .file())
  var output: String?

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  var given: [(name: String, isGiven: Bool)] {
    givenEvaluation + [("ledger", ledger.url != nil)] + loading.givenLoading
  }
}

struct PolicyComparisonRun {
  /// One of the two sets. Its packs belong to `project`, or else to the policies' projects.
  struct Side {
    var policies: [String]
    var isStandard = false
    var project: PackProject?
  }

  private let options: ComparisonOptions
  private let checkers: CheckerArguments
  private let isNamed: Bool
  private let parameterTexts: [String: String]
  private let parameters: [ParameterFile]
  private let waivers: [String]
  private let unappliedWaivers: EngineError?

  /// `named`: the policies that the user named. Throws for contradictory options.
  init(
    _ options: ComparisonOptions, named: [String], checkers: CheckerArguments, of file: Project? = nil,
    _ output: DiffOutput
  ) throws {
    var project = file
    self.options = options
    self.checkers = checkers
    isNamed = !named.isEmpty || file?.isNamed ?? false
    parameters = try project?.parameters(namesPolicy: !named.isEmpty).map { [$0] } ?? []
    parameterTexts = try options.loading.parameterTexts()
    (waivers, unappliedWaivers) =
      try project?.waivers(options, namesPolicy: !named.isEmpty).map { ($0, nil) }
      ?? options.waiverFiles(policies: named, of: project)
    for warning in project?.warnings ?? [] { Output.printError(warning, label: "warning") }
    let written = output.written
    try written.check(bundles: options.previous, readFor: "--previous")
    try written.check(options.loading, policies: named)
    try written.check(try options.ledger.files(), readFor: "--ledger")
    try written.check(waivers, readFor: "--waivers")
    try written.checkSources()
  }

  /// Without operands, compares only the rules.
  func compare(_ old: Side, _ new: Side, on operands: [String]) throws -> PolicyComparison {
    if let unappliedWaivers { Output.printError(unappliedWaivers, label: "warning") }
    let parameters = PolicyParameters(
      texts: parameterTexts, files: self.parameters + (try options.loading.parameterFiles()))
    let standardPolicies = try options.loading.standardPolicies()
    func loading(_ side: Side) throws(EngineError) -> PolicyProgram.Options {
      var loading = PolicyProgram.Options(policies: side.policies, parameters: parameters)
      loading.waivers = waivers
      let packs = try loading.findPacks(isNamed: isNamed, instead: side.project)
      loading.checkers = checkers.adding(side.isStandard ? [] : side.policies, packs)
      loading.standardPolicies = standardPolicies
      return loading
    }
    var check = Check.Options(
      asOf: options.day, previous: try NamedBuilds.open(options.previous), failOn: options.failOn,
      allowsEmpty: options.allowsEmpty)
    options.select(&check)
    var paths: [String] = []
    if !operands.isEmpty {
      options.ledger.open(for: &check)
      let bundles = try BundleOperands(operands, isRecursive: options.isRecursive)
      check.inputErrors = bundles.errors
      paths = bundles.paths
    }
    return PolicyComparison.between(
      try loading(old), and: try loading(new), on: paths, check,
      jobs: options.jobs ?? PolicyTestSession.usualJobs)
  }
}
