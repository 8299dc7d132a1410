package import Basics
import Bundles
import KeyRegistry
import LuaSyntax
package import PolicyEngine
import PropertyLists
package import Reports

/// Finds mistakes in a policy that loads, without any bundle: conditions that never match, results that cannot be as intended, and
/// rules without tests.
package struct PolicyLint {
  package struct Remark: Hashable, Sendable {
    package let code: LintCode
    package let message: String
    package let file: String
    package let line: Int
    package let fix: String

    init(code: LintCode, message: String, place: SourceLocation, fix: String) {
      self.code = code
      self.message = message
      file = place.file
      line = place.line
      self.fix = fix
    }

    package var severity: Severity { code.severity }
  }

  /// The remarks on a program's policies and tests, by file and line. Without a day, no waiver has expired.
  package static func remarks(on program: PolicyProgram, asOf: CalendarDate? = nil) -> [Remark] {
    let spelling = KeySpelling(own: program.customPrefixes)
    // Users cannot change files of others, so only those that theirs import matter.
    let imported = Set(
      program.moduleUses.filter { $0.isImport && !PolicyFiles.isForeign($0.at.file) }.map(\.file))
    let words = program.sources.filter { !PolicyFiles.isForeign($0.file) || imported.contains($0.file) }
      .map { (file: $0.file, words: LuaTokens($0.bytes)) }
    var places = StringPlaces()
    for source in words { places.add(source.words.tokens, file: source.file) }
    let types = TypeTable()
    let sources = words.map {
      SourceLint.look(at: $0.words.tokens, file: $0.file, spelling: spelling, types: types)
    }
    var remarks = Set(sources.flatMap(\.remarks))
    for rule in program.rules where !PolicyFiles.isForeign(rule.declared.file) {
      let source = sources.first { $0.file == rule.declared.file }
      remarks.formUnion(
        RuleLint.remarks(
          on: rule, call: source.flatMap { call(of: rule, in: $0) }, in: source, spelling: spelling, places: places))
    }
    for warning in program.warnings {
      guard let file = warning.file, let line = warning.line, let code = LintCode(rawValue: warning.code.rawValue)
      else {
        continue
      }
      remarks.insert(
        Remark(
          code: code, message: warning.message, place: SourceLocation(file: file, line: line), fix: warning.hint ?? ""))
    }
    remarks.formUnion(WaiverLint.remarks(on: program, asOf: asOf))
    remarks.formUnion(UsageLint.remarks(on: sources))
    var allowances = Dictionary(
      words.map { ($0.file, LintAllowances($0.words, file: $0.file)) }, uniquingKeysWith: { first, _ in first })
    remarks = remarks.filter { !(allowances[$0.file]?.allows($0) ?? false) }
    for allowance in allowances.values { remarks.formUnion(allowance.leftOver) }
    return sorted(remarks.filter { !PolicyFiles.isForeign($0.file) })
  }

  /// An error about a declaration, at the line of the field that it names.
  package static func atField(_ error: EngineError) -> EngineError {
    guard error.code.rawValue == "policy.invalid", let file = error.file, let line = error.line,
      let source = try? InputFile.bytes(file, what: "the policy")
    else { return error }
    let misspelt = SpellingCorrector.correction(in: error.message, hint: error.hint).map { [$0.word] } ?? []
    let words = misspelt + SpellingCorrector.quoted(in: error.message).reversed()
    var error = error
    error.line = LuaTokens(source).first(of: words, inStatementAt: line)?.line ?? line
    return error
  }

  package static func sorted(_ remarks: some Sequence<Remark>) -> [Remark] {
    remarks.sorted {
      ($0.file, $0.line, $0.code.rawValue, $0.message) < ($1.file, $1.line, $1.code.rawValue, $1.message)
    }
  }

  private static func call(of rule: Rule, in source: SourceLint) -> SourceLint.RuleCall? {
    let calls = source.rules[rule.declared.line] ?? []
    if let named = calls.first(where: { $0.name == rule.localID }) { return named }
    return calls.count == 1 && calls[0].name == nil ? calls[0] : nil
  }
}

struct UsageLint {
  static func remarks(on sources: [SourceLint]) -> [PolicyLint.Remark] {
    sources.flatMap { source in
      source.parameters.filter { !isRead($0.destination, in: source, sources) }.map { parameter in
        PolicyLint.Remark(
          code: .parameterUnused, message: "parameter '\(parameter.name)' is never read",
          place: SourceLocation(file: source.file, line: parameter.line),
          fix: "use the value that 'parameter' returns, or remove the parameter")
      } + unusedImports(source, sources)
    }
  }

  private static func isRead(_ destination: ParameterDestination, in source: SourceLint, _ sources: [SourceLint])
    -> Bool
  {
    switch destination {
    case .nowhere: return false
    case .variable(let variable): return source.variables[variable].reads > 0
    case .field(let table, let field):
      if source.escapes[table, default: 0] > 0 || source.fieldsRead.contains(field) { return true }
      guard source.returned == table else { return false }
      // Another source may read it, by name or in a way that cannot be analyzed.
      return sources.contains { other in
        other.fieldsRead.contains(field) || other.imports.contains { other.escapes[$0.variable, default: 0] > 0 }
          || other.importsInPassing
      }
    }
  }

  /// Modules that are imported for a value that nothing uses. A module that declares rules is imported for them.
  private static func unusedImports(_ source: SourceLint, _ sources: [SourceLint]) -> [PolicyLint.Remark] {
    source.imports.filter { source.variables[$0.variable].reads == 0 }.compactMap { module, variable in
      let path = module.split(separator: ".").joined(separator: "/") + ".lua"
      guard let imported = sources.first(where: { $0.file == path || $0.file.hasSuffix("/" + path) }),
        !imported.declares
      else { return nil }
      return PolicyLint.Remark(
        code: .importUnused, message: "module '\(module)' is imported but never used",
        place: SourceLocation(file: source.file, line: source.variables[variable].line), fix: "remove the import")
    }
  }
}

struct WaiverLint {
  static func remarks(on program: PolicyProgram, asOf: CalendarDate?) -> [PolicyLint.Remark] {
    let waivers = program.waivers
    let rules = Dictionary(program.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // The inclusions of a rule without agreement to any of its waivers.
    let bypasses = Dictionary(grouping: waivers, by: \.rule).compactMapValues { own -> PolicyReach.Bypass? in
      let policies = Set(own.map(\.policy))
      guard !policies.contains(nil), let rule = own.first.flatMap({ rules[$0.rule] }) else { return nil }
      return program.reach.bypass(of: Set(policies.compactMap(\.self)), to: rule.policy)
    }
    var remarks: [PolicyLint.Remark] = []
    var seen: [[String?]: Waiver] = [:]
    for waiver in waivers {
      func add(_ code: LintCode, _ message: String, fix: String) {
        remarks.append(PolicyLint.Remark(code: code, message: message, place: waiver.declared, fix: fix))
      }
      let name = "the waiver of '\(waiver.rule)'"
      if let asOf, waiver.expires.utf8.lexicographicallyPrecedes(asOf.text.utf8) {
        add(
          .waiverExpired, "\(name) expired on \(waiver.expires)",
          fix: "remove it, or agree with \(waiver.owner) on a new date")
      }
      if let earlier = seen.updateValue(waiver, forKey: [waiver.rule, waiver.bundle, waiver.key.map(pointer)]) {
        add(
          .waiverDuplicate,
          "\(name) duplicates the waiver at \(earlier.declared.file):\(earlier.declared.line)",
          fix: "remove one of the two")
      }
      guard let rule = rules[waiver.rule] else { continue }
      if let bypass = bypasses[waiver.rule] {
        add(.waiverShared, "\(name) covers nothing: \(bypass.phrase(rule.policy))", fix: bypass.hint("waive the rule"))
      }
      if rule.adjustment?.because != nil {
        add(.waiverUnused, "\(name) covers nothing: the rule is disabled", fix: "remove it")
      } else if let key = waiver.key, !mayReport(rule, key) {
        add(
          .waiverUnused, "\(name) covers nothing: the rule reports nothing about '\(key)'",
          fix: "name a key that the rule reports, or remove 'key'")
      }
    }
    return remarks
  }

  private static func pointer(_ key: String) -> String {
    JSONPointer.isPointer(key) ? key : "/" + JSONPointer.escape(key)
  }

  private static func mayReport(_ rule: Rule, _ key: String) -> Bool {
    guard let steps = JSONPointer.tokens(pointer(key)), !steps.isEmpty else { return true }
    return rule.clauses.contains { $0.mayReport(at: steps) }
  }
}
