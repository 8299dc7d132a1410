import Presentation
import Reports

/// Rules that share a page.
struct RuleArea {
  /// Lower case, and valid as a file name.
  let name: String
  let rules: [RuleDescription]

  var page: String { name + RulePages.ending }

  /// The heading: `custom_keys` becomes "Custom keys". The id of a policy does not change.
  var title: String {
    if name.contains(".") { return MarkdownText.escaped(name) }
    let words = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).joined(separator: " ")
    return MarkdownText.escaped(words.prefix(1).uppercased() + words.dropFirst())
  }

  /// The area of a rule is the folder of its file. For a rule in the same folder as its policy, whose file is `source`, it is the
  /// name of the rule's file, or the policy's name if the rule is in `source` itself.
  static func name(of rule: RuleDescription, source: String) -> String {
    let file = rule.declared.file
    if file == source { return named(rule.policy) }
    let parts = file.split(separator: "/")
    let folder = parts.dropLast()
    guard folder != source.split(separator: "/").dropLast(), let last = folder.last else {
      return named(String((parts.last ?? "").prefix { $0 != "." }))
    }
    return named(String(last))
  }

  private static func named(_ text: String) -> String {
    let plain = String(
      text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }.drop { $0 == "." })
    let taken = [RulePages.indexName, RulePages.tagsName].contains {
      $0.lowercased() == plain.lowercased() + RulePages.ending
    }
    return plain.isEmpty || taken ? plain + "-rules" : plain
  }
}

extension RuleDescription {
  var policy: String { String(id.prefix { $0 != "/" }) }
}
