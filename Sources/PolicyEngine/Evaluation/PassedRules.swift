import Bundles
import LuaRuntime
import StandardPolicies

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
    /// The kinds and platforms of bundles for which what the program carries has been taken up.
    var carried: [(kind: String, platform: String?)] = []

    /// Takes up what the program carries for such bundles, once. Returns whether anything is known.
    mutating func takeUp(_ file: CarriedFile, kind: String, platform: String?, size: inout Int) -> Bool {
      guard !carried.contains(where: { $0 == (kind, platform) }) else { return !passes.isEmpty }
      carried.append((kind, platform))
      for pass in file.passes(kind: kind, platform: platform ?? "") {
        let outcome: RuleEvaluator.Outcome =
          if let fuel = UInt64(pass.outcome) {
            .evaluated([], fuel: fuel, remark: nil)
          } else {
            .notApplicable(String(pass.outcome.dropFirst()))
          }
        add(Pass(transcript: LuaTranscript(bytes: pass.transcript), outcome: outcome), size: &size)
      }
      return !passes.isEmpty
    }

    /// Adds a way to pass, and drops the one that served longest ago when there are too many. `size` is in bytes.
    mutating func add(_ pass: Pass, size: inout Int) {
      size += pass.transcript.size
      if passes.isEmpty { passes.append(pass) } else { passes.insert(pass, at: 0) }
      if passes.count > limits.passes, let last = passes.popLast() { size -= last.transcript.size }
    }
  }

  /// How often nothing may be known of a rule before it is let be, at first and at most.
  private static let (firstCredit, mostCredit) = (4, 16)
  /// Ways to pass that are kept of a rule, and bytes of all rules.
  private static let limits = (passes: 4, bytes: 8 << 20)

  private var memories: [String: Memory] = [:]
  private var size = 0

  /// A rule that asks in other ways than Lua's cannot be heard, but for what is asked each time: its carried clause, and whether there are
  /// earlier builds.
  static func canHear(_ rule: Rule, hasHistory: Bool) -> Bool {
    rule.applicability.minimumOSFrom == nil && rule.applicability.minimumOSBelow == nil
      && rule.clauses.allSatisfy {
        $0 is CheckClause || $0 is IncreasesClause && !hasHistory
          || rule.hasCarriedClause && ($0 is RequireClause || $0 is FilesClause)
      }
  }

  /// What policies hold from loading, such as versions and keys, are what the text says that they were asked for with. Were there nodes that
  /// they can hold and that an answer can give for something else, those would have to be refused. Nobody can be asked again what a
  /// history answered; where there is none, it always answers the same.
  static func scope(_ bundle: LuaNode, hasHistory: Bool) -> LuaTranscript.Scope {
    LuaTranscript.Scope(
      known: [bundle, LuaNode(kind: ObjectKind.keys.rawValue, owner: 0, index: 0), PolicyHost.dayNode],
      refusedKinds: (hasHistory ? [ObjectKind.history.rawValue] : []) + [ObjectKind.fixture.rawValue])
  }

  /// Whether anything is known of a rule for bundles such as this.
  mutating func knows(_ rule: Rule, for bundle: Bundle) -> Bool {
    guard let file = rule.deferred, Self.carriesPasses else { return memories[rule.id]?.passes.isEmpty == false }
    // Rules that are run when they are needed are many.
    if memories.isEmpty { memories.reserveCapacity(CarriedFile.count) }
    let (kind, platform) = (bundle.kind.rawValue, bundle.platform?.rawValue)
    return memories[rule.id, default: Memory()].takeUp(file, kind: kind, platform: platform, size: &size)
  }

  /// Whether what the program carries calls the functions that it has.
  private static let carriesPasses = CarriedFile.functionsOfPasses == HostFunction.digest

  /// What a rule came to when it was told the same; nil when it has to be run.
  mutating func outcome(
    of rule: String, in state: LuaState, _ scope: LuaTranscript.Scope
  ) -> RuleEvaluator.Outcome? {
    guard let place = memories.index(forKey: rule) else { return nil }
    let passes = memories.values[place].passes
    for (number, pass) in passes.enumerated() {
      guard let charges = state.charges(for: pass.transcript, scope),
        let outcome = pass.outcome.charging(charges.now, insteadOf: charges.then)
      else { continue }
      if number > 0 { memories.values[place].passes.swapAt(0, number) }
      memories.values[place].credit = min(memories.values[place].credit + 2, Self.mostCredit)
      return outcome
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
    memories[rule, default: Memory()].add(Pass(transcript: transcript, outcome: outcome), size: &size)
  }
}

extension RuleEvaluator.Outcome {
  /// The same with the fuel of something else besides; nil for more than there can be.
  func with(fuel other: UInt64) -> Self? {
    guard case .evaluated(let findings, let fuel, let remark) = self else { return self }
    let sum = fuel.addingReportingOverflow(other)
    return sum.overflow ? nil : .evaluated(findings, fuel: sum.partialValue, remark: remark)
  }

  /// The same without the fuel of a part of it; nil when that is not a part.
  func without(fuel other: UInt64) -> Self? {
    guard case .evaluated(let findings, let fuel, let remark) = self else { return self }
    return fuel < other ? nil : .evaluated(findings, fuel: fuel - other, remark: remark)
  }

  /// The same where the host charges something else for its answers; nil for what cannot be.
  fileprivate func charging(_ charges: UInt64, insteadOf former: UInt64) -> Self? {
    without(fuel: former).flatMap { $0.with(fuel: charges) }
  }
}
