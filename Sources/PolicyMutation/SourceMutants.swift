import Basics
import LuaSyntax
import PolicyEngine

/// One fault in a function of a source.
struct SourceMutant: Hashable {
  let file: String
  let line: Int
  /// In bytes, from 1.
  let column: Int
  /// The bytes that are replaced, and what stands in their place.
  let range: Range<Int>
  let replacement: [UInt8]
  /// What is different, in words.
  let change: String
  /// The position of the first word concerned.
  let position: Int

  /// The whole source with the fault.
  func applied(to source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + replacement + Array(source[range.upperBound...])
  }
}

/// Makes the faults of the functions in a source, word by word. What functions say to people — reports, errors, descriptions —
/// and what stands under `examples` is left as it is.
struct SourceMutants {
  private let file: String
  private let source: [UInt8]
  private let outline: LuaOutline
  private var mutants: [SourceMutant] = []
  /// What functions that judge call their report.
  private let reporters: Set<String>

  static func all(in file: String, _ source: [UInt8], _ outline: LuaOutline) -> [SourceMutant] {
    var maker = SourceMutants(file: file, source: source, outline: outline)
    for function in outline.functions { maker.mutate(function.range) }
    var seen: Set<SourceMutant> = []
    return maker.mutants.filter { mutant in
      let old = LuaTokens(Array(source[mutant.range])).tokens.map(\.text)
      return LuaTokens(mutant.replacement).tokens.map(\.text) != old && seen.insert(mutant).inserted
    }
  }

  private init(file: String, source: [UInt8], outline: LuaOutline) {
    self.file = file
    self.source = source
    self.outline = outline
    let checks = outline.functions.filter { $0.name == "check" && $0.parameters.count > 1 }
    reporters = Set(checks.map { $0.parameters[1] }).union(["report"])
  }

  private var tokens: [LuaTokens.Token] { outline.tokens }

  private mutating func add(_ positions: ClosedRange<Int>, _ text: String, _ change: String) {
    let range = tokens[positions.lowerBound].range.lowerBound..<tokens[positions.upperBound].range.upperBound
    // Lines keep their numbers, so that what the mutant reports can be compared.
    let breaks = source[range].count { $0 == 0x0A }
    let kept = String(repeating: "\n", count: max(0, breaks - text.utf8.count { $0 == 0x0A }))
    let lineStart = source[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    mutants.append(
      SourceMutant(
        file: file, line: tokens[positions.lowerBound].line, column: range.lowerBound - lineStart + 1, range: range,
        replacement: Array((text + kept).utf8),
        change: change, position: positions.lowerBound))
  }

  private func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(
      decoding: source[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  // MARK: Words

  private mutating func mutate(_ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      if let end = silentEnd(at: position) {
        position = end
      } else if let end = reportEnd(at: position) {
        drop(position..<end)
        position = end
      } else {
        position += mutate(at: position)
      }
    }
  }

  /// Makes the faults of the word here; returns how many words it is.
  private mutating func mutate(at position: Int) -> Int {
    switch tokens[position].kind {
    case .symbol: return mutateSymbol(position)
    case .name: mutateName(position)
    case .number: mutateNumber(position)
    case .string: mutateString(position)
    }
    return 1
  }

  private static let comparisons: [String: [String]] = [
    "==": ["~="], "~=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
  ]

  private mutating func mutateSymbol(_ position: Int) -> Int {
    guard let (symbol, count) = outline.symbol(at: position) else { return 1 }
    // `local x <const>` compares nothing.
    if symbol == "<", outline.isSymbol(position + 2, ">"),
      outline.isWord(position + 1, "const") || outline.isWord(position + 1, "close")
    {
      return 3
    }
    for other in Self.comparisons[symbol] ?? [] { exchange(position...(position + count - 1), other) }
    if symbol == "+" { exchange(position...position, "-") }
    if symbol == "-", isValue(position - 1) { exchange(position...position, "+") }
    return count
  }

  /// Another operator between the words on both sides.
  private mutating func exchange(_ positions: ClosedRange<Int>, _ other: String) {
    let (before, after) = (positions.lowerBound - 1, positions.upperBound + 1)
    guard before >= 0, after < tokens.count else { return }
    let left = text(outline.operandStart(endingAt: before)..<(before + 1))
    let right = text(after..<(outline.operandEnd(startingAt: after) + 1))
    let old = text(positions.lowerBound..<(positions.upperBound + 1))
    add(positions, other, "'\(shortened("\(left) \(old) \(right)"))' is '\(shortened("\(left) \(other) \(right)"))'")
  }

  /// Whether a word ends an expression, so that a minus after it subtracts.
  private func isValue(_ position: Int) -> Bool {
    guard tokens.indices.contains(position) else { return false }
    let token = tokens[position]
    switch token.kind {
    case .string, .number: return true
    case .name:
      return !["and", "or", "not", "return", "if", "elseif", "while", "until", "in", "then", "do", "else"].contains(
        token.text)
    case .symbol: return [")", "]", "}"].contains(token.text)
    }
  }

  private mutating func mutateName(_ position: Int) {
    switch tokens[position].text {
    case "and": exchange(position...position, "or")
    case "or": exchange(position...position, "and")
    case "not" where position + 1 < tokens.count:
      add(position...position, " ", "'not' is left out before '\(text((position + 1)..<(position + 2)))'")
    case "true": if !isNeedlessFlag(position) { add(position...position, "false", "'true' is 'false'") }
    case "false": add(position...position, "true", "'false' is 'true'")
    case "if", "elseif": negate(position)
    default: break
    }
  }

  /// A condition that is a bare value: those that compare are changed where they do.
  private mutating func negate(_ position: Int) {
    guard let then = ((position + 1)..<tokens.count).first(where: { outline.isWord($0, "then") }), then > position + 1
    else { return }
    let condition = (position + 1)..<then
    for at in condition {
      if tokens[at].kind == .name, ["and", "or", "not", "function"].contains(tokens[at].text) { return }
      if let (symbol, _) = outline.symbol(at: at), Self.comparisons[symbol] != nil { return }
    }
    add(
      condition.lowerBound...(then - 1), "not (\(text(condition)))",
      "'\(shortened(text(condition)))' is negated")
  }

  /// The flag for a plain search, of a text in which nothing is special.
  private func isNeedlessFlag(_ position: Int) -> Bool {
    guard position >= 4, outline.isSymbol(position - 1, ","), tokens[position - 2].kind == .number,
      outline.isSymbol(position - 3, ","), tokens[position - 4].kind == .string
    else { return false }
    return !tokens[position - 4].text.contains { "^$()%.[]*+-?".contains($0) }
  }

  private mutating func mutateNumber(_ position: Int) {
    guard let number = Int64(tokens[position].text) else { return }
    let (next, isTooLarge) = number.addingReportingOverflow(1)
    if !isTooLarge { add(position...position, String(next), "\(number) is \(next)") }
  }

  private mutating func mutateString(_ position: Int) {
    let token = tokens[position]
    // Sentences are for people, and what an error says is, too.
    if token.text.contains(where: \.isWhitespace) { return }
    if outline.isSymbol(position - 1, "("), outline.isWord(position - 2, "error") { return }
    if outline.isWord(position - 1, "error") { return }
    let written = text(position..<(position + 1))
    guard let quote = written.first, quote == "\"" || quote == "'" else { return }
    let shown = shortened(token.text)
    add(position...position, "\(quote)\(token.text)x\(quote)", "'\(shown)' is another text")
    for (pattern, what) in ShapeMutants.looserPatterns(token.text) {
      if let pattern { add(position...position, "\(quote)\(pattern)\(quote)", "'\(shown)' stands \(what)") }
    }
  }

  // MARK: Reports

  /// The end of a call that reports, when one begins here.
  private func reportEnd(at position: Int) -> Int? {
    guard tokens[position].kind == .name, reporters.contains(tokens[position].text),
      !outline.isSymbol(position - 1, "."), !outline.isSymbol(position - 1, ":")
    else { return nil }
    var next = position + 1
    if outline.isSymbol(next, ":"), ["at", "missing", "file"].contains(where: { outline.isWord(next + 1, $0) }) {
      next += 2
    }
    guard outline.isSymbol(next, "("), let close = outline.end(ofBracket: next) else { return nil }
    return close + 1
  }

  private mutating func drop(_ range: Range<Int>) {
    let before = range.lowerBound - 1
    let isStatement: Bool
    switch tokens[before].kind {
    case .symbol: isStatement = [")", "]", "}", ";"].contains(tokens[before].text)
    case .name:
      isStatement = !["return", "and", "or", "not", "in", "if", "elseif", "while", "until"].contains(
        tokens[before].text)
    case .string, .number: isStatement = true
    }
    add(range.lowerBound...(range.upperBound - 1), isStatement ? ";" : "nil", "'\(shortened(text(range)))' is left out")
  }

  private static let silent: Set<String> = ["examples", "summary", "rationale", "help", "tags"]

  /// The end of a field that describes, when one begins here.
  private func silentEnd(at position: Int) -> Int? {
    guard tokens[position].kind == .name, Self.silent.contains(tokens[position].text),
      outline.isSymbol(position + 1, "="),
      !outline.isSymbol(position + 2, "="), ["{", ",", ";"].contains(where: { outline.isSymbol(position - 1, $0) })
    else { return nil }
    var next = position + 2
    while next < tokens.count {
      if ["{", "(", "["].contains(where: { outline.isSymbol(next, $0) }) {
        next = (outline.end(ofBracket: next) ?? next) + 1
      } else if [",", ";", "}"].contains(where: { outline.isSymbol(next, $0) }) {
        return next
      } else {
        next += 1
      }
    }
    return next
  }

  private func shortened(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened(to: 60)
  }
}
