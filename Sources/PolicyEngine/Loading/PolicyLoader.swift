import Basics
package import LuaRuntime
package import Reports

/// Runs the sources of policies, files of waivers and files of tests in a Lua state, and collects what they declare.
package struct PolicyLoader {
  package let recorder: DeclarationRecorder
  package let host: PolicyHost
  package let state: LuaState
  /// The files of the policies that were named, not just included.
  private(set) var named: Set<ExactText> = []
  private(set) var waiverFiles: [WaiverFile] = []
  /// As messages show them.
  private(set) var testFiles: [String] = []

  private let options: PolicyProgram.Options

  /// Makes the state. Throws when there is no memory.
  package init(_ options: PolicyProgram.Options, tests: (any TestDeclarations)? = nil) throws(EngineError) {
    self.options = options
    recorder = DeclarationRecorder(parameters: options.parameters, tests: tests)
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
      throw EngineError(code: "limit.memory", message: "there is not enough memory for the policy engine")
    }
  }

  /// Runs the policies with all that they include, then the files of waivers, then those of tests.
  mutating func run(_ sources: PolicySources) throws(EngineError) {
    // Two policies may include the same third one: it is loaded once.
    var loaded: Set<ExactText> = []
    for word in options.policies {
      let policy = try sources.policy(word)
      named.insert(ExactText(policy.path))
      if loaded.insert(ExactText(policy.path)).inserted { try run(policy, &loaded) }
    }
    waiverFiles = try sources.waiverFiles()
    for file in waiverFiles { try run(file) }
    for path in options.tests?.files ?? [] {
      let source = try sources.file(path)
      recorder.begin(tests: source)
      try run(source.code)
      testFiles.append(source.path)
    }
    do throws(LuaFailure) {
      if recorder.hasDeferred { try loadShared(sources) }
      if recorder.hasDeferred || recorder.rules.contains(where: { $0.clauses.contains { $0 is CheckClause } }) {
        // Without memory for them, they are made when they are asked for.
        for node in Self.usual { try? state.keep(node) }
      }
      state.begin(fuel: options.fuel)
      try state.settle(isLayered: recorder.hasDeferred)
    } catch {
      throw loadError(error, options.policies.first ?? "")
    }
    host.objects.keepLoaded()
  }

  /// What nearly every function of a rule asks for: the outer bundle, its Info.plist and files, and the report.
  private static let usual = [ObjectKind.bundle, .value, .files, .report].map {
    LuaNode(kind: $0.rawValue, owner: 0, index: 0)
  }

  func run(_ file: WaiverFile) throws(EngineError) {
    recorder.begin(waivers: file)
    try run(LuaSource(file.contents, name: file.source))
  }

  private func run(_ policy: PolicySource, _ loaded: inout Set<ExactText>) throws(EngineError) {
    var next: PolicySource? = policy
    var waiting: [(module: String, at: SourceLocation, by: PolicySource)] = []
    while let source = next {
      let isDeclared = options.defersRules && source.isCarried ? try recorder.declare(carried: source) : false
      if !isDeclared {
        recorder.begin(source)
        try run(source.code)
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
          throw EngineError(
            code: error.code.rawValue, message: error.message, file: location.file, line: location.line,
            hint: error.hint)
        }
      }
    }
  }

  private func run(_ source: LuaSource) throws(EngineError) {
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
