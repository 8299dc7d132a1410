import PolicySchema
package import PolicyObjects
import Basics
package import LuaRuntime
package import Reports

/// Runs the sources of policies, waiver files and test files, each in a Lua state of its own, and collects their declarations.
package struct PolicyLoader {
  package let recorder: DeclarationRecorder
  package let host: PolicyHost
  let states: PolicyStates
  private(set) var named: Set<ExactText> = []
  private(set) var waiverFiles: [WaiverFile] = []
  private(set) var testFiles: [String] = []

  private(set) var ruleFiles: RuleFiles?

  private let options: PolicyOptions

  /// A state for a caller that runs no policies.
  package var state: LuaState { states.first }

  package init(_ options: PolicyOptions, tests: (any TestDeclarations)? = nil) throws(EngineError) {
    self.options = options
    recorder = DeclarationRecorder(parameters: options.parameters, tests: tests)
    host = PolicyHost(recorder, .ofPolicies)
    states = try PolicyStates(host, options)
  }

  /// Runs the policies with all that they include, then the waiver files, then the test files.
  mutating func run(_ sources: PolicySources) throws(EngineError) {
    recorder.library = PolicyFiles(sources: sources)
    // A policy that two others include is loaded once.
    var loaded: Set<ExactText> = []
    for word in options.policies {
      let policy = try sources.policy(word)
      named.insert(ExactText(policy.path))
      if loaded.insert(ExactText(policy.path)).inserted { try run(policy, &loaded, sources) }
    }
    if let ruleFiles {
      ruleFiles.load(recorder.rules.filter { $0.recorded?.isEarly == true })
      for number in recorder.rules.indices where recorder.rules[number].recorded?.isEarly == true {
        recorder.rules[number] = try ruleFiles.loaded(recorder.rules[number])
      }
    }
    waiverFiles = try sources.waiverFiles()
    for file in waiverFiles { try run(file) }
    for path in options.tests?.files ?? [] {
      let source = try sources.file(path)
      recorder.begin(tests: source)
      try runOnce(source.code)
      testFiles.append(source.path)
    }
    host.objects.keepLoaded()
  }

  func run(_ file: WaiverFile) throws(EngineError) {
    recorder.begin(waivers: file)
    try runOnce(LuaSource(file.contents, name: file.source))
  }

  private func runOnce(_ source: LuaSource) throws(EngineError) {
    let state = try states.unused()
    try run(source, in: state)
    states.retire(state)
  }

  private mutating func run(
    _ policy: PolicySource, _ loaded: inout Set<ExactText>, _ sources: PolicySources
  ) throws(EngineError) {
    var next: PolicySource? = policy
    var waiting: [(module: String, at: SourceLocation, by: PolicySource)] = []
    while let source = next {
      if options.loadsRulesOnDemand, source.isCarried, let policy = RecordedPolicy(source),
        !recorder.policies.contains(where: { $0.id == policy.id })
      {
        try recorder.declare(policy, in: source)
        if ruleFiles == nil { ruleFiles = RuleFiles(recorder, host.objects, states, sources, fuel: options.fuel) }
      } else {
        recorder.begin(source)
        try run(source)
      }
      waiting += recorder.inclusions.map { ($0.module, $0.at, source) }
      next = nil
      while next == nil && !waiting.isEmpty {
        let (module, location, includer) = waiting.removeFirst()
        do throws(EngineError) {
          let found = try includer.files.module(module)
          if found.path.hasSameBytes(as: includer.path) {
            throw EngineError(code: "policy.invalid", message: "the policy includes itself: '\(module)' is this file")
          }
          recorder.noteInclusion(of: module, at: location, by: includer.path, file: found.path)
          if loaded.insert(ExactText(found.path)).inserted { next = found }
        } catch {
          throw EngineError(code: error.code.rawValue, message: error.message, at: location, hint: error.hint)
        }
      }
    }
  }

  private func run(_ policy: PolicySource) throws(EngineError) {
    let (state, before) = (try states.unused(), recorder.rules.count)
    try run(policy.code, in: state)
    let callsLua = recorder.rules[before...].contains { $0.clauses.contains { $0 is CheckClause } }
    do throws(LuaFailure) { try PolicyStates.settle(state, callsLua: callsLua, fuel: options.fuel) } catch {
      throw loadError(error, policy.path)
    }
    if let id = recorder.policies.last?.id { states.keep(state, for: id) }
  }

  private func run(_ source: LuaSource, in state: LuaState) throws(EngineError) {
    state.begin(fuel: options.fuel)
    do throws(LuaFailure) {
      _ = try state.run(source)
    } catch {
      var failure = recorder.mistake(behind: error) ?? loadError(error, source.name)
      failure.trace = error.trace.map { Traceback($0) }
      throw failure
    }
    try recorder.finish()
  }

  private func loadError(_ failure: LuaFailure, _ shown: String) -> EngineError {
    let file = failure.file ?? shown
    func error(_ code: String, _ message: String, hint: String? = nil) -> EngineError {
      EngineError(code: code, message: message, file: file, line: failure.line, hint: hint)
    }
    let told = LuaMessage(failure, source: recorder.sources.first { $0.file == file }?.bytes)
    return switch failure.kind {
    case .syntax: error("policy.syntax", told.message, hint: told.hint)
    case .error: error("policy.invalid", told.message, hint: told.hint)
    case .fuel:
      error(
        "limit.fuel", "loading the policy used up \(options.fuel) units of fuel",
        hint: "look for a loop that does not end")
    case .memory:
      error(
        "limit.memory", "loading the policy exceeded the memory limit",
        hint: "look for a string or table that grows without end, or endless recursion")
    case .time: error("limit.time", "loading the policy exceeded the time limit")
    case .limit: error("limit.call", "loading the policy reached a limit: \(told.message)", hint: told.hint)
    }
  }
}

extension WaiverFile {
  static func waivers(in file: WaiverFile) throws(EngineError) -> [Waiver] {
    let loader = try PolicyLoader(PolicyOptions(policies: []))
    try loader.run(file)
    return loader.recorder.waivers
  }
}
