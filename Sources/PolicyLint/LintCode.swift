import Basics
import LuaSyntax
package import Reports

/// The types of mistakes that the linter finds, which docs/testing.md describes. The names are stable: policies write them after
/// `-- lint: allow`.
package enum LintCode: String, CaseIterable, Sendable {
  case keyMisspelt = "key.misspelt"
  case keyNested = "key.nested"
  case keyDeprecated = "key.deprecated"
  case keyPlatform = "key.platform"
  case prefixOpen = "prefix.open"
  case ruleExamples = "rule.examples"
  case ruleRationale = "rule.rationale"
  case ruleAlwaysApplies = "rule.always-applies"
  case ruleNested = "rule.nested"
  case ruleNeverApplies = "rule.never-applies"
  case ruleContradiction = "rule.contradiction"
  case ruleHelp = "rule.help"
  case shapeType = "shape.type"
  case listDuplicate = "list.duplicate"
  case budgetUnit = "budget.unit"
  case ruleDates = "rule.dates"
  case ruleRenamed = "rule.renamed"
  case checkSilent = "check.silent"
  case checkReturns = "check.returns"
  case checkParameters = "check.parameters"
  case parameterUnused = "parameter.unused"
  case importUnused = "import.unused"
  case waiverExpired = "waiver.expired"
  case waiverUnused = "waiver.unused"
  case waiverDuplicate = "waiver.duplicate"
  case waiverShared = "waiver.shared"
  case adjustmentShared = "adjustment.shared"
  case compareType = "compare.type"
  case compareVersion = "compare.version"
  case compareSame = "compare.same"
  case compareReal = "compare.real"
  case compareNever = "compare.never"
  case compareAlways = "compare.always"
  case compareNot = "compare.not"
  case patternRegularExpression = "pattern.regular-expression"
  case patternPeriod = "pattern.period"
  case patternHyphen = "pattern.hyphen"
  case patternMalformed = "pattern.malformed"
  case searchPattern = "search.pattern"
  case globSyntax = "glob.syntax"
  case pathForm = "path.form"
  case nameForm = "name.form"
  case formatArguments = "format.arguments"
  case reportOptions = "report.options"
  case pairsUnordered = "pairs.unordered"
  case loopValues = "loop.values"
  case variableHidden = "variable.hidden"
  case indexPosition = "index.position"
  case indexType = "index.type"
  case lengthDictionary = "length.dictionary"
  case fieldUnknown = "field.unknown"
  case fieldDuplicate = "field.duplicate"
  case globalUnknown = "global.unknown"
  case callArguments = "call.arguments"
  case callMethod = "call.method"
  case resultUnused = "result.unused"
  case resultNone = "result.none"
  case operatorType = "operator.type"
  case codeUnreachable = "code.unreachable"
  case allowUnused = "lint.allow-unused"
  case allowUnknown = "lint.allow-unknown"
  case sourceUnread = "lint.unread"

  /// A warning is probably a mistake, a note a gap.
  package var severity: Severity {
    switch self {
    case .keyDeprecated, .keyPlatform, .ruleExamples, .ruleRationale, .ruleNested, .allowUnused: .note
    default: .warning
    }
  }
}

/// The remarks that a source suppresses: `-- lint: allow key.misspelt: our server reads it so` on the line, or on a separate line
/// above it.
struct LintAllowances {
  private struct Allowance {
    let code: LintCode
    let comment: Int
    var isUsed = false
  }

  private let file: String
  private var allowances: [Allowance] = []
  private var positions: [Int: [Int]] = [:]
  private var remarks: [PolicyLint.Remark] = []

  init(_ source: LuaTokens, file: String) {
    self.file = file
    guard !source.comments.isEmpty else { return }
    let lines = source.tokens.map(\.line)
    for comment in source.comments {
      guard let words = Self.words(comment.text) else { continue }
      // The first line with code, at or after the comment.
      let next = lines.partitionPoint { $0 >= comment.line }
      let line = next < lines.count ? lines[next] : comment.line
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

  mutating func allows(_ remark: PolicyLint.Remark) -> Bool {
    var isAllowed = false
    for position in positions[remark.line] ?? [] where allowances[position].code == remark.code {
      allowances[position].isUsed = true
      isAllowed = true
    }
    return isAllowed
  }

  /// Problems with the suppression comments, once all remarks have been filtered.
  var leftOver: [PolicyLint.Remark] {
    remarks
      + allowances.filter { !$0.isUsed }.map { allowance in
        PolicyLint.Remark(
          code: .allowUnused, message: "'lint: allow \(allowance.code.rawValue)' has no effect",
          place: SourceLocation(file: file, line: allowance.comment), fix: "remove the comment")
      }
  }
}
