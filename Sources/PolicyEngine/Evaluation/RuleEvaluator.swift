import ReleaseLedger
import PolicySchema
import BuildHistory
import PolicyObjects
import Basics
import Bundles
import CheckerPlugIns
import LuaRuntime
import Measures
import PropertyLists
import Reports
import StandardPolicies

final class RuleEvaluator {
  private let host: PolicyHost
  private let states: PolicyStates
  private var state: LuaState
  private let fuel: UInt64
  private let seconds: Double
  private var budget: EvaluationBudget
  private var allowance: EvaluationBudget.Allowance
  /// The thread's processor time at the start, plus the time that checkers have taken since.
  private var started = 0.0
  var isExplaining = false
  private(set) var explanation: RuleExplanation?
  private var clauses: [RuleExplanation.Clause] = []
  private let checkers: Checkers?
  private var history: HistoryReader?
  var ruleFiles: RuleFiles?
  /// The kinds and platforms of bundles for which files of rules have run.
  private var prepared: Set<[String?]> = []
  private(set) var checkerLines: [String] = []

  init(host: PolicyHost, states: PolicyStates, _ options: PolicyOptions, checkers: Checkers? = nil) {
    (self.host, self.states) = (host, states)
    state = states.first
    (fuel, seconds) = (options.fuel, states.first.seconds)
    budget = EvaluationBudget(fuel: fuel, seconds: seconds, bundles: 1, run: RunBudget())
    allowance = budget.allowance(for: "")
    self.checkers = checkers
  }

  enum Outcome {
    /// The remark says what a pass rests on if little was checked.
    case evaluated([Finding], fuel: UInt64, remark: String?)
    case notApplicable(String?)
    case failed(EngineError, findings: [Finding], fuel: UInt64)
    /// It is evaluated once all bundles have been checked, with the value that it collected from this one.
    case collected(CollectedValue?, fuel: UInt64)

    var findings: [Finding] {
      switch self {
      case .evaluated(let findings, _, _), .failed(_, let findings, _): findings
      case .notApplicable, .collected: []
      }
    }

    var fuel: UInt64 {
      switch self {
      case .evaluated(_, let fuel, _), .failed(_, _, let fuel), .collected(_, let fuel): fuel
      case .notApplicable: 0
      }
    }
  }

  var symbols: DebugSymbols? { didSet { host.symbols = symbols?.paths } }

  func begin(_ graph: BundleGraph, history: HistoryReader?, asOf day: CalendarDate, run: RunBudget) {
    self.history = history
    host.begin(graph, history: history, asOf: day)
    budget = EvaluationBudget(fuel: fuel, seconds: seconds, bundles: graph.bundles.count, run: run)
    checkerLines = []
  }

  /// Runs the files of the rules whose kinds, keys, executables and files match a bundle of the graph, all at once. After a bundle of the
  /// same kind and platform, few are missing: these run when they are evaluated.
  func load(_ rules: [Rule], for graph: BundleGraph) {
    let variants = Set(graph.bundles.map { [$0.kind.rawValue, $0.platform?.rawValue] })
    guard let ruleFiles, !variants.isSubset(of: prepared) else { return }
    prepared.formUnion(variants)
    ruleFiles.load(
      rules.filter { rule in
        guard rule.recorded != nil, !ruleFiles.hasRun(rule) else { return false }
        return graph.bundles.contains { bundle in
          var fuel: UInt64 = 0
          // A file that cannot be listed is an error of the rule, reported when the rule is evaluated.
          return ((try? rule.applicability.reason(bundle, host, fuel: &fuel)) ?? nil) == nil
        }
      })
  }

  var hasReadDay: Bool { host.hasReadDay }

  var measures: MeasureReader { host.measures }

  func evaluate(_ rule: Rule, on bundle: Bundle) -> Outcome {
    guard isExplaining else { return outcome(of: rule, on: bundle, nil) }
    let reads = ReadRecorder(host.objects.graphs)
    clauses = []
    defer { host.run = RuleRun() }
    let outcome = outcome(of: rule, on: bundle, reads)
    explanation = RuleExplanation(outcome, clauses: clauses, reads: reads, of: bundle)
    return outcome
  }

  private func outcome(of given: Rule, on bundle: Bundle, _ reads: ReadRecorder?) -> Outcome {
    host.run = RuleRun(reads: reads)
    var searched: UInt64 = 0
    do throws(LuaFailure) {
      if let reason = try given.applicability.reason(bundle, host, fuel: &searched) { return .notApplicable(reason) }
    } catch {
      return .failed(engineError(error, given, bundle), findings: [], fuel: 0)
    }
    let rule: Rule
    do throws(EngineError) {
      rule = try ruleFiles?.loaded(given) ?? given
      try ruleFiles?.settle(rule)
    } catch {
      return .failed(error, findings: [], fuel: 0)
    }
    state = states[rule]
    host.objects.beginRule()
    allowance = budget.allowance(for: rule.id)
    started = LuaState.processorSeconds
    var findingSize = 0
    var outcome = evaluate(rule, on: bundle, searched, &findingSize)
    let seconds = secondsUsed
    budget.spend(fuel: outcome.fuel, seconds: seconds, findings: findingSize)
    defer { if case .failed(let error, _, _) = outcome, error.code == "limit.time" { budget.noteLate(rule.id) } }
    // Clauses without Lua do not check the clock.
    if seconds > allowance.seconds {
      switch outcome {
      case .evaluated, .collected:
        outcome = .failed(
          engineError(LuaFailure(kind: .time), rule, bundle), findings: outcome.findings, fuel: outcome.fuel)
      case .notApplicable, .failed: break
      }
    }
    if let error = refusal(of: rule) { return .failed(error, findings: outcome.findings, fuel: outcome.fuel) }
    switch outcome {
    case .notApplicable, .failed: break
    case .evaluated, .collected:
      guard let failure = host.run.unseenFailure else { break }
      return .failed(
        EngineError(
          code: failure.limit ?? "policy.error",
          message: "whether the rule applies is not known: \(failure.message)\(nested(bundle))", at: rule.declared,
          rule: rule.id),
        findings: outcome.findings, fuel: outcome.fuel)
    }
    if let failure = history?.takeFailure() {
      // The rule may have continued without the information that was refused.
      var error = EngineError(failure)
      if history?.unreachable != nil {
        // The report gives the reason once.
        error.message = "the rule compares with earlier builds, but was not evaluated because the ledger cannot be read"
        error.hint = nil
      }
      error.rule = rule.id
      return .failed(error, findings: [], fuel: 0)
    }
    return outcome
  }

  private var secondsUsed: Double { LuaState.processorSeconds - started }

  private func evaluate(_ rule: Rule, on bundle: Bundle, _ searched: UInt64, _ findingSize: inout Int) -> Outcome {
    var used = searched
    do throws(LuaFailure) {
      if let reason = try reasonNotToApply(rule.applicability, bundle, &used) { return .notApplicable(reason) }
    } catch {
      return .failed(engineError(error, rule, bundle), findings: [], fuel: used)
    }
    var context = ClauseContext(
      rule, on: bundle, host: host, history: history, state: state, checkers: checkers, allowance: allowance,
      started: started, otherFuel: used)
    defer {
      findingSize = context.collector.room.size
      started = context.started
      checkerLines += context.checkerLines
    }
    func failed(_ error: EngineError) -> Outcome {
      .failed(error, findings: context.collector.findings, fuel: context.totalFuel)
    }
    var isEvaluated = false
    var reason: String?
    var remark: String?
    for clause in rule.clauses {
      let before = context.collector.findings.count
      let outcome: ClauseOutcome
      do throws(LuaFailure) {
        outcome = try clause.evaluate(in: &context)
      } catch {
        return failed(
          context.collector.room.isFull ? tooManyFindings(rule, context.collector) : engineError(error, rule, bundle))
      }
      if isExplaining {
        let findings = context.collector.findings.count - before
        if let explanation = RuleExplanation.Clause(clause, outcome, findings: findings, in: context) {
          clauses.append(explanation)
        }
      }
      switch outcome {
      case .evaluated: isEvaluated = true
      case .nothingEvaluated(let why):
        isEvaluated = true
        remark = why
      case .notApplicable(let why): reason = why
      // Such a rule has no other clause.
      case .collected(let value): return .collected(value, fuel: context.totalFuel)
      case .failed(let error): return failed(error)
      }
    }
    if context.collector.room.isFull { return failed(tooManyFindings(rule, context.collector)) }
    guard isEvaluated else { return .notApplicable(reason) }
    return .evaluated(context.collector.findings, fuel: context.totalFuel, remark: remark ?? reason)
  }

  // MARK: Comparing bundles

  struct Comparison {
    var findings: [(bundle: Int, finding: Finding)] = []
    var error: EngineError?
    var findingSize = 0
    var fuel: UInt64 = 0
    var wasRun = false
    var hasReadDay = false
  }

  /// Calls the function of a rule that compares bundles, with the limits of a rule on one bundle.
  ///
  /// `findings`: the maximum size of its findings, in bytes.
  func compare(
    _ rule: Rule, _ bundles: [ComparedBundle], findings: Int, asOf day: CalendarDate, run: RunBudget
  ) -> Comparison {
    var result = Comparison()
    guard let clause = rule.clauses.lazy.compactMap({ $0 as? AcrossClause }).first else { return result }
    do throws(EngineError) { try ruleFiles?.settle(rule) } catch {
      result.error = error
      return result
    }
    result.wasRun = true
    host.begin(asOf: day)
    host.objects.beginRule()
    state = states[rule]
    budget = EvaluationBudget(fuel: fuel, seconds: seconds, bundles: 1, findings: findings, run: run)
    allowance = budget.allowance(for: rule.id)
    started = LuaState.processorSeconds
    host.run = RuleRun()
    host.run.compared = ComparedBundles(rule.reported, bundles, room: allowance.findings)
    defer { host.run = RuleRun() }
    let list = LuaValue.list(bundles.indices.map { .node(LuaNode(.collected, index: $0)) })
    let report = LuaNode(.acrossReport)
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds)
    do throws(LuaFailure) {
      let value = try state.call(clause.function, [list, .node(report)])
      if value != .nil {
        throw LuaFailure(
          kind: .error,
          message:
            "'across' returned \(value.typeName); it must not return a value; report findings with report(bundle, …)",
          file: rule.declared.file, line: rule.declared.line)
      }
      if secondsUsed > allowance.seconds { throw LuaFailure(kind: .time) }
    } catch {
      result.error = self.error(error, rule)
    }
    if let compared = host.run.compared, compared.room.isFull {
      result.error = tooManyFindings(rule, isCrowded: compared.room.isCrowded, "all bundles together")
    }
    result.error = refusal(of: rule) ?? result.error
    result.findings = host.run.compared?.findings ?? []
    result.findingSize = host.run.compared?.room.size ?? 0
    result.fuel = state.fuelUsed
    result.hasReadDay = host.hasReadDay
    budget.spend(fuel: result.fuel, seconds: secondsUsed, findings: result.findingSize)
    return result
  }

  // MARK: Applicability

  /// Why a rule does not apply to a bundle with these contents; nil if it applies. Adds the fuel for this to `used`.
  private func reasonNotToApply(
    _ applicability: Applicability, _ bundle: Bundle, _ used: inout UInt64
  ) throws(LuaFailure) -> String? {
    guard let condition = applicability.condition else { return nil }
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds - secondsUsed)
    defer { used += state.fuelUsed }
    switch try state.call(condition, [.node(host.objects.node(bundle: bundle.index))]) {
    case .boolean(true): return nil
    case .boolean(false), .nil: return "its 'when' returned false"
    case let other:
      throw LuaFailure(kind: .error, message: "'when' must return true or false, found \(other.typeName)")
    }
  }

  // MARK: Errors

  private func refusal(of rule: Rule) -> EngineError? {
    host.run.refusal.map {
      EngineError(code: $0.code, message: $0.message, at: rule.declared, rule: rule.id, hint: $0.hint)
    }
  }

  private func tooManyFindings(_ rule: Rule, _ collector: FindingCollector) -> EngineError {
    tooManyFindings(rule, isCrowded: collector.room.isCrowded, "one bundle", nested(collector.bundle))
  }

  private func tooManyFindings(
    _ rule: Rule, isCrowded: Bool, _ subject: String, _ nested: String = ""
  ) -> EngineError {
    EngineError(
      code: "limit.findings",
      message: isCrowded
        ? "\(rule.title) was stopped, and its further findings are left out: the findings of all rules on \(subject) take more than \(EvaluationBudget.findingLimit >> 20) MiB\(nested)"
        : "\(rule.title) was stopped, and its further findings are left out: it reported more than \(FindingLimit.count) findings on \(subject), or more than \(FindingLimit.text >> 20) MiB of text\(nested)",
      at: rule.declared, rule: rule.id, hint: "report a violation once, not for every value affected")
  }

  /// The report names the given bundle; an error on a nested bundle has to name it.
  private func nested(_ bundle: Bundle) -> String { bundle.parentIndex == nil ? "" : " (on \(bundle.path))" }

  private func engineError(_ failure: LuaFailure, _ rule: Rule, _ bundle: Bundle) -> EngineError {
    var error = self.error(failure, rule)
    error.message += nested(bundle)
    return error
  }

  private func error(_ failure: LuaFailure, _ rule: Rule) -> EngineError {
    let told = LuaMessage(failure)
    func error(_ code: String, _ message: String, hint: String?) -> EngineError {
      var error = EngineError(
        code: code, message: message, file: failure.file ?? rule.declared.file,
        line: failure.line ?? rule.declared.line, rule: rule.id, hint: hint)
      error.trace = failure.trace.map { Traceback($0) }
      return error
    }
    switch failure.kind {
    case .fuel where budget.isLate(rule.id), .time where budget.isLate(rule.id):
      return error(
        "limit.time", "\(rule.title) was not evaluated: it exceeded its time limit on another bundle",
        hint: "see the error for that bundle")
    case .fuel where allowance.isReduced, .time where allowance.isReduced:
      return error(
        "limit.total", "\(rule.title) was stopped: all rules together exceeded the limit of a check",
        hint: "correct the rules that reached a limit or took longest")
    case .fuel:
      return error(
        "limit.fuel", "\(rule.title) used up its \(allowance.fuel) units of fuel",
        hint: "look for a loop that does not end, or a pattern that backtracks; if the rule is just large, split it")
    case .memory:
      return error(
        "limit.memory", "\(rule.title) exceeded the memory limit of a policy",
        hint: "look for a string or table that grows without end, or endless recursion")
    case .time:
      return error(
        "limit.time", "\(rule.title) ran longer than its time limit",
        hint: isExplaining
          ? "explaining a rule makes it slower; check without --explain to see whether it ends in time"
          : "look for operations on very large strings; fuel would normally end the rule earlier")
    case .limit:
      return error(
        "limit.call", "\(rule.title) reached a limit: \(told.message)",
        hint: told.hint ?? "work on fewer or smaller values at a time")
    case .error, .syntax: return error("policy.error", told.message, hint: told.hint)
    }
  }
}

extension HistoryReader: EarlierBuilds {}
