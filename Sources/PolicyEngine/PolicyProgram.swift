package import Parameters
import PolicyObjects
public import Basics
package import CheckerPlugIns
package import LuaRuntime
import PolicyPacks
public import Reports

/// Loaded policies, ready to check bundles. Holds a Lua state for each policy, so it belongs to one thread at a time.
public final class PolicyProgram {
  /// The sources, from which another thread loads its own program.
  public let loadedFrom: PolicySources

  /// The policies in the order loaded.
  public var policies: [PolicySummary] { resolution.policies }

  /// The descriptions of these policies, in the same order.
  public var policyDescriptions: [PolicyDescription] { resolution.descriptions }

  /// Errors that stop no rule: values for parameters that no policy has, tests that expect something of rules that do not exist.
  public var errors: [EngineError] { resolution.errors }

  /// Warnings, such as rules referred to by a former id.
  public var warnings: [EngineError] { resolution.warnings }

  /// The waiver files in the order given.
  public let waiverFiles: [WaiverFile]

  /// The modules that are included and imported, and where, in the order named.
  public let moduleUses: [ModuleUse]

  var namedPolicies: [String] { resolution.namedPolicies }

  /// The time that loading took, in nanoseconds: another thread would need the same time before it can help.
  package let loadingTime: UInt64
  package private(set) var rules: [Rule]
  package var waivers: [Waiver] { resolution.waivers }
  package var reach: PolicyReach { resolution.reach }
  /// Waivers of rules that do not exist, where that is allowed.
  package var unmatchedWaivers: [Waiver] { resolution.unmatchedWaivers }
  package let testDeclarations: (any TestDeclarations)?
  package let testFiles: [String]
  package let parameters: [Parameter]
  let measures: [MeasureDeclaration]
  /// Every policy's and module's source, in the order read.
  package let sources: [(file: String, bytes: [UInt8])]
  let evaluator: RuleEvaluator
  let ruleFiles: RuleFiles?

  private let resolution: PolicyResolution
  private let checkers: RequestedCheckers
  private let host: PolicyHost
  private let states: PolicyStates

  /// Loads policies.
  ///
  /// - Parameter options: The policies, their parameters and limits.
  /// - Throws: The first error in a policy, with file and line.
  public convenience init(_ options: Options) throws(EngineError) { try self.init(PolicySources(options)) }

  /// Loads policies from files that other programs may have read.
  ///
  /// - Parameter sources: The files, and the options that they were opened with.
  /// - Throws: The first error in a policy, with file and line.
  public init(_ sources: PolicySources) throws(EngineError) {
    let start = Clocks.nanoseconds()
    let options = sources.options
    loadedFrom = sources
    testDeclarations = options.tests?.declarations()
    var loader = try PolicyLoader(options, tests: testDeclarations)
    (host, states) = (loader.host, loader.states)
    checkers = try RequestedCheckers(options)
    evaluator = RuleEvaluator(host: host, states: states, options, checkers: checkers.checkers)
    try loader.run(sources)
    ruleFiles = loader.ruleFiles
    evaluator.ruleFiles = ruleFiles
    resolution = try PolicyResolution(loader, options, checkers)
    rules = resolution.rules
    waiverFiles = loader.waiverFiles
    testFiles = loader.testFiles
    parameters = loader.recorder.parameters
    measures = loader.recorder.measures
    host.measures.declared = measures.filter { !$0.isBuiltIn }.map(\.name)
    self.sources = loader.recorder.sources
    moduleUses = loader.recorder.uses
    loadingTime = Clocks.nanoseconds() &- start
  }

  package var checkerFailures: [String: PlugInError] { checkers.failures }

  /// Errors of checkers that rules ask for, if they are known before any bundle is checked. Each rule that uses such a checker fails.
  public var checkerErrors: [EngineError] {
    rules.flatMap { rule in
      rule.clauses.compactMap { clause in
        guard let clause = clause as? CheckerClause, let failure = checkerFailures[clause.identifier] else {
          return nil
        }
        return EngineError(failure, of: clause.identifier, rule: rule)
      }
    }
  }

  /// Stops the processes of checkers. Call this after all bundles have been checked; a later check starts them again.
  ///
  /// - Returns: The errors of checkers that crashed or hung while they were unloaded.
  public func finishCheckers() -> [EngineError] { checkers.checkers?.finish().map { EngineError(reported: $0) } ?? [] }

  package var customPrefixes: [String] {
    rules.flatMap(\.clauses).flatMap { ($0 as? CustomKeysClause)?.prefixes ?? [] }
  }

  package func withRule<Result>(_ rule: Rule, at position: Int, _ body: () -> Result) -> Result {
    let sound = rules[position]
    rules[position] = rule
    defer { rules[position] = sound }
    return body()
  }

  var globalNames: [String] { states.first.globalNames }

  /// Every line of every function in the sources, and how often it has run: a line of a module once for each policy that imports it. Nil
  /// unless lines are counted (`Options.coversLines`) and known.
  package var coveredLines: [LuaState.CoveredLine]? { states.coveredLines }

  /// The ids of all rules, `policy-id/rule-id`, in the order declared.
  public var ruleIDs: [String] { rules.map(\.id) }
}

extension PolicyProgram {
  /// The settings for loading a program.
  public typealias Options = PolicyOptions

  package var sourceFiles: [String] { sources.map(\.file) }
}
