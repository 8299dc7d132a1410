import BuildHistory
import PolicyObjects
import Basics
import Bundles
import CheckerPlugIns
import LuaRuntime
import PropertyLists

/// The bundle that a rule is evaluated on, the findings of its clauses, and the limits and costs of the evaluation.
package struct ClauseContext {
  let rule: Rule
  let bundle: Bundle
  let host: PolicyHost
  let history: HistoryReader?
  let state: LuaState
  let checkers: Checkers?
  let allowance: EvaluationBudget.Allowance
  let document: Document
  let infoNumber: Int
  var collector: FindingCollector
  /// Work done so far by clauses that need no Lua, in fuel.
  var fuel: UInt64 = 0
  var otherFuel: UInt64
  /// The thread's processor time at the start of the evaluation, plus the time that checkers have taken since.
  var started: Double
  var checkerLines: [String] = []

  init(
    _ rule: Rule, on bundle: Bundle, host: PolicyHost, history: HistoryReader?, state: LuaState, checkers: Checkers?,
    allowance: EvaluationBudget.Allowance, started: Double, otherFuel: UInt64 = 0
  ) {
    (self.rule, self.bundle, self.host) = (rule, bundle, host)
    (self.history, self.state, self.checkers) = (history, state, checkers)
    (self.allowance, self.started, self.otherFuel) = (allowance, started, otherFuel)
    infoNumber = host.objects.infoDocument(graph: 0, bundle: bundle.index)
    document = host.objects.documents[infoNumber]
    collector = FindingCollector(rule: rule.reported, bundle: bundle, room: allowance.findings)
  }

  var graph: BundleGraph { host.objects.graphs[0] }

  var info: PropertyList { document.list }

  var reads: ReadRecorder? { host.reads }

  var totalFuel: UInt64 { fuel.addingReportingOverflow(otherFuel).partialValue }

  mutating func spend(_ units: UInt64) throws(LuaFailure) {
    let sum = fuel.addingReportingOverflow(units)
    fuel = sum.overflow ? .max : sum.partialValue
    if fuel > allowance.fuel { throw LuaFailure(kind: .fuel) }
  }

  mutating func withLua<Result>(_ body: (LuaState) throws(LuaFailure) -> Result) throws(LuaFailure) -> Result {
    state.begin(fuel: allowance.fuel, seconds: allowance.seconds - (LuaState.processorSeconds - started))
    defer { otherFuel = otherFuel.addingReportingOverflow(state.fuelUsed).partialValue }
    return try body(state)
  }
}

// MARK: Keys of Info.plist

extension ClauseContext {
  /// The container and last token a key or pointer leads to; the container may be missing.
  mutating func resolve(_ key: String) -> (container: PropertyList.Node, token: String, isReached: Bool) {
    resolve(PropertyList.steps(key))
  }

  mutating func resolve(_ steps: [String]) -> (container: PropertyList.Node, token: String, isReached: Bool) {
    if steps.count == 1 { fuel += 10 }
    var container = info.root
    for step in steps.dropLast() {
      fuel += 10
      guard let next = info.child(of: container, step) else {
        reads?.step(step, of: container, in: document)
        return (container, step, false)
      }
      container = next
    }
    if let last = steps.last { reads?.step(last, of: container, in: document) }
    return (container, steps.last ?? "", true)
  }

  var topLevelKeys: [String] { (0..<info.count(of: info.root)).map { info.key(of: info.root, at: $0) } }
}
