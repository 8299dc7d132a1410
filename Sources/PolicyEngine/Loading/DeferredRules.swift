import Basics
import Bundles
import LuaRuntime
import Reports
import StandardPolicies

/// Runs the files of rules that were declared without running them, each when the first bundle comes that its rule may apply to.
///
/// Every file runs on top of what all policies have loaded, and nothing that it does is seen by another: its rule is the same whether
/// others have run or not. So a rule that is for no bundle of a check takes neither time nor memory.
final class DeferredRules {
  /// What such a file came to.
  struct Completed {
    let rule: Rule
    let layer: LuaState.Layer
    let made: GraphObjects.Made
  }

  private let host: PolicyHost
  private let state: LuaState
  private let files: PolicyFiles
  private let fuel: UInt64
  private var completed: [CarriedFile: Completed] = [:]

  init(_ host: PolicyHost, _ state: LuaState, _ files: PolicyFiles, fuel: UInt64) {
    (self.host, self.state, self.files, self.fuel) = (host, state, files, fuel)
  }

  /// How many have been run.
  var completedCount: Int { completed.count }

  /// The rule with all that it says, and what its functions need; nil for one that is whole already.
  func complete(_ rule: Rule) throws(EngineError) -> Completed? {
    guard let file = rule.deferred else { return nil }
    if let known = completed[file] { return known }
    host.objects.beginLoading()
    let layer: LuaState.Layer
    let declared: [Rule]
    do throws(LuaFailure) {
      layer = try Self.run(file, of: rule.policy, files, host, state, fuel: fuel)
    } catch {
      // Nothing is loading any more.
      _ = try? host.recorder.finishCompleting()
      throw Self.error(error, rule)
    }
    declared = try host.recorder.finishCompleting()
    guard let found = declared.first, declared.count == 1, found.id == rule.id, found.severity == rule.declaredSeverity,
      found.declared == rule.declared, found.saysItself == rule.saysItself, found.comparesBuilds == rule.comparesBuilds
    else {
      throw EngineError(
        code: "policy.invalid", message: "rule '\(rule.localID)' is not what the program's table of rules says",
        file: rule.declared.file, line: rule.declared.line, rule: rule.id,
        hint: "this is a fault of the program; please report it")
    }
    let result = Completed(rule: found, layer: layer, made: host.objects.made)
    completed[file] = result
    return result
  }

  /// The rule with all that it says, as including policies changed it.
  func whole(_ rule: Rule) throws(EngineError) -> Rule {
    guard var whole = try complete(rule)?.rule else { return rule }
    (whole.severity, whole.adjustment) = (rule.severity, rule.adjustment)
    return whole
  }

  private static func run(
    _ file: CarriedFile, of policy: String, _ files: PolicyFiles, _ host: PolicyHost, _ state: LuaState, fuel: UInt64
  ) throws(LuaFailure) -> LuaState.Layer {
    state.select(.none)
    state.begin(fuel: fuel)
    host.recorder.beginCompleting(files, policy: policy)
    try state.run(LuaSource(file.source, name: file.path, compiled: file.compiled))
    return try state.settleLayer()
  }

  private static func error(_ failure: LuaFailure, _ rule: Rule) -> EngineError {
    let code: EngineCode =
      switch failure.kind {
      case .fuel: "limit.fuel"
      case .memory: "limit.memory"
      case .time: "limit.time"
      case .limit: "limit.call"
      case .error, .syntax: "policy.invalid"
      }
    return EngineError(
      code: code.rawValue,
      message: "rule '\(rule.localID)' could not be loaded" + (failure.message.isEmpty ? "" : ": \(failure.message)"),
      file: failure.file ?? rule.declared.file, line: failure.line ?? rule.declared.line, rule: rule.id)
  }
}

// MARK: Declarations

extension PolicyLoader {
  /// Loads what rules that have not been run share. To be called before the state is settled.
  func loadShared(_ sources: PolicySources, in state: LuaState) throws(LuaFailure) {
    for file in CarriedFile.shared {
      recorder.beginCompleting(PolicyFiles(sources: sources), policy: nil)
      state.begin(fuel: sources.options.fuel)
      try state.run(LuaSource(Array("import \"\(file.module)\"".utf8), name: StandardPolicies.mark))
      recorder.shared[file.module] = file.path
    }
    _ = try? recorder.finishCompleting()
  }

  /// Runs rules that have not been run; nil when there are none.
  func deferredRules(_ sources: PolicySources) -> DeferredRules? {
    states.ofDeferredRules.map {
      DeferredRules(host, $0, PolicyFiles(sources: sources), fuel: max(sources.options.fuel, Self.leastFuel))
    }
  }

  /// What loading a rule of the standard policies may take, however little rules may.
  private static let leastFuel: UInt64 = 50_000_000
}

extension DeclarationRecorder {
  /// Declares a standard policy and its rules, as far as they are known without running them; false when some have to be run.
  func declare(carried source: PolicySource) throws(EngineError) -> Bool {
    guard let file = StandardPolicies.file(String(source.path.dropFirst(StandardPolicies.mark.count))),
      let policy = file.policy, !policies.contains(where: { $0.id == policy.id })
    else { return false }
    var declared: [(at: Int, file: CarriedFile, rule: CarriedFile.Rule, severity: Severity)] = []
    for named in file.imports {
      guard let rule = named.file.rule, let severity = Severity(rawValue: rule.severity) else { return false }
      declared.append((named.line, named.file, rule, severity))
    }
    begin(source)
    hasDeferred = true
    var isRead = [Bool](repeating: false, count: CarriedFile.count)
    let location = SourceLocation(file: source.path, line: policy.line)
    currentPolicy = policies.count
    policies.append(
      Declaration(
        id: policy.id, summary: policy.summary, version: policy.version, source: source.path, contents: [],
        carried: file.filesRead { file in
          defer { isRead[file.number] = true }
          return isRead[file.number]
        }))
    restrictions.append(
      WaiverRestrictions.Restriction(policy: policy.id, allowsLocal: true, never: [], declared: location))
    inclusions = policy.includes.map { ($0, location) }
    owners.reserveCapacity(owners.count + declared.count)
    ruleLines.reserveCapacity(ruleLines.count + declared.count)
    rules.reserveCapacity(rules.count + declared.count)
    let prefix = policy.id + "/"
    for (line, file, rule, severity) in declared {
      try declare(
        rule, prefix + rule.id, severity, in: file, of: policy.id,
        importedAt: SourceLocation(file: source.path, line: line))
    }
    try finish()
    return true
  }

  private func declare(
    _ rule: CarriedFile.Rule, _ id: String, _ severity: Severity, in file: CarriedFile, of policy: String,
    importedAt location: SourceLocation
  ) throws(EngineError) {
    let path = file.path
    let module = file.module
    try refuseForeign(module, path, at: location)
    owners[ExactText(path)] = policy
    note(ModuleUse(module: module, file: path, isImport: true, at: location))
    var applicability = Applicability()
    (applicability.kinds, applicability.platforms, applicability.nested) = (rule.kinds, rule.platforms, rule.nested)
    var deferred = Rule(
      id: id, localID: rule.id, summary: "", severity: severity, rationale: nil, sources: [], help: nil, tags: [],
      applicability: applicability, clauses: [], declared: SourceLocation(file: path, line: rule.line))
    deferred.deferred = file
    deferred.willSayItself = rule.hasCheck
    deferred.willCompareBuilds = rule.comparesBuilds
    deferred.hasCarriedClause = rule.hasClause
    deferred.declaredSeverity = severity
    ruleLines[id] = deferred.declared
    rules.append(deferred)
  }
}
