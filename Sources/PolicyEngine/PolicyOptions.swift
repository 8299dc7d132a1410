public import Parameters
package import CheckerPlugIns
public import LuaRuntime
package import PolicyPacks
public import Reports

/// The sources of a program, and its settings: `PolicyProgram.Options`.
public struct PolicyOptions: Sendable {
  /// Policy files, or directories that contain a `policy.lua`.
  public var policies: [String]
  /// Test files, for rules of these policies; nil for none.
  package var tests: TestSources?
  /// A directory with an `apple` folder that replaces the built-in standard policies; nil to use those.
  public var standardPolicies: String?
  /// The waiver files of the project under test.
  public var waivers: [String] = []
  /// Whether waiver files may name rules that these policies do not have, for comparing two sets of policies.
  package var allowsUnmatchedWaivers = false
  /// Values for parameters.
  public var parameters: PolicyParameters
  /// The limits of Lua.
  public var limits: LuaLimits
  /// The fuel of a rule on a bundle, and of loading a policy.
  public var fuel: UInt64
  /// Whether a rule of the standard policies is loaded only when a bundle comes that it applies to.
  package var loadsRulesOnDemand = false
  /// Whether to count the runs of each line in functions, for the coverage of tests; this makes Lua several times slower.
  public var coversLines = false
  package var packs: ProjectPacks.Table = [:]
  /// Texts that replace files, by real path: documents that an editor has not saved.
  package var texts: [String: [UInt8]] = [:]
  /// Where checkers are, and how they are run; nil if rules are only read and not evaluated.
  package var checkers: CheckerSettings?
  /// Makes the checkers that are linked into the program, for each program that is loaded.
  package var ownCheckers: (@Sendable () throws(PlugInError) -> CheckerRegistry)?

  /// The default is fifty million units of fuel and the standard limits.
  public init(
    policies: [String], standardPolicies: String? = nil, parameters: PolicyParameters = [:],
    limits: LuaLimits = .standard, fuel: UInt64 = 50_000_000
  ) {
    (self.policies, self.standardPolicies) = (policies, standardPolicies)
    (self.parameters, self.limits, self.fuel) = (parameters, limits, fuel)
  }

  /// Lets the policies use the packs in their nearest project files, `bundlepolicy.yml`. Packs are read from the cache and
  /// verified by the lock file; no network is used. An invalid pack is an error where a policy names it. Native checkers of
  /// packs are not used.
  ///
  /// - Parameter isLocked: Whether to refuse projects with packs that have no digest in the lock file.
  /// - Throws: An error if a manifest or lock file is invalid.
  public mutating func findPacks(isLocked: Bool = false) throws(EngineError) {
    try findPacks(isNamed: true, isLocked: isLocked)
  }

  /// Like `findPacks(isLocked:)`; returns the packs, with their checkers. `isNamed`: the user named these policies. `from`: the folder
  /// with the packs that are named as policies. `instead`: a project to use instead of the files.
  @discardableResult package mutating func findPacks(
    isNamed: Bool, isLocked: Bool = false, from folder: String = "", instead project: PackProject? = nil
  ) throws(EngineError) -> ProjectPacks {
    do throws(PackError) {
      let found = try ProjectPacks(
        policies: policies, isNamed: isNamed, isLocked: isLocked, from: folder, instead: project)
      packs = found.table
      return found
    } catch {
      throw EngineError(error)
    }
  }
}
