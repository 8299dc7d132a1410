import LuaSyntax

/// The start of a Lua source, up to a place in it, and what surrounds that place.
///
/// Works on tokens and looks only backwards, so that it understands sources that are being written and do not parse.
struct SourceContext {
  let catalog: LanguageCatalog
  let bytes: ArraySlice<UInt8>
  let tokens: [LuaTokens.Token]
  /// The brackets and words that open what is still open at the end, outermost first.
  let stack: [Int]

  private static let maximumDepth = 24
  private static let maximumSteps = 2_000_000
  private let steps = Steps()

  private final class Steps { var count = 0 }

  init(_ source: [UInt8], upTo end: Int, _ catalog: LanguageCatalog) {
    self.catalog = catalog
    bytes = source[..<end]
    tokens = LuaTokens(Array(bytes)).tokens
    stack = Self.openers(tokens)
  }

  private static func openers(_ tokens: [LuaTokens.Token]) -> [Int] {
    var stack: [Int] = []
    var open: [String: Int] = [:]
    /// A bracket also closes blocks whose end is missing.
    func close(bracket: String) {
      guard open[bracket, default: 0] > 0 else { return }
      while let last = stack.popLast() {
        open[tokens[last].text, default: 0] -= 1
        if tokens[last].text == bracket { return }
      }
    }
    func close(block words: String...) {
      guard let last = stack.last, words.contains(tokens[last].text) else { return }
      open[tokens[last].text, default: 0] -= 1
      stack.removeLast()
    }
    func begin(_ position: Int) {
      open[tokens[position].text, default: 0] += 1
      stack.append(position)
    }
    for (position, token) in tokens.enumerated() {
      switch (token.kind, token.text) {
      case (.symbol, "{"), (.symbol, "("), (.symbol, "["): begin(position)
      case (.symbol, "}"): close(bracket: "{")
      case (.symbol, ")"): close(bracket: "(")
      case (.symbol, "]"): close(bracket: "[")
      case (.name, "function"), (.name, "if"), (.name, "do"), (.name, "repeat"): begin(position)
      case (.name, "end"): close(block: "function", "if", "do")
      case (.name, "until"): close(block: "repeat")
      default: break
      }
    }
    return stack
  }

  var isInComment: Bool {
    var rest = bytes[(tokens.last?.range.upperBound ?? 0)...]
    while let dash = rest.indices.first(where: {
      rest[$0] == UInt8(ascii: "-") && rest[$0...].starts(with: "--".utf8)
    }) {
      rest = rest[(dash + 2)...]
      if rest.starts(with: "[[".utf8) || rest.starts(with: "[=".utf8) {
        let end = rest.indices.first { rest[$0...].starts(with: "]]".utf8) || rest[$0...].starts(with: "=]".utf8) }
        guard let end else { return true }
        rest = rest[end...]
      } else {
        guard let end = rest.firstIndex(of: 0x0A) else { return true }
        rest = rest[end...]
      }
    }
    return false
  }

  var isInString: Bool {
    guard let last = tokens.last, last.kind == .string else { return false }
    return last.offset + last.text.utf8.count == bytes.count
  }

  func isSymbol(_ position: Int, _ text: String) -> Bool { tokens.has(.symbol, text, at: position) }

  func isName(_ position: Int) -> Bool {
    tokens.has(.name, at: position) && !LuaParser.reserved.contains(tokens[position].text)
  }

  private func isWord(_ position: Int, _ text: String) -> Bool { tokens.has(.name, text, at: position) }

  private func isString(_ position: Int) -> Bool { tokens.has(.string, at: position) }

  // MARK: What surrounds a place

  /// The word of the declaration whose name the token is: `rule` for `"id"` in `rule "id"`.
  func declaration(naming position: Int) -> String? {
    var before = position - 1
    if isSymbol(before, "(") { before -= 1 }
    guard isName(before), !isSymbol(before - 1, "."), !isSymbol(before - 1, ":") else { return nil }
    let name = tokens[before].text
    return name == "import" || catalog.word(name) != nil ? name : nil
  }

  /// The fields that the table around the end may have; nil if no table is open there, or its type is unknown. Also returns the position of
  /// its brace.
  func table() -> (type: TypeNotation, brace: Int)? {
    guard let brace = stack.last, isSymbol(brace, "{") else { return nil }
    return type(ofTable: stack.count - 1, 0).map { ($0, brace) }
  }

  /// The type of a value that begins at a token of the innermost open bracket, and the field or parameter it is for.
  func expected(at position: Int) -> (type: TypeNotation, name: String, owner: TypeNotation?)? {
    // The token before may have closed a bracket around it.
    guard let level = stack.lastIndex(where: { $0 < position }) else { return comparison(at: position) }
    return expected(at: position, level, 0) ?? comparison(at: position)
  }

  private func expected(
    at position: Int, _ level: Int, _ depth: Int
  ) -> (type: TypeNotation, name: String, owner: TypeNotation?)? {
    steps.count += 100
    if depth > Self.maximumDepth || steps.count > Self.maximumSteps { return nil }
    let opener = stack[level]
    if isSymbol(position - 1, "="), !isSymbol(position - 2, "="), isSymbol(opener, "{") {
      guard let name = fieldName(before: position - 1), let owner = type(ofTable: level, depth + 1) else { return nil }
      return catalog.member(name, of: owner).map { ($0.type, name, owner) }
    }
    if isSymbol(opener, "{"), isSymbol(position - 1, "{") || isSymbol(position - 1, ",") || isSymbol(position - 1, ";")
    {
      guard let list = type(ofTable: level, depth + 1), let element = catalog.element(of: list) else { return nil }
      let name = level > 0 ? expected(at: opener, level - 1, depth + 1)?.name : nil
      return (element, name ?? "", nil)
    }
    if isSymbol(opener, "("), isSymbol(position - 1, "(") || isSymbol(position - 1, ",") {
      return argument(of: opener - 1, number: arguments(after: opener, before: position), depth + 1)
    }
    if isName(position - 1) || isString(position - 1) || isSymbol(position - 1, ")") {
      return argument(of: position - 1, number: 0, depth + 1)
    }
    return nil
  }

  private func fieldName(before position: Int) -> String? {
    if isName(position - 1) { return tokens[position - 1].text }
    if isSymbol(position - 1, "]"), isString(position - 2), isSymbol(position - 3, "[") {
      return tokens[position - 2].text
    }
    return nil
  }

  private func arguments(after opener: Int, before end: Int) -> Int {
    var (count, level) = (0, 0)
    for position in (opener + 1)..<max(opener + 1, end) {
      level += tokens[position].nesting
      if level == 0, isSymbol(position, ",") { count += 1 }
    }
    return count
  }

  private func argument(
    of function: Int, number: Int, _ depth: Int
  ) -> (type: TypeNotation, name: String, owner: TypeNotation?)? {
    // `rule "id" {`, `rule("id") {`.
    if isString(function), let word = declaration(naming: function).flatMap(catalog.word) {
      return (.name(word.table), word.table, nil)
    }
    if isSymbol(function, ")"), isString(function - 1), isSymbol(function - 2, "("),
      let word = declaration(naming: function - 1).flatMap(catalog.word)
    {
      return (.name(word.table), word.table, nil)
    }
    guard let callee = value(endingAt: function, depth + 1), let call = catalog.call(callee.type) else { return nil }
    guard let parameter = call.parameters.indices.contains(number) ? call.parameters[number] : call.parameters.last
    else { return nil }
    return (parameter.type, parameter.name, nil)
  }

  private func comparison(at position: Int) -> (type: TypeNotation, name: String, owner: TypeNotation?)? {
    guard isSymbol(position - 1, "="), isSymbol(position - 2, "=") || isSymbol(position - 2, "~") else { return nil }
    return value(endingAt: position - 3, 0).map { ($0.type, $0.name, nil) }
  }

  private func type(ofTable level: Int, _ depth: Int) -> TypeNotation? {
    if depth > Self.maximumDepth { return nil }
    let brace = stack[level]
    if level > 0 { return expected(at: brace, level - 1, depth + 1)?.type }
    return argument(of: brace - 1, number: 0, depth + 1)?.type
  }

  // MARK: Values

  func value(endingAt end: Int, _ depth: Int = 0) -> LanguageEntry? {
    guard depth < Self.maximumDepth, let start = start(ofValueEndingAt: end) else { return nil }
    return value(start, through: end, depth + 1)
  }

  private func start(ofValueEndingAt end: Int) -> Int? {
    var position = end
    while position >= 0 {
      if isSymbol(position, ")") || isSymbol(position, "]") || isSymbol(position, "}") {
        guard let open = partner(of: position) else { return nil }
        position = open - 1
        // The owner of a bracket is before it; `(x).y` is not understood.
        continue
      }
      if isString(position), isName(position - 1) || isSymbol(position - 1, ")") || isSymbol(position - 1, "]") {
        position -= 1
        continue
      }
      guard isName(position) else { return nil }
      guard isSymbol(position - 1, ".") || isSymbol(position - 1, ":"), !isSymbol(position - 2, ".") else {
        return position
      }
      position -= 2
    }
    return nil
  }

  /// The position of the bracket that closes, or opens, the one at a position.
  private func partner(of bracket: Int) -> Int? {
    var (level, position) = (0, bracket)
    while tokens.indices.contains(position) {
      level += tokens[position].nesting
      if level == 0 { return position }
      position += tokens[bracket].nesting
    }
    return nil
  }

  /// Follows the fields and calls from a name to the token `last`, or the part of them that is known.
  private func value(_ start: Int, through last: Int, _ depth: Int) -> LanguageEntry? {
    guard depth < Self.maximumDepth, isName(start) else { return nil }
    let name = tokens[start].text
    guard var current = variable(name, before: start, depth + 1) ?? catalog.global(name) else { return nil }
    var isModule = current.kind == .module
    var position = start + 1
    while position <= last {
      if isSymbol(position, ".") || isSymbol(position, ":"), isName(position + 1), position + 1 <= last {
        let member = tokens[position + 1].text
        let found =
          isModule
          ? catalog.members(ofModule: current.name).first { $0.name == member }
          : catalog.member(member, of: current.type)
        guard let found else { return nil }
        (current, isModule) = (found, false)
        position += 2
      } else if isString(position) || isSymbol(position, "(") || isSymbol(position, "{") {
        let close = isString(position) ? position : partner(of: position)
        guard let close, close <= last, let call = catalog.call(current.type) else { return nil }
        current = LanguageEntry(current.name, .variable, signature: "", type: call.results.first ?? .any)
        isModule = false
        position = close + 1
      } else if isSymbol(position, "[") {
        guard let close = partner(of: position), close <= last else { return nil }
        let index = close == position + 2 && isString(position + 1) ? tokens[position + 1].text : nil
        if let index, let member = catalog.member(index, of: current.type) {
          current = member
        } else if let element = catalog.element(of: current.type) {
          current = LanguageEntry(current.name, .variable, signature: "", type: element)
        } else {
          return nil
        }
        position = close + 1
      } else {
        break
      }
    }
    return current
  }

  // MARK: Variables

  /// The position of the declaration of a local variable, parameter or loop variable; the nearest one before a place. Also finds those in
  /// blocks that have ended.
  func declaration(of name: String, before end: Int) -> Int? {
    steps.count += end
    if steps.count > Self.maximumSteps { return nil }
    for position in stride(from: end - 1, through: 0, by: -1) where isWord(position, name) && isName(position) {
      if isDeclaration(position) { return position }
    }
    return nil
  }

  private func isDeclaration(_ position: Int) -> Bool {
    let first = firstName(position)
    return isWord(first - 1, "local") || isWord(first - 1, "for")
      || isWord(first - 1, "function") && isWord(first - 2, "local")
      || isSymbol(first - 1, "(") && (isWord(first - 2, "function") || isWord(first - 3, "function"))
  }

  private func firstName(_ position: Int) -> Int {
    var first = position
    // Lua allows 200 local variables.
    while position - first < 400, isSymbol(first - 1, ","), isName(first - 2) { first -= 2 }
    return first
  }

  private func variable(_ name: String, before end: Int, _ depth: Int) -> LanguageEntry? {
    guard depth < Self.maximumDepth, let position = declaration(of: name, before: end) else { return nil }
    let first = firstName(position)
    let number = (position - first) / 2
    let type: TypeNotation
    if isWord(first - 1, "local") {
      var next = position + 1
      while isSymbol(next, ","), isName(next + 1) { next += 2 }
      // Only the first value of several is understood.
      type = isSymbol(next, "=") && number == 0 ? self.type(startingAt: next + 1, depth + 1) : .any
    } else if isWord(first - 1, "for") {
      type = loopType(position, number, depth + 1)
    } else if isSymbol(first - 1, "(") {
      let function = isWord(first - 2, "function") ? first - 2 : first - 3
      type = parameterType(function, number, depth + 1)
    } else {
      type = .any
    }
    return LanguageEntry(name, .variable, signature: "local \(name)", type: type)
  }

  private func type(startingAt start: Int, _ depth: Int) -> TypeNotation {
    if isString(start) { return .name("string") }
    // The declaration of a parameter or the like has the type of its result.
    return value(start, through: tokens.count - 1, depth + 1)?.type ?? .any
  }

  private func loopType(_ position: Int, _ number: Int, _ depth: Int) -> TypeNotation {
    var next = position
    while isName(next), isSymbol(next + 1, ",") { next += 2 }
    next += 1
    guard isWord(next, "in") else { return .name("integer") }
    if isWord(next + 1, "pairs") || isWord(next + 1, "ipairs"), isSymbol(next + 2, "("),
      let list = value(next + 3, through: tokens.count - 1, depth + 1)?.type
    {
      return (number == 0 ? catalog.key(of: list) : catalog.element(of: list)) ?? .any
    }
    guard let iterated = value(next + 1, through: tokens.count - 1, depth + 1)?.type else { return .any }
    return catalog.call(iterated)?.results.first ?? .any
  }

  private func parameterType(_ function: Int, _ number: Int, _ depth: Int) -> TypeNotation {
    guard let level = stack.lastIndex(where: { $0 < function }), depth < Self.maximumDepth,
      let parameters = expected(at: function, level, depth + 1).flatMap({ catalog.call($0.type) })?.parameters,
      parameters.indices.contains(number)
    else { return .any }
    return parameters[number].type
  }

  var variables: [String] {
    Set(tokens.indices.filter { isName($0) && isDeclaration($0) }.map { tokens[$0].text }).sortedByBytes()
  }

  func fields(after brace: Int) -> Set<String> {
    var (names, level): (Set<String>, Int) = ([], 0)
    for position in (brace + 1)..<max(brace + 1, tokens.count) {
      level += tokens[position].nesting
      if level == 0, tokens[position].kind == .name, isSymbol(position + 1, "=") { names.insert(tokens[position].text) }
    }
    return names
  }
}
