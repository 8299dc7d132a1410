import Basics
import LuaSyntax
package import Reports

/// The sorts of mistakes that the linter knows. The names are stable: policies write them behind `-- lint: allow`.
package enum LintCode: String, CaseIterable, Sendable {
  /// A key that is a known one but for a slip.
  case keyMisspelt = "key.misspelt"
  /// A key that the platform has replaced.
  case keyDeprecated = "key.deprecated"
  /// A key that the rule's platforms don't know.
  case keyPlatform = "key.platform"
  /// A prefix of custom keys that the names of other owners have, too.
  case prefixOpen = "prefix.open"
  /// A rule without examples that pass and fail.
  case ruleExamples = "rule.examples"
  /// A rule that doesn't say why it is there.
  case ruleRationale = "rule.rationale"
  /// A condition of `applies` that leaves nothing out.
  case ruleAlwaysApplies = "rule.always-applies"
  /// A rule about your own bundles that also applies to bundles of vendors.
  case ruleNested = "rule.nested"
  /// A rule that applies to nothing.
  case ruleNeverApplies = "rule.never-applies"
  /// A rule that is to be an error before it applies.
  case ruleDates = "rule.dates"
  /// An id that a rule had before.
  case ruleRenamed = "rule.renamed"
  /// A `check` function that reports nothing.
  case checkSilent = "check.silent"
  /// A parameter that nothing reads.
  case parameterUnused = "parameter.unused"
  /// A module that is imported and not used.
  case importUnused = "import.unused"
  /// A waiver whose last day is past.
  case waiverExpired = "waiver.expired"
  /// A waiver that covers nothing.
  case waiverUnused = "waiver.unused"
  /// A waiver that covers what another does.
  case waiverDuplicate = "waiver.duplicate"
  /// A waiver that covers nothing unless other policies that include the rule waive it as well.
  case waiverShared = "waiver.shared"
  /// A change of a rule that other policies bring in unchanged.
  case adjustmentShared = "adjustment.shared"
  /// A comparison with a value of a type that the key never has.
  case compareType = "compare.type"
  /// Versions that are compared as text.
  case compareVersion = "compare.version"
  /// A comparison of something with itself.
  case compareSame = "compare.same"
  /// A computed number that is compared for equality.
  case compareReal = "compare.real"
  /// A value that is never what it is compared with.
  case compareNever = "compare.never"
  /// `not x == y`, which compares `not x`.
  case compareNot = "compare.not"
  /// A pattern with syntax of regular expressions.
  case patternRegularExpression = "pattern.regular-expression"
  /// A pattern that Lua can't read.
  case patternMalformed = "pattern.malformed"
  /// Arguments that don't fit a format.
  case formatArguments = "format.arguments"
  /// Options of a finding in a form that the report does not accept.
  case reportOptions = "report.options"
  /// A walk through a table whose keys have no order.
  case pairsUnordered = "pairs.unordered"
  /// Code that never runs.
  case codeUnreachable = "code.unreachable"
  /// A `-- lint: allow` that allows nothing.
  case allowUnused = "lint.allow-unused"
  /// A `-- lint: allow` of a code that there is not.
  case allowUnknown = "lint.allow-unknown"
  /// A file whose functions were not looked at.
  case sourceUnread = "lint.unread"

  /// A warning is most likely a mistake, a note a gap.
  package var severity: Severity {
    switch self {
    case .keyDeprecated, .keyPlatform, .ruleExamples, .ruleRationale, .ruleNested, .allowUnused: .note
    default: .warning
    }
  }
}

/// The remarks that a source asks to be spared: `-- lint: allow key.misspelt: our server reads it so` on the line, or on a line of
/// its own above.
struct LintAllowances {
  private struct Allowance {
    let code: LintCode
    let comment: Int
    var isUsed = false
  }

  private let file: String
  private var allowances: [Allowance] = []
  /// The allowances for a line, by position.
  private var positions: [Int: [Int]] = [:]
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
        warn("names no code to allow", at: comment.line, fix: "write '-- lint: allow key.misspelt'")
      }
      for word in words {
        if let code = LintCode(rawValue: word) {
          for place in Set([line, comment.line]) { positions[place, default: []].append(allowances.count) }
          allowances.append(Allowance(code: code, comment: comment.line))
        } else {
          let nearest = SpellingCorrector.nearest(to: word, among: LintCode.allCases.map(\.rawValue))
          warn(
            "unknown code '\(word)'", at: comment.line,
            fix: nearest.map { "did you mean '\($0)'?" } ?? "write the code shown at the end of the message")
        }
      }
    }
  }

  private mutating func warn(_ message: String, at line: Int, fix: String) {
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

  /// Problems with the comments themselves, once all remarks have been filtered.
  var leftOver: [PolicyLint.Remark] {
    remarks
      + allowances.filter { !$0.isUsed }.map { allowance in
        PolicyLint.Remark(
          code: .allowUnused, message: "'lint: allow \(allowance.code.rawValue)' has no effect",
          place: SourceLocation(file: file, line: allowance.comment), fix: "remove the comment")
      }
  }
}
