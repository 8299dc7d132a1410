import Bundles
import KeyRegistry
import PropertyLists
import StandardPolicies

/// Looks for mistakes in a policy that loads, without any bundle: what would never match, and what nobody has shown to work.
public struct PolicyLint {
  /// One remark.
  public struct Remark: Hashable, Sendable {
    /// Which sort of mistake, a stable name.
    public let code: String
    /// How bad it is: a warning is most likely a mistake, a note a gap.
    public let severity: Severity
    /// What was found.
    public let message: String
    /// The policy's file.
    public let file: String
    /// The line in `file`, from 1.
    public let line: Int
    /// What to do.
    public let fix: String?
  }

  private var remarks: [Remark] = []

  /// The remarks on a program's policies, by file and line.
  public static func remarks(on program: PolicyProgram) -> [Remark] {
    var lint = PolicyLint()
    for rule in program.rules { lint.look(at: rule) }
    for warning in program.warnings {
      guard let file = warning.file, let line = warning.line else { continue }
      lint.add(warning.code, .warning, warning.message, SourceLocation(file: file, line: line), fix: warning.hint)
    }
    let own = program.customPrefixes
    for (file, source) in program.sources {
      let tokens = LuaTokens(source).tokens
      lint.look(at: tokens, file, own: own)
      for parameter in program.parameters where parameter.declared.file == file { lint.look(at: parameter, in: tokens) }
    }
    return lint.remarks.sorted {
      ($0.file, $0.line, $0.code, $0.message) < ($1.file, $1.line, $1.code, $1.message)
    }
  }

  private mutating func add(
    _ code: String, _ severity: Severity, _ message: String, _ place: SourceLocation, fix: String? = nil
  ) {
    let remark = Remark(
      code: code, severity: severity, message: message, file: place.file, line: place.line, fix: fix)
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  // MARK: Rules

  private mutating func look(at rule: Rule) {
    let name = "rule '\(rule.localID)'"
    // The program carries its policies without examples.
    let isCarried = StandardPolicies.source(rule.declared.file) != nil
    if !isCarried, rule.examples.pass.isEmpty || rule.examples.fail.isEmpty {
      let missing = [rule.examples.pass.isEmpty ? "passes" : nil, rule.examples.fail.isEmpty ? "fails" : nil]
      add(
        "rule.examples", .note,
        "\(name) shows no bundle that \(missing.compactMap { $0 }.joined(separator: " and none that "))",
        rule.declared, fix: "add examples = { pass = { … }, fail = { … } }; 'bundlepolicy test' runs them")
    }
    if rule.rationale == nil {
      add("rule.rationale", .note, "\(name) doesn't say why", rule.declared, fix: "add rationale = \"…\"")
    }
    for key in rule.clauses.flatMap(Self.keys) {
      if let nearest = Self.misspelt(key) {
        add(
          "key.misspelt", .warning, "\(name) names '\(key)', which the platform does not define", rule.declared,
          fix: "write '\(nearest)' if that is meant")
      }
    }
    lookAtApplicability(of: rule, name)
  }

  private mutating func lookAtApplicability(of rule: Rule, _ name: String) {
    let applies = rule.applicability
    if let from = applies.minimumOSFrom, let below = applies.minimumOSBelow, let order = from.compare(to: below),
      order >= 0
    {
      add(
        "rule.never-applies", .warning, "\(name) applies from \(from.text) and below \(below.text), which is never",
        rule.declared)
    }
    // These lie inside others, or stand alone.
    let outer = Set([Bundle.Kind.archive, .plist].map(\.rawValue))
    if applies.nested == true, !applies.kinds.isEmpty, applies.kinds.allSatisfy(outer.contains) {
      add(
        "rule.never-applies", .warning,
        "\(name) is for nested bundles of kinds that are never nested: \(applies.kinds.joined(separator: ", "))",
        rule.declared)
    }
    if let since = rule.since, let denyFrom = rule.denyFrom, denyFrom < since {
      add(
        "rule.dates", .warning, "\(name) is to be an error from \(denyFrom.text) on, before it applies (\(since.text))",
        rule.declared)
    }
  }

  /// The top-level keys that a clause names.
  private static func keys(_ clause: Clause) -> [String] {
    switch clause {
    case .require(let keys), .forbid(let keys): keys.compactMap(top)
    case .shape(let shape): shape.fields.map(\.key)
    case .increases(let key, _): [top(key)].compactMap { $0 }
    case .localize(let clause): clause.keys
    case .customKeys, .qualifiedKeys, .files, .check: []
    }
  }

  private static func top(_ key: String) -> String? {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key)?.first : key
  }

  /// The key of the platform that is probably meant; nil for those that exist, and for keys of one's own.
  private static func misspelt(_ key: String) -> String? {
    let base = QualifiedKey.split(key).base
    if KeyRegistry.contains(key) || KeyRegistry.contains(base) { return nil }
    return KeyRegistry.nearest(to: base)
  }

  // MARK: Sources

  /// Keys that functions read: `info.Name` and `info["Name"]`, on anything called `info`.
  private mutating func look(at tokens: [LuaTokens.Token], _ file: String, own prefixes: [String]) {
    for position in tokens.indices where tokens[position].kind == .name && tokens[position].text == "info" {
      guard position + 2 < tokens.count else { break }
      let (separator, key) = (tokens[position + 1], tokens[position + 2])
      let isField = separator.text == "." && separator.kind == .symbol && key.kind == .name
      let isIndex = separator.text == "[" && separator.kind == .symbol && key.kind == .string
      guard isField || isIndex, !prefixes.contains(where: { key.text.hasPrefix($0) }) else { continue }
      if let nearest = Self.misspelt(key.text) {
        add(
          "key.misspelt", .warning, "'\(key.text)' is read, which the platform does not define",
          SourceLocation(file: file, line: key.line), fix: "write '\(nearest)' if that is meant")
      }
    }
  }

  /// A parameter whose value goes nowhere: `local name = parameter …` whose name never comes again.
  private mutating func look(at parameter: Parameter, in tokens: [LuaTokens.Token]) {
    let call = tokens.firstIndex {
      $0.kind == .name && $0.text == "parameter" && $0.line == parameter.declared.line
    }
    // Anything else, such as a field of a table, is beyond a look at the words.
    guard let at = call, at >= 3, tokens[at - 1].text == "=", tokens[at - 2].kind == .name,
      tokens[at - 3].text == "local"
    else { return }
    if tokens.count(where: { $0.kind == .name && $0.text == tokens[at - 2].text }) < 2 {
      add(
        "parameter.unused", .warning, "parameter '\(parameter.name)' is given values that nothing reads",
        parameter.declared, fix: "use the variable, or take the parameter away")
    }
  }
}
