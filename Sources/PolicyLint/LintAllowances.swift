import Basics
import LuaSyntax
import PolicyEngine

/// The remarks that a source asks to be spared: `-- lint: allow key.misspelt: our server reads it so` on the line, or on a line of
/// its own above.
struct LintAllowances {
  private struct Allowance {
    let code: LintCode
    /// The line it stands on.
    let comment: Int
    var isUsed = false
  }

  private let file: String
  private var allowances: [Allowance] = []
  /// The allowances for a line, by position.
  private var positions: [Int: [Int]] = [:]
  /// Words that are no codes.
  private var remarks: [PolicyLint.Remark] = []

  init(_ source: LuaTokens, file: String) {
    self.file = file
    guard !source.comments.isEmpty else { return }
    let lines = source.tokens.map(\.line)
    for comment in source.comments {
      guard let words = Self.words(comment.text) else { continue }
      // The first line at or after the comment's that has code on it.
      var low = 0
      var high = lines.count
      while low < high {
        let middle = (low + high) / 2
        if lines[middle] < comment.line { low = middle + 1 } else { high = middle }
      }
      let line = low < lines.count ? lines[low] : comment.line
      if words.isEmpty {
        complain("names no remark to allow", at: comment.line, fix: "write '-- lint: allow key.misspelt'")
      }
      for word in words {
        if let code = LintCode(rawValue: word) {
          for place in Set([line, comment.line]) { positions[place, default: []].append(allowances.count) }
          allowances.append(Allowance(code: code, comment: comment.line))
        } else {
          let nearest = SpellingCorrector.nearest(to: word, among: LintCode.allCases.map(\.rawValue))
          complain(
            "there is no remark '\(word)'", at: comment.line,
            fix: nearest.map { "write '\($0)' if that is meant" } ?? "write the code that stands behind the remark")
        }
      }
    }
  }

  private mutating func complain(_ message: String, at line: Int, fix: String) {
    remarks.append(
      PolicyLint.Remark(
        code: .allowUnknown, message: "'lint: allow': \(message)", place: SourceLocation(file: file, line: line),
        fix: fix))
  }

  /// The codes after `lint: allow`, up to a colon; nil for any other comment.
  private static func words(_ comment: String) -> [String]? {
    let text = comment.drop { $0 == " " || $0 == "\t" }
    guard text.hasPrefix("lint:") else { return nil }
    let rest = text.dropFirst(5).drop { $0 == " " }
    guard rest.hasPrefix("allow"), rest.dropFirst(5).first.map({ !$0.isLetter }) ?? true else { return nil }
    let list = rest.dropFirst(5).prefix { $0 != ":" && $0 != "\n" }
    return list.split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
  }

  /// Whether a remark on this source is spared.
  mutating func allows(_ remark: PolicyLint.Remark) -> Bool {
    var isAllowed = false
    for position in positions[remark.line] ?? [] where allowances[position].code == remark.code {
      allowances[position].isUsed = true
      isAllowed = true
    }
    return isAllowed
  }

  /// What is wrong with the comments themselves, once all remarks have been asked about.
  var leftOver: [PolicyLint.Remark] {
    remarks
      + allowances.filter { !$0.isUsed }.map { allowance in
        PolicyLint.Remark(
          code: .allowUnused, message: "'lint: allow \(allowance.code.rawValue)' spares nothing",
          place: SourceLocation(file: file, line: allowance.comment), fix: "take the comment away")
      }
  }
}
