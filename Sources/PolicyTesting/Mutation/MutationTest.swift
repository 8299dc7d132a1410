import Basics
import PolicyEngine

package import Reports

/// Mutation testing: makes small faults in policies and in the bundles that they pass, one at a time, and runs the tests on each.
/// The result does not depend on the number of threads.
package struct MutationTest {
  /// Where a survivor was tried, for the advice on it.
  private struct Survivor {
    let plan: Int
    let fault: MutationAttempt.Fault
  }

  /// The mutants, in the order of rules; each once, even if several policies include the rule.
  package private(set) var mutants: [Mutant] = []
  /// Tests that fail without mutants; if there are any, no mutants are made, since they would prove nothing.
  package private(set) var failures: [PolicyTestResult] = []
  package private(set) var testCount = 0
  /// Errors from stopping the processes of checkers.
  package private(set) var checkerErrors: [EngineError] = []

  private let options: PolicyTestSession.Options
  private var positions: [Mutant: Int] = [:]
  private var survivors: [Int: Survivor] = [:]
  private var plans: [MutationPlan] = []

  /// Only rules whose id or file contains one of the filters are mutated. All tests are run.
  package init(_ options: PolicyTestSession.Options) { self.options = options }

  /// The percentage of killed mutants, rounded down; 100 without mutants.
  package var percent: Int { Self.percent(of: mutants) }

  /// The percentage of killed mutants among these, rounded down; 100 if there are none.
  package static func percent(of mutants: some Collection<Mutant>) -> Int {
    mutants.isEmpty ? 100 : mutants.count(where: \.isKilled) * 100 / mutants.count
  }

  package mutating func run(_ suite: PolicyTestSuite) throws(EngineError) {
    // Mutants that the tests of another policy have killed need not be tried again.
    let settled = Set(mutants.lazy.filter(\.isKilled).map(\.identity))
    let board = Locked(Board())
    WorkerPool.work(groups: 1, jobs: options.jobs) { [options] worker in
      Self.work(worker, suite, options, settled, board)
    }
    let found = board.withValue { $0 }
    note(found.checkerErrors)
    if let error = found.error { throw error }
    guard let plan = found.plan else { return }
    testCount += plan.results.count
    let failed = plan.failures
    failures += failed
    if !failed.isEmpty { return }
    for trial in found.trials { note(trial.attempts, trial.isHome) }
    plans.append(plan)
  }

  /// Finds advice on the mutants that survived the tests of all policies. Called once, after all policies have been mutated.
  package mutating func advise() {
    let sorted = survivors.sorted { $0.key < $1.key }
    let groups = Dictionary(grouping: sorted, by: \.value.plan).sorted { $0.key < $1.key }
      .map { (plan: plans[$0.key], survivors: $0.value.map { (number: $0.key, fault: $0.value.fault) }) }
    let board = Locked((advice: [Int: [String]](), checkerErrors: [EngineError]()))
    WorkerPool.work(groups: groups.count, jobs: options.jobs) { worker in
      let (plan, survivors) = groups[worker.group]
      let began = Clocks.nanoseconds()
      guard let context = MutationContext(plan) else { return worker.decline() }
      var code = MutatedCode(context, plan)
      if worker.isFirst { worker.begin(items: survivors.count, cost: Clocks.nanoseconds() &- began) }
      while let item = worker.take() {
        let advice = code.advice(on: survivors[item].fault)
        board.withValue { $0.advice[survivors[item].number] = advice }
      }
      let errors = context.program.finishCheckers()
      board.withValue { $0.checkerErrors += errors }
    }
    let found = board.withValue { $0 }
    for (number, advice) in found.advice { mutants[number].advice = advice }
    note(found.checkerErrors)
    survivors = [:]
  }

  /// Adds new mutants; a mutant of another policy is killed if the tests of one of the policies kill it.
  private mutating func note(_ attempts: [MutationAttempt], _ isHome: Bool) {
    for attempt in attempts {
      let survivor = Survivor(plan: plans.count, fault: attempt.fault)
      guard let at = positions[attempt.mutant.identity] else {
        positions[attempt.mutant.identity] = mutants.count
        if !attempt.mutant.isKilled { survivors[mutants.count] = survivor }
        mutants.append(attempt.mutant)
        continue
      }
      if attempt.mutant.isKilled {
        mutants[at].isKilled = true
        survivors[at] = nil
      } else if isHome, survivors[at] != nil {
        survivors[at] = survivor
      }
    }
  }

  private mutating func note(_ errors: [EngineError]) {
    for error in errors where !checkerErrors.contains(error) { checkerErrors.append(error) }
  }

  // MARK: Threads

  private struct Board: Sendable {
    var error: EngineError?
    var plan: MutationPlan?
    var subjects: [Subject] = []
    var trials: [Trial] = []
    var checkerErrors: [EngineError] = []
  }

  private enum Subject {
    case rule(Int)
    /// A function outside of rules.
    case shared(String)
  }

  private struct Trial {
    var attempts: [MutationAttempt] = []
    /// Whether the policy is the one that declares the rule: advice is only given for its tests.
    var isHome = true
  }

  private static func work(
    _ worker: WorkerPool.Worker, _ suite: PolicyTestSuite, _ options: PolicyTestSession.Options,
    _ settled: Set<Mutant>, _ board: Locked<Board>
  ) {
    let began = Clocks.nanoseconds()
    let context: MutationContext
    let plan: MutationPlan
    if worker.isFirst {
      do throws(EngineError) {
        context = try MutationContext(suite, options)
      } catch {
        return board.withValue { $0.error = error }
      }
      plan = MutationPlan(context, suite)
      let subjects = plan.failures.isEmpty ? subjects(context, options) : []
      board.withValue {
        $0.plan = plan
        $0.subjects = subjects
        $0.trials = [Trial](repeating: Trial(), count: subjects.count)
      }
      worker.begin(items: subjects.count, cost: Clocks.nanoseconds() &- began)
    } else {
      guard let known = board.withValue({ $0.plan }), let own = MutationContext(known) else { return worker.decline() }
      (context, plan) = (own, known)
    }
    var code = MutatedCode(context, plan)
    let subjects = board.withValue { $0.subjects }
    while let item = worker.take() {
      let trial = trial(of: subjects[item], context, &code) { settled.contains($0.identity) }
      board.withValue { $0.trials[item] = trial }
    }
    let errors = context.program.finishCheckers()
    board.withValue { $0.checkerErrors += errors }
  }

  private static func subjects(_ context: MutationContext, _ options: PolicyTestSession.Options) -> [Subject] {
    let rules = context.program.rules.enumerated().filter { _, rule in
      options.selects(rule.id, rule.declared.file) && !PolicyFiles.isForeign(rule.declared.file)
    }
    let files = context.outline.files.map(\.file).filter { options.selects("", $0) && !PolicyFiles.isForeign($0) }
    return rules.map { .rule($0.offset) } + files.map { .shared($0) }
  }

  private static func trial(
    of subject: Subject, _ context: MutationContext, _ code: inout MutatedCode, _ isSettled: (Mutant) -> Bool
  ) -> Trial {
    switch subject {
    case .shared(let file): return Trial(attempts: code.sharedMutants(in: file, isSettled))
    case .rule(let position):
      let attempts =
        context.clauseMutants(ofRuleAt: position, isSettled) + code.mutants(ofRuleAt: position, isSettled)
        + context.dataMutants(ofRuleAt: position, isSettled)
      let isHome = context.program.rules[position].policy == context.program.policies.first?.id
      return Trial(attempts: attempts, isHome: isHome)
    }
  }
}

/// A policy to mutate, in a form from which any thread can load it.
struct MutationPlan: Sendable {
  let tests: Set<String>
  let asOf: CalendarDate
  let sources: PolicySources
  /// The sources for mutated policies. They have little fuel, so that endless loops stop soon.
  let faultySources: PolicySources
  let results: [PolicyTestResult]

  init(_ context: MutationContext, _ suite: PolicyTestSuite) {
    tests = Set(suite.tests)
    asOf = context.asOf
    sources = context.program.loadedFrom
    results = context.results
    faultySources = results.allSatisfy(\.problems.isEmpty) ? MutatedCode.sources(context) : sources
  }

  var failures: [PolicyTestResult] { results.filter { !$0.problems.isEmpty } }
}

/// A mutant, and whether a test killed it.
package struct Mutant: Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable {
    case clause
    case code
    case data
  }

  package let subject: Subject
  /// `policy-id/rule-id`; nil for a function that belongs to no single rule.
  package let rule: String?
  /// The changed file, or the file that describes the bundle.
  package let file: String
  package let line: Int
  /// The start of the change in the line, in bytes from 1; nil unless code was changed.
  package let column: Int?
  package let change: String
  /// Whether the result of a test changed; for a bundle, whether the verdict changed.
  package var isKilled: Bool
  /// Advice on a survivor, one line per entry; empty if it was killed.
  package var advice: [String]
}

extension Mutant {
  /// The mutant without its results, which identifies it across the policies that have the rule.
  var identity: Mutant {
    // The same name may denote different rules in several policies.
    Mutant(
      subject: subject, rule: subject == .code ? nil : rule, file: file, line: line, column: column, change: change,
      isKilled: false, advice: [])
  }
}

struct MutationAttempt: Sendable {
  /// The data from which any thread can make the mutant again. Rules are given by their positions in the program.
  enum Fault: Sendable {
    case clause(Int, rule: Int)
    /// In a function that these rules call, and the declarations of these files.
    case code(SourceMutant, rules: [Int], users: Set<String>)
    case data(rule: Int, Fixture)
  }

  let mutant: Mutant
  let fault: Fault
}
