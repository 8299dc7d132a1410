import Basics
import LuaSyntax
package import Reports

/// The types of mistakes that the linter finds. The names are stable: policies write them after `-- lint: allow`.
package enum LintCode: String, CaseIterable, Sendable {
  case keyMisspelt = "key.misspelt"
  /// A key of a nested dictionary that is used as a top-level key.
  case keyNested = "key.nested"
  case keyDeprecated = "key.deprecated"
  case keyPlatform = "key.platform"
  /// A prefix of custom keys that also matches keys of other owners.
  case prefixOpen = "prefix.open"
  case ruleExamples = "rule.examples"
  case ruleRationale = "rule.rationale"
  /// A condition of `applies` that excludes nothing.
  case ruleAlwaysApplies = "rule.always-applies"
  /// A rule about your own bundles that also applies to bundles of vendors.
  case ruleNested = "rule.nested"
  /// A rule that applies to no bundle.
  case ruleNeverApplies = "rule.never-applies"
  /// A rule that requires what it forbids.
  case ruleContradiction = "rule.contradiction"
  case ruleHelp = "rule.help"
  /// A shape of a type that the key cannot have.
  case shapeType = "shape.type"
  case listDuplicate = "list.duplicate"
  /// An amount without a unit that is too small for a size.
  case budgetUnit = "budget.unit"
  /// A rule whose `deny_from` precedes its `since`.
  case ruleDates = "rule.dates"
  /// A reference to a rule by a former id.
  case ruleRenamed = "rule.renamed"
  /// A `check` function that reports nothing.
  case checkSilent = "check.silent"
  /// A `check` that returns a value, which is an error.
  case checkReturns = "check.returns"
  /// A `check` with its parameters in the wrong order.
  case checkParameters = "check.parameters"
  case parameterUnused = "parameter.unused"
  case importUnused = "import.unused"
  case waiverExpired = "waiver.expired"
  case waiverUnused = "waiver.unused"
  /// A waiver that another one makes redundant.
  case waiverDuplicate = "waiver.duplicate"
  /// A waiver that covers nothing unless other policies that include the rule waive it as well.
  case waiverShared = "waiver.shared"
  /// A change of a rule that other policies include unchanged.
  case adjustmentShared = "adjustment.shared"
  /// A comparison with a value of a type that the key cannot have.
  case compareType = "compare.type"
  case compareVersion = "compare.version"
  /// A comparison of a value with itself.
  case compareSame = "compare.same"
  /// A computed number compared for equality.
  case compareReal = "compare.real"
  /// A comparison that can never be true.
  case compareNever = "compare.never"
  /// A condition that is always true.
  case compareAlways = "compare.always"
  /// `not x == y`, which compares `not x`.
  case compareNot = "compare.not"
  case patternRegularExpression = "pattern.regular-expression"
  /// A period in a pattern that is probably meant to match itself.
  case patternPeriod = "pattern.period"
  /// A hyphen in a pattern that is probably meant to match itself.
  case patternHyphen = "pattern.hyphen"
  case patternMalformed = "pattern.malformed"
  /// A pattern of `find` that is malformed, or a Lua pattern.
  case searchPattern = "search.pattern"
  /// A path pattern with syntax of other tools.
  case globSyntax = "glob.syntax"
  /// A path in a form that matches nothing.
  case pathForm = "path.form"
  /// A name in a form that matches nothing.
  case nameForm = "name.form"
  /// Arguments that do not match a format.
  case formatArguments = "format.arguments"
  /// Options of a finding in a form that the report does not accept.
  case reportOptions = "report.options"
  /// An iteration over a table whose keys have no order.
  case pairsUnordered = "pairs.unordered"
  /// A loop over a value that cannot be iterated that way.
  case loopValues = "loop.values"
  /// A local variable that hides the one that was meant.
  case variableHidden = "variable.hidden"
  /// A position that a list never has.
  case indexPosition = "index.position"
  /// A list indexed with a string, or a dictionary with a number.
  case indexType = "index.type"
  /// `#` on a table that has names.
  case lengthDictionary = "length.dictionary"
  case fieldUnknown = "field.unknown"
  case fieldDuplicate = "field.duplicate"
  case globalUnknown = "global.unknown"
  case callArguments = "call.arguments"
  /// A method called like a function, or a function or field like a method.
  case callMethod = "call.method"
  /// A call whose result nothing uses.
  case resultUnused = "result.unused"
  /// The use of the result of a function that returns nothing.
  case resultNone = "result.none"
  /// An operator with operands of the wrong type.
  case operatorType = "operator.type"
  case codeUnreachable = "code.unreachable"
  /// A `-- lint: allow` that suppresses nothing.
  case allowUnused = "lint.allow-unused"
  case allowUnknown = "lint.allow-unknown"
  /// A file whose functions were not checked.
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
