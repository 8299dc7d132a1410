/// Tries whether the tests of policies would notice mistakes: makes small faults in the policies and in the bundles that they
/// pass, one at a time, and runs the tests on each.
public struct MutationTest {
  /// What the tests are run with.
  public struct Options: Sendable {
    /// Values for parameters.
    public var parameters: PolicyParameters
    /// See `PolicyProgram.Options`.
    public var standardPolicies: String?
    /// The day that rules and waivers are held against.
    public var asOf: CalendarDate
    /// Only rules are changed whose id or file holds one of these; all when there are none. All tests are run.
    public var filters: [String]

    /// Everything, on a day.
    public init(
      asOf: CalendarDate, parameters: PolicyParameters = [:], standardPolicies: String? = nil, filters: [String] = []
    ) {
      self.standardPolicies = standardPolicies
      self.asOf = asOf
      self.parameters = parameters
      self.filters = filters
    }
  }

  private struct Key: Hashable {
    let subject: Mutant.Subject
    let rule: String?
    let file: String
    let line: Int
    let column: Int?
    let change: String
  }

  /// The faults made, in the order of rules; each once, though several policies may have the rule.
  public private(set) var mutants: [Mutant] = []
  /// Tests that fail without any fault; where there are some, faults prove nothing and none is made.
  public private(set) var failures: [PolicyTestResult] = []
  /// The tests that were run.
  public private(set) var testCount = 0

  private let options: Options
  private var positions: [Key: Int] = [:]

  /// Nothing tried yet.
  public init(_ options: Options) { self.options = options }

  /// Of the faults, the share that was noticed, in whole percent, rounded down; 100 without any.
  public var percent: Int { Self.percent(of: mutants) }

  /// The share of these that was noticed, in whole percent, rounded down; 100 without any.
  public static func percent(of mutants: some Collection<Mutant>) -> Int {
    mutants.isEmpty ? 100 : mutants.count(where: \.isNoticed) * 100 / mutants.count
  }

  /// Tries a policy with its tests. Throws when it doesn't load.
  public mutating func run(_ suite: PolicyTestSuite) throws(EngineError) {
    let ground = try MutationGround(suite, options)
    testCount += ground.results.count
    let failed = ground.results.filter { !$0.problems.isEmpty }
    failures += failed
    if !failed.isEmpty { return }
    var code = MutatedCode(ground)
    for position in ground.program.rules.indices {
      let rule = ground.program.rules[position]
      guard matches(rule.id, rule.declared.file) else { continue }
      note(ground.clauseMutants(ofRuleAt: position))
      note(code.mutants(ofRuleAt: position))
      note(ground.dataMutants(of: rule))
    }
    for file in ground.outline.files where matches(nil, file.file) {
      note(code.sharedMutants(in: file.file))
    }
  }

  private func matches(_ rule: String?, _ file: String) -> Bool {
    options.filters.isEmpty || options.filters.contains { (rule?.contains($0) ?? false) || file.contains($0) }
  }

  /// Keeps what is new; of what is known from another policy it is enough that the tests of one notice.
  private mutating func note(_ found: [Mutant]) {
    for mutant in found {
      let key = Key(
        subject: mutant.subject, rule: mutant.rule, file: mutant.file, line: mutant.line,
        column: mutant.column, change: mutant.change)
      guard let at = positions[key] else {
        positions[key] = mutants.count
        mutants.append(mutant)
        continue
      }
      if mutant.isNoticed, !mutants[at].isNoticed { mutants[at] = mutant }
    }
  }
}
