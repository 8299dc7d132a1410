package import PolicyEngine

/// The sorts of mistakes that the linter knows. The names are stable: policies write them behind `-- lint: allow`.
package enum LintCode: String, CaseIterable, Sendable {
  /// A key that is a known one but for a slip.
  case keyMisspelt = "key.misspelt"
  /// A key that the platform has replaced.
  case keyDeprecated = "key.deprecated"
  /// A key that the rule's platforms don't know.
  case keyPlatform = "key.platform"
  /// A rule without examples that pass and fail.
  case ruleExamples = "rule.examples"
  /// A rule that doesn't say why it is there.
  case ruleRationale = "rule.rationale"
  /// A condition of `applies` that leaves nothing out.
  case ruleAlwaysApplies = "rule.always-applies"
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
  /// A pattern that Lua can't read.
  case patternMalformed = "pattern.malformed"
  /// Arguments that don't fit a format.
  case formatArguments = "format.arguments"
  /// A walk through a table whose keys have no order.
  case pairsUnordered = "pairs.unordered"
  /// Code that is never come to.
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
    case .keyDeprecated, .keyPlatform, .ruleExamples, .ruleRationale, .allowUnused: .note
    default: .warning
    }
  }
}
