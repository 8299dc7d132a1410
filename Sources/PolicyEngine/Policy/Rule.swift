package import Bundles
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
  package var clauses: [Clause]
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
  /// What its clauses decide by themselves.
  package var decisions = ClauseDecisions()
  package let declared: SourceLocation
}

extension Rule {
  /// The id of its policy.
  package var policy: String { String(id.prefix { $0 != "/" }) }

  /// Whether it says of each finding how bad that is.
  var saysItself: Bool {
    clauses.contains { clause in
      switch clause {
      case .check, .checker: true
      default: false
      }
    }
  }

  /// Tells rules apart over several programs that may have loaded the same file.
  package var place: String { "\(declared.file):\(declared.line):\(id)" }
}

/// What a rule judges. Each clause is one sort of requirement.
package enum Clause {
  /// Keys (or RFC 6901 pointers) that must be there and not be empty.
  case require([String])
  /// Keys (or pointers) that must not be there, in no qualified form either.
  case forbid([String])
  /// Keys hold values of a type and form.
  case shape(DictionaryShape)
  /// The version under a key must exceed that of every earlier build.
  case increases(IncreasesClause)
  /// Keys the platform does not define start with one of these.
  case customKeys(prefixes: [String])
  /// Every qualified key stands beside its unqualified default.
  case qualifiedKeys
  /// What is localized, into which languages.
  case localize(LocalizeClause)
  /// Files that must or must not be there.
  case files(FilesClause)
  /// A checker, by the interface in C.
  case checker(CheckerClause)
  /// A function of the policy.
  case check(LuaFunction)
}

/// `localize`: every localization, or each of those named, has these.
package struct LocalizeClause {
  /// Languages that must be there; without any, those that are there are judged.
  package var languages: [String] = []
  /// Keys of Info.plist with a value in each localization's `InfoPlist.strings`.
  package var keys: [String] = []
  /// Tables of strings with the same keys in each localization as in that of the development region.
  package var tables: [String] = []
}

/// `files`: patterns of paths, relative to the bundle.
package struct FilesClause {
  package var require: [(pattern: String, glob: Glob)] = []
  package var forbid: [(pattern: String, glob: Glob)] = []
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
