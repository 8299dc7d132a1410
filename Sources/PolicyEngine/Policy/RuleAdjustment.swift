import PolicySchema
import LuaRuntime
package import Reports

package struct RuleAdjustment {
  /// As written: the full id of the rule.
  let rule: String
  let policy: String
  /// The new severity; nil if the rule is disabled.
  package let severity: Severity?
  package let because: String?
  let declared: SourceLocation

  static let overriding = APIClass(
    "Override", .declaration, "The table of `override \"policy/rule\"`.",
    fields: [APIField("severity", "Severity", "The severity of the rule's findings in this policy.")])

  static let disabling = APIClass(
    "Disablement", .declaration, "The table of `disable \"policy/rule\"`.",
    fields: [APIField("because", "string", "Why the rule is disabled.")])

  /// Whether no finding of the rule is more severe than `severity`. Otherwise it only raises the rule's default.
  var isCeiling = true

  /// How strict it is: a disabled rule is below any severity.
  var rank: Int { severity.flatMap { Severity.allCases.firstIndex(of: $0) } ?? -1 }

  var word: String { severity == nil ? "disable" : "override" }
}
