import Basics
import LuaSyntax
import Reports

package struct SourceLint: LuaVisitor {
  struct RuleCall {
    let name: String?
    let fields: [LuaField]
    let line: Int
  }

  let file: String
  let variables: [LuaVariable]
  let spelling: KeySpelling
  let types: TypeTable
  var typed: [Int: TypedValue] = [:]
  var uses = VariableUses()
  /// The kinds and platforms of the bundles that the functions of a rule get, by parameter.
  var selected: [Int: [String: [String]]] = [:]
  var tableReads: [(variable: Int, read: TableRead, line: Int)] = []
  private var visible: [Int] = []
  /// The loops from 0 to the length of a list, by variable.
  var loopsFromZero: [Int: (list: LuaExpression, line: Int)] = [:]
  var remarks: [PolicyLint.Remark] = []
  /// The rules declared in this source with a recognizable table, by line.
  var rules: [Int: [RuleCall]] = [:]
  /// The parameters declared in this source, and where their values go.
  var parameters: [(name: String, line: Int, destination: ParameterDestination)] = []
  var imports: [(module: String, variable: Int)] = []
  /// Whether a module is imported without storing it in a variable.
  var importsInPassing: Bool { importCalls > imports.count }
  var importCalls = 0
  /// Whether it declares anything: importing such a module has an effect.
  var declares = false
  var fieldsRead: Set<String> = []
  /// The number of uses of a variable other than reading or setting a field with a literal name.
  var escapes: [Int: Int] = [:]
  /// The variable that the source returns, if it returns one. This does not count as an escape.
  var returned: Int?
  var keysReported: Set<String> = []
  var deprecatedReads: [String: Int] = [:]
  /// Tables with unordered keys, by variable, with the keys' type; and the iterations over tables.
  var unordered: [Int: String] = [:]
  var walks: [(variable: Int, line: Int)] = []

  static func look(
    at tokens: [LuaTokens.Token], file: String, spelling: KeySpelling, types: TypeTable
  ) -> SourceLint {
    do throws(LuaParser.Unreadable) {
      let source = try LuaParser.parse(tokens)
      var lint = SourceLint(file: file, variables: source.variables, spelling: spelling, types: types)
      if case .return(let values)? = source.statements.last?.kind, values.count == 1,
        case .name(_, let variable?) = values[0].kind
      {
        lint.returned = variable
        lint.escapes[variable] = -1
      }
      lint.uses.visit(source.statements)
      lint.visit(source.statements)
      lint.checkWalks()
      lint.checkTables()
      lint.checkDeprecatedReads()
      return lint
    } catch {
      var lint = SourceLint(file: file, variables: [], spelling: spelling, types: types)
      lint.add(.sourceUnread, "the functions of this file were not checked", 1, fix: "nest them less deeply")
      return lint
    }
  }

  mutating func add(_ code: LintCode, _ message: String, _ line: Int, fix: String) {
    remarks.append(
      PolicyLint.Remark(code: code, message: message, place: SourceLocation(file: file, line: line), fix: fix))
  }

  // MARK: Statements

  mutating func visit(_ statements: [LuaStatement]) {
    lookForUnreachable(statements)
    let outer = visible.count
    for statement in statements { visit(statement) }
    visible.removeSubrange(outer...)
  }

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .local(let made, let values):
      noteLocals(made, values)
      values.forEach { checkResult($0) }
      values.forEach { visit($0) }
      if made.count == 1, !values.isEmpty { checkHidden(made[0]) }
      visible += made
    case .assignment(let targets, let values):
      noteAssignment(targets, values)
      targets.forEach { visit(target: $0) }
      values.forEach { checkResult($0) }
      values.forEach { visit($0) }
    case .branch(let branches, let otherwise):
      checkBranches(branches.map(\.condition))
      for branch in branches {
        checkCondition(branch.condition)
        visit(branch.condition)
        visit(branch.body)
      }
      visit(otherwise)
    case .whileLoop(let condition, _), .repeatLoop(_, let condition):
      checkCondition(condition)
      visitParts(of: statement)
    case .genericFor(let made, let values, _):
      checkLoop(over: values, statement.line)
      checkSinglePass(statement)
      assignLoop(made, values)
      visitParts(of: statement)
    case .numericFor(let variable, let values, _):
      checkCount(variable, values, statement.line)
      typed[variable] = TypedValue(type: .number)
      checkSinglePass(statement)
      visitParts(of: statement)
    case .expression(let expression):
      if let parameter = Self.parameter(expression) {
        parameters.append((parameter, expression.line, .nowhere))
      }
      checkUnused(expression)
      visit(expression)
    case .function(let target, let closure):
      visit(target: target)
      visit(closure.body)
    default: visitParts(of: statement)
    }
  }

  /// Reports a local variable that nothing reads and that hides another one: `local found = true` instead of `found = true`.
  private mutating func checkHidden(_ made: Int) {
    let variable = variables[made]
    guard variable.reads == 0, !variable.name.hasPrefix("_"),
      let hidden = visible.last(where: { variables[$0].name == variable.name }), variables[hidden].reads > 0
    else { return }
    add(
      .variableHidden,
      "'local \(variable.name)' is another variable than the one at line \(variables[hidden].line), and nothing reads it",
      variable.line, fix: "remove 'local' to change the variable at line \(variables[hidden].line)")
  }

  private mutating func visit(target: LuaExpression) {
    guard case .suffixed(let base, let suffixes) = target.kind else { return }
    if suffixes.count > 1 {
      visit(base, Array(suffixes.dropLast()))
    } else if case .name = base.kind {
    } else {
      visit(base)
    }
    if case .index(let key)? = suffixes.last?.kind {
      visit(key)
      if case .name(_, let variable?) = base.kind, isLast(.expression(key), of: variable) {
        tableReads.append((variable, .last, target.line))
      }
    }
  }

  // MARK: Expressions

  mutating func visit(_ expression: LuaExpression) {
    switch expression.kind {
    case .name(let name, nil): checkGlobal(name, expression.line)
    case .name(_, let variable?): escapes[variable, default: 0] += 1
    case .table(let fields):
      checkDuplicates(fields)
      visitParts(of: expression)
    case .unary("#", let operand):
      checkLength(operand, expression.line)
      visitParts(of: expression)
    case .chain(let first, let rest):
      checkComparisons(first, rest, expression.line)
      checkAlternatives(first, rest, expression.line)
      checkOperators(first, rest)
      visitParts(of: expression)
    case .suffixed(let base, let suffixes):
      checkCall(expression, base, suffixes)
      visit(base, suffixes)
    default: visitParts(of: expression)
    }
  }

  private mutating func visit(_ base: LuaExpression, _ suffixes: [LuaSuffix]) {
    if case .name(_, let variable?) = base.kind {
      if suffixes.first?.name == nil { escapes[variable, default: 0] += 1 }
    } else {
      visit(base)
    }
    checkKeys(base, suffixes)
    checkSteps(base, suffixes)
    for suffix in suffixes {
      if let name = suffix.name { fieldsRead.insert(name) }
      visitParts(of: suffix)
    }
  }

  private static let otherGlobals = [
    "null": "nil", "None": "nil", "undefined": "nil", "NULL": "nil", "True": "true", "False": "false", "YES": "true",
    "NO": "false", "print": "report", "len": "#list", "str": "tostring", "int": "tonumber", "unpack": "table.unpack",
    "require": "import", "re": "string.match", "regex": "string.match", "this": "bundle", "self": "bundle",
  ]

  private mutating func checkGlobal(_ name: String, _ line: Int) {
    guard !types.globals.contains(name) else { return }
    let meant = Self.otherGlobals[name]
    let local = SpellingCorrector.nearest(
      to: name, among: Set(variables.map(\.name)).union(types.globals).filter { $0 != name })
    add(
      .globalUnknown, "there is no variable '\(name)' here", line,
      fix: meant.map { "write \($0)" } ?? local.map { "did you mean '\($0)'?" }
        ?? "declare it with 'local' before its use")
  }

  // MARK: Meanings of names

  /// Replaces a variable that is never assigned again by its declared value.
  func resolve(_ expression: LuaExpression) -> LuaExpression {
    var expression = expression
    for _ in 0..<8 {
      switch expression.kind {
      case .parenthesized(let inner): expression = inner
      case .name(_, let variable?):
        guard variables[variable].writes == 0, let value = variables[variable].value else { return expression }
        expression = value
      default: return expression
      }
    }
    return expression
  }

  func closure(_ expression: LuaExpression) -> LuaClosure? {
    if case .function(let closure) = resolve(expression).kind { closure } else { nil }
  }

  func fields(_ expression: LuaExpression) -> [LuaField]? {
    if case .table(let fields) = resolve(expression).kind { fields } else { nil }
  }

  func isGlobal(_ expression: LuaExpression, _ name: String) -> Bool {
    if case .name(name, variable: nil) = expression.kind { true } else { false }
  }
}
