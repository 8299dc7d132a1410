import Basics
import Bundles
import StandardPolicies

/// A pattern of ids of rules, with `*`, `?` or `[`. With a slash it is for full ids; without, it is for ids of policies, and for ids of
/// rules without their policy's.
package struct RulePattern {
  private let glob: Glob
  private let isFull: Bool

  /// Returns nil if the word is not a pattern.
  package init?(_ word: String) {
    guard word.utf8.contains(where: { "*?[".utf8.contains($0) }), let glob = Glob(word) else { return nil }
    self.glob = glob
    isFull = word.contains("/")
  }

  package func matches(_ id: String) -> Bool {
    func isMatch(_ text: some StringProtocol) -> Bool {
      var steps: UInt64 = 0
      return glob.matches(String(text), steps: &steps)
    }
    return isFull ? isMatch(id) : id.split(separator: "/").contains(where: isMatch)
  }
}

package enum RuleTag {
  /// Tags are compared regardless of case, because people type them from memory.
  package static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  /// The error for a tag that no rule has.
  package static func unknown(_ tag: String, among known: [String]) -> EngineError {
    let refusal = StandardPolicies.refusal(tag)
    let nearest = refusal == nil ? SpellingCorrector.nearest(to: tag, among: Set(known).sortedByBytes()) : nil
    return EngineError(
      code: "rules.unknown-tag",
      message: "no rule has the tag '\(tag)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      hint: refusal?.note.map { "\(tag): \($0)" } ?? "list rules and their tags with 'bundlepolicy rules'")
  }
}
