package import Bundles

/// What clauses decide where their fields leave no choice. Rules that policies declare have the decisions of the policy language; a tool
/// may give a rule others, to see who depends on them.
package struct ClauseDecisions: Sendable {
  /// `require`: whether a string of blanks counts as missing.
  package var refusesBlank = true
  /// `forbid`: whether the qualified forms of a key are forbidden as well.
  package var forbidsVariants = true
  /// `increases`: whether a version passes beside an earlier one. `order` is below, at or above 0, as the version is.
  package var isIncrease: @Sendable (_ version: String, _ earlier: String, _ order: Int) -> Bool = { $2 > 0 }
  /// `increases`: whether the version is compared with all earlier builds that were given, or with the newest alone.
  package var comparesAllEarlier = true
  /// `increases`: whether a version that cannot be read, or is missing, is a finding.
  package var refusesUnreadable = true
  /// `qualified_keys`: whether a key must have a default.
  package var needsDefault: @Sendable (QualifiedKey) -> Bool = \.isQualified
  /// `qualified_keys`: whether the unqualified key is accepted as that default.
  package var acceptsDefault = true

  package init() {}
}
