public import BuildHistory
import PolicyObjects
public import Basics
import BundleFacts
public import Bundles
public import ReleaseLedger
public import Reports

/// Checks bundles against a program's policies and collects the report.
public struct Check {
  /// The settings of a check.
  public struct Options: Sendable {
    /// Earlier builds, newest first; nil if none were named, which leaves `increases` without anything to compare.
    public var previous: [BundleGraph]?
    /// The names of `previous` in messages, such as the paths given with `--previous`; several graphs may have one name. If no bundle is
    /// compared with any of the graphs of a name, the report has an error about that, or a warning if `allowsEmpty` is set. Empty to
    /// accept builds that nothing is compared with.
    public var previousNames: [String] = []
    /// The ledger of earlier builds; nil if none was named.
    public var ledger: Ledger?
    /// Why the ledger cannot be read; nil if it can, or none was named. The report contains it, and rules that ask for earlier builds are
    /// errors.
    public var ledgerFailure: LedgerError?
    /// How builds are recorded in the ledger; nil to record nothing.
    public var recording: Recording?
    /// The findings that fail a bundle.
    public var failOn: FailureThreshold
    /// The only rules to evaluate: ids, with or without the policy's id in front, or patterns such as `apple.app-store.*`. Empty for all
    /// rules.
    public var rules: [String]
    /// The ids or patterns of rules to skip.
    public var skip: [String]
    /// Tags, of which a rule must have one to be evaluated. Empty for all rules.
    public var tags: [String] = []
    /// The day on which rules and waivers are evaluated.
    public var asOf: CalendarDate
    /// Debug symbols that are kept apart from the bundles.
    public var symbols: DebugSymbols?
    /// Whether a bundle passes if no rule was evaluated on it.
    public var allowsEmpty: Bool
    /// Accepted findings.
    public var baseline: Baseline?
    /// Whether there is a baseline, which is applied when parts of a check are merged.
    var hasBaseline = false
    /// Whether rules are evaluated as declared: without waivers, dates and the changes of including policies. For their examples.
    package var evaluatesBare = false
    /// Whether the report explains each rule's result, and lists the files and keys that it read.
    public var explains = false
    /// Whether the report lists the named policies that apply to no bundle.
    public var tellsOfIdlePolicies = false
    /// Inputs that were not found. The report contains them, and its verdict is an error.
    public var inputErrors: [EngineError] = []
    /// Files that were skipped in the search for bundles. The report warns about them.
    public var inputWarnings: [EngineError] = []
    /// The evidence that the report keeps of each bundle in addition to its findings.
    public var evidence = EvidenceLevel.nothing
    /// Whether the report holds the digests of the checked bundles, for a receipt.
    public var takesDigests = false
    /// Whether a finding of the baseline that is gone fails the check, so that baselines only shrink.
    public var isBaselineStrict = false
    /// Whether rules that compare bundles wait for the merge of the reports of all parts of the run.
    public var isPart = false
    var findingLimit = RunBudget.findingLimit
    package var budget: RunBudget?

    /// Settings that evaluate all rules and fail on errors.
    public init(
      asOf: CalendarDate, previous: [BundleGraph]? = nil, failOn: FailureThreshold = .error, rules: [String] = [],
      skip: [String] = [], allowsEmpty: Bool = false
    ) {
      (self.asOf, self.previous, self.failOn) = (asOf, previous, failOn)
      (self.rules, self.skip, self.allowsEmpty) = (rules, skip, allowsEmpty)
    }

    /// The rules to evaluate. What matches a rule of `other` is not an error.
    package func selection(of all: [Rule], other: [Rule] = []) -> RuleSelection {
      RuleSelection(all, only: rules, without: skip, tagged: tags, other: other)
    }

    var evaluatesAllRules: Bool { rules.isEmpty && skip.isEmpty && tags.isEmpty }
  }

  let program: PolicyProgram
  let options: Options
  private let selected: [Rule]
  /// The results that are known before anything is checked.
  private let unevaluated: [RuleResult]
  private let budget: RunBudget
  private var waivers: WaiverTally
  private(set) var judged = JudgedBundles()
  private var held: [(bundle: BundleReport, draft: BuildDraft?)] = []
  private var comparison: BundleComparison
  private var findingRoom: Int
  private var tally: ReportTally
  private var errors: [EngineError] = []
  private let remarks: [EngineError]
  private var warnings: [EngineError] = []
  private var baseline: BaselineTally?
  /// The positions of the earlier builds in `options.previous` that a bundle was compared with.
  private var comparedWith: Set<Int> = []

  /// Prepares a check. Errors in the options, such as an unmatched `--rule`, are reported with the results, so that
  /// the other rules are still evaluated.
  ///
  /// - Parameters:
  ///   - program: The loaded policies.
  ///   - options: The settings of the check.
  public init(_ program: PolicyProgram, _ options: Options) {
    (self.program, self.options) = (program, options)
    budget = options.budget ?? RunBudget()
    findingRoom = options.findingLimit
    waivers = WaiverTally(program, asOf: options.asOf)
    comparison = BundleComparison(options.inputErrors)
    baseline = options.baseline.map { BaselineTally($0, formerIDs: program.formerIDs, program.policies) }
    let selection = options.selection(of: program.rules)
    errors =
      program.errors + selection.errors + options.inputErrors + (options.ledgerFailure.map { [EngineError($0)] } ?? [])
    remarks = program.warnings + selection.renamings + options.inputWarnings
    selected = selection.rules
    unevaluated = selected.map { RuleResult(notYetEvaluated: $0) }
    tally = ReportTally(rules: selected.count)
  }

  /// Returns the ids of the selected rules that compare the bundles of a run (`across`).
  ///
  /// - Parameters:
  ///   - program: The loaded policies.
  ///   - options: The settings, whose `rules`, `skip` and `tags` select rules.
  public static func comparingRules(of program: PolicyProgram, _ options: Options) -> [String] {
    options.selection(of: program.rules).rules
      .filter(\.comparesBundles).map(\.id)
  }

  var comparesPlatforms: Bool {
    selected.contains { rule in rule.clauses.contains { ($0 as? IncreasesClause)?.scope == .identifier } }
  }

  /// Adds an error that does not belong to a bundle.
  ///
  /// - Parameter error: The error. It makes the verdict `error`.
  public mutating func add(_ error: EngineError) { errors.append(error) }

  mutating func add(unloading failures: [EngineError]) {
    for error in failures.sorted(byBytesOf: \.message) where !errors.contains(error) { errors.append(error) }
  }

  /// Adds a bundle that could not be read.
  ///
  /// - Parameters:
  ///   - path: The path as the user named it.
  ///   - error: Why it could not be read. It makes the verdict `error`.
  public mutating func add(unreadable path: String, _ error: BundleError) {
    let report = BundleReport(
      path: path, identifier: nil, kind: nil, platform: nil, verdict: .error, rules: [], findings: [],
      errors: [EngineError(error)])
    add(report, nil)
  }

  /// Whether all that a bundle holds is read in addition to what rules ask for.
  var readsContents: Bool { options.takesDigests || options.recording != nil && options.ledger != nil }

  /// Checks a bundle and the bundles nested in it.
  ///
  /// - Parameters:
  ///   - graph: The opened bundle.
  ///   - path: The path for the report.
  public mutating func run(on graph: BundleGraph, path: String) {
    run(on: graph, path: path, readsContents ? ContentWitness(graph) : nil)
  }

  mutating func run(on graph: BundleGraph, path: String, _ witness: ContentWitness?) {
    var results = unevaluated
    var findings: [Finding] = []
    var errors = graph.errors.map { EngineError($0) }
    checkArrangement(of: graph, &errors)
    program.evaluator.isExplaining = options.explains
    let history = HistoryReader(
      of: graph, given: options.previous, ledger: options.ledger, failure: options.ledgerFailure, witness)
    // The recorded contents must be the checked contents, so the ledger's state is captured before.
    var draft = beginDraft(of: graph, &errors)
    program.evaluator.begin(graph, history: history, asOf: options.asOf, run: budget)
    program.evaluator.symbols = options.symbols
    program.evaluator.load(selected, for: graph)
    takeMeasures(of: graph, &errors)
    var facts: [Int: [CollectedBundle.Facts]] = [:]
    for number in selected.indices {
      var tally = RuleTally()
      if !options.evaluatesBare, let adjustment = selected[number].adjustment, let because = adjustment.because {
        let rule = selected[number]
        let reason =
          "\(adjustment.declared.file):\(adjustment.declared.line) disables the rule declared at "
          + "\(rule.declared.file):\(rule.declared.line): \(because)"
        results[number].leaveOut(reason, explained: options.explains)
        continue
      }
      if !options.evaluatesBare, let since = selected[number].since, options.asOf < since {
        results[number].leaveOut("it applies from \(since.text) on", explained: options.explains)
        continue
      }
      for bundle in graph.bundles {
        switch program.evaluator.evaluate(selected[number], on: bundle) {
        case .notApplicable(let reason): tally.reason = tally.reason ?? reason
        case .evaluated(let found, let fuel, let remark):
          tally.add(cover(found, bundle), fuel: fuel)
          tally.remark = tally.remark ?? remark
        case .collected(let value, let fuel):
          tally.addPending(fuel: fuel)
          facts[bundle.index, default: []].append(.init(rule: selected[number].id, value: value))
        case .failed(let error, let found, let fuel):
          tally.add(cover(found, bundle), fuel: fuel)
          tally.hasFailed = true
          errors.append(error)
        }
        if options.explains, let explanation = program.evaluator.explanation { tally.explanations.append(explanation) }
      }
      tally.dropRepeatedFiles()
      tally.tellApart()
      if let denyFrom = selected[number].denyFrom, options.asOf < denyFrom { tally.soften(until: denyFrom) }
      tally.conclude(&results[number])
      if options.explains { results[number].explanations = tally.explanations }
      findings += tally.findings
    }
    if !results.contains(where: { $0.status != .notApplicable }) && errors.isEmpty && !options.allowsEmpty {
      errors.append(nothingEvaluated(results))
    }
    comparedWith.formUnion(history?.comparedWith ?? [])
    findings.sort(by: Finding.precedes)
    checkMissingInfo(of: graph, findings, &errors)
    fill(&draft, of: graph, history, findings, &errors)
    let digests = takeDigests(of: graph, witness, &errors)
    confirm(witness, graph, isNeeded: digests != nil || draft?.entries.isEmpty == false, &errors)
    var report = BundleReport(
      path: path, identifier: graph.outer.identifier, kind: graph.outer.kind.rawValue,
      platform: graph.outer.platform?.rawValue, verdict: .pass, rules: results, findings: findings, errors: errors,
      checkerLines: program.evaluator.checkerLines,
      builds: BuildFacts.all(of: graph) { details(of: $0, history) }, digests: digests)
    FindingEvidence.add(options.evidence, to: &report.findings, in: graph)
    if options.evidence == .all {
      if let product = graph.products.first(where: { $0.infoPath != nil }) {
        report.icon = BundleIcon(of: product)
        report.size = program.evaluator.measures.installSize(of: product, in: graph)
      }
      report.history = history.flatMap { ProductHistory(of: graph, $0) }
    }
    if program.evaluator.hasReadDay { report.asOf = options.asOf }
    if !facts.isEmpty { report.collected = collected(facts, of: graph, results) }
    add(report, draft)
  }

  /// Rules that could not be evaluated on one of the bundles compare nothing.
  private func collected(
    _ facts: [Int: [CollectedBundle.Facts]], of graph: BundleGraph, _ results: [RuleResult]
  ) -> [CollectedBundle] {
    let pending = Set(results.lazy.filter { $0.status == .pending }.map(\.id))
    return graph.bundles.compactMap { bundle in
      let own = facts[bundle.index, default: []].filter { pending.contains($0.rule) }
      return own.isEmpty ? nil : CollectedBundle(bundle, own, keepsSource: options.evidence != .nothing)
    }
  }

  private mutating func cover(_ findings: [Finding], _ bundle: Bundle) -> [Finding] {
    if program.waivers.isEmpty || options.evaluatesBare { return findings }
    return waivers.cover(findings, of: Waiver.Subject(name: bundle.waiverName, infoFile: bundle.infoPath))
  }

  private func beginDraft(of graph: BundleGraph, _ errors: inout [EngineError]) -> BuildDraft? {
    guard options.recording != nil, let ledger = options.ledger else { return nil }
    do throws(LedgerError) {
      return try BuildDraft(of: graph, ledger)
    } catch {
      errors.append(EngineError(error))
      return nil
    }
  }

  private func fill(
    _ draft: inout BuildDraft?, of graph: BundleGraph, _ history: HistoryReader?, _ findings: [Finding],
    _ errors: inout [EngineError]
  ) {
    guard draft != nil, let history, let recording = options.recording, errors.isEmpty else { return }
    // Digests take a while, and most bundles that fail are not recorded. Which findings the baseline accepts is only known later.
    let mayPass = options.hasBaseline || !findings.contains { $0.isOpen && options.failOn.includes($0.severity) }
    guard mayPass || recording.keepsFailures else { return }
    do throws(LedgerError) {
      let measures = program.evaluator.measures
      try draft?.fill(
        from: graph, history, recording, details: { measures.details(of: $0, ofRow: true) }
      ) { (bundle) throws(LedgerError) in
        do throws(ReadFailure) {
          return try bundle.entitlements()?.binaryBytes
        } catch {
          throw LedgerError(
            .refused, "the entitlements cannot be recorded: \(error.message)", file: bundle.displayPath,
            hint: "sign the executable again")
        }
      }
    } catch {
      errors.append(EngineError(error))
    }
  }

  private func confirm(
    _ witness: ContentWitness?, _ graph: BundleGraph, isNeeded: Bool, _ errors: inout [EngineError]
  ) {
    guard isNeeded, errors.isEmpty, let witness else { return }
    do throws(EngineError) { try witness.confirm(graph) } catch { errors.append(error) }
  }

  private mutating func add(_ found: BundleReport, _ draft: BuildDraft?) {
    var found = found
    comparison.note(found)
    limitFindings(of: &found)
    guard !options.isPart, !held.isEmpty || !found.collected.isEmpty else { return settle(found, draft) }
    held.append((found, draft))
    comparison.limitSize(of: &held[held.count - 1].bundle)
  }

  /// Removes the findings that exceed the run's limit. Bundles come in the order of the report, so the result does not depend on threads.
  private mutating func limitFindings(of bundle: inout BundleReport) {
    let kept = bundle.findings.prefix { finding in
      findingRoom -= finding.size
      return findingRoom >= 0
    }
    guard kept.count < bundle.findings.count else { return }
    let rest = bundle.findings[kept.count...]
    let counts = rest.reduce(into: [String: Int]()) { $0[$1.rule, default: 0] += 1 }
    for number in bundle.rules.indices {
      guard let count = counts[bundle.rules[number].id] else { continue }
      bundle.rules[number].findings -= count
      bundle.rules[number].status = .error
    }
    bundle.errors.append(
      EngineError(
        code: "limit.findings",
        message:
          "\(counted(rest.count, "finding")) on this bundle \(rest.count == 1 ? "is" : "are") left out: the findings on all bundles take more than \(options.findingLimit >> 20) MiB",
        hint: "correct the rules that report most, or check fewer bundles at a time"))
    bundle.findings = Array(kept)
  }

  /// Evaluates the rules that compare bundles, once all have been checked, and adds the bundles that waited for them.
  package mutating func compareBundles() {
    if held.isEmpty { return }
    var bundles = held.map(\.bundle)
    let drafts = held.map(\.draft)
    held = []
    let conditions = BundleComparison.Conditions(
      asOf: options.asOf, isBare: options.evaluatesBare, addsExcerpts: options.evidence != .nothing)
    comparison.evaluate(&bundles, by: program, conditions, &waivers, budget)
    for (bundle, draft) in zip(bundles, drafts) { settle(bundle, draft) }
  }

  /// Baselines are used up in the order in which bundles are added.
  private mutating func settle(_ found: BundleReport, _ draft: BuildDraft?) {
    var report = found
    baseline?.mark(&report.findings, in: found)
    report.updateVerdict(failOn: options.failOn)
    tally.add(report)
    judged.append(report, draft)
  }

  package mutating func takeBundles() -> [BundleReport] {
    defer { judged.removeAll() }
    return judged.map(\.bundle)
  }

  /// The result of a check so far, for another check of the same policies and options to add.
  package struct Part: Sendable {
    fileprivate let judged: JudgedBundles
    fileprivate let warnings: [EngineError]
    fileprivate let waivers: WaiverTally.Part
    fileprivate let comparedWith: Set<Int>
  }

  package var part: Part {
    var all = judged
    for (bundle, draft) in held { all.append(bundle, draft) }
    return Part(judged: all, warnings: warnings, waivers: waivers.part, comparedWith: comparedWith)
  }

  /// Adds the results of another check, as if this one had produced them.
  package mutating func add(_ part: Part) {
    for (bundle, draft) in part.judged { add(bundle, draft) }
    warnings += part.warnings
    waivers.add(part.waivers)
    comparedWith.formUnion(part.comparedWith)
  }

  /// Completes the check after all bundles have been checked.
  ///
  /// - Returns: The report, with the bundles that were not passed on before.
  public func report() -> Report {
    if !held.isEmpty {
      var whole = self
      whole.compareBundles()
      return whole.report()
    }
    var report = reportWithoutBundles()
    report.bundles = judged.map(\.bundle).sorted(byBytesOf: \.path)
    return report
  }

  func reportWithoutBundles() -> Report {
    var verdict = tally.summary.failedBundles > 0 ? Verdict.fail : .pass
    // A part of the rules cannot find entries that no longer exist.
    let gone = options.evaluatesAllRules ? baseline?.gone ?? [] : []
    if options.isBaselineStrict, !gone.isEmpty, options.failOn != .never { verdict = .fail }
    // A bundle that could not be checked might have been compared.
    let isIncomplete = tally.summary.incompleteBundles > 0
    let unused = errors.isEmpty && !isIncomplete ? unusedPrevious() : []
    let failures = options.allowsEmpty || options.isPart ? errors : errors + unused
    if !failures.isEmpty || isIncomplete { verdict = .error }
    var report = Report(
      verdict: verdict, policies: program.policies, bundles: [], errors: failures,
      warnings: remarks + warnings + (options.allowsEmpty ? unused : []) + idlePolicies() + waivers.idle()
        + (baseline?.warnings ?? []) + gone,
      summary: tally.summary)
    report.waiverFiles = program.waiverFiles
    report.failOn = options.failOn
    report.isBaselineStrict = options.isBaselineStrict
    report.pending = pendingRules()
    if options.isPart, !options.allowsEmpty { report.unusedPrevious = unused }
    return report
  }

  private func unusedPrevious() -> [EngineError] {
    let given = zip(options.previousNames, options.previous ?? [])
    var unused: [(name: String, products: [String])] = []
    let used = Set(given.enumerated().lazy.filter { comparedWith.contains($0.offset) }.map(\.element.0))
    for (name, graph) in given where !used.contains(name) {
      let products = graph.products.compactMap { product in
        product.identifier.map { $0 + (product.platform.map { " for \($0.rawValue)" } ?? "") }
      }
      if let known = unused.firstIndex(where: { $0.name == name }) {
        unused[known].products += products
      } else {
        unused.append((name, products))
      }
    }
    return unused.map { name, products in
      let shown = products.prefix(3).joined(separator: ", ") + (products.count > 3 ? ", …" : "")
      return EngineError(
        code: "previous.unused",
        message: "no bundle was compared with this earlier build" + (products.isEmpty ? "" : " (\(shown))"), file: name,
        hint:
          "name an earlier build of the same product and platform, and use a policy that compares builds, such as with 'increases'; "
          + "--allow-empty accepts a build that nothing is compared with")
    }
  }

  /// The rules that this part of a run leaves to the check that merges all parts.
  private func pendingRules() -> PendingRules? {
    guard options.isPart, !comparison.waiting.isEmpty else { return nil }
    return PendingRules(
      rules: comparison.waiting.sortedByBytes(), asOf: options.asOf, parameters: program.parameterDigest)
  }

  /// A warning for each named policy with rules of which none applied to anything, such as the policy for another store.
  /// If no rule applied at all, that is an error already.
  private func idlePolicies() -> [EngineError] {
    guard options.tellsOfIdlePolicies, options.evaluatesAllRules else { return [] }
    guard tally.applied.contains(true) else { return [] }
    return program.namedPolicies.compactMap { policy in
      let prefix = policy + "/"
      var own = 0
      for (at, applied) in zip(selected.indices, tally.applied) where selected[at].id.utf8.starts(with: prefix.utf8) {
        if applied { return nil }
        own += 1
      }
      if own == 0 { return nil }
      return EngineError(
        code: "policy.idle",
        message:
          "policy '\(policy)' has \(own == 1 ? "one rule of its own, which did not apply" : "\(own) rules of its own, none of which applied") to what was checked",
        hint: "name the policy for this kind of bundle and platform; --explain shows why each rule did not apply")
    }
  }

  /// Reports irregular places of bundles: an error if something was not read because of it, otherwise a warning.
  private mutating func checkArrangement(of graph: BundleGraph, _ errors: inout [EngineError]) {
    for bundle in graph.bundles {
      for diagnostic in bundle.diagnostics where !diagnostic.concernsMissingInfo {
        var remark = remark(diagnostic, bundle, graph)
        guard diagnostic.concernsLink, !isRead(diagnostic.path, of: bundle, in: graph) else {
          warnings.append(remark)
          continue
        }
        remark.hint = "replace the link with the directory itself; link targets are not checked"
        errors.append(remark)
      }
    }
  }

  private mutating func checkMissingInfo(of graph: BundleGraph, _ findings: [Finding], _ errors: inout [EngineError]) {
    for bundle in graph.bundles {
      for diagnostic in bundle.diagnostics where diagnostic.concernsMissingInfo {
        var remark = remark(diagnostic, bundle, graph)
        if options.evaluatesBare || findings.contains(where: { $0.bundle == bundle.path && $0.file == diagnostic.path })
        {
          warnings.append(remark)
        } else {
          remark.hint =
            "add the file, or use a policy with the rule info-plist-exists, whose finding a waiver can accept"
          errors.append(remark)
        }
      }
    }
  }

  private func remark(_ diagnostic: BundleDiagnostic, _ bundle: Bundle, _ graph: BundleGraph) -> EngineError {
    let path = diagnostic.path.isEmpty ? bundle.displayPath : "\(bundle.displayPath)/\(diagnostic.path)"
    var remark = EngineError(code: "bundle.\(diagnostic.code)", message: diagnostic.message, file: path)
    remark.subject = graph.displayPath
    return remark
  }

  /// Whether a link leads to a bundle of the graph, which is then checked at its own place.
  private func isRead(_ link: String, of bundle: Bundle, in graph: BundleGraph) -> Bool {
    guard case .inside(let target)? = (try? bundle.files.destination(ofLink: link))?.destination else { return false }
    let path = bundle.path.isEmpty ? target : "\(bundle.path)/\(target)"
    return graph.bundles.contains { $0.path.hasSameBytes(as: path) }
  }

  private func nothingEvaluated(_ results: [RuleResult]) -> EngineError {
    let reasons = results.compactMap { result in result.reason.map { "\(result.id): \($0)" } }
    let detail =
      reasons.isEmpty ? "" : " (\(reasons.prefix(3).joined(separator: "; "))\(reasons.count > 3 ? "; …" : ""))"
    return EngineError(
      code: "check.nothing-evaluated", message: "no rule applied to this bundle, so nothing was checked\(detail)",
      hint: "check the rules' 'applies', --rule and --skip, or pass --allow-empty if this is intended")
  }
}
