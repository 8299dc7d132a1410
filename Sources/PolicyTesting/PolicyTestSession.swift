package import Basics
package import PolicyEngine
package import Reports

/// Runs the tests of several suites, on several threads if that is faster. The results are in the order of suites and tests, for
/// any number of threads.
package enum PolicyTestSession {
  package struct Options: Sendable {
    /// Runs only tests whose name or file contains one of these; all tests if empty.
    package var filters: [String]
    /// Shuffles the tests of each suite with this seed.
    package var seed: UInt64?
    package var loading = PolicyTestLoading()
    /// Whether to observe rules for the coverage of clauses, lines and keys, which makes tests slower.
    package var covers = false
    /// The day on which rules and waivers are evaluated, unless a test names one.
    package var asOf: CalendarDate
    /// The maximum number of threads, 1 to 64.
    package var jobs: Int
    package var budget = RunBudget()

    package init(asOf: CalendarDate, filters: [String] = [], jobs: Int = PolicyTestSession.usualJobs) {
      (self.asOf, self.filters, self.jobs) = (asOf, filters, jobs)
    }

    func selects(_ name: String, _ file: String) -> Bool {
      filters.isEmpty || filters.contains { name.contains($0) || file.contains($0) }
    }
  }

  package struct Outcome: Sendable {
    package var results: [PolicyTestResult] = []
    package var errors: [EngineError] = []
    package var warnings: [EngineError] = []
    package var coverage = PolicyTestCoverage()
    /// The names of snapshots by test file, including files without any and tests that were filtered out.
    package var snapshots: [String: [String]] = [:]
  }

  package static var maximumJobs: Int { WorkerPool.maximumJobs }

  /// The default number of threads: one for each processor that this process may use, at most 64.
  package static var usualJobs: Int { min(WorkerThread.processors, WorkerPool.maximumJobs) }

  /// Runs suites. The examples of a rule that several suites load are run in the first.
  package static func run(_ suites: [PolicyTestSuite], _ options: Options) -> [Outcome] {
    let board = Locked([Entry](repeating: Entry(), count: suites.count))
    WorkerPool.work(groups: suites.count, jobs: options.jobs) { worker in
      if worker.isFirst {
        begin(worker, suites[worker.group], options, board)
      } else if let plan = board.withValue({ $0[worker.group].plan }), let program = try? PolicyProgram(plan.sources) {
        work(worker, program, PolicyTestRun(program, options, seen: plan.seen), plan.order, board)
      } else {
        worker.decline()
      }
    }
    var outcomes = board.withValue { $0 }.map { entry in
      var outcome = entry.outcome
      outcome.results = entry.results.compactMap { $0 }
      return outcome
    }
    if options.budget.isSpent, !outcomes.isEmpty { outcomes[outcomes.count - 1].errors.append(exhausted) }
    return outcomes
  }

  private static let exhausted = EngineError(
    code: "limit.total",
    message: "the tests together exceeded the processor time of a run; the last ones had very little",
    hint: "correct the rules that take longest, or run a part of the tests with --filter")

  private struct Entry: Sendable {
    /// The places of its rules once it has loaded; empty if it cannot be loaded.
    var places: Set<String>?
    var plan: Plan?
    var results: [PolicyTestResult?] = []
    var outcome = Outcome()
  }

  private struct Plan: Sendable {
    let sources: PolicySources
    /// Rules whose examples an earlier suite runs.
    let seen: Set<String>
    let order: [Int]
  }

  private static func begin(
    _ worker: WorkerPool.Worker, _ suite: PolicyTestSuite, _ options: Options, _ board: Locked<[Entry]>
  ) {
    let group = worker.group
    func giveUp(_ errors: [EngineError]) {
      board.change {
        $0[group].places = []
        $0[group].outcome.errors = errors
      }
    }
    let program: PolicyProgram
    do throws(EngineError) {
      var loading = options.loading.options(for: suite)
      loading.coversLines = options.covers
      program = try PolicyProgram(loading)
    } catch {
      return giveUp([error])
    }
    guard program.errors.isEmpty else { return giveUp(program.errors) }
    let places = Set(program.rules.map(\.place))
    board.change { $0[group].places = places }
    // The earlier suites have started, and do not wait for later ones.
    let seen: Set<String> = board.wait { entries in
      var seen: Set<String> = []
      for entry in entries[..<group] {
        guard let places = entry.places else { return nil }
        seen.formUnion(places)
      }
      return seen
    }
    let run = PolicyTestRun(program, options, seen: seen)
    let order = Self.order(run.cases, options)
    let plan = Plan(sources: program.loadedFrom, seen: seen, order: order)
    var snapshots: [String: [String]] = [:]
    for file in program.testFiles { snapshots[file] = [] }
    for test in program.tests {
      if let name = test.snapshot { snapshots[test.declared.file, default: []].append(name) }
    }
    let named = snapshots
    let warnings = program.warnings
    // A missing checker is an error, even if a test expects errors.
    let errors = program.checkerErrors
    board.withValue {
      $0[group].outcome.errors = errors
      $0[group].plan = plan
      $0[group].results = [PolicyTestResult?](repeating: nil, count: order.count)
      $0[group].outcome.snapshots = named
      $0[group].outcome.warnings = warnings
    }
    worker.begin(items: order.count, cost: program.loadingTime)
    work(worker, program, run, order, board)
  }

  private static func work(
    _ worker: WorkerPool.Worker, _ program: PolicyProgram, _ run: PolicyTestRun, _ order: [Int],
    _ board: Locked<[Entry]>
  ) {
    let group = worker.group
    var coverage = PolicyTestCoverage()
    coverage.add(program)
    while let piece = worker.take() {
      let result = run.run(order[piece])
      coverage.add(result, of: program)
      board.withValue { $0[group].results[piece] = result }
    }
    let variants = run.finishVariants()
    if run.observes {
      coverage.lines.add(program)
      coverage.lines.merge(variants.lines)
    }
    let seen = coverage
    let failures = program.finishCheckers() + variants.failures
    board.withValue { entries in
      entries[group].outcome.coverage.merge(seen)
      // Several threads may report the same error.
      for error in failures where !entries[group].outcome.errors.contains(error) {
        entries[group].outcome.errors.append(error)
      }
    }
  }

  private static func order(_ cases: [PolicyTestCase], _ options: Options) -> [Int] {
    var order = cases.indices.filter { options.selects(cases[$0].name, cases[$0].file) }
    if let seed = options.seed {
      var generator = SplitMix64(state: seed)
      order.shuffle(using: &generator)
    }
    return order
  }
}

extension PolicyTestRun {
  fileprivate init(_ program: PolicyProgram, _ options: PolicyTestSession.Options, seen: Set<String>) {
    self.init(program, asOf: options.asOf, seen: seen)
    (observes, budget) = (options.covers, options.budget)
  }
}

/// Steele, Lea and Flood's generator: the same order for the same seed on every machine.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
