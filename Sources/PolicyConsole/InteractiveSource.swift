import LuaSyntax

enum InteractiveSource {
  private static let opening: Set<String> = ["function", "do", "if", "repeat"]
  private static let closing: Set<String> = ["end", "until"]
  private static let statementWords: Set<String> = [
    "local", "if", "for", "while", "repeat", "do", "function", "goto", "break", "return",
  ]

  /// Returns the source with its outermost local variables made global, because the next input is a separate chunk and must see them.
  static func statements(_ source: String) -> String {
    let bytes = Array(source.utf8)
    let tokens = LuaTokens(bytes).tokens
    var depth = 0
    var result = bytes
    var additions: [Int] = []
    for (position, token) in tokens.enumerated() {
      depth += token.nesting
      guard token.kind == .name else { continue }
      if opening.contains(token.text) { depth += 1 }
      if closing.contains(token.text) { depth -= 1 }
      guard token.text == "local", depth == 0, let rest = declaration(tokens[(position + 1)...]) else { continue }
      // Replaced by spaces, so that columns stay the same.
      for word in [token] + rest.constant {
        for offset in word.offset..<(word.offset + word.text.utf8.count) { result[offset] = 0x20 }
      }
      if let end = rest.needsValueAt { additions.append(end) }
    }
    for end in additions.reversed() { result.insert(contentsOf: " = nil".utf8, at: end) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the changes that a declaration needs without `local`: where to add a value, and the `<const>` attributes to remove, which only
  /// locals can have. Returns nil if it must stay local.
  private static func declaration(
    _ tokens: ArraySlice<LuaTokens.Token>
  ) -> (needsValueAt: Int?, constant: [LuaTokens.Token])? {
    guard let first = tokens.first, first.kind == .name else { return nil }
    if first.text == "function" { return (nil, []) }
    var constant: [LuaTokens.Token] = []
    var rest = tokens
    var end = first.offset
    while let name = rest.popFirst(), name.kind == .name {
      end = name.offset + name.text.utf8.count
      if rest.first?.text == "<", rest.first?.kind == .symbol {
        let attribute = rest.prefix(3)
        guard attribute.map(\.text) == ["<", "const", ">"] else { return nil }
        constant += attribute
        rest = rest.dropFirst(3)
      }
      guard let next = rest.first, next.kind == .symbol, next.text == "," else {
        let isGiven = rest.first.map { $0.kind == .symbol && $0.text == "=" } ?? false
        return (isGiven ? nil : end, constant)
      }
      rest.removeFirst()
    }
    return nil
  }

  static func isStatement(_ tokens: [LuaTokens.Token]) -> Bool {
    guard let first = tokens.first else { return false }
    if first.kind == .name, statementWords.contains(first.text) { return true }
    func isComparison(_ position: Int) -> Bool {
      ["=", "~", "<", ">"].contains { tokens.has(.symbol, $0, at: position) }
    }
    return tokens.indices.dropFirst().contains {
      tokens.has(.symbol, "=", at: $0) && !isComparison($0 - 1) && !isComparison($0 + 1)
    }
  }

  /// Splits an expression that reads one field and calls nothing, such as `bundle.info.CFBundleVersion`, into container and key.
  static func read(_ source: String) -> (container: String, key: LuaKeyText)? {
    guard let parsed = try? LuaParser.parse(LuaTokens(Array("return \(source)".utf8)).tokens),
      parsed.statements.count == 1, case .return(let values) = parsed.statements[0].kind, values.count == 1,
      case .suffixed(let base, let suffixes) = values[0].kind, case .name(let name, _) = base.kind
    else { return nil }
    var text = name
    for (position, suffix) in suffixes.enumerated() {
      let key: LuaKeyText
      if let name = suffix.name {
        key = .name(name)
      } else if case .index(let index) = suffix.kind, case .number(let number) = index.kind, let place = Int(number) {
        key = .position(place)
      } else {
        return nil
      }
      if position == suffixes.count - 1 { return (text, key) }
      switch key {
      case .name(let name): text += "[\"\(name)\"]"
      case .position(let place): text += "[\(place)]"
      }
    }
    return nil
  }
}

enum LuaKeyText {
  case name(String)
  case position(Int)
}
