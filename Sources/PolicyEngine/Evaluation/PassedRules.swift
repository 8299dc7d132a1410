import LuaRuntime

/// What rules were told when they passed. Where all answers are the same for another bundle, a rule passes there without being run: most
/// rules ask for a few keys that most bundles don't have.
struct PassedRules {
  private struct Pass {
    let transcript: LuaTranscript
    let outcome: RuleEvaluator.Outcome
  }

  private struct Memory {
    /// The one that served last comes first.
    var passes: [Pass] = []
    /// How often the rule has been run, and the run from which on it is listened to: what is run once only is not worth it.
    var runs = 0
    var listensFrom = 1
    /// Grows when an outcome is known, and shrinks when none is.
    var credit = firstCredit
  }

  /// How often nothing may be known of a rule before it is let be, at first and at most.
  private static let (firstCredit, mostCredit) = (4, 16)
  /// Ways to pass that are kept of a rule, and bytes of all rules.
  private static let limits = (passes: 4, bytes: 8 << 20)

  private var memories: [String: Memory] = [:]
  private var size = 0

  /// A rule that asks in other ways than Lua's cannot be heard.
  static func canHear(_ rule: Rule) -> Bool {
    rule.applicability.minimumOSFrom == nil && rule.applicability.minimumOSBelow == nil
      && rule.clauses.allSatisfy { $0 is CheckClause }
  }

  static func scope(_ bundle: LuaNode) -> LuaTranscript.Scope {
    LuaTranscript.Scope(
      known: [bundle, LuaNode(kind: ObjectKind.keys.rawValue, owner: 0, index: 0), PolicyHost.dayNode],
      refusedKinds: [ObjectKind.history.rawValue, ObjectKind.fixture.rawValue])
  }

  /// Whether anything is known of a rule.
  func knows(_ rule: String) -> Bool { memories[rule]?.passes.isEmpty == false }

  /// What a rule came to when it was told the same; nil when it has to be run.
  mutating func outcome(
    of rule: String, in state: LuaState, _ scope: LuaTranscript.Scope
  ) -> RuleEvaluator.Outcome? {
    guard let place = memories.index(forKey: rule) else { return nil }
    let passes = memories.values[place].passes
    if let found = passes.firstIndex(where: { state.isAnsweredAlike($0.transcript, scope) }) {
      if found > 0 { memories.values[place].passes.swapAt(0, found) }
      memories.values[place].credit = min(memories.values[place].credit + 2, Self.mostCredit)
      return passes[found].outcome
    }
    memories.values[place].credit -= 1
    if memories.values[place].credit == 0 {
      // It is told something new of every bundle. Others may come.
      size -= passes.reduce(0) { $0 + $1.transcript.size }
      memories.values[place].passes = []
      memories.values[place].listensFrom = memories.values[place].runs * 4
      memories.values[place].credit = Self.firstCredit
    }
    return nil
  }

  /// Whether to take down what a rule asks that is run now.
  mutating func listens(to rule: String) -> Bool {
    let memory = memories[rule, default: Memory()]
    memories[rule, default: memory].runs += 1
    return memory.runs >= memory.listensFrom && size < Self.limits.bytes
  }

  /// Remembers a rule that passed, or did not apply.
  mutating func note(_ outcome: RuleEvaluator.Outcome, of rule: String, _ transcript: LuaTranscript) {
    switch outcome {
    case .evaluated(let findings, _, _) where findings.isEmpty: break
    case .notApplicable: break
    default: return
    }
    size += transcript.size
    memories[rule, default: Memory()].passes.insert(Pass(transcript: transcript, outcome: outcome), at: 0)
    if let count = memories[rule]?.passes.count, count > Self.limits.passes, let last = memories[rule]?.passes.popLast()
    {
      size -= last.transcript.size
    }
  }
}
