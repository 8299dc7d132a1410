package import PolicyTesting
package import PolicyEngine

/// Tries whether the tests of policies would notice mistakes: makes small faults in the policies and in the bundles that they
/// pass, one at a time, and runs the tests on each.
package struct MutationTest {
  /// What the tests are run with.
  package struct Options: Sendable {
    /// What they are loaded with.
    package var loading = PolicyTestLoading()
    /// The day that rules and waivers are held against.
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
  /// The tests that were run.
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
    mutants.isEmpty ? 100 : mutants.count(where: \.isNoticed) * 100 / mutants.count
  }

  /// Tries a policy with its tests. Throws when it doesn't load.
  package mutating func run(_ suite: PolicyTestSuite) throws(EngineError) {
    let ground = try MutationGround(suite, options)
    programs.append(ground.program)
    testCount += ground.results.count
    let failed = ground.results.filter { !$0.problems.isEmpty }
    failures += failed
    if !failed.isEmpty { return }
    let code = MutatedCode(ground)
    // What the tests of another policy have noticed need not be tried again.
    let isSettled: (Mutant) -> Bool = { [positions, mutants] mutant in
      positions[mutant.identity].map { mutants[$0].isNoticed } ?? false
    }
    for position in ground.program.rules.indices {
      let rule = ground.program.rules[position]
      guard matches(rule.id, rule.declared.file), !PolicyFiles.isForeign(rule.declared.file) else { continue }
      // Advice is for the tests of the policy that declares the rule, where those are tried.
      let isHome = rule.policy == ground.program.policies.first?.id
      note(ground.clauseMutants(ofRuleAt: position, isSettled), isHome)
      note(code.mutants(ofRuleAt: position, isSettled), isHome)
      note(ground.dataMutants(of: rule, isSettled), isHome)
    }
    for file in ground.outline.files
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
        if !attempt.mutant.isNoticed { survivors[mutants.count] = survivor }
        mutants.append(attempt.mutant)
        continue
      }
      if attempt.mutant.isNoticed {
        mutants[at].isNoticed = true
        survivors[at] = nil
      } else if isHome, survivors[at] != nil {
        survivors[at] = survivor
      }
    }
  }
}
