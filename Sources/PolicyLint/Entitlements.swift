import Basics
import KeyRegistry
import LuaSyntax
import StandardPolicies

/// Well-known entitlements and the types of their values, in the form of a dictionary's schema.
enum Entitlements {
  static let schema: KeySchema = {
    let source = StandardPolicies.source("apple/entitlements/known.lua") ?? []
    // The prefixes, each followed by the names.
    let texts = LuaTokens(source).tokens.filter { $0.kind == .string }.map(\.text)
    let lists = stride(from: 0, to: texts.count - 1, by: 2).map { (prefix: texts[$0], list: texts[$0 + 1]) }
    let fields = lists.flatMap { prefix, list in
      list.split(whereSeparator: \.isWhitespace).map { word in
        let name = prefix + word.prefix { !"[=?".contains($0) }
        let type =
          switch word.first(where: { "[=?".contains($0) }) {
          case "[": "array[string]"
          case "=": "string(\(word.split(separator: "=")[1]))"
          case "?": "any"
          default: "boolean"
          }
        return name + ":" + type
      }
    }
    // The value marks it as this schema.
    return KeySchema(notation: "dictionary(entitlements){\(fields.joined(separator: ";"))}") ?? KeySchema(type: .any)
  }()

  private static let names = schema.fields.map(\.name)

  static func fix(for name: String) -> String? {
    if schema.field(name) != nil { return nil }
    if let nearest = SpellingCorrector.nearest(to: name, among: names) { return "did you mean '\(nearest)'?" }
    let part = name.replacing("_", with: "-")
    if !name.contains("."), part.utf8.count > 3, let whole = names.first(where: { $0.hasSuffix("." + part) }) {
      return "did you mean '\(whole)'?"
    }
    return names.contains { $0.hasPrefix(name + ".") }
      ? "write the whole name, such as '\(names.first { $0.hasPrefix(name + ".") } ?? "")'" : nil
  }
}

extension KeySchema {
  var isOfEntitlements: Bool { type == .dictionary && values == ["entitlements"] }
}
