import Basics
import Bundles
import CheckerPlugIns
import LuaRuntime
import PropertyLists
import Versions

/// Evaluates rules on the bundles of a graph.
final class RuleEvaluator {
  private let host: PolicyHost
  private let state: LuaState
  private let fuel: UInt64
  private var budget: EvaluationBudget
  /// What the evaluation under way may take.
  private var allowance: EvaluationBudget.Allowance
  /// Rules that used up their time on a bundle of the graph: on the others they get little.
  private var lateRules: Set<String> = []
  /// The thread's processor time when it began, later by what checkers have taken since.
  private var started = 0.0
  /// Whether what rules read is taken down.
  var isExplaining = false
  /// Why the rule evaluated last came to what it did; nil unless `isExplaining`.
  private(set) var explanation: RuleExplanation?
  /// What its clauses came to so far.
  private var clauses: [RuleExplanation.Clause] = []
  private let checkerJudge: CheckerJudge
  /// What checkers logged or printed since `begin`.
  private(set) var checkerLines: [String] = []

  init(host: PolicyHost, state: LuaState, fuel: UInt64, checkers: Checkers? = nil) {
    self.host = host
    self.state = state
    self.fuel = fuel
    budget = EvaluationBudget(fuel: fuel, seconds: state.seconds, bundles: 1, run: RunBudget())
    allowance = budget.allowance
    checkerJudge = CheckerJudge(host: host, checkers: checkers)
  }

  /// What a rule came to on one bundle.
  enum Outcome {
    /// The remark tells what a pass rests on, where that is little.
    case judged([Finding], fuel: UInt64, remark: String?)
    case notApplicable(String?)
    case failed(EngineError, findings: [Finding], fuel: UInt64)

    var fuel: UInt64 {
      switch self {
      case .judged(_, let fuel, _), .failed(_, _, let fuel): fuel
      case .notApplicable: 0
      }
    }
  }

  /// The graph under test; every handle given out before is void.
  func begin(_ graph: BundleGraph, history: HistoryReader?, run: RunBudget) {
    host.begin(graph, history: history)
    budget = EvaluationBudget(fuel: fuel, seconds: state.seconds, bundles: graph.bundles.count, run: run)
    lateRules = []
    checkerLines = []
    state.forgetNodes()
  }

  func evaluate(_ rule: Rule, on bundle: Bundle) -> Outcome {
    guard isExplaining else { return outcome(of: rule, on: bundle) }
    let reads = ReadRecorder(host.objects.graphs)
    host.reads = reads
    clauses = []
    defer { host.reads = nil }
    let outcome = outcome(of: rule, on: bundle)
    explanation = RuleExplanation(outcome, clauses: clauses, reads: reads, of: bundle)
    return outcome
  }

  private func outcome(of rule: Rule, on bundle: Bundle) -> Outcome {
    host.objects.beginRule()
    allowance = lateRules.contains(rule.id) ? budget.reduced : budget.allowance
    started = Clocks.threadSeconds()
    var textSize = 0
    var outcome = judge(rule, on: bundle, &textSize)
    budget.spend(fuel: outcome.fuel, seconds: secondsUsed, text: textSize)
    defer { if case .failed(let error, _, _) = outcome, error.code == "limit.time" { lateRules.insert(rule.id) } }
    // Clauses that need no Lua read no clock.
    if secondsUsed > allowance.seconds, case .judged(let findings, let fuel, _) = outcome {
      let late = LuaFailure(kind: .time, message: "", file: nil, line: nil)
      outcome = .failed(engineError(late, rule, bundle), findings: findings, fuel: fuel)
    }
    if let refusal = host.takeRefusal() {
      let error = EngineError(
        code: refusal.code, message: refusal.message, file: rule.declared.file, line: rule.declared.line, rule: rule.id,
        hint: refusal.hint)
      return .failed(error, findings: [], fuel: 0)
    }
    if let failure = host.history?.takeFailure() {
      // A rule may have gone on without what it could not learn.
      var error = EngineError(failure)
      if host.history?.unreachable != nil {
        // The report tells why, once.
        error.message = "the rule compares with earlier builds and was not judged, because the ledger cannot be read"
        error.hint = nil
      }
      error.rule = rule.id
      return .failed(error, findings: [], fuel: 0)
    }
    guard let (document, failure) = host.objects.takeFailure() else { return outcome }
    // Where the rule looked there was no value to be seen, so that what it concludes means nothing. The next rule that
    // looks there is to come upon it too, and not upon what Lua remembers.
    state.forgetNodes()
    let error = malformed(document, failure, rule)
    switch outcome {
    case .judged(let findings, let fuel, _), .failed(_, let findings, let fuel):
      return .failed(error, findings: findings, fuel: fuel)
    case .notApplicable: return .failed(error, findings: [], fuel: 0)
    }
  }

  private var secondsUsed: Double { Clocks.threadSeconds() - started }

  private func judge(_ rule: Rule, on bundle: Bundle, _ textSize: inout Int) -> Outcome {
    var used: UInt64 = 0
    do throws(LuaFailure) {
      if let reason = try reasonNotToApply(rule.applicability, bundle, &used) { return .notApplicable(reason) }
    } catch {
      return .failed(engineError(error, rule, bundle), findings: [], fuel: used)
    }
    let document = host.objects.infoDocument(graph: 0, bundle: bundle.index)
    var judge = ClauseJudge(
      graph: host.objects.graphs[0], bundle: bundle, document: host.objects.documents[document],
      history: host.history, reads: host.reads)
    judge.decisions = rule.decisions
    judge.limit = allowance.fuel
    var collector = FindingCollector(rule: rule, bundle: bundle, textLimit: allowance.text)
    defer { textSize = collector.textSize }
    var isJudged = false
    var reason: String?
    var remark: String?
    for clause in rule.clauses {
      let before = collector.findings.count
      if case .checker(let checker) = clause {
        let start = Clocks.threadSeconds()
        let result = checkerJudge.judge(checker, of: rule, on: bundle)
        // Checkers have limits of their own, also where they run in this process.
        started += Clocks.threadSeconds() - start
        collector.add(result.findings)
        used = used.addingReportingOverflow(result.fuel).partialValue
        checkerLines += result.log
        if let error = result.error {
          return .failed(error, findings: collector.findings, fuel: used + judge.fuel)
        }
        isJudged = true
        explain(clause, .judged, judge, findings: result.findings.count)
        continue
      }
      do throws(LuaFailure) {
        if try run(clause, of: rule, on: bundle, document, &collector, &used) {
          isJudged = true
          explain(clause, .judged, judge, findings: collector.findings.count - before)
          continue
        }
        let outcome = try judge.judge(clause, &collector)
        explain(clause, outcome, judge, findings: collector.findings.count - before)
        switch outcome {
        case .judged: isJudged = true
        case .judgedNothing(let why):
          isJudged = true
          remark = why
        case .notApplicable(let why): reason = why
        }
      } catch {
        let error = collector.isFull ? tooManyFindings(rule, bundle) : engineError(error, rule, bundle)
        return .failed(error, findings: collector.findings, fuel: used + judge.fuel)
      }
    }
    if collector.isFull {
      return .failed(tooManyFindings(rule, bundle), findings: collector.findings, fuel: used + judge.fuel)
    }
    guard isJudged else { return .notApplicable(reason) }
    return .judged(collector.findings, fuel: used + judge.fuel, remark: remark ?? reason)
  }

  private func explain(_ clause: Clause, _ outcome: ClauseJudge.Outcome, _ judge: ClauseJudge, findings: Int) {
    guard isExplaining else { return }
    var builds: Int?
    if case .increases(let increases) = clause, let history = judge.history, history.ledger == nil {
      builds = history.givenBuilds(of: judge.bundle).count { increases.scope.relates(judge.bundle, to: $0.bundle) }
    }
    let account = ClauseAccount(bundle: judge.bundle, document: judge.document, earlierBuilds: builds)
    clauses.append(account.explanation(clause, outcome, findings: findings))
  }

  /// Judges a clause that needs Lua; false for the others, which the clause judge knows. What was found before an error
  /// stands.
  private func run(
    _ clause: Clause, of rule: Rule, on bundle: Bundle, _ document: Int, _ collector: inout FindingCollector,
    _ used: inout UInt64
  ) throws(LuaFailure) -> Bool {
    switch clause {
    case .check(let function):
      host.collector = collector
      defer {
        collector = host.collector ?? collector
        host.collector = nil
      }
      try run(function, rule, on: bundle, &used)
      return true
    case .shape(let shape):
      try run(shape, document, &collector, &used)
      return true
    case .require, .forbid, .increases, .customKeys, .qualifiedKeys, .localize, .files, .checker: return false
    }
  }

  private func run(
    _ shape: DictionaryShape, _ number: Int, _ collector: inout FindingCollector, _ used: inout UInt64
  ) throws(LuaFailure) {
    let document = host.objects.documents[number]
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds - secondsUsed)
    var judge = ShapeJudge(
      list: document.list,
      lua: ShapeJudge.Lua(
        matches: { [state] (text, pattern) throws(LuaFailure) in try state.find(pattern, in: text) },
        call: { [state, host] (function, value) throws(LuaFailure) in
          try state.call(function, [host.objects.luaValue(value, document: number)])
        }), limit: allowance.fuel)
    judge.reads = host.reads.map { ($0, document) }
    defer { used += state.fuelUsed + judge.fuel }
    for misfit in try judge.judge(shape, top: document.list.root) {
      let details = FindingCollector.Details(expected: misfit.expected, fix: misfit.fix)
      switch misfit.place {
      case .entry(let container, let position):
        collector.add(misfit.message, in: document, container: container, position: position, details: details)
      case .missing(let container, let key):
        collector.add(misfit.message, in: document, container: container, missing: key, details: details)
      }
    }
  }

  private func run(_ function: LuaFunction, _ rule: Rule, on bundle: Bundle, _ used: inout UInt64) throws(LuaFailure) {
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds - secondsUsed)
    defer { used += state.fuelUsed }
    let report = LuaNode(kind: ObjectKind.report.rawValue, owner: 0, index: 0)
    let result = try state.call(function, [.node(host.objects.node(bundle: bundle.index)), .node(report)])
    if result != .nil {
      throw LuaFailure(
        kind: .error,
        message: "'check' returned \(result.typeName); it reports with report(…), and returns nothing",
        file: rule.declared.file, line: rule.declared.line)
    }
  }

  // MARK: Applicability

  private func reasonNotToApply(
    _ applicability: Applicability, _ bundle: Bundle, _ used: inout UInt64
  ) throws(LuaFailure) -> String? {
    // What these hold is no Info.plist of a bundle with code: an archive's own, the list of a framework's slices, a page of
    // preferences. A rule that doesn't think of them would find that CFBundleIdentifier is missing.
    note(applicability, bundle)
    if applicability.kinds.isEmpty, [.archive, .xcframework, .settings].contains(bundle.kind) {
      return "it names no kind, and bundles of the kind \(bundle.kind.rawValue) are judged by rules that name it"
    }
    if !applicability.kinds.isEmpty && !applicability.kinds.contains(bundle.kind.rawValue) {
      return "it is for \(Self.phrase(applicability.kinds))"
    }
    if !applicability.platforms.isEmpty {
      guard let platform = bundle.platform, applicability.platforms.contains(platform.rawValue) else {
        return "it is for \(Self.phrase(applicability.platforms))"
      }
    }
    if let nested = applicability.nested, nested != isNested(bundle) {
      return nested ? "it is for nested bundles" : "it is for the outer bundle"
    }
    if applicability.minimumOSFrom != nil || applicability.minimumOSBelow != nil {
      let keys = ["LSMinimumSystemVersion", "MinimumOSVersion"]
      let order = bundle.platform == .macos ? keys : keys.reversed()
      let info = bundle.info
      for key in order { host.reads?.key(key, of: info.root, in: document(of: bundle)) }
      guard let key = order.first(where: { info.value(of: info.root, forKey: $0) != nil }) else {
        return "the bundle states no minimum system version"
      }
      guard let version = bundle.string(key).flatMap({ Version($0, dialect: .apple) }) else {
        throw LuaFailure(
          kind: .error, message: "whether the rule applies cannot be told: \(key) is not a system version", file: nil,
          line: nil)
      }
      if let from = applicability.minimumOSFrom, let order = version.compare(to: from), order < 0 {
        return "it is for a minimum system of \(from.text) or later"
      }
      if let below = applicability.minimumOSBelow, let order = version.compare(to: below), order >= 0 {
        return "it is for a minimum system below \(below.text)"
      }
    }
    guard let condition = applicability.condition else { return nil }
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds - secondsUsed)
    defer { used += state.fuelUsed }
    let result = try state.call(condition, [.node(host.objects.node(bundle: bundle.index))])
    switch result {
    case .boolean(true): return nil
    case .boolean(false), .nil: return "its 'when' said no"
    case let other:
      throw LuaFailure(
        kind: .error, message: "'when' must return true or false, it returned \(other.typeName)", file: nil, line: nil)
    }
  }

  /// Whether it lies inside another bundle. An archive or a set of frameworks is a container: what is in it stands for itself.
  private func isNested(_ bundle: Bundle) -> Bool {
    bundle.parentIndex != nil && host.objects.graphs[0].product(around: bundle) !== bundle
  }

  /// What `applies` asks of a bundle.
  private func note(_ applicability: Applicability, _ bundle: Bundle) {
    guard let reads = host.reads else { return }
    if !applicability.kinds.isEmpty { reads.field("kind", bundle.kind.rawValue, of: bundle) }
    if !applicability.platforms.isEmpty { reads.field("platform", bundle.platform?.rawValue, of: bundle) }
    if applicability.nested != nil { reads.field("nested", isNested(bundle) ? "true" : "false", of: bundle) }
  }

  private func document(of bundle: Bundle) -> Document {
    // The first look makes the document.
    let number = host.objects.infoDocument(graph: 0, bundle: bundle.index)
    return host.objects.documents[number]
  }

  private static func phrase(_ words: [String]) -> String { words.joined(separator: ", ") + " bundles" }

  // MARK: Errors

  /// A defect in a property list that was found while the rule read it.
  private func malformed(_ document: Document, _ failure: PropertyListError, _ rule: Rule) -> EngineError {
    let bundle = host.objects.graphs[document.graph].bundles[document.bundle]
    let place = failure.place.description
    return EngineError(
      code: BundleCode.malformedPropertyList.rawValue,
      message: (place.isEmpty ? "" : place + ": ") + failure.message,
      file: document.file.map { "\(bundle.displayPath)/\($0)" } ?? bundle.displayPath, rule: rule.id,
      hint: failure.hint ?? "write the file anew; what rules say that read it is worth nothing")
  }

  private func tooManyFindings(_ rule: Rule, _ bundle: Bundle) -> EngineError {
    EngineError(
      code: "limit.findings",
      message:
        "rule '\(rule.localID)' reported more than \(FindingCollector.limit) findings on one bundle, or more text in them than a report takes\(nested(bundle))",
      file: rule.declared.file, line: rule.declared.line, rule: rule.id,
      hint: "report what is wrong once, not for every value that shows it")
  }

  /// The report says which bundle was named; one inside it has to be named with an error.
  private func nested(_ bundle: Bundle) -> String { bundle.parentIndex == nil ? "" : " (on \(bundle.path))" }

  private func engineError(_ failure: LuaFailure, _ rule: Rule, _ bundle: Bundle) -> EngineError {
    var error = self.error(failure, rule)
    error.trace = failure.trace.map { Traceback($0) }
    error.message += nested(bundle)
    return error
  }

  private func error(_ failure: LuaFailure, _ rule: Rule) -> EngineError {
    let file = failure.file ?? rule.declared.file
    let line = failure.line ?? rule.declared.line
    switch failure.kind {
    case .fuel where lateRules.contains(rule.id), .time where lateRules.contains(rule.id):
      return EngineError(
        code: "limit.time",
        message: "rule '\(rule.localID)' was stopped: it took too long by the clock on another bundle",
        file: file, line: line, rule: rule.id, hint: "see the error of the bundle before")
    case .fuel where allowance.isReduced, .time where allowance.isReduced:
      return EngineError(
        code: "limit.total",
        message: "rule '\(rule.localID)' was stopped: other rules used up what all rules together may take",
        file: file, line: line, rule: rule.id, hint: "correct the rules that ended in a limit, or took longest")
    case .fuel:
      return EngineError(
        code: "limit.fuel", message: "rule '\(rule.localID)' used up its \(allowance.fuel) units of fuel", file: file,
        line: line,
        rule: rule.id,
        hint: "look for a loop that does not end, or a pattern that backtracks; split the rule if it is just large")
    case .memory:
      return EngineError(
        code: "limit.memory", message: "rule '\(rule.localID)' needs more memory than a policy may have", file: file,
        line: line, rule: rule.id, hint: "look for a string or table that grows without end, or a recursion")
    case .time:
      return EngineError(
        code: "limit.time", message: "rule '\(rule.localID)' took too long by the clock", file: file, line: line,
        rule: rule.id, hint: "look for operations on very large strings; fuel would normally end the rule earlier")
    case .error, .syntax:
      return EngineError(code: "policy.error", message: failure.message, file: file, line: line, rule: rule.id)
    }
  }
}
