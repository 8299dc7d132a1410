package struct APIFunction: Sendable {
  package struct Parameter: Sendable, Equatable {
    /// The name, or `...` for any number of arguments.
    package let name: String
    package let isOptional: Bool
    package let type: String
  }

  /// `name(first: string, second?: integer, ...: any): Result?, string`.
  package let signature: String
  package let summary: String
  /// Type parameters of the signature: `T: table, K`; empty for none.
  package let generics: String

  package init(_ signature: String, _ summary: String, generics: String = "") {
    (self.signature, self.summary, self.generics) = (signature, summary, generics)
  }

  package var name: String { String(decoding: signature.utf8.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self) }

  package var parameters: [Parameter] { parts.parameters }

  /// The types of the results, in order; `...T` means any number of them.
  package var returns: [String] { parts.returns }

  private var parts: (parameters: [Parameter], returns: [String]) {
    let rest = signature.dropFirst(name.count + 1)
    var depth = 1
    let inside = rest.prefix { character in
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      return depth > 0
    }
    let parameters = TypeText.list(String(inside)).map { text in
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let name = String(text[..<colon])
      let type = TypeText.trimmed(String(text[colon...].dropFirst()))
      return Parameter(
        name: name.hasSuffix("?") ? String(name.dropLast()) : name, isOptional: name.hasSuffix("?"), type: type)
    }
    let after = rest.dropFirst(inside.count + 1)
    return (parameters, after.hasPrefix(":") ? TypeText.list(String(after.dropFirst())) : [])
  }

  /// The short form in documents: `name(first[, second])`.
  package var usage: String {
    var text = name + "("
    var open = 0
    for (position, parameter) in parameters.enumerated() {
      let shown = parameter.name == "..." ? "…" : parameter.name
      if parameter.isOptional {
        text += position == 0 ? "[\(shown)" : "[, \(shown)"
        open += 1
      } else {
        text += position == 0 ? shown : ", \(shown)"
      }
    }
    return text + String(repeating: "]", count: open) + ")"
  }
}

package enum TypeText {
  /// Splits text at a separator outside of brackets and quotes.
  package static func list(_ text: String, separator: Character = ",") -> [String] {
    var parts: [String] = []
    var current = ""
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, "([{<".contains(character) { depth += 1 }
      if !isQuoted, ")]}>".contains(character) { depth -= 1 }
      if character == separator, depth == 0, !isQuoted {
        parts.append(trimmed(current))
        current = ""
      } else {
        current.append(character)
      }
    }
    let last = trimmed(current)
    return last.isEmpty ? parts : parts + [last]
  }

  package static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  static func rewrite(_ type: String, _ replacement: (String) -> String) -> String {
    var result = ""
    var word = ""
    var isQuoted = false
    func flush() {
      // `T`, `K` and `V` are type parameters.
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
