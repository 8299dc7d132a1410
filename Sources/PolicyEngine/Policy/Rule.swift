package import LuaRuntime
package import Versions

/// A rule as a policy declared it.
package struct Rule {
  /// `policy-id/rule-id`.
  package let id: String
  /// The part after the slash, which the policy wrote.
  package let localID: String
  let summary: String
  /// That of the including policy, where that changes it.
  package var severity: Severity
  package let rationale: String?
  /// The documents that it rests on.
  let sources: [String]
  let help: String?
  let tags: [String]
  package var applicability: Applicability
  package var clauses: [any Clause]
  /// Descriptions of bundles that pass and that fail.
  package var examples = RuleExamples()
  /// Full ids that it had before, by which it is still found.
  package var formerIDs: [String] = []
  /// What an including policy changed.
  package var adjustment: RuleAdjustment?
  /// Before this day the rule does not apply.
  package var since: CalendarDate?
  /// Before this day its findings are warnings at most.
  package var denyFrom: CalendarDate?
  package let declared: SourceLocation
}

extension Rule {
  /// The id of its policy.
  package var policy: String { String(id.prefix { $0 != "/" }) }

  /// Whether it says of each finding how bad that is.
  var saysItself: Bool { clauses.contains { type(of: $0).setsSeverity } }

  /// Tells rules apart over several programs that may have loaded the same file.
  package var place: String { "\(declared.file):\(declared.line):\(id)" }
}

/// Bundles that show what a rule is about.
package struct RuleExamples {
  package var pass: [LuaValue] = []
  package var fail: [LuaValue] = []
}

/// Which bundles a rule is for. Nil and empty members do not restrict.
package struct Applicability {
  package var kinds: [String] = []
  package var platforms: [String] = []
  package var nested: Bool?
  package var minimumOSFrom: Version?
  package var minimumOSBelow: Version?
  package var condition: LuaFunction?
}

/// A value that the one who runs the check may set.
package struct Parameter {
  package let name: String
  let summary: String?
  let value: LuaValue
  let declared: SourceLocation
}
