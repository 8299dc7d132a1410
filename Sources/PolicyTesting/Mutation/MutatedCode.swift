import LuaRuntime
import PolicyEngine

import Reports

/// Mutants of functions. For each, the part of the policy that it can affect is loaded again, with one file changed.
struct MutatedCode {
  private struct Found {
    let mutant: SourceMutant
    /// The positions of the rules that contain it: several if a function or a loop declares the rules.
    let owners: [Int]
    /// The files with declarations that can run the changed code.
    let users: Set<String>
  }

  private let context: MutationContext
  private let sources: PolicySources
  /// The part that was used last, since the mutants of a function affect the same one.
  private var part: (users: Set<String>, part: PolicyPart)?
  /// The bundles to try, by rule and number.
  private var candidates: [String: [SuggestedTest.Candidate?]] = [:]

  init(_ context: MutationContext, _ plan: MutationPlan) {
    self.context = context
    sources = plan.faultySources.with(parameters: [:])
  }

  /// The sources of the policy, with ten times the fuel that the unmodified policy needs, if that is little.
  static func sources(_ context: MutationContext) -> PolicySources {
    let (sources, little) = (context.program.loadedFrom, 500_000 as UInt64)
    guard let program = try? PolicyProgram(sources.with(fuel: little).with(parameters: [:])) else { return sources }
    let run = context.run.on(program)
    let passes = run.cases.indices.allSatisfy { run.run($0).problems.isEmpty }
    return passes ? sources.with(fuel: little * 10) : sources
  }

  /// The mutants of functions that declarations use: no test notices a change of what only examples and texts for people use.
  private func mutants(of file: String) -> [Found] {
    guard let (_, bytes, outline) = context.outline.files.first(where: { $0.file == file }) else { return [] }
    let rules = context.program.rules
    let near = rules.indices.filter { rules[$0].declared.file == file }
    return SourceMutants.all(in: file, bytes, outline).compactMap { mutant in
      let users = context.uses.files(using: mutant.position, in: file)
      if users.isEmpty { return nil }
      let owners = near.filter { context.outline.isIn(rules[$0], mutant.position, file) }
      return Found(mutant: mutant, owners: owners, users: users)
    }
  }

  /// The mutants of the functions in a rule's table, without those that are settled. A table of several rules belongs to the first.
  mutating func mutants(ofRuleAt position: Int, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    let own = mutants(of: context.program.rules[position].declared.file).filter { $0.owners.first == position }
    return attempts(own, isSettled)
  }

  /// The mutants of the functions of a file that belong to no rule, except settled ones.
  mutating func sharedMutants(in file: String, _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    attempts(mutants(of: file).filter(\.owners.isEmpty), isSettled)
  }

  /// Leaves out mutants that are settled, and those with which the policy does not load.
  private mutating func attempts(_ all: [Found], _ isSettled: (Mutant) -> Bool) -> [MutationAttempt] {
    var sound: (rules: [Int], outcomes: [BundleReport?])?
    return all.compactMap { found in
      let fault = found.mutant
      let rule = found.owners.count == 1 ? context.program.rules[found.owners[0]].id : nil
      var mutant = Mutant(
        subject: .code, rule: rule, file: fault.file, line: fault.line, column: fault.column, change: fault.change,
        isKilled: false, advice: [])
      if isSettled(mutant) { return nil }
      let part = part(of: found.users)
      guard let source = source(of: fault), let faulty = part.run(with: fault, source) else { return nil }
      let rules = found.owners.isEmpty ? part.rules.map(\.position) : found.owners
      let ids = rules.map { context.program.rules[$0].id }
      mutant.isKilled = !context.passesExamples(of: ids, faulty)
      if !mutant.isKilled {
        if sound?.rules != rules { sound = (rules, context.tests.outcomes(of: ids, part.run)) }
        mutant.isKilled = context.tests.fails(ids, sound?.outcomes ?? [], faulty) {
          let whole = sources.replacing(fault.file, by: fault.applied(to: source))
          return (try? PolicyProgram(whole)).map { context.run.on($0) }
        }
      }
      return MutationAttempt(mutant: mutant, fault: .code(fault, rules: rules, users: found.users))
    }
  }

  private func source(of fault: SourceMutant) -> [UInt8]? {
    context.outline.files.first { $0.file == fault.file }?.bytes
  }

  private mutating func part(of users: Set<String>) -> PolicyPart {
    if let part, part.users == users { return part.part }
    let made = PolicyPart(users, of: context, sources)
    part = (users, made)
    return made
  }

  // MARK: Advice

  mutating func advice(on fault: MutationAttempt.Fault) -> [String] {
    switch fault {
    case .clause(let number, let position): return context.advice(onClauseMutant: number, ofRuleAt: position)
    case .data(let position, let fixture): return context.advice(on: fixture, passedByRuleAt: position)
    case .code(let mutant, let rules, let users):
      guard let source = source(of: mutant), let faulty = part(of: users).run(with: mutant, source) else {
        return [SuggestedTest.none]
      }
      return [advice(rules.map { context.program.rules[$0] }, faulty)]
    }
  }

  private mutating func advice(_ rules: [Rule], _ faulty: PolicyTestRun) -> String {
    // Many rules may call a function; together, they have the same number of candidates as one rule.
    let share = max(50, SuggestedTest.limit / max(1, rules.count))
    for rule in rules.prefix(SuggestedTest.limit / share) {
      let suggestion = SuggestedTest.best(of: tried(rule, share)) { MutationContext.outcome(of: rule, on: $0, faulty) }
      if let suggestion { return (rules.count > 1 ? "to '\(rule.localID)' " : "") + suggestion.advice(for: rule) }
    }
    return SuggestedTest.none
  }

  private mutating func tried(_ rule: Rule, _ limit: Int) -> [SuggestedTest.Candidate?] {
    let key = "\(rule.id) \(limit)"
    if let known = candidates[key] { return known }
    let bundles = context.bundles(of: rule)
    let edits = bundles.edits(for: context.outline.vocabulary(of: rule))
    let found = bundles.candidates(edits).prefix(limit).map {
      SuggestedTest.Candidate($0, rule, context.run)
    }
    // Candidates are whole bundles, so they are cached for a few rules only.
    if candidates.values.reduce(0, { $0 + $1.count }) > 4 * SuggestedTest.limit { candidates = [:] }
    candidates[key] = found
    return found
  }
}

/// A bundle on which a rule and its mutant have different results. Since it was found by evaluating both, a test with it kills the
/// mutant.
struct SuggestedTest {
  let fixture: Fixture
  let status: RuleResult.Status
  /// The places of the findings, if they are the only difference.
  var places: [String] = []

  static let none =
    "add an example or a test with a bundle whose result changes; if there is none, the code may be redundant"

  static let limit = 1_500

  /// The number of further bundles to try once one is found, to find one with a shorter description.
  private static let furtherLimit = 60

  struct Candidate {
    let built: BuiltFixture
    let outcome: RuleOutcome?

    /// Returns nil if the bundle cannot be made.
    init?(_ fixture: Fixture, _ rule: Rule, _ run: PolicyTestRun) {
      guard let built = try? BuiltFixture(fixture, "") else { return nil }
      self.built = built
      outcome = MutationContext.outcome(of: rule, on: built, run)
    }
  }

  /// The shortest candidate on which the two rules have different results; if there is none, the shortest on which only the
  /// places of findings differ.
  static func best(
    of candidates: some Sequence<Candidate?>, faulty: (BuiltFixture) -> RuleOutcome?
  ) -> SuggestedTest? {
    var best: (test: SuggestedTest, isMoved: Bool, length: Int)?
    var rest = limit
    for candidate in candidates {
      if rest == 0 { break }
      rest -= 1
      guard let candidate, let outcome = candidate.outcome, outcome.status != .error,
        let other = faulty(candidate.built)
      else { continue }
      let isMoved = other.status == outcome.status
      if isMoved, outcome.status != .fail || other.places == outcome.places { continue }
      if !isMoved { rest = min(rest, furtherLimit) }
      let fixture = candidate.built.fixture
      let length = FixtureText.call(fixture).utf8.count
      if let best, best.isMoved == isMoved ? best.length <= length : isMoved { continue }
      best = (
        SuggestedTest(fixture: fixture, status: outcome.status, places: isMoved ? outcome.places : []), isMoved, length
      )
    }
    return best?.test
  }

  func advice(for rule: Rule) -> String {
    switch status {
    case .pass, .fail:
      var text = FixtureText.table(fixture, kind: rule.exampleKind, platform: rule.examplePlatform)
      if !places.isEmpty {
        let quoted = places.map(LuaText.quoted)
        let list = quoted.count == 1 ? quoted[0] : "{ \(quoted.joined(separator: ", ")) }"
        text = (text == "{}" ? "{" : text.dropLast(2) + ",") + " at = \(list) }"
      }
      return "add to examples.\(status.rawValue): \(text)"
    default:
      let conditions = FixtureText.conditions(fixture).map { ", " + $0 }.joined()
      return
        "add a test: test \"…\" { given = \(FixtureText.call(fixture))\(conditions), expect = { [\"\(rule.localID)\"] = \"\(status.rawValue)\" } }"
    }
  }
}
