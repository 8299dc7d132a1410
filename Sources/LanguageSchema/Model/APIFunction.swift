/// A function that policies can call.
package struct APIFunction: Sendable {
  /// One argument of a function.
  package struct Parameter: Sendable, Equatable {
    /// Its name; `...` for any number of them.
    package let name: String
    /// Whether it may be left out.
    package let isOptional: Bool
    /// As in `APIField`.
    package let type: String
  }

  /// `name(first: string, second?: integer, ...: any): Result?, string`.
  package let signature: String
  /// One sentence.
  package let summary: String
  /// Names of types that the signature leaves open: `T: table, K`; empty for none.
  package let generics: String

  package init(_ signature: String, _ summary: String, generics: String = "") {
    self.signature = signature
    self.summary = summary
    self.generics = generics
  }

  /// What stands before the parenthesis.
  package var name: String { String(decoding: signature.utf8.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self) }

  /// The arguments, in order.
  package var parameters: [Parameter] { parts.parameters }

  /// The types of what it returns, in order; `...T` stands for any number of them.
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

  /// For people: `name(first[, second])`.
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
