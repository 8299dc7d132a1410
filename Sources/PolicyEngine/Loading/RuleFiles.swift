import PolicyObjects
import Basics
import LuaRuntime
import Reports
import StandardPolicies

/// Runs the files of recorded rules for the first bundle that a rule applies to, so that rules for other bundles cost neither time nor
/// memory.
final class RuleFiles {
  private let recorder: DeclarationRecorder
  private let objects: GraphObjects
  private let states: PolicyStates
  private let files: PolicyFiles
  private let fuel: UInt64
  private var rules: [String: Rule] = [:]
  private var failures: [String: EngineError] = [:]
  /// The policies with files that have run since their states were settled, and why states could not be settled.
  private var unsettled: Set<String> = []
  private var unusable: [String: EngineError] = [:]
  private var imported: [String: Set<Int>] = [:]

  /// `fuel`: the limit of rules. Loading a rule of the standard policies may use the default, even if the limit of rules is lower.
  init(
    _ recorder: DeclarationRecorder, _ objects: GraphObjects, _ states: PolicyStates, _ sources: PolicySources,
    fuel: UInt64
  ) {
    (self.recorder, self.objects, self.states, self.fuel) = (recorder, objects, states, max(fuel, 50_000_000))
    files = PolicyFiles(sources: sources)
  }

  var loadedCount: Int { rules.count }

  func hasRun(_ rule: Rule) -> Bool { rules[rule.id] != nil }

  /// The rule with its clauses.
  ///
  /// - Throws: The error if its file cannot be run.
  func loaded(_ rule: Rule) throws(EngineError) -> Rule {
    if rule.recorded == nil { return rule }
    if !hasRun(rule) { load([rule]) }
    guard let loaded = rules[rule.id] else {
      throw failures[rule.id]
        ?? EngineError(
          code: "policy.invalid", message: "rule '\(rule.localID)' is not declared where the program expects it",
          at: rule.declared, rule: rule.id, hint: "this is a fault of the program; please report it")
    }
    loaded.adjust(rule.adjustment)
    return loaded
  }

  /// Runs the files of these rules that have not run. One call with many rules is faster than many calls.
  func load(_ wanted: [Rule]) {
    let missing = wanted.filter { $0.recorded != nil && rules[$0.id] == nil && failures[$0.id] == nil }
    if missing.isEmpty { return }
    objects.beginLoading()
    defer { objects.keepLoaded() }
    var policies: [String] = []
    for rule in missing where !policies.contains(rule.policy) { policies.append(rule.policy) }
    for policy in policies {
      let rules = missing.filter { $0.policy == policy }
      do throws(EngineError) {
        try load(rules, of: policy)
      } catch {
        for rule in rules where self.rules[rule.id] == nil { failures[rule.id] = failures[rule.id] ?? error }
      }
    }
  }

  private func load(_ wanted: [Rule], of policy: String) throws(EngineError) {
    let state = try states.state(ofRecorded: policy)
    state.reopen()
    unsettled.insert(policy)
    recorder.beginRules(of: policy, files, imported: imported[policy] ?? [])
    var failure: LuaFailure?
    do throws(LuaFailure) {
      state.begin(fuel: fuel)
      let text = wanted.map { "import \"\(StandardPolicies.module($0.recorded?.file ?? 0))\"\n" }.joined()
      try state.run(LuaSource(Array(text.utf8), name: StandardPolicies.mark))
    } catch {
      failure = error
    }
    let run = recorder.finishRules()
    imported[policy] = run.imported
    for declared in run.rules { rules[declared.id] = declared }
    for rule in wanted where rules[rule.id] == nil {
      failures[rule.id] = run.mistake ?? failure.map { Self.error($0, rule) }
    }
  }

  /// Makes the state of a rule ready to evaluate it, if files have run in it.
  ///
  /// - Throws: Why it cannot. No rule of the policy may be evaluated then, because there is no image to restore.
  func settle(_ rule: Rule) throws(EngineError) {
    if unsettled.isEmpty, unusable.isEmpty { return }
    if let error = unusable[rule.policy] { throw error }
    guard unsettled.remove(rule.policy) != nil else { return }
    do throws(LuaFailure) {
      try PolicyStates.settle(states[rule], callsLua: true, fuel: fuel)
    } catch {
      let error = Self.error(error, rule)
      unusable[rule.policy] = error
      throw error
    }
  }

  private static func error(_ failure: LuaFailure, _ rule: Rule) -> EngineError {
    let code =
      switch failure.kind {
      case .fuel, .memory, .time: "limit.\(failure.kind)"
      case .limit: "limit.call"
      case .error, .syntax: "policy.invalid"
      }
    return EngineError(
      code: code,
      message: "rule '\(rule.localID)' could not be loaded" + (failure.message.isEmpty ? "" : ": \(failure.message)"),
      file: failure.file ?? rule.declared.file, line: failure.line ?? rule.declared.line, rule: rule.id)
  }
}
