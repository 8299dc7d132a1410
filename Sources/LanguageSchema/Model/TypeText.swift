/// The notation of types: that of language servers, in which a capital starts a name of the language.
enum TypeText {
  /// The parts between commas that stand in no brackets or quotes.
  static func list(_ text: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, "([{<".contains(character) { depth += 1 }
      if !isQuoted, ")]}>".contains(character) { depth -= 1 }
      if character == ",", depth == 0, !isQuoted {
        parts.append(trimmed(current))
        current = ""
      } else {
        current.append(character)
      }
    }
    let last = trimmed(current)
    return last.isEmpty ? parts : parts + [last]
  }

  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The names of the language that a type mentions.
  static func names(in type: String) -> [String] {
    var names: [String] = []
    rewrite(type) { name in
      names.append(name)
      return name
    }
    return names
  }

  /// The type with every name of the language replaced.
  @discardableResult
  static func rewrite(_ type: String, _ replacement: (String) -> String) -> String {
    var result = ""
    var word = ""
    var isQuoted = false
    func flush() {
      // `T`, `K` and `V` are what signatures leave open.
      result += word.count > 1 && word.first?.isUppercase == true ? replacement(word) : word
      word = ""
    }
    for character in type {
      if !isQuoted, character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      flush()
      if character == "\"" { isQuoted.toggle() }
      result.append(character)
    }
    flush()
    return result
  }
}
