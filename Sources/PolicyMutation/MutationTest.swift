package import Basics
import PolicyEngine
package import PolicyTesting
package import Reports

/// Tries whether the tests of policies would notice mistakes: makes small faults in the policies and in the bundles that they
/// pass, one at a time, and runs the tests on each.
package struct MutationTest {
  package struct Options: Sendable {
    package var loading = PolicyTestLoading()
    /// The day on which rules and waivers are evaluated.
    package var asOf: CalendarDate
    /// Only rules are changed whose id or file holds one of these; all when there are none. All tests are run.
    package var filters: [String]

    /// Everything, on a day.
    package init(asOf: CalendarDate, filters: [String] = []) {
      self.asOf = asOf
      self.filters = filters
    }
  }

  /// Where a fault that nobody noticed was tried, for the advice on it.
  private struct Survivor {
    let code: Int
    let fault: MutationAttempt.Fault
  }

  /// The faults made, in the order of rules; each once, though several policies may have the rule.
  package private(set) var mutants: [Mutant] = []
  /// Tests that fail without any fault; where there are some, faults prove nothing and none is made.
  package private(set) var failures: [PolicyTestResult] = []
  package private(set) var testCount = 0

  private let options: Options
  private var positions: [Mutant.Identity: Int] = [:]
  private var survivors: [Int: Survivor] = [:]
  /// The policies tried, each with its functions.
  private var codes: [MutatedCode] = []
  private var programs: [PolicyProgram] = []

  /// Nothing tried yet.
  package init(_ options: Options) { self.options = options }

  /// Of the faults, the share that was noticed, in whole percent, rounded down; 100 without any.
  package var percent: Int { Self.percent(of: mutants) }

  /// The share of these that was noticed, in whole percent, rounded down; 100 without any.
  package static func percent(of mutants: some Collection<Mutant>) -> Int {
    mutants.isEmpty ? 100 : mutants.count(where: \.isKilled) * 100 / mutants.count
  }

  /// Tries a policy with its tests. Throws when it doesn't load.
  package mutating func run(_ suite: PolicyTestSuite) throws(EngineError) {
    let context = try MutationContext(suite, options)
    programs.append(context.program)
    testCount += context.results.count
    let failed = context.results.filter { !$0.problems.isEmpty }
    failures += failed
    if !failed.isEmpty { return }
    let code = MutatedCode(context)
    // What the tests of another policy have noticed need not be tried again.
    let isSettled: (Mutant) -> Bool = { [positions, mutants] mutant in
      positions[mutant.identity].map { mutants[$0].isKilled } ?? false
    }
    for position in context.program.rules.indices {
      let rule = context.program.rules[position]
      guard matches(rule.id, rule.declared.file), !PolicyFiles.isForeign(rule.declared.file) else { continue }
      // Advice is for the tests of the policy that declares the rule, where those are tried.
      let isHome = rule.policy == context.program.policies.first?.id
      note(context.clauseMutants(ofRuleAt: position, isSettled), isHome)
      note(code.mutants(ofRuleAt: position, isSettled), isHome)
      note(context.dataMutants(of: rule, isSettled), isHome)
    }
    for file in context.outline.files
    where matches(nil, file.file) && !PolicyFiles.isForeign(file.file) {
      note(code.sharedMutants(in: file.file, isSettled), true)
    }
    codes.append(code)
  }

  /// Looks for what to do about the faults that no test of any policy noticed. Once, when all policies have been tried.
  package mutating func advise() {
    for (number, survivor) in survivors.sorted(by: { $0.key < $1.key }) {
      mutants[number].advice = codes[survivor.code].advice(on: survivor.fault)
    }
    survivors = [:]
  }

  /// Ends the processes of checkers, and returns what went wrong with that. Once, when all has been tried.
  package mutating func finishCheckers() -> [EngineError] {
    defer { programs = [] }
    return programs.flatMap { $0.finishCheckers() }
  }

  private func matches(_ rule: String?, _ file: String) -> Bool {
    options.filters.isEmpty || options.filters.contains { (rule?.contains($0) ?? false) || file.contains($0) }
  }

  /// Keeps what is new; of what is known from another policy it is enough that the tests of one notice.
  private mutating func note(_ attempts: [MutationAttempt], _ isHome: Bool) {
    for attempt in attempts {
      let survivor = Survivor(code: codes.count, fault: attempt.fault)
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
}

/// One deliberate fault, and whether a test noticed it.
package struct Mutant: Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable {
    /// The clauses of a rule, or the bundles it applies to.
    case clause
    /// A function of a rule, of the policy or of a module.
    case code
    /// A bundle that a rule passes.
    case data
  }

  package let subject: Subject
  /// `policy-id/rule-id`; nil for a function that belongs to no one rule.
  package let rule: String?
  /// The file that was changed, or, of data, that describes the bundle.
  package let file: String
  /// The line in `file`, from 1.
  package let line: Int
  /// Where in the line the change begins, in bytes from 1; nil unless it is one of code.
  package let column: Int?
  package let change: String
  /// Whether a test came out differently; of data, whether a verdict did.
  package var isKilled: Bool
  /// What to do to have it noticed, a line each; empty when it was.
  package var advice: [String]
}

extension Mutant {
  /// What makes two of them the same, whichever policy has the rule and whoever noticed it.
  package struct Identity: Hashable {
    let subject: Subject
    let rule: String?
    let file: String
    let line: Int
    let column: Int?
    let change: String
  }

  var identity: Identity {
    Identity(subject: subject, rule: rule, file: file, line: line, column: column, change: change)
  }
}

struct MutationAttempt {
  /// What is needed to try it again.
  enum Fault {
    case clause(RuleMutant, position: Int)
    /// In a function that these rules call.
    case code(SourceMutant, [Rule], isShared: Bool)
    /// In a bundle that the rule passes.
    case data(Rule, Fixture)
  }

  let mutant: Mutant
  let fault: Fault
}
