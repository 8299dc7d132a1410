import Basics
import LuaSyntax

struct SourceMutant: Hashable, Sendable {
  let file: String
  let line: Int
  /// In bytes, from 1.
  let column: Int
  let range: Range<Int>
  let replacement: [UInt8]
  let change: String
  /// The position of the first word that the change concerns.
  let position: Int

  func applied(to source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + replacement + Array(source[range.upperBound...])
  }
}

/// Mutates the functions in a source. Text for people, such as reports, errors and descriptions, and everything under `examples`
/// stays unchanged.
struct SourceMutants: LuaVisitor {
  private let file: String
  private let source: [UInt8]
  private let tokens: [LuaTokens.Token]
  private var mutants: [SourceMutant] = []
  private let reporters: Set<String>
  /// The positions of strings and flags that must not change.
  private var spared: Set<Int> = []

  static func all(in file: String, _ source: [UInt8], _ outline: LuaOutline) -> [SourceMutant] {
    var maker = SourceMutants(file: file, source: source, outline: outline)
    for function in outline.functions { maker.visit(function.closure.body) }
    var seen: Set<SourceMutant> = []
    return maker.mutants.sorted { $0.position < $1.position }.filter { mutant in
      let old = LuaTokens(Array(source[mutant.range])).tokens.map(\.text)
      return LuaTokens(mutant.replacement).tokens.map(\.text) != old && seen.insert(mutant).inserted
    }
  }

  private init(file: String, source: [UInt8], outline: LuaOutline) {
    self.file = file
    self.source = source
    tokens = outline.tokens
    reporters = outline.reporters
  }

  private mutating func add(_ positions: Range<Int>, _ text: String, _ change: String) {
    guard let first = positions.first, let last = positions.last else { return }
    let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
    // Lines keep their numbers, so that the mutant's findings can be compared.
    let breaks = source[range].count { $0 == 0x0A }
    let kept = String(repeating: "\n", count: max(0, breaks - text.utf8.count { $0 == 0x0A }))
    let lineStart = source[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    mutants.append(
      SourceMutant(
        file: file, line: tokens[first].line, column: range.lowerBound - lineStart + 1, range: range,
        replacement: Array((text + kept).utf8), change: change, position: first))
  }

  private func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(decoding: source[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  // MARK: Walking

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .expression(let expression): visit(expression, isStatement: true)
    case .branch(let branches, _):
      for branch in branches { negate(branch.condition) }
      visitParts(of: statement)
    default: visitParts(of: statement)
    }
  }

  mutating func visit(_ expression: LuaExpression) { visit(expression, isStatement: false) }

  private static let silent: Set<String> = [
    "examples", "summary", "rationale", "help", "tags", "source", "severity", "fix", "expected", "discriminator",
  ]

  private mutating func visit(_ expression: LuaExpression, isStatement: Bool) {
    let range = expression.range
    switch expression.kind {
    case .boolean where spared.contains(range.lowerBound), .string where spared.contains(range.lowerBound): break
    case .boolean(let value): add(range, "\(!value)", "'\(value)' is changed to '\(!value)'")
    case .number(let text):
      guard let number = Int64(text) else { return }
      let (next, isTooLarge) = number.addingReportingOverflow(1)
      if !isTooLarge { add(range, String(next), "\(number) is changed to \(next)") }
    case .string(let text): mutate(text, range)
    case .table(let fields):
      for field in fields {
        if case .name(let name) = field.key, Self.silent.contains(name) { continue }
        if case .expression(let key) = field.key { visit(key) }
        visit(field.value)
      }
    case .unary(let operation, let operand):
      let word = range.lowerBound..<(range.lowerBound + 1)
      if operation == "not" {
        add(word, " ", "'not' is removed before '\(text(word.upperBound..<(word.upperBound + 1)))'")
      }
      visit(operand)
    case .chain(let first, let rest):
      var left = first
      for operand in rest {
        for other in Self.replacements[operand.operation] ?? [] { exchange(operand, other, left: left) }
        left = operand.value
      }
      visitParts(of: expression)
    case .suffixed(let base, let suffixes): visit(range, base, suffixes, isStatement: isStatement)
    default: visitParts(of: expression)
    }
  }

  private mutating func visit(_ range: Range<Int>, _ base: LuaExpression, _ suffixes: [LuaSuffix], isStatement: Bool) {
    visit(base)
    var rest = suffixes[...]
    if case .name(let name, _) = base.kind, reporters.contains(name), let call = rest.first, LuaOutline.isReport(call) {
      let report = range.lowerBound..<call.end
      add(report, isStatement ? ";" : "nil", "'\(shortened(text(report)))' is removed")
      rest = rest.dropFirst()
    }
    for suffix in rest {
      if case .call(let arguments) = suffix.kind {
        // Error messages are for people.
        if case .name("error", _) = base.kind, let word = arguments.first?.range.first, tokens[word].kind == .string {
          spared.insert(word)
        }
        spareNeedlessFlags(arguments)
      } else if case .method(_, let arguments) = suffix.kind {
        spareNeedlessFlags(arguments)
      }
      visitParts(of: suffix)
    }
  }

  /// Spares the flag for a plain search if the text has no special characters.
  private mutating func spareNeedlessFlags(_ arguments: [LuaExpression]) {
    for (number, flag) in arguments.enumerated().dropFirst(2) {
      if case .boolean(true) = flag.kind, case .number = arguments[number - 1].kind,
        case .string(let text) = arguments[number - 2].kind, !text.contains(where: { "^$()%.[]*+-?".contains($0) }),
        let word = flag.range.first
      {
        spared.insert(word)
      }
    }
  }

  // MARK: Operators and conditions

  private static let replacements: [String: [String]] = [
    "==": ["~="], "~=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "+": ["-"], "-": ["+"], "and": ["or"], "or": ["and"],
  ]

  private mutating func exchange(_ operand: LuaOperand, _ other: String, left: LuaExpression) {
    let (before, after) = (text(Self.last(left)), text(Self.first(operand.value)))
    let range = operand.position..<operand.value.range.lowerBound
    let (old, new) = ("\(before) \(operand.operation) \(after)", "\(before) \(other) \(after)")
    add(range, other, "'\(shortened(old))' is changed to '\(shortened(new))'")
  }

  /// The last value of an expression, without the operators around it.
  private static func last(_ expression: LuaExpression) -> Range<Int> {
    switch expression.kind {
    case .chain(_, let rest): rest.last.map { last($0.value) } ?? expression.range
    case .unary(let operation, let operand) where operation != "#": last(operand)
    default: expression.range
    }
  }

  /// The first value of an expression, and the operator before it.
  private static func first(_ expression: LuaExpression) -> Range<Int> {
    switch expression.kind {
    case .chain(let first, _): Self.first(first)
    case .unary(_, let operand): expression.range.lowerBound..<first(operand).upperBound
    default: expression.range
    }
  }

  /// Negates a condition that is a bare value: comparisons are changed elsewhere.
  private mutating func negate(_ condition: LuaExpression) {
    let words = tokens[condition.range]
    for (word, next) in zip(words, words.dropFirst() + [words[words.startIndex]]) {
      if word.kind == .name, ["and", "or", "not", "function"].contains(word.text) { return }
      guard word.kind == .symbol else { continue }
      if word.text == "<" || word.text == ">" { return }
      if word.text == "=" || word.text == "~", next.kind == .symbol, next.text == "=" { return }
    }
    let shown = text(condition.range)
    add(condition.range, "not (\(shown))", "'\(shortened(shown))' is negated")
  }

  // MARK: Texts

  private mutating func mutate(_ content: String, _ range: Range<Int>) {
    // Sentences are for people.
    if content.contains(where: \.isWhitespace) { return }
    guard let quote = text(range).first, quote == "\"" || quote == "'" else { return }
    let shown = shortened(content)
    add(range, "\(quote)\(content)x\(quote)", "'\(shown)' is replaced by another string")
    for (pattern, what) in ShapeMutants.looserPatterns(content) {
      if let pattern { add(range, "\(quote)\(pattern)\(quote)", "the pattern '\(shown)' \(what)") }
    }
  }

  private func shortened(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened(to: 60)
  }
}
