import PolicyObjects
import Basics
import LuaRuntime
import Reports

/// The Lua states of policies: each policy has one, with its own instance of every module it imports. So the loading of a policy,
/// its memory and its fuel do not affect the rules of another.
final class PolicyStates {
  private let host: PolicyHost
  private let limits: LuaLimits
  private let coversLines: Bool
  /// Made with the others, so that even a program without policies has it.
  let first: LuaState
  private var isFirstTaken = false
  private var ofPolicies: [String: LuaState] = [:]
  private var coveredBefore: [LuaState.CoveredLine]? = []

  init(_ host: PolicyHost, _ options: PolicyOptions) throws(EngineError) {
    self.host = host
    var limits = options.limits
    // The time limit is a safety net for work that fuel misses; counting lines is such work.
    if options.coversLines { limits.seconds *= 10 }
    (self.limits, coversLines) = (limits, options.coversLines)
    first = try Self.make(host, limits, coversLines: options.coversLines)
  }

  private static func make(
    _ host: PolicyHost, _ limits: LuaLimits, coversLines: Bool
  ) throws(EngineError) -> LuaState {
    do throws(LuaState.OutOfMemory) {
      let state = try LuaState(host: host, limits: limits)
      try host.register(in: state)
      if coversLines { try state.coverLines() }
      try state.seal()
      return state
    } catch {
      throw Self.outOfMemory
    }
  }

  static var outOfMemory: EngineError {
    EngineError(code: "limit.memory", message: "there is not enough memory for the policy engine")
  }

  func unused() throws(EngineError) -> LuaState {
    if isFirstTaken { return try Self.make(host, limits, coversLines: coversLines) }
    isFirstTaken = true
    return first
  }

  func keep(_ state: LuaState, for policy: String) { ofPolicies[policy] = state }

  /// The state of the rules of a recorded policy, which is made for the first of them.
  func state(ofRecorded policy: String) throws(EngineError) -> LuaState {
    if let known = ofPolicies[policy] { return known }
    let state = try unused()
    keep(state, for: policy)
    return state
  }

  /// Ends the loading of a policy. `callsLua`: whether rules will call functions with a bundle and a report.
  static func settle(_ state: LuaState, callsLua: Bool, fuel: UInt64) throws(LuaFailure) {
    // If memory is short, they are created when a rule uses them.
    if callsLua { for node in usual { try? state.keep(node) } }
    state.begin(fuel: fuel)
    try state.settle()
  }

  /// The objects that nearly every rule uses: the outer bundle, its Info.plist and files, and the report.
  private static let usual = [ObjectKind.bundle, .value, .files, .report].map { LuaNode($0) }

  func retire(_ state: LuaState) {
    // The first state exists as long as the program, and so do its counters.
    guard coversLines, state !== first else { return }
    if let lines = state.coveredLines { coveredBefore?.append(contentsOf: lines) } else { coveredBefore = nil }
  }

  subscript(rule: Rule) -> LuaState { ofPolicies[rule.policy] ?? first }

  /// The lines that ran in all states, once for each state; nil unless lines are counted and known.
  var coveredLines: [LuaState.CoveredLine]? {
    guard var lines = coveredBefore else { return nil }
    let states = [first] + ofPolicies.filter { $0.value !== first }.sorted(byBytesOf: \.key).map(\.value)
    for state in states {
      guard let more = state.coveredLines else { return nil }
      lines += more
    }
    return lines
  }
}
