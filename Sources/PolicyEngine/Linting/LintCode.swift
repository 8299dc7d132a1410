/// The sorts of mistakes that the linter knows. The names are stable: policies write them behind `-- lint: allow`.
public enum LintCode: String, CaseIterable, Sendable {
  case keyMisspelt = "key.misspelt"
  case keyDeprecated = "key.deprecated"
  case keyPlatform = "key.platform"
  case ruleExamples = "rule.examples"
  case ruleRationale = "rule.rationale"
  case ruleAlwaysApplies = "rule.always-applies"
  case ruleNeverApplies = "rule.never-applies"
  case ruleDates = "rule.dates"
  case ruleRenamed = "rule.renamed"
  case checkSilent = "check.silent"
  case parameterUnused = "parameter.unused"
  case importUnused = "import.unused"
  case waiverExpired = "waiver.expired"
  case waiverUnused = "waiver.unused"
  case waiverDuplicate = "waiver.duplicate"
  case compareType = "compare.type"
  case compareVersion = "compare.version"
  case compareSame = "compare.same"
  case compareReal = "compare.real"
  case patternMalformed = "pattern.malformed"
  case formatArguments = "format.arguments"
  case pairsUnordered = "pairs.unordered"
  case codeUnreachable = "code.unreachable"
  case allowUnused = "lint.allow-unused"
  case allowUnknown = "lint.allow-unknown"
  case sourceUnread = "lint.unread"

  /// A warning is most likely a mistake, a note a gap.
  public var severity: Severity {
    switch self {
    case .keyDeprecated, .keyPlatform, .ruleExamples, .ruleRationale, .allowUnused: .note
    default: .warning
    }
  }
}
