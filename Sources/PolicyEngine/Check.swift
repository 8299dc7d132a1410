public import Basics
public import Bundles
public import ReleaseLedger
public import Reports

/// Holds bundles against a program's policies and collects the report.
public struct Check {
  /// How bundles are judged.
  public struct Options: Sendable {
    /// Earlier builds, newest first; nil when none were named, which leaves `increases` without anything to judge.
    public var previous: [BundleGraph]?
    /// Where earlier builds are recorded; nil when no ledger was named.
    public var ledger: Ledger?
    /// Why the ledger that was named can't be read; nil when it can, or none was named. The report tells of it, and rules that ask for
    /// earlier builds are errors.
    public var ledgerFailure: LedgerError?
    /// How builds are recorded in the ledger; nil when they are not.
    public var recording: Recording?
    /// Findings below this severity do not fail a bundle.
    public var failOn: Severity
    /// Rule ids to evaluate alone, or to leave out; with or without the policy's id in front.
    public var rules: [String]
    /// Rule ids to leave out.
    public var skip: [String]
    /// The day on which rules and waivers are evaluated.
    public var asOf: CalendarDate
    /// Whether a bundle that nothing was evaluated on passes.
    public var allowsEmpty: Bool
    /// Findings that are let be.
    public var baseline: Baseline?
    /// Whether there is a baseline that is applied when what was judged is put together.
    var hasBaseline = false
    /// Whether rules are judged as they stand: without waivers, days, and what including policies change. For their examples.
    package var evaluatesBare = false
    /// Whether the report tells of each rule why it came to what it did, and what it read.
    public var explains = false
    /// Whether the report tells of policies that were named and had nothing to say of any bundle.
    public var tellsOfIdlePolicies = false
    /// What was to be checked and could not be found: the report tells of it, and its verdict is an error.
    public var inputErrors: [EngineError] = []
    /// What was passed over when bundles were looked for: the report warns of it.
    public var inputWarnings: [EngineError] = []
    /// Takes what a format shows of a bundle beside its findings, once it is judged; nil for nothing.
    package var evidence: (@Sendable (BundleGraph, [Finding], HistoryReader?) -> BundleReport.Evidence)?
    /// Whether the report holds the digests of what was judged, for a receipt.
    public var takesDigests = false
    /// Whether a finding of the baseline that is gone fails the check, so that baselines only shrink.
    public var isBaselineStrict = false
    /// What all evaluations may take, where several checks work at one report.
    var budget: RunBudget?

    /// Everything, failing on errors.
    public init(
      asOf: CalendarDate, previous: [BundleGraph]? = nil, failOn: Severity = .error, rules: [String] = [],
      skip: [String] = [], allowsEmpty: Bool = false
    ) {
      self.asOf = asOf
      self.previous = previous
      self.failOn = failOn
      self.rules = rules
      self.skip = skip
      self.allowsEmpty = allowsEmpty
    }
  }

  private let program: PolicyProgram
  let options: Options
  private let selected: [Rule]
  private let budget: RunBudget
  private var usedWaivers: Set<Int> = []
  /// Those that would have covered a finding, had every policy that brings in its rule agreed.
  private var withheldWaivers: Set<Int> = []
  /// The bundles named, as far as they have not been let go.
  private(set) var judged = JudgedBundles()
  private var tally: ReportTally
  private var errors: [EngineError] = []
  /// What is told of the policies and the selection, whatever the bundles.
  private let remarks: [EngineError]
  private var warnings: [EngineError] = []
  private var baseline: BaselineTally?

  /// Errors of the selection (an unmatched `--rule`, an unknown `--param`) are kept for the report, so that the rest is still checked.
  public init(_ program: PolicyProgram, _ options: Options) {
    self.program = program
    self.options = options
    budget = options.budget ?? RunBudget()
    baseline = options.baseline.map { BaselineTally($0, formerIDs: program.formerIDs, program.policies) }
    let selection = RuleSelection(program.rules, only: options.rules, without: options.skip)
    errors =
      program.errors + selection.errors + options.inputErrors + (options.ledgerFailure.map { [EngineError($0)] } ?? [])
    remarks = program.warnings + selection.renamings + options.inputWarnings
    selected = selection.rules
    tally = ReportTally(rules: selected.count)
  }

  /// Whether a rule holds builds for one system against those for another.
  var comparesPlatforms: Bool {
    selected.contains { rule in
      rule.clauses.contains { ($0 as? IncreasesClause)?.scope == .identifier }
    }
  }

  /// Records an error that belongs to no bundle.
  public mutating func add(_ error: EngineError) { errors.append(error) }

  /// Records what went wrong when checkers were unloaded, in an order that does not depend on threads; each may tell of the same.
  mutating func add(unloading failures: [EngineError]) {
    for error in failures.sorted(byBytesOf: \.message)
    where !errors.contains(error) { errors.append(error) }
  }

  /// Records a bundle that could not be read.
  public mutating func add(unreadable path: String, _ error: BundleError) {
    let report = BundleReport(
      path: path, identifier: nil, kind: nil, platform: nil, verdict: .error, rules: [], findings: [],
      errors: [EngineError(error)])
    tally.add(report)
    judged.append(report, nil)
  }

  /// Whether all that a bundle holds is read besides what rules ask for.
  var readsContents: Bool { options.takesDigests || options.recording != nil && options.ledger != nil }

  /// Judges a bundle and those nested in it.
  public mutating func run(on graph: BundleGraph, path: String) {
    run(on: graph, path: path, readsContents ? ContentWitness(graph) : nil)
  }

  /// The same of a graph that was opened after the witness looked.
  mutating func run(on graph: BundleGraph, path: String, _ witness: ContentWitness?) {
    var results = selected.map { RuleResult(notYetEvaluated: $0) }
    var findings: [Finding] = []
    var errors = graph.errors.map { EngineError($0) }
    checkArrangement(of: graph, &errors)
    program.evaluator.isExplaining = options.explains
    program.evaluator.remembersPasses = !options.evaluatesBare
    let history = HistoryReader(
      of: graph, given: options.previous, ledger: options.ledger, failure: options.ledgerFailure, witness)
    // What is recorded must be what was judged: the ledger's state is taken down before.
    var draft = beginDraft(of: graph, &errors)
    program.evaluator.begin(graph, history: history, asOf: options.asOf, run: budget)
    for (number, rule) in selected.enumerated() {
      var tally = RuleTally()
      if !options.evaluatesBare, let adjustment = rule.adjustment, let because = adjustment.because {
        let reason =
          "\(adjustment.declared.file):\(adjustment.declared.line) disables the rule declared at "
          + "\(rule.declared.file):\(rule.declared.line): \(because)"
        results[number].leaveOut(reason, explained: options.explains)
        continue
      }
      if !options.evaluatesBare, let since = rule.since, options.asOf < since {
        results[number].leaveOut("it applies from \(since.text) on", explained: options.explains)
        continue
      }
      for bundle in graph.bundles {
        switch program.evaluator.evaluate(rule, on: bundle) {
        case .notApplicable(let reason): tally.reason = tally.reason ?? reason
        case .evaluated(let found, let fuel, let remark):
          tally.add(cover(found, bundle), fuel: fuel)
          tally.remark = tally.remark ?? remark
        case .failed(let error, let found, let fuel):
          tally.add(cover(found, bundle), fuel: fuel)
          tally.hasFailed = true
          errors.append(error)
        }
        if options.explains, let explanation = program.evaluator.explanation { tally.explanations.append(explanation) }
      }
      tally.dropRepeatedFiles()
      tally.tellApart()
      if let denyFrom = rule.denyFrom, options.asOf < denyFrom { tally.soften(until: denyFrom) }
      tally.conclude(&results[number])
      if options.explains { results[number].explanations = tally.explanations }
      findings += tally.findings
    }
    if !results.contains(where: { $0.status != .notApplicable }) && errors.isEmpty && !options.allowsEmpty {
      errors.append(nothingEvaluated(results))
    }
    findings.sort(by: Finding.precedes)
    fill(&draft, of: graph, history, findings, &errors)
    let digests = takeDigests(of: graph, witness, &errors)
    confirm(witness, graph, isNeeded: digests != nil || draft?.entries.isEmpty == false, &errors)
    var report = BundleReport(
      path: path, identifier: graph.outer.identifier, kind: graph.outer.kind.rawValue,
      platform: graph.outer.platform?.rawValue, verdict: .pass, rules: results, findings: findings, errors: errors,
      checkerLines: program.evaluator.checkerLines, builds: BuildFacts.all(of: graph),
      evidence: options.evidence?(graph, findings, history), digests: digests)
    if program.evaluator.hasReadDay { report.asOf = options.asOf }
    add(report, draft)
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
    // Digests take a while, and most bundles that fail are not recorded. What a baseline lets be is only known later.
    let mayPass = options.hasBaseline || !findings.contains { $0.isOpen && $0.severity >= options.failOn }
    guard mayPass || recording.keepsFailures else { return }
    do throws(LedgerError) {
      try draft?.fill(from: graph, history, recording)
    } catch {
      errors.append(EngineError(error))
    }
  }

  /// Last of all that is read.
  private func confirm(
    _ witness: ContentWitness?, _ graph: BundleGraph, isNeeded: Bool, _ errors: inout [EngineError]
  ) {
    guard isNeeded, errors.isEmpty, let witness else { return }
    do throws(EngineError) { try witness.confirm(graph) } catch { errors.append(error) }
  }

  /// Adds what was found of one bundle: baselines are used up in the order in which bundles are added.
  private mutating func add(_ found: BundleReport, _ draft: BuildDraft?) {
    var report = found
    baseline?.mark(&report.findings, in: found)
    for number in report.rules.indices where report.rules[number].status == .fail {
      let own = report.findings.filter { $0.rule == report.rules[number].id }
      if own.allSatisfy({ !$0.isOpen }) { report.rules[number].status = .baselined }
    }
    let fails = report.findings.contains { $0.isOpen && $0.severity >= options.failOn }
    report.verdict = report.errors.isEmpty ? (fails ? .fail : .pass) : .error
    tally.add(report)
    judged.append(report, draft)
  }

  /// Lets go of the bundles judged so far: the report counts them, and doesn't hold them.
  mutating func takeBundles() -> [BundleReport] {
    defer { judged.removeAll() }
    return judged.map(\.bundle)
  }

  /// What a check has come to so far, for another check of the same policies and options to add.
  struct Part: Sendable {
    fileprivate let judged: JudgedBundles
    fileprivate let warnings: [EngineError]
    fileprivate let usedWaivers: Set<Int>
    fileprivate let withheldWaivers: Set<Int>
  }

  /// What has been judged so far. Whoever adds it applies the baseline.
  var part: Part {
    Part(judged: judged, warnings: warnings, usedWaivers: usedWaivers, withheldWaivers: withheldWaivers)
  }

  /// Adds what another check judged, as if it had been judged here.
  mutating func add(_ part: Part) {
    for (bundle, draft) in part.judged { add(bundle, draft) }
    warnings += part.warnings
    usedWaivers.formUnion(part.usedWaivers)
    withheldWaivers.formUnion(part.withheldWaivers)
  }

  /// The report, once all bundles have been judged, with those that have not been let go.
  public func report() -> Report {
    var report = reportWithoutBundles()
    report.bundles = judged.map(\.bundle).sorted(byBytesOf: \.path)
    return report
  }

  /// The same for who takes the bundles one by one.
  func reportWithoutBundles() -> Report {
    var verdict = tally.hasFailure ? Verdict.fail : .pass
    // A part of the rules can't tell what is gone.
    let isWhole = options.rules.isEmpty && options.skip.isEmpty
    let gone = isWhole ? baseline?.gone ?? [] : []
    if options.isBaselineStrict, !gone.isEmpty { verdict = .fail }
    if !errors.isEmpty || tally.hasError { verdict = .error }
    var report = Report(
      verdict: verdict, policies: program.policies, bundles: [], errors: errors,
      warnings: remarks + warnings + idlePolicies() + idleWaivers() + (baseline?.remarks ?? []) + gone,
      summary: tally.summary)
    report.waiverFiles = program.waiverFiles
    report.failOn = options.failOn
    report.isBaselineStrict = options.isBaselineStrict
    return report
  }

  /// A warning for each policy that was named, has rules, and none of them applied to anything: the one for another store, say.
  /// Where no rule applied at all, that is an error already.
  private func idlePolicies() -> [EngineError] {
    guard options.tellsOfIdlePolicies, options.rules.isEmpty, options.skip.isEmpty else { return [] }
    let applied = Set(zip(selected, tally.applied).compactMap { rule, applied in applied ? rule.id : nil })
    if applied.isEmpty { return [] }
    return program.namedPolicies.compactMap { policy in
      let own = selected.filter { $0.policy == policy }
      guard !own.isEmpty, !own.contains(where: { applied.contains($0.id) }) else { return nil }
      return EngineError(
        code: "policy.idle",
        message:
          "policy '\(policy)' has \(own.count == 1 ? "one rule of its own, which did not apply" : "\(own.count) rules of its own, none of which applied") to what was checked",
        hint: "name the policy for this kind of bundle and platform; --explain shows why each rule did not apply")
    }
  }

  /// What is irregular about how the bundles lie: an error where something was not read because of it, else a warning.
  private mutating func checkArrangement(of graph: BundleGraph, _ errors: inout [EngineError]) {
    for bundle in graph.bundles {
      for diagnostic in bundle.diagnostics {
        let path = diagnostic.path.isEmpty ? bundle.displayPath : "\(bundle.displayPath)/\(diagnostic.path)"
        var remark = EngineError(code: "bundle.\(diagnostic.code)", message: diagnostic.message, file: path)
        remark.subject = graph.displayPath
        guard diagnostic.code.hasPrefix("nested."), !isRead(diagnostic.path, of: bundle, in: graph) else {
          warnings.append(remark)
          continue
        }
        remark.hint = "replace the link with the directory itself; link targets are not checked"
        errors.append(remark)
      }
    }
  }

  /// Whether a link leads to a bundle of the graph, which is then judged where it lies.
  private func isRead(_ link: String, of bundle: Bundle, in graph: BundleGraph) -> Bool {
    guard case .inside(let target)? = (try? bundle.files.destination(ofLink: link))?.destination else { return false }
    let path = bundle.path.isEmpty ? target : "\(bundle.path)/\(target)"
    return graph.bundles.contains { $0.path == path }
  }

  // MARK: Waivers

  /// Puts the waivers that cover findings on them.
  private mutating func cover(_ findings: [Finding], _ bundle: Bundle) -> [Finding] {
    if program.waivers.isEmpty || options.evaluatesBare { return findings }
    return findings.map { finding in
      let covering = program.waivers.indices.filter { program.waivers[$0].covers(finding, of: bundle) }
      if covering.isEmpty { return finding }
      let inForce = covering.filter { !isExpired(program.waivers[$0]) }
      let chosen: Int?
      if bypass(of: inForce) == nil {
        chosen = inForce.first
      } else {
        // It would be waived had none expired, and says so.
        chosen = bypass(of: covering) == nil ? covering.last { isExpired(program.waivers[$0]) } : nil
      }
      guard let chosen else {
        withheldWaivers.formUnion(covering)
        return finding
      }
      usedWaivers.formUnion(covering)
      let waiver = program.waivers[chosen]
      var finding = finding
      finding.waiver = AppliedWaiver(
        because: waiver.because, owner: waiver.owner, expires: waiver.expires, isExpired: isExpired(waiver),
        declared: waiver.declared)
      return finding
    }
  }

  private func isExpired(_ waiver: Waiver) -> Bool {
    waiver.expires.utf8.lexicographicallyPrecedes(options.asOf.text.utf8)
  }

  /// Who brings in the rule of these waivers without agreeing to any of them; nil when together they decide. The waivers are of one
  /// rule. None decide nothing, and a file of waivers decides alone: the user named it.
  private func bypass(of waivers: [Int]) -> PolicyReach.Bypass? {
    guard let first = waivers.first else { return .named }
    let policies = waivers.map { program.waivers[$0].policy }
    if policies.contains(nil) { return nil }
    let owner = String(program.waivers[first].rule.prefix { $0 != "/" })
    return program.reach.bypass(of: Set(policies.compactMap(\.self)), to: owner)
  }

  /// A warning for each waiver that covered nothing, and for each that was not enough.
  private func idleWaivers() -> [EngineError] {
    program.waivers.enumerated().compactMap { number, waiver in
      if withheldWaivers.contains(number), let bypass = bypass(of: [number]) {
        let owner = String(waiver.rule.prefix { $0 != "/" })
        return EngineError(
          code: "waiver.shared",
          message: "the waiver of '\(waiver.rule)' does not cover what was found: \(bypass.phrase(owner))",
          file: waiver.declared.file, line: waiver.declared.line, rule: waiver.rule, hint: bypass.hint("waive the rule")
        )
      }
      if usedWaivers.contains(number) { return nil }
      return EngineError(
        code: "waiver.unused", message: "the waiver of '\(waiver.rule)' matched no finding", file: waiver.declared.file,
        line: waiver.declared.line, rule: waiver.rule, hint: "remove it, unless a bundle that needs it was not checked")
    }
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

/// What a rule came to over all bundles of a graph.
private struct RuleTally {
  var findings: [Finding] = []
  var fuel: UInt64 = 0
  var wasEvaluated = false
  var hasFailed = false
  var reason: String?
  var remark: String?
  var explanations: [RuleExplanation] = []

  mutating func add(_ found: [Finding], fuel used: UInt64) {
    findings += found
    fuel = fuel.addingReportingOverflow(used).partialValue
    wasEvaluated = true
  }

  /// A file of a nested bundle is found by way of the bundle around it, too; the first stands.
  mutating func dropRepeatedFiles() {
    // By bytes: names that differ in normalization are those of two files.
    var seen: Set<[[UInt8]]> = []
    findings.removeAll { finding in
      guard let pattern = finding.forbiddenBy, let file = finding.file else { return false }
      let path = finding.bundle.isEmpty ? file : finding.bundle + "/" + file
      return !seen.insert([Array(path.utf8), Array(pattern.utf8)]).inserted
    }
  }

  /// Findings with the same place and discriminator that say different things are different findings.
  mutating func tellApart() {
    if findings.count < 2 { return }
    var alike: [[String]: [Int]] = [:]
    for (position, finding) in findings.enumerated() {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? "", finding.discriminator]
      alike[place, default: []].append(position)
    }
    for positions in alike.values where positions.count > 1 {
      func said(_ position: Int) -> [String] { [findings[position].message, findings[position].expected ?? ""] }
      guard let first = positions.first, positions.contains(where: { said($0) != said(first) }) else { continue }
      for position in positions { findings[position].distinction = Digest.fingerprint(said(position)) }
    }
  }

  /// What will be an error is a warning until that day.
  mutating func soften(until day: CalendarDate) {
    for position in findings.indices where findings[position].severity == .error {
      findings[position].severity = .warning
      findings[position].givenMessage = findings[position].message
      findings[position].message += " (an error from \(day.text) on)"
    }
  }

  func conclude(_ result: inout RuleResult) {
    let status: RuleResult.Status
    if hasFailed {
      status = .error
    } else if !wasEvaluated {
      status = .notApplicable
    } else if findings.isEmpty {
      status = .pass
    } else {
      status = findings.allSatisfy(\.isWaived) ? .waived : .fail
    }
    result.status = status
    result.findings = findings.count
    result.fuel = fuel
    result.reason = status == .notApplicable ? reason : status == .pass ? remark : nil
  }
}
