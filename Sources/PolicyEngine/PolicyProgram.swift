public import Basics
import Bundles
package import CheckerPlugIns
public import LuaRuntime

/// Loaded policies, ready to judge bundles. Holds one Lua state, so it belongs to one thread at a time.
public final class PolicyProgram {
  /// What a program is loaded from, and what it may use.
  public struct Options: Sendable {
    /// Policy files, or directories that hold a `policy.lua`.
    public var policies: [String]
    /// Files of tests, for rules of these policies; nil for none.
    package var tests: TestSources?
    /// A directory with an `apple` folder that is read in place of the standard policies the program carries; nil for those.
    public var standardPolicies: String?
    /// Files of waivers that belong to the project under test.
    public var waivers: [String] = []
    /// Those files where they have been read, as a pipe can be only once.
    package var waiverFiles: [WaiverFile]?
    /// Whether files of waivers may name rules that these policies don't have: where two sets of policies are compared.
    package var allowsStrangeWaivers = false
    /// Values for parameters.
    public var parameters: PolicyParameters
    /// Limits of Lua.
    public var limits: LuaLimits
    /// Fuel of one rule on one bundle, and of loading one policy.
    public var fuel: UInt64
    /// What stands in place of a file's bytes, by the path that messages call it.
    package var replacements: [String: [UInt8]] = [:]
    /// Whether to count how often lines of functions run, for the coverage of tests; Lua is several times slower then.
    public var coversLines = false
    /// The packs that policies may name, by their names; what is wrong with one is an error where it is used.
    public var packs: [String: Result<PolicyPack, EngineError>] = [:]
    /// Where checkers are, and how they are run; nil where rules are only read and not judged.
    package var checkers: CheckerSettings?
    /// Makes the checkers that are linked into the program, for each program that is loaded.
    package var ownCheckers: (@Sendable () throws(PlugInError) -> CheckerRegistry)?

    /// Fifty million units of fuel and the standard limits, unless told otherwise.
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
  }

  /// The policies, in the order loaded.
  public private(set) var policies: [PolicySummary] = []

  /// What each of these policies says of itself, in the same order.
  public let policyDescriptions: [PolicyDescription]

  /// What is wrong but stops no rule: values for parameters that no policy has, tests that expect something of rules that are
  /// not there.
  public let errors: [EngineError]

  /// What changes nothing now but should be mended: rules that are called by ids they had before.
  public let warnings: [EngineError]

  /// The files of waivers, in the order given.
  public private(set) var waiverFiles: [WaiverFile] = []

  /// Which modules are included and imported, and where, in the order named.
  public let moduleUses: [ModuleUse]

  /// The ids of the policies that were named, not just included.
  let namedPolicies: [String]

  private let roll: CheckerRoll
  /// What is wrong with checkers that rules ask for: their rules fail, and the others don't.
  package let checkerFailures: [String: PlugInError]

  /// How long loading took, in nanoseconds: what another thread would have to spend before it can help.
  package let loadingTime: UInt64
  package private(set) var rules: [Rule]
  package let waivers: [Waiver]
  /// Whose rules each policy may loosen.
  package let reach: PolicyReach
  /// Waivers of rules that are not there, where that is allowed.
  package let strangeWaivers: [Waiver]
  /// What files of tests declared; nil when there are none.
  package let testDeclarations: (any TestDeclarations)?
  /// The files of tests, as messages call them.
  package let testFiles: [String]
  package let parameters: [Parameter]
  /// Every policy's and module's source, in the order read.
  package let sources: [(file: String, bytes: [UInt8])]
  let evaluator: RuleEvaluator

  private let host: PolicyHost
  package let state: LuaState

  /// Loads policies. Throws the first error found, with its place.
  public init(_ options: Options) throws(EngineError) {
    let start = Clocks.nanoseconds()
    testDeclarations = options.tests?.declarations()
    let recorder = DeclarationRecorder(parameters: options.parameters, tests: testDeclarations)
    host = PolicyHost(recorder: recorder)
    do throws(LuaState.OutOfMemory) {
      var limits = options.limits
      // The clock is a back-stop for what fuel misses; counting lines is work that fuel doesn't count.
      if options.coversLines { limits.seconds *= 10 }
      state = try LuaState(host: host, limits: limits)
      try host.register(in: state)
      if options.coversLines { try state.coverLines() }
      try state.seal()
    } catch {
      throw EngineError(code: "limit.memory", message: "there is no memory for the policy engine")
    }
    do throws(PlugInError) {
      roll = CheckerRoll(options.checkers, own: try options.ownCheckers?())
    } catch {
      throw EngineError(error)
    }
    evaluator = RuleEvaluator(host: host, state: state, fuel: options.fuel, checkers: roll.checkers)
    let standardSource = try Self.standardSource(options)
    let packs = Self.packs(options)
    // Two policies may include the same third one: it is loaded once.
    var loaded: Set<String> = []
    var named: Set<String> = []
    for path in options.policies {
      if let file = try Self.load(path, standardSource, packs, recorder, state, options, &loaded) { named.insert(file) }
    }
    if let read = options.waiverFiles {
      waiverFiles = read
    } else {
      // Named twice, under whatever name, it is one file.
      var seen: Set<String> = []
      for path in options.waivers where seen.insert(NamedFile.identity(path)).inserted {
        waiverFiles.append(try WaiverFile.read(path, limit: options.limits.sourceSize + 1))
      }
    }
    for file in waiverFiles {
      recorder.begin(waivers: file)
      try Self.run(file.contents, file.source, recorder, state, options)
    }
    var testFiles: [String] = []
    for path in options.tests?.files ?? [] {
      let (directory, name) = try Self.locate(path, options)
      let (bytes, shown) = try directory.file(name)
      let files = PolicyFiles(own: directory, standard: standardSource, packs: packs)
      recorder.begin(tests: shown, bytes: bytes, files: files)
      try Self.run(bytes, shown, recorder, state, options)
      testFiles.append(shown)
    }
    self.testFiles = testFiles
    parameters = recorder.parameters
    sources = recorder.sources
    moduleUses = recorder.uses
    namedPolicies = recorder.policies.filter { named.contains($0.source) }.map(\.id)
    let reach = recorder.reach(named: named)
    self.reach = reach
    let strangers = options.parameters.unknown(among: recorder.parameters.map(\.name))
    state.begin(fuel: options.fuel)
    do throws(LuaFailure) {
      try state.settle()
    } catch {
      throw Self.loadError(error, options.policies.first ?? "", options)
    }
    host.objects.keepLoaded()
    let names = RuleNames(recorder.rules)
    try names.check()
    let restrictions = try WaiverRestrictions(recorder.restrictions, names, reach)
    let adjusted = try RuleAdjustment.apply(
      recorder.adjustments, to: recorder.rules, reach, restrictions: restrictions)
    rules = adjusted.rules
    if rules.isEmpty {
      throw EngineError(
        code: "policy.empty", message: "the policy has no rules, so it would judge nothing",
        file: recorder.policies.first?.source, line: 1,
        hint: "declare one: rule \"id\" { summary = \"…\", require = { … } }")
    }
    try roll.resolve(rules)
    checkerFailures = roll.failures
    let tests = testDeclarations?.resolve(names)
    let completion = try WaiverCompletion(
      recorder.waivers, names, reach, restrictions, allowsStrangers: options.allowsStrangeWaivers)
    waivers = completion.waivers
    strangeWaivers = completion.strangers
    warnings =
      adjusted.warnings + restrictions.renamings + completion.renamings
      + recorder.adjustments.compactMap { adjustment in
        names.rule(withID: adjustment.rule).flatMap {
          names.renaming(adjustment.rule, of: $0, at: adjustment.declared)
        }
      }
      + (tests?.warnings ?? [])
    errors = strangers + (tests?.errors ?? []) + roll.errors
    policies = recorder.policies.map {
      PolicySummary(id: $0.id, version: $0.version, source: $0.source, contents: $0.contents)
    }
    policyDescriptions = recorder.policies.map {
      PolicyDescription(
        id: $0.id, summary: $0.summary, version: $0.version, source: $0.source,
        includes: reach.policies(includedBy: $0.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
    loadingTime = Clocks.nanoseconds() &- start
  }

  /// What is wrong with checkers that rules ask for, where it is told without judging anything. Each rule that asks for one fails on it.
  public var checkerErrors: [EngineError] {
    rules.flatMap { rule in
      rule.clauses.compactMap { clause in
        guard case .checker(let clause) = clause, let failure = checkerFailures[clause.identifier] else { return nil }
        return EngineError(failure, of: clause.identifier, rule: rule)
      }
    }
  }

  /// Ends the processes of checkers, and returns what went wrong with that: a checker may crash when it is unloaded. To be called once
  /// everything has been judged; when more is judged later, they are started again.
  public func finishCheckers() -> [EngineError] { roll.checkers?.finish().map { EngineError(reported: $0) } ?? [] }

  /// What keys of one's own start with, as far as rules say.
  package var customPrefixes: [String] {
    rules.flatMap { rule in
      rule.clauses.flatMap { clause -> [String] in if case .customKeys(let prefixes) = clause { prefixes } else { [] } }
    }
  }

  /// Judges by another rule in place of one, while `body` runs.
  package func withRule<Result>(_ rule: Rule, at position: Int, _ body: () -> Result) -> Result {
    let sound = rules[position]
    rules[position] = rule
    defer { rules[position] = sound }
    return body()
  }

  /// What sources can name without declaring it, sorted.
  var globalNames: [String] { state.globalNames }

  /// The ids of all rules, `policy-id/rule-id`, in the order declared.
  public var ruleIDs: [String] { rules.map(\.id) }

  // MARK: Loading

  /// Loads a policy and what it includes; returns its own file.
  private static func load(
    _ path: String, _ standard: StandardPolicySource, _ packs: PackDirectories, _ recorder: DeclarationRecorder,
    _ state: LuaState, _ options: Options, _ loaded: inout Set<String>
  ) throws(EngineError) -> String? {
    var next: PolicyFiles.Source? = try source(of: path, standard, packs, options)
    let file = next?.path
    if let first = next, !loaded.insert(first.path).inserted { next = nil }
    var waiting: [(module: String, at: SourceLocation, includer: String, files: PolicyFiles)] = []
    while let (bytes, shown, files) = next {
      recorder.begin(source: shown, bytes: bytes, files: files)
      try run(bytes, shown, recorder, state, options)
      waiting += recorder.inclusions.map { ($0.module, $0.at, shown, files) }
      next = nil
      while next == nil && !waiting.isEmpty {
        let (module, location, includer, files) = waiting.removeFirst()
        do throws(EngineError) {
          let found = try files.module(module)
          if found.path == includer {
            throw EngineError(code: "policy.invalid", message: "the policy includes itself: '\(module)' is this file")
          }
          recorder.noteInclusion(of: module, at: location, by: includer, file: found.path)
          if loaded.insert(found.path).inserted { next = found }
        } catch {
          throw EngineError(
            code: error.code.rawValue, message: error.message, file: location.file, line: location.line,
            hint: error.hint)
        }
      }
    }
    return file
  }

  static func run(
    _ bytes: [UInt8], _ shown: String, _ recorder: DeclarationRecorder, _ state: LuaState, _ options: Options
  ) throws(EngineError) {
    state.begin(fuel: options.fuel)
    do throws(LuaFailure) {
      _ = try state.run(bytes, name: shown)
    } catch {
      var failure = recorder.mistake(behind: error) ?? loadError(error, shown, options)
      failure.trace = error.trace.map { Traceback($0) }
      throw failure
    }
    try recorder.finish()
  }

  private static func loadError(_ failure: LuaFailure, _ shown: String, _ options: Options) -> EngineError {
    let file = failure.file ?? shown
    switch failure.kind {
    case .syntax:
      return EngineError(code: "policy.syntax", message: failure.message, file: file, line: failure.line)
    case .error:
      return EngineError(code: "policy.invalid", message: failure.message, file: file, line: failure.line)
    case .fuel:
      return EngineError(
        code: "limit.fuel", message: "loading the policy used up \(options.fuel) units of fuel", file: file,
        line: failure.line,
        hint: "look for a loop that does not end")
    case .memory:
      return EngineError(
        code: "limit.memory", message: "loading the policy needs more memory than it may have", file: file,
        line: failure.line, hint: "look for a string or table that grows without end, or a recursion")
    case .time:
      return EngineError(
        code: "limit.time", message: "loading the policy took too long", file: file, line: failure.line)
    }
  }

  /// Where a policy's modules are found.
  package static func files(of policy: String, _ options: Options) throws(EngineError) -> PolicyFiles {
    let (standard, packs) = (try standardSource(options), packs(options))
    if StandardPolicySource.has(policy) { return PolicyFiles(own: nil, standard: standard, packs: packs) }
    if try packs.reference(policy: policy) != nil { return try source(of: policy, standard, packs, options).files }
    return PolicyFiles(own: try locate(policy, options).directory, standard: standard, packs: packs)
  }

  /// The file that a `--policy` argument stands for, and where its modules are found.
  private static func source(
    of policy: String, _ standard: StandardPolicySource, _ packs: PackDirectories, _ options: Options
  ) throws(EngineError) -> PolicyFiles.Source {
    if StandardPolicySource.has(policy) {
      let (bytes, path) = try standard.module(policy)
      return (bytes, path, PolicyFiles(own: nil, standard: standard, packs: packs))
    }
    if let (pack, module) = try packs.reference(policy: policy) {
      return try PolicyFiles(own: nil, standard: standard, packs: packs).module(module, ofPack: pack)
    }
    let (directory, name) = try locate(policy, options)
    let (bytes, path) = try directory.file(name)
    return (bytes, path, PolicyFiles(own: directory, standard: standard, packs: packs))
  }

  private static func packs(_ options: Options) -> PackDirectories {
    PackDirectories(options.packs, limit: options.limits.sourceSize + 1, replacements: options.replacements)
  }

  private static func standardSource(_ options: Options) throws(EngineError) -> StandardPolicySource {
    let replacement = try options.standardPolicies.map { path throws(EngineError) in
      try Self.directory(path, path, options)
    }
    return StandardPolicySource(replacement: replacement, replacements: options.replacements)
  }

  private static func directory(
    _ path: String, _ shown: String, _ options: Options
  ) throws(EngineError) -> PolicyDirectory {
    try PolicyDirectory(
      root: path, displayRoot: trimmed(shown), limit: options.limits.sourceSize + 1, replacements: options.replacements)
  }

  /// The directory and the file's name that a `--policy` argument stands for.
  private static func locate(
    _ path: String, _ options: Options
  ) throws(EngineError) -> (directory: PolicyDirectory, name: String) {
    guard let target = FileSystem.realPath(path) else {
      throw EngineError(
        code: "policy.not-found", message: "there is no policy: \(SystemError(errno).text)", file: path,
        hint: "--policy takes a Lua file, or a directory with a policy.lua")
    }
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return (try directory(target, path, options), "policy.lua")
    }
    // A link to a policy is read where it points to, and its modules are looked for there.
    let (shownRoot, shownName) = split(trimmed(path))
    let (root, name) = split(target)
    let isLink = name != shownName
    return (try directory(root, isLink ? root : shownRoot, options), name)
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The directory and the last component.
  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
