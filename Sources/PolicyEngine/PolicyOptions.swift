package import CheckerPlugIns
public import LuaRuntime
package import PolicyPacks
public import Reports

/// The sources of a program, and its settings: `PolicyProgram.Options`.
public struct PolicyOptions: Sendable {
  /// Policy files, or directories that hold a `policy.lua`.
  public var policies: [String]
  /// Files of tests, for rules of these policies; nil for none.
  package var tests: TestSources?
  /// A directory with an `apple` folder that is read in place of the standard policies the program carries; nil for those.
  public var standardPolicies: String?
  /// Files of waivers that belong to the project under test.
  public var waivers: [String] = []
  /// Whether files of waivers may name rules that these policies don't have: where two sets of policies are compared.
  package var allowsUnmatchedWaivers = false
  /// Values for parameters.
  public var parameters: PolicyParameters
  /// Limits of Lua.
  public var limits: LuaLimits
  /// Fuel of one rule on one bundle, and of loading one policy.
  public var fuel: UInt64
  /// Whether rules of the standard policies are loaded only when a bundle comes that they apply to.
  package var loadsRulesOnDemand = false
  /// Whether to count how often lines of functions run, for the coverage of tests; Lua is several times slower then.
  public var coversLines = false
  package var packs: ProjectPacks.Table = [:]
  /// Where checkers are, and how they are run; nil if rules are only read and not evaluated.
  package var checkers: CheckerSettings?
  /// Makes the checkers that are linked into the program, for each program that is loaded.
  package var ownCheckers: (@Sendable () throws(PlugInError) -> CheckerRegistry)?

  /// The default is fifty million units of fuel and the standard limits.
  public init(
    policies: [String], standardPolicies: String? = nil, parameters: PolicyParameters = [:],
    limits: LuaLimits = .standard,
    fuel: UInt64 = 50_000_000
  ) {
    self.policies = policies
    self.standardPolicies = standardPolicies
    self.parameters = parameters
    self.limits = limits
    self.fuel = fuel
  }

  /// Lets the policies name the packs that the manifests nearest to them, `bundlepolicy.json`, ask for. They are read from the cache,
  /// verified by the lock file; no network is used. What is wrong with a pack is an error where a policy names it. Native checkers of
  /// packs are not used.
  ///
  /// - Parameter isLocked: Whether to refuse projects with anything that the lock file has no digest of.
  /// - Throws: What is wrong with a manifest or lock file.
  public mutating func findPacks(isLocked: Bool = false) throws(EngineError) {
    try findPacks(isNamed: true, isLocked: isLocked)
  }

  /// The same; returns what was found, with the packs' checkers. `isNamed`: the user named these policies. `instead`: what their project
  /// would be, in place of its files.
  @discardableResult package mutating func findPacks(
    isNamed: Bool, isLocked: Bool = false, instead project: PackProject? = nil
  ) throws(EngineError) -> ProjectPacks {
    do throws(PackError) {
      let found = try ProjectPacks(policies: policies, isNamed: isNamed, isLocked: isLocked, instead: project)
      packs = found.table
      return found
    } catch {
      throw EngineError(error)
    }
  }
}
