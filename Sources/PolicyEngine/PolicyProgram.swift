import Bundles
public import LuaRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Loaded policies, ready to judge bundles. Holds one Lua state, so it belongs to one thread at a time.
public final class PolicyProgram {
  /// What a program is loaded from, and what it may use.
  public struct Options: Sendable {
    /// Policy files, or directories that hold a `policy.lua`.
    public var policies: [String]
    /// Files of tests, for rules of these policies.
    public var tests: [String]
    /// Values for parameters, as text.
    public var parameters: [String: String]
    /// Limits of Lua.
    public var limits: LuaLimits
    /// Fuel of one rule on one bundle, and of loading one policy.
    public var fuel: UInt64

    /// Fifty million units of fuel and the standard limits, unless told otherwise.
    public init(
      policies: [String], tests: [String] = [], parameters: [String: String] = [:], limits: LuaLimits = .standard,
      fuel: UInt64 = 50_000_000
    ) {
      self.policies = policies
      self.tests = tests
      self.parameters = parameters
      self.limits = limits
      self.fuel = fuel
    }
  }

  /// The policies, in the order loaded.
  public private(set) var policies: [PolicySummary] = []

  /// What is wrong with the options but stops no rule: values for parameters that no policy has.
  public let errors: [EngineError]

  let rules: [Rule]
  let waivers: [Waiver]
  let tests: [PolicyTest]
  let parameters: [Parameter]
  /// Every policy's and module's source, in the order read.
  let sources: [(file: String, bytes: [UInt8])]
  let evaluator: RuleEvaluator

  private let host: PolicyHost
  private let state: LuaState

  /// Loads policies. Throws the first error found, with its place.
  public init(_ options: Options) throws(EngineError) {
    let recorder = DeclarationRecorder(overrides: options.parameters)
    host = PolicyHost(recorder: recorder)
    do throws(LuaState.OutOfMemory) {
      state = try LuaState(host: host, limits: options.limits)
      try host.register(in: state)
      try state.seal()
    } catch {
      throw EngineError(code: "limit.memory", message: "there is no memory for the policy engine")
    }
    evaluator = RuleEvaluator(host: host, state: state, fuel: options.fuel)
    for path in options.policies {
      try Self.load(path, recorder, state, options)
    }
    for path in options.tests {
      let (files, name) = try Self.locate(path, limit: options.limits.sourceSize + 1)
      let (bytes, shown) = try files.file(name)
      recorder.begin(tests: shown, bytes: bytes, files: files)
      try Self.run(bytes, shown, recorder, state, options)
    }
    tests = recorder.tests
    parameters = recorder.parameters
    sources = recorder.sources
    let known = recorder.parameters.map(\.name)
    errors = recorder.unknownOverrides.map { unknown in
      EngineError(
        code: "policy.unknown-parameter",
        message: "no policy has a parameter '\(unknown)'"
          + (known.isEmpty ? "" : DeclarationError.suggestion(for: unknown, among: known)))
    }
    state.begin(fuel: options.fuel)
    do throws(LuaFailure) {
      try state.settle()
    } catch {
      throw Self.loadError(error, options.policies.first ?? "", options)
    }
    host.objects.keepLoaded()
    rules = try RuleAdjustment.apply(
      recorder.adjustments, to: recorder.rules, included: recorder.policies(includedBy:))
    if rules.isEmpty {
      throw EngineError(
        code: "policy.empty", message: "the policy has no rules, so it would judge nothing",
        file: recorder.policies.first?.source, line: 1,
        hint: "declare one: rule \"id\" { summary = \"…\", require = { … } }")
    }
    waivers = try Self.completed(recorder.waivers, rules)
    policies = recorder.policies.map {
      PolicySummary(id: $0.id, version: $0.version, source: $0.source, contents: $0.contents)
    }
  }

  /// What keys of one's own start with, as far as rules say.
  var customPrefixes: [String] {
    rules.flatMap { rule in
      rule.clauses.flatMap { clause -> [String] in if case .customKeys(let prefixes) = clause { prefixes } else { [] } }
    }
  }

  /// The ids of all rules, `policy-id/rule-id`, in the order declared.
  public var ruleIDs: [String] { rules.map(\.id) }

  // MARK: Loading

  private static func load(
    _ path: String, _ recorder: DeclarationRecorder, _ state: LuaState, _ options: Options
  ) throws(EngineError) {
    let (files, name) = try locate(path, limit: options.limits.sourceSize + 1)
    var next: (bytes: [UInt8], path: String)? = try files.file(name)
    var seen = Set(next.map { [$0.path] } ?? [])
    var waiting: [(module: String, at: SourceLocation)] = []
    while let (bytes, shown) = next {
      recorder.begin(source: shown, bytes: bytes, files: files)
      try run(bytes, shown, recorder, state, options)
      waiting += recorder.inclusions
      next = nil
      while next == nil && !waiting.isEmpty {
        let (module, location) = waiting.removeFirst()
        do throws(EngineError) {
          let found = try source(of: module, files)
          recorder.noteInclusion(from: location.file, to: found.path)
          // Two policies may include the same third one: it is loaded once.
          if seen.insert(found.path).inserted { next = found }
        } catch {
          throw EngineError(
            code: error.code, message: error.message, file: location.file, line: location.line, hint: error.hint)
        }
      }
    }
  }

  private static func source(
    of module: String, _ files: PolicyFiles
  ) throws(EngineError) -> (bytes: [UInt8], path: String) {
    if module == "apple" || module.hasPrefix("apple.") {
      throw EngineError(
        code: "policy.include", message: "the standard policy '\(module)' is not part of this version of bundlepolicy",
        hint: "remove it from include")
    }
    return try files.module(module)
  }

  private static func run(
    _ bytes: [UInt8], _ shown: String, _ recorder: DeclarationRecorder, _ state: LuaState, _ options: Options
  ) throws(EngineError) {
    state.begin(fuel: options.fuel)
    do throws(LuaFailure) {
      _ = try state.run(bytes, name: shown)
    } catch {
      throw loadError(error, shown, options)
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
        line: failure.line)
    case .time:
      return EngineError(
        code: "limit.time", message: "loading the policy took too long", file: file, line: failure.line)
    }
  }

  /// The files and the file's name that a `--policy` argument stands for.
  static func locate(_ path: String, limit: Int) throws(EngineError) -> (files: PolicyFiles, name: String) {
    guard let resolved = realpath(path, nil) else {
      throw EngineError(
        code: "policy.not-found", message: "there is no policy: \(String(cString: strerror(errno)))", file: path,
        hint: "--policy takes a Lua file, or a directory with a policy.lua")
    }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return (try PolicyFiles(root: target, displayRoot: trimmed(path), limit: limit), "policy.lua")
    }
    // A link to a policy is read where it points to, and its modules are looked for there.
    let (shownRoot, shownName) = split(trimmed(path))
    let (root, name) = split(target)
    let isLink = name != shownName
    return (try PolicyFiles(root: root, displayRoot: isLink ? root : shownRoot, limit: limit), name)
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

  /// Gives every waiver the full id of its rule; one that names no rule is an error.
  private static func completed(_ waivers: [Waiver], _ rules: [Rule]) throws(EngineError) -> [Waiver] {
    var completed: [Waiver] = []
    for waiver in waivers {
      let id = waiver.rule.contains("/") ? waiver.rule : "\(waiver.policy)/\(waiver.rule)"
      guard rules.contains(where: { $0.id == id }) else {
        let known = rules.map { $0.id.hasPrefix("\(waiver.policy)/") ? $0.localID : $0.id }
        throw EngineError(
          code: "policy.invalid",
          message: "waive: there is no rule '\(waiver.rule)'"
            + DeclarationError.suggestion(for: waiver.rule, among: known),
          file: waiver.declared.file, line: waiver.declared.line)
      }
      completed.append(
        Waiver(
          rule: id, policy: waiver.policy, bundle: waiver.bundle, key: waiver.key, because: waiver.because,
          owner: waiver.owner, expires: waiver.expires, declared: waiver.declared))
    }
    return completed
  }
}
