import LuaRuntime
import LuaSyntax
import PolicyEngine

/// The parsed sources of a program: the lines of a rule's fields, and the functions that it uses.
struct PolicyOutline {
  private(set) var files: [(file: String, bytes: [UInt8], outline: LuaOutline)] = []
  private var spans: [String: (file: Int, range: Range<Int>)] = [:]
  private var helpers: [(name: String?, tokens: ArraySlice<LuaTokens.Token>)] = []

  init(_ program: PolicyProgram, tests: Set<String>) {
    for (file, bytes) in program.sources where !tests.contains(file) {
      files.append((file, bytes, LuaOutline(bytes)))
    }
    for (number, file) in files.enumerated() {
      let outline = file.outline
      let byLine = Dictionary(grouping: outline.rules, by: \.line)
      for rule in program.rules where rule.declared.file == file.file {
        // If there are several on the line, the one with the rule's name.
        let near = byLine[rule.declared.line] ?? []
        let named = near.first { span in
          outline.tokens[span.range].prefix(3).contains { $0.kind == .string && $0.text == rule.localID }
        }
        if let span = named ?? near.first { spans[rule.id] = (number, span.range) }
      }
      helpers += outline.functions.filter { function in
        !outline.rules.contains { $0.range.contains(function.range.lowerBound) }
      }.map { ($0.name, outline.tokens[$0.range]) }
    }
  }

  func outline(of file: String) -> LuaOutline? { files.first { $0.file == file }?.outline }

  private func span(of rule: Rule) -> (outline: LuaOutline, range: Range<Int>)? {
    spans[rule.id].map { (files[$0.file].outline, $0.range) }
  }

  /// Returns the line of a field of a rule, or of the string `text` after it, or else the rule's line.
  func line(of rule: Rule, _ field: String, _ text: String? = nil) -> Int {
    guard let (outline, range) = span(of: rule),
      let at = range.first(where: {
        outline.tokens.has(.name, field, at: $0) && outline.tokens.has(.symbol, "=", at: $0 + 1)
      })
    else { return rule.declared.line }
    guard let text else { return outline.tokens[at].line }
    let found = outline.tokens[at..<range.upperBound].first { $0.kind != .symbol && $0.text == text }
    return (found ?? outline.tokens[at]).line
  }

  func isIn(_ rule: Rule, _ position: Int, _ file: String) -> Bool {
    guard let span = spans[rule.id] else { return false }
    return span.range.contains(position) && files[span.file].file == file
  }

  /// The words and strings in the functions of a rule, in the functions of the policy that they name, and so on.
  func vocabulary(of rule: Rule) -> Vocabulary {
    guard let (outline, range) = span(of: rule) else { return Vocabulary() }
    let own = outline.functions.filter { range.contains($0.range.lowerBound) }
    var vocabulary = Vocabulary()
    for function in own { vocabulary.add(outline.tokens[function.range]) }
    // A field may name a function: check = f.
    var named = vocabulary.words.union(outline.tokens[range].filter { $0.kind == .name }.map(\.text))
    var pending = helpers
    while let next = pending.firstIndex(where: { $0.name.map(named.contains) ?? false }) {
      let helper = pending.remove(at: next)
      vocabulary.add(helper.tokens)
      named.formUnion(vocabulary.words)
    }
    return vocabulary
  }
}

struct Vocabulary {
  private(set) var words: Set<String> = []
  private(set) var strings: Set<String> = []
  private(set) var integers: Set<Int64> = []

  mutating func add(_ tokens: ArraySlice<LuaTokens.Token>) {
    for token in tokens {
      switch token.kind {
      case .name: words.insert(token.text)
      case .string: strings.insert(token.text)
      case .number: if let number = Int64(token.text) { integers.insert(number) }
      case .symbol: break
      }
    }
  }

  /// Whether the functions name a key, or the field of a bundle with its value.
  func names(_ key: String) -> Bool {
    words.contains(key) || strings.contains(key) || Self.fields[key].map(words.contains) ?? false
  }

  private static let fields = ["CFBundleIdentifier": "identifier", "CFBundleExecutable": "executable"]
}

/// The places of rules and functions in a Lua source that compiles.
struct LuaOutline: LuaVisitor {
  struct Function {
    let closure: LuaClosure
    /// The name from a `function` statement, an assignment or a field; nil without one.
    let name: String?
    let parameters: [String]

    /// From the word `function` to its `end`.
    var range: Range<Int> { closure.range }
  }

  let tokens: [LuaTokens.Token]
  private(set) var statements: [LuaStatement] = []
  private(set) var functions: [Function] = []
  /// Calls of `rule`, with their tables.
  private(set) var rules: [LuaExpression] = []
  private var variables: [LuaVariable] = []
  /// The number of functions around the current word.
  private var depth = 0

  /// Empty if the source is not Lua.
  init(_ source: [UInt8]) {
    tokens = LuaTokens(source).tokens
    guard let parsed = try? LuaParser.parse(tokens) else { return }
    variables = parsed.variables
    statements = parsed.statements
    visit(statements)
  }

  /// Fields of rules, and of reports, that tests do not see.
  static let unseenFields: Set<String> = ["examples", "summary", "rationale", "help", "tags", "source"]
  static let unseenDetails: Set<String> = ["fix", "expected", "discriminator"]

  /// The names of the report parameter in `check` and `across` functions.
  var reporters: Set<String> {
    let checks = functions.filter { ["check", "across"].contains($0.name) && $0.parameters.count > 1 }
    return Set(checks.map { $0.parameters[1] }).union(["report"])
  }

  static func isReport(_ call: LuaSuffix) -> Bool {
    switch call.kind {
    case .call: true
    case .method(let name, _): ["at", "missing", "file"].contains(name)
    case .field, .index: false
    }
  }

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .function(let target, let closure): add(closure, Self.name(target))
    case .localFunction(let variable, let closure): add(closure, variables[variable].name)
    case .local(let made, let values):
      for (number, value) in values.enumerated() {
        visit(value, named: number < made.count ? variables[made[number]].name : nil)
      }
    case .assignment(let targets, let values):
      for (number, value) in values.enumerated() {
        visit(value, named: number < targets.count ? Self.name(targets[number]) : nil)
      }
    default: visitParts(of: statement)
    }
  }

  mutating func visit(_ expression: LuaExpression) {
    switch expression.kind {
    case .function: visit(expression, named: nil)
    case .table(let fields): for field in fields { visit(field.value, named: field.name) }
    case .suffixed(let base, let suffixes):
      if case .name("rule", _) = base.kind, case .call? = suffixes.first?.kind { rules.append(expression) }
      visitParts(of: expression)
    default: visitParts(of: expression)
    }
  }

  private mutating func visit(_ value: LuaExpression, named name: String?) {
    guard case .function(let closure) = value.kind else { return visit(value) }
    add(closure, name)
  }

  private mutating func add(_ closure: LuaClosure, _ name: String?) {
    if depth == 0 {
      let parameters = closure.parameters.map { variables[$0].name }
      functions.append(Function(closure: closure, name: name, parameters: parameters))
    }
    depth += 1
    visit(closure.body)
    depth -= 1
  }

  /// The last name in the target of an assignment.
  private static func name(_ target: LuaExpression) -> String? {
    switch target.kind {
    case .name(let name, _): name
    case .suffixed(_, let suffixes): suffixes.last?.name
    default: nil
    }
  }
}
