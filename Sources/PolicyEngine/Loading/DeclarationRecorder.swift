import Parameters
import PolicyObjects
import Basics
package import PolicySchema
package import LuaRuntime
import Reports
import StandardPolicies

package final class DeclarationRecorder: PolicyDeclarations {
  struct Declaration {
    var id: String
    var summary: String
    var version: String?
    var source: String
    /// The SHA-256 digest of the digests of all files read, in the order read, in hexadecimal digits; empty while the policy loads.
    var digest = ""
  }

  private struct Pending {
    let token: Int64
    let what: String
    let name: String
    let location: SourceLocation
  }

  var policies: [Declaration] = []
  var rules: [Rule] = []
  private(set) var waivers: [Waiver] = []
  private(set) var adjustments: [RuleAdjustment] = []
  private(set) var measures: [MeasureDeclaration] = []
  /// Which policy's file includes which: a policy may loosen only the rules of policies it includes.
  private var includers: [(from: String, to: String)] = []
  private(set) var parameters: [Parameter] = []
  /// The number of parameters before the current source. Two policies may import the module that declares one.
  private var parametersBefore = 0
  package private(set) var shapes = ShapeTable(kind: ObjectKind.shape.rawValue)
  /// Reads the declarations of test files; nil if there are no test files.
  let tests: (any TestDeclarations)?
  /// Every policy's and module's source, in the order read, each once.
  package private(set) var sources: [(file: String, bytes: [UInt8])] = []
  private var knownSources: Set<ExactText> = []
  var restrictions: [WaiverRestrictions.Restriction] = []

  private enum Mode { case policy, tests, waivers }
  private var mode = Mode.policy
  private(set) var uses: [ModuleUse] = []
  private var knownUses: Set<ModuleUse> = []
  var inclusions: [(module: String, at: SourceLocation)] = []
  private var pending: [Pending] = []
  private var nextToken: Int64 = 1
  private var positions: [String: Int] = [:]
  /// The modules that the source being loaded has run, directly or not.
  private var imported: Set<ExactText> = []
  /// The modules being imported, outermost first, each with the files in which its own imports are looked up.
  var importing: [(name: String, path: String, files: PolicyFiles)] = []
  /// The policy that owns the rules and waivers of a module, by the module's file. No other policy gets them.
  var owners: [ExactText: String] = [:]
  private var mistake: EngineError?
  private var isRunningRecorded = false
  private var completedRules: [Rule] = []
  /// The numbers of the standard modules that have run in the state of the policy being completed.
  private var importedNumbers: Set<Int> = []

  /// Where the modules of functions that are written in Lua are found, and those that have been asked for.
  var library: PolicyFiles?
  private var libraryModules: Set<ExactText> = []

  private let given: PolicyParameters
  var files: PolicyFiles?
  var isLoading = false
  private var isInteractive = false
  var currentPolicy: Int?
  private var currentSource = ""
  private var digests: [[UInt8]] = []

  init(parameters: PolicyParameters, tests: (any TestDeclarations)? = nil) {
    given = parameters
    self.tests = tests
  }

  func begin(_ source: PolicySource) {
    begin(.policy, source.path, source.bytes, source.files)
    digests = [source.digest]
  }

  func begin(tests source: PolicySource) { begin(.tests, source.path, source.bytes, source.files) }

  func begin(waivers file: WaiverFile) { begin(.waivers, file.source, file.contents, nil) }

  private func begin(_ mode: Mode, _ source: String, _ bytes: [UInt8], _ files: PolicyFiles?) {
    (self.files, self.mode) = (files, mode)
    isLoading = true
    currentPolicy = nil
    currentSource = source
    keep(source, bytes)
    importing = []
    imported = []
    inclusions = []
    mistake = nil
    parametersBefore = parameters.count
  }

  func declare(_ policy: RecordedPolicy, in source: PolicySource) throws(EngineError) {
    begin(source)
    let location = SourceLocation(file: source.path, line: policy.line)
    currentPolicy = policies.count
    policies.append(
      Declaration(
        id: policy.id, summary: policy.summary, version: policy.version, source: source.path, digest: policy.digest))
    restrictions.append(
      WaiverRestrictions.Restriction(policy: policy.id, allowsLocal: true, never: [], declared: location))
    inclusions = policy.includes.map { ($0, location) }
    // A recorded policy is declared once and imports each module once, so these uses are new.
    uses += policy.imports.map { named in
      ModuleUse(
        module: StandardPolicies.module(named.number), file: StandardPolicies.file(named.number), isImport: true,
        at: SourceLocation(file: source.path, line: named.line))
    }
    positions.reserveCapacity(rules.count + policy.rules.count)
    for rule in policy.rules {
      let file = rule.declared.file
      func named() -> (line: Int, number: Int)? { policy.imports.first { StandardPolicies.file($0.number) == file } }
      try refuseForeign(
        named().map { StandardPolicies.module($0.number) } ?? file, file,
        at: SourceLocation(file: source.path, line: named()?.line ?? policy.line))
      owners[ExactText(file)] = policy.id
      add(rule)
    }
    try finish()
  }

  /// Starts the file of a recorded rule, in a state where the modules `imported` have run.
  func beginRules(of policy: String, _ files: PolicyFiles, imported: Set<Int>) {
    (self.files, importedNumbers) = (files, imported)
    mode = .policy
    (isLoading, isRunningRecorded) = (true, true)
    (completedRules, importing, mistake) = ([], [], nil)
    parametersBefore = parameters.count
    currentPolicy = policies.firstIndex { $0.id == policy }
  }

  /// Ends the file. Returns the declared rules, the error, and the modules that have run.
  func finishRules() -> (rules: [Rule], mistake: EngineError?, imported: Set<Int>) {
    defer { (isLoading, isRunningRecorded, pending, mistake, completedRules) = (false, false, [], nil, []) }
    return (completedRules, mistake, importedNumbers)
  }

  package func beginInteractive(files: PolicyFiles?) {
    self.files = files
    isLoading = true
    isInteractive = true
    importing = []
    mistake = nil
  }

  /// Records that the policy in the file `includer` includes the one in `file`. The inclusion, at `location`, may be in a module that it
  /// imports.
  func noteInclusion(of module: String, at location: SourceLocation, by includer: String, file: String) {
    includers.append((includer, file))
    note(ModuleUse(module: module, file: file, isImport: false, at: location))
  }

  func note(_ use: ModuleUse) { if knownUses.insert(use).inserted { uses.append(use) } }

  /// Which policy includes which; `named` are the files of the policies that were named.
  func reach(named: Set<ExactText>) -> PolicyReach {
    let ids = Dictionary(policies.map { (ExactText($0.source), $0.id) }, uniquingKeysWith: { first, _ in first })
    return PolicyReach(
      named: policies.filter { named.contains(ExactText($0.source)) }.map(\.id),
      inclusions: includers.compactMap { edge in
        if let from = ids[ExactText(edge.from)], let to = ids[ExactText(edge.to)] { (from, to) } else { nil }
      })
  }

  private func keep(_ file: String, _ bytes: [UInt8]) {
    if knownSources.insert(ExactText(file)).inserted { sources.append((file, bytes)) }
  }

  func finish() throws(EngineError) {
    isLoading = false
    if let mistake { throw mistake }
    if let unfinished = pending.first {
      pending = []
      throw EngineError(
        code: "policy.incomplete", message: "\(unfinished.what) '\(unfinished.name)' has no table after its name",
        at: unfinished.location, hint: "write \(unfinished.what) \"\(unfinished.name)\" { … }")
    }
    if mode != .policy { return }
    guard let currentPolicy else {
      throw EngineError(
        code: "policy.undeclared", message: "the file does not declare a policy", file: currentSource, line: 1,
        hint: "start it with: policy \"com.example.release\" { summary = \"…\" }")
    }
    if policies[currentPolicy].digest.isEmpty {
      policies[currentPolicy].digest = SHA256Digest(ofParts: digests).hexadecimal
    }
  }

  func mistake(behind failure: LuaFailure) -> EngineError? {
    failure.kind == .error && mistake?.message == failure.message ? mistake : nil
  }

  // MARK: Calls from policies

  /// `policy "id" { … }`, `rule "id" { … }`, `parameter "name" { … }`, `waive "rule" { … }`: called with the name, then with the table.
  package func declare(_ what: String, _ call: LuaCall, _ answer: LuaAnswer) {
    let location = SourceLocation(file: call.file, line: call.line)
    do throws(DeclarationError) {
      guard isLoading else {
        throw DeclarationError("'\(what)' can only be used while the policy loads, not inside a rule")
      }
      if isInteractive, what != "parameter" || importing.isEmpty {
        throw DeclarationError("'\(what)' can only be used in a policy file, not in the REPL")
      }
      switch call[0] {
      case .string(let name):
        if call.arguments.count > 1 {
          throw DeclarationError("write \(what) \"\(name)\" { … }, without parentheses or a comma")
        }
        pending.append(Pending(token: nextToken, what: what, name: name, location: location))
        answer.set(nextToken)
        nextToken += 1
      case .integer(let token):
        // Declarations are completed right after their start, so this list is short.
        guard let position = pending.lastIndex(where: { $0.token == token }) else {
          throw DeclarationError("this \(what) already has a table; declare another \(what) with another name")
        }
        if let value = try complete(pending.remove(at: position), call[1]) { answer.set(value) }
      case let other:
        throw DeclarationError("\(what) needs a name: \(what) \"name\" { … }, found \(other.typeName)")
      }
    } catch {
      refuse(error, at: location, answer)
    }
  }

  package func makeShape(of node: LuaNode, _ call: LuaCall, _ answer: LuaAnswer) {
    makeShape(call, answer) { [shapes] (reader, call) throws(DeclarationError) in
      guard let word = shapes.word(node) else {
        throw DeclarationError("this shape already has its options and cannot be called again")
      }
      return try reader.called(word, call)
    }
  }

  package func makeShape(
    _ call: LuaCall, _ answer: LuaAnswer, _ make: (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading
  ) {
    do throws(DeclarationError) {
      guard isLoading else {
        throw DeclarationError("shapes can only be created while the policy loads, not inside a rule")
      }
      try refuseInWaivers("cannot create shapes")
      let made = try make(ShapeReader(table: shapes), call)
      answer.set(try shapes.add(made))
    } catch {
      refuse(error, at: SourceLocation(file: call.file, line: call.line), answer)
    }
  }

  package func importModule(_ call: LuaCall, _ answer: LuaAnswer) {
    let location = SourceLocation(file: call.file, line: call.line)
    guard case .string(let name) = call[0] else {
      return refuse(
        DeclarationError("import needs the name of a module: import \"name\", found \(call[0].typeName)"), at: location,
        answer)
    }
    do throws(DeclarationError) { try refuseInWaivers("cannot use 'import'") } catch {
      return refuse(error, at: location, answer)
    }
    if !isLoading, libraryModules.contains(ExactText(call.file)) { return libraryModule(name, answer) }
    guard isLoading, let files = importing.last?.files ?? files else {
      return answer.fail(
        isInteractive
          ? "no policy is loaded, so there is no module to import"
          : "'import' can only be used while the policy loads, not inside a rule")
    }
    if isRunningRecorded { return recordedModule(name, files, answer) }
    do throws(EngineError) {
      let module = try files.module(name)
      // By file: a pack and the project may use the same name for different modules.
      if importing.contains(where: { $0.path.hasSameBytes(as: module.path) }) {
        let chain = (importing.map(\.name) + [name]).joined(separator: " → ")
        return refuse(DeclarationError("module '\(name)' imports itself: \(chain)"), at: location, answer)
      }
      try refuseForeign(name, module.path, at: location)
      importing.append((name, module.path, module.files))
      note(ModuleUse(module: name, file: module.path, isImport: true, at: location))
      digests.append(module.digest)
      keep(module.path, module.bytes)
      // Lua caches a module that has run.
      let isNew = imported.insert(ExactText(module.path)).inserted
      answer.set(isNew ? module.code : LuaSource(module.bytes, name: module.path))
    } catch {
      // An error in another file has its own place.
      if error.line != nil { return refuse(DeclarationError(error), at: location, answer) }
      guard error.code.rawValue.hasPrefix("pack.") else {
        return refuse(DeclarationError(error.message), at: location, answer)
      }
      var error = error
      (error.file, error.line) = (location.file, location.line)
      refuse(DeclarationError(error), at: location, answer)
    }
  }

  /// Answers an import that the build has run, too.
  private func recordedModule(_ name: String, _ files: PolicyFiles, _ answer: LuaAnswer) {
    guard let number = StandardPolicies.number(ofModule: name) else {
      return answer.fail("there is no module '\(name)'")
    }
    let path = StandardPolicies.file(number)
    importing.append((name, path, files))
    let isNew = importedNumbers.insert(number).inserted
    answer.set(
      isNew
        ? LuaSource(StandardPolicies.source(number), name: path, compiled: StandardPolicies.compiled(number))
        : LuaSource([], name: path))
  }

  /// The rules that a module declares belong to one policy. If every policy that imports the module declared them, each would be
  /// evaluated and reported several times, and a policy could waive a copy of another's rule.
  func refuseForeign(
    _ name: @autoclosure () -> String, _ path: String, at place: @autoclosure () -> SourceLocation
  ) throws(EngineError) {
    guard mode == .policy, let currentPolicy, let owner = owners[ExactText(path)] else { return }
    let policy = policies[currentPolicy].id
    if owner == policy { return own(path) }
    let location = place()
    let first = uses.first { $0.isImport && $0.file.hasSameBytes(as: path) }?.at ?? location
    // The standard policies import their own modules: the other import has to be removed.
    let isCarried = StandardPolicies.carries(location.file)
    throw EngineError(
      code: "policy.invalid",
      message:
        "module '\(name())' declares rules or waivers, and two policies import it: '\(owner)' (\(first.file):\(first.line)) "
        + "and '\(policy)' (\(location.file):\(location.line))", file: isCarried ? first.file : location.file,
      line: isCarried ? first.line : location.line,
      hint:
        "move its declarations to a policy of their own and include that, or include '\(isCarried ? policy : owner)'")
  }

  /// Marks a module's declarations, and those that its own imports make, as belonging to this policy.
  private func own(_ path: String?) {
    guard mode == .policy, let currentPolicy else { return }
    for file in importing.map(\.path) + (path.map { [$0] } ?? []) {
      owners[ExactText(file)] = policies[currentPolicy].id
    }
  }

  /// Fails the call, and the policy even if it catches the error: a rule that could not be declared must not be silently missing.
  private func refuse(_ error: DeclarationError, at location: SourceLocation, _ answer: LuaAnswer) {
    if isLoading && mistake == nil {
      mistake =
        error.underlying as? EngineError
        ?? EngineError(code: "policy.invalid", message: error.message, at: location)
    }
    answer.fail(error.message)
  }

  private func refuseInWaivers(_ what: String) throws(DeclarationError) {
    if isLoading, mode == .waivers {
      throw DeclarationError("a waiver file \(what); it can contain only waive \"rule\" { … }")
    }
  }

  package func libraryModule(_ name: String, _ answer: LuaAnswer) {
    do throws(EngineError) {
      let files =
        if let library { library } else { PolicyFiles(sources: try PolicySources(PolicyOptions(policies: []))) }
      library = files
      let module = try files.module(name)
      libraryModules.insert(ExactText(module.path))
      answer.set(module.code)
    } catch {
      answer.fail(error.message)
    }
  }

  /// Lets code under this name import standard modules while no policy loads.
  package func allowImports(by name: String) { libraryModules.insert(ExactText(name)) }

  package func finishImport(_ name: String) {
    if let position = importing.lastIndex(where: { $0.name == name }) { importing.removeSubrange(position...) }
  }

  // MARK: Declarations

  private func complete(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) -> LuaValue? {
    if declaration.what != "waive" { try refuseInWaivers("cannot use '\(declaration.what)'") }
    if mode == .tests, declaration.what != "test" { return try repeated(declaration) }
    switch declaration.what {
    case "parameter": return try declareParameter(declaration, value)
    case "test":
      try declareTest(declaration, value)
      return nil
    case "policy": try declarePolicy(declaration, value)
    case "rule": try declareRule(declaration, value)
    case "measure":
      let policy = try policy(of: declaration)
      measures.append(try .read(declaration.name, value, policy: policy, at: declaration.location))
    case "override", "disable": try declareAdjustment(declaration, value)
    default: try declareWaiver(declaration, value)
    }
    own(nil)
    return nil
  }

  private func policy(of declaration: Pending) throws(DeclarationError) -> String {
    if let currentPolicy { return policies[currentPolicy].id }
    throw DeclarationError(
      "\(declaration.what) '\(declaration.name)' comes before any policy; declare policy \"…\" { … } first")
  }

  /// Returns the existing declaration when a test file imports a module that a policy has imported already.
  private func repeated(_ declaration: Pending) throws(DeclarationError) -> LuaValue? {
    if declaration.what == "parameter",
      let known = parameters.first(where: {
        $0.name == declaration.name && $0.declared.file.hasSameBytes(as: declaration.location.file)
      })
    {
      return known.value
    }
    if let module = importing.last, owners[ExactText(module.path)] != nil { return nil }
    throw DeclarationError("tests cannot use '\(declaration.what)'")
  }

  static let policyDefinition = APIClass(
    "Policy", .declaration, "The table of `policy \"id\"`.",
    fields: [
      APIField("summary", "string", "One sentence that says what the policy is for."),
      APIField("version?", "string", "Shown in reports."),
      APIField("include?", "string|string[]", "Policies whose rules are evaluated as well."),
      APIField("local_waivers?", "boolean", "Whether projects may waive findings; `true` by default."),
      APIField("never_waive?", "string|string[]", "Rules that nobody may waive, disable or downgrade."),
    ])

  private func declarePolicy(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) {
    let place = "policy '\(declaration.name)'"
    try PolicyIdentifier.check(declaration.name, of: "policy")
    if let currentPolicy {
      throw DeclarationError(
        "\(place): a file can declare only one policy, and this one already declares '\(policies[currentPolicy].id)'")
    }
    if StandardPolicies.has(declaration.name), !(files?.isStandard(currentSource) ?? true) {
      throw DeclarationError(
        "\(place): ids that begin with '\(StandardPolicies.name).' are reserved for the standard policies; "
          + "choose another id, or pass --standard-policies to read the standard policies from this directory")
    }
    let reader = try DeclarationReader(value, place: place, of: Self.policyDefinition)
    let summary = try reader.requiredText("summary", purpose: "one sentence that says what the policy is for")
    if let earlier = policies.first(where: { $0.id == declaration.name }) {
      throw DeclarationError("\(place) is already declared in \(earlier.source)")
    }
    policies.append(
      Declaration(
        id: declaration.name, summary: summary, version: try reader.text("version"), source: currentSource))
    currentPolicy = policies.count - 1
    let never = try reader.texts("never_waive") ?? []
    if reader.has("never_waive"), never.isEmpty || never.contains("") {
      throw DeclarationError("\(place): 'never_waive' is empty; list the ids of rules")
    }
    restrictions.append(
      WaiverRestrictions.Restriction(
        policy: declaration.name, allowsLocal: try reader.boolean("local_waivers") ?? true, never: never,
        declared: declaration.location))
    for module in try reader.texts("include") ?? [] {
      if inclusions.contains(where: { $0.module == module }) {
        throw DeclarationError("\(place): 'include' names '\(module)' twice")
      }
      inclusions.append((module, declaration.location))
    }
  }

  private func declareParameter(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) -> LuaValue {
    let parameter = try ParameterReader(given: given).parameter(
      declaration.name, value, at: declaration.location, policy: currentPolicy.map { policies[$0].id },
      among: Array(parameters[parametersBefore...]))
    parameters.append(parameter)
    return parameter.value
  }

  private func declareRule(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) {
    let policy = try policy(of: declaration)
    let reader = RuleReader(policy: policy, shapes: shapes)
    if isRunningRecorded {
      // Any other rule is reported as one that its file does not declare.
      guard let position = positions["\(policy)/\(declaration.name)"] else { return }
      return completedRules.append(try reader.complete(rules[position], value))
    }
    let rule = try reader.rule(declaration.name, value, at: declaration.location)
    if let earlier = positions[rule.id].map({ rules[$0].declared }) {
      throw DeclarationError("rule '\(declaration.name)' is already declared at \(earlier.file):\(earlier.line)")
    }
    add(rule)
  }

  private func add(_ rule: Rule) {
    positions[rule.id] = rules.count
    rules.append(rule)
  }

  private func declareAdjustment(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) {
    let place = "\(declaration.what) '\(declaration.name)'"
    let policy = try policy(of: declaration)
    let isOverride = declaration.what == "override"
    let reader = try DeclarationReader(
      value, place: place, of: isOverride ? RuleAdjustment.overriding : RuleAdjustment.disabling)
    let severity = try reader.word("severity", Severity.self)
    if isOverride, severity == nil { throw DeclarationError("\(place): 'severity' is missing: error, warning or note") }
    adjustments.append(
      RuleAdjustment(
        rule: declaration.name, policy: policy, severity: severity,
        because: isOverride ? nil : try reader.requiredText("because", purpose: "why the rule is disabled"),
        declared: declaration.location))
  }

  private func declareTest(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) {
    guard mode == .tests, let tests else {
      throw DeclarationError("tests belong in a separate file whose name ends in _test.lua")
    }
    try tests.declareTest(declaration.name, value, at: declaration.location)
  }

  package func makeFixture(_ kind: FixtureKind?, _ call: LuaCall, _ answer: LuaAnswer) {
    do throws(DeclarationError) {
      guard isLoading, mode == .tests, let tests else {
        throw DeclarationError("fixtures are for tests, in a file whose name ends in _test.lua")
      }
      let fixture = if let kind { try tests.makeFixture(kind, call) } else { try tests.deriveFixture(call) }
      answer.set(fixture)
    } catch {
      refuse(error, at: SourceLocation(file: call.file, line: call.line), answer)
    }
  }

  package func kind(ofFixture node: LuaNode) -> FixtureKind? { tests?.kind(of: node) }

  private func declareWaiver(_ declaration: Pending, _ value: LuaValue) throws(DeclarationError) {
    let policy = mode == .waivers ? nil : try policy(of: declaration)
    waivers.append(try WaiverReader(policy: policy).waiver(declaration.name, value, at: declaration.location))
  }
}
