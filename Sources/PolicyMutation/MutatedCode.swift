import PolicyTesting
import PolicyEngine

/// The faults of functions: for each, the policy is loaded anew from the same files, one of which has another text.
struct MutatedCode {
  private let ground: MutationGround
  /// Each with the rules in whose table it stands: several where a function or a loop declares them.
  private let mutants: [(mutant: SourceMutant, owners: [Rule])]
  /// What mutants are loaded from, with little fuel: one that loops is to be stopped soon.
  private let sources: PolicySources
  /// The bundles that are tried, by rule and number.
  private var candidates: [String: [SuggestedTest.Candidate?]] = [:]

  init(_ ground: MutationGround) {
    self.ground = ground
    mutants = ground.outline.files.flatMap { file, bytes, outline in
      SourceMutants.all(in: file, bytes, outline).map { mutant in
        (mutant, ground.program.rules.filter { ground.outline.isIn($0, mutant.position, file) })
      }
    }
    sources = mutants.isEmpty ? ground.program.loadedFrom : Self.sources(ground)
  }

  /// With ten times the fuel that is enough for the sound policy, when that is little.
  private static func sources(_ ground: MutationGround) -> PolicySources {
    let (sources, little) = (ground.program.loadedFrom, 500_000 as UInt64)
    guard let program = try? PolicyProgram(sources.with(fuel: little)) else { return sources }
    let run = PolicyTestRun(program, asOf: ground.asOf)
    let passes = run.cases.indices.allSatisfy { run.run($0).problems.isEmpty }
    return passes ? sources.with(fuel: little * 10) : sources
  }

  /// The faults in the functions of a rule's own table, but for those that are settled; where it is that of several rules,
  /// under the first.
  func mutants(ofRuleAt position: Int, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    let rule = ground.program.rules[position]
    return mutants.filter { $0.owners.first?.id == rule.id }.compactMap {
      attempt($0.mutant, $0.owners, isShared: false, isSettled)
    }
  }

  /// The faults in the functions of a file that belong to no rule, but for those that are settled.
  func sharedMutants(in file: String, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    let own = mutants.filter { $0.mutant.file == file && $0.owners.isEmpty }
    if own.isEmpty { return [] }
    let judging = ground.program.rules.filter { !ground.outline.vocabulary(of: $0).words.isEmpty }
    return own.compactMap { attempt($0.mutant, judging, isShared: true, isSettled) }
  }

  /// Nil when the fault is settled, or when the faulty policy doesn't load or has other tests.
  private func attempt(
    _ fault: SourceMutant, _ rules: [Rule], isShared: Bool, _ isSettled: (Mutant) -> Bool
  ) -> MutationAttempt? {
    var mutant = Mutant(
      subject: .code, rule: isShared || rules.count > 1 ? nil : rules.first?.id, file: fault.file, line: fault.line,
      column: fault.column, change: fault.change, isNoticed: false, advice: [])
    if isSettled(mutant) { return nil }
    guard let faulty = run(with: fault), faulty.cases == ground.run.cases else { return nil }
    let ids = rules.map(\.id)
    mutant.isNoticed =
      isShared
      ? ground.isNoticedAnywhere(ids, faulty) : ground.isNoticed(ids, sound: ground.outcomes(of: ids), faulty)
    return MutationAttempt(mutant: mutant, fault: .code(fault, rules, isShared: isShared))
  }

  /// The tests of the policy with a fault; nil when it doesn't load.
  private func run(with fault: SourceMutant) -> PolicyTestRun? {
    guard let source = ground.outline.files.first(where: { $0.file == fault.file })?.bytes else { return nil }
    let faulty = sources.replacing(fault.file, by: fault.applied(to: source))
    return (try? PolicyProgram(faulty)).map { PolicyTestRun($0, asOf: ground.asOf) }
  }

  // MARK: Advice

  /// What to do about a fault that no test noticed.
  mutating func advice(on fault: MutationAttempt.Fault) -> [String] {
    switch fault {
    case .clause(let mutant, let position): return ground.advice(on: mutant, position: position)
    case .data(let rule, let fixture): return ground.advice(rule, fixture)
    case .code(let mutant, let rules, let isShared):
      if isShared, let text = unused(mutant) { return [text] }
      return [run(with: mutant).map { advice(rules, $0) } ?? SuggestedTest.none]
    }
  }

  private func unused(_ mutant: SourceMutant) -> String? {
    let function = ground.outline.outline(of: mutant.file)?.functions.first { $0.range.contains(mutant.position) }
    guard let function, let name = function.name, ground.outline.isUnused(function, in: mutant.file) else { return nil }
    return "nothing calls '\(name)': leave the function out, or use it"
  }

  private mutating func advice(_ rules: [Rule], _ faulty: PolicyTestRun) -> String {
    // Many rules may call a function; together they have as many bundles tried as one.
    let share = max(50, SuggestedTest.limit / max(1, rules.count))
    for rule in rules {
      let suggestion = SuggestedTest.best(of: tried(rule, share)) { MutationGround.status(of: rule, on: $0, faulty) }
      if let suggestion { return (rules.count > 1 ? "to '\(rule.localID)' " : "") + suggestion.advice(for: rule) }
    }
    return SuggestedTest.none
  }

  private mutating func tried(_ rule: Rule, _ limit: Int) -> [SuggestedTest.Candidate?] {
    let key = "\(rule.id) \(limit)"
    if let known = candidates[key] { return known }
    let bundles = ground.bundles(of: rule)
    let edits = bundles.edits(for: ground.outline.vocabulary(of: rule))
    let found = bundles.candidates(edits).prefix(limit).map {
      SuggestedTest.Candidate($0, rule, ground.run)
    }
    // They are whole bundles: those of a few rules are kept.
    if candidates.values.reduce(0, { $0 + $1.count }) > 4 * SuggestedTest.limit { candidates = [:] }
    candidates[key] = found
    return found
  }
}
