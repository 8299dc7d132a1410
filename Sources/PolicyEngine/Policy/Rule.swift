import LuaRuntime

/// A rule as a policy declared it.
struct Rule {
  /// `policy-id/rule-id`.
  let id: String
  /// The part after the slash, which the policy wrote.
  let localID: String
  let summary: String
  let severity: Severity
  let rationale: String?
  let help: String?
  let tags: [String]
  let applicability: Applicability
  let clauses: [Clause]
  let declared: SourceLocation
}

/// What a rule judges. Each clause is one sort of requirement.
enum Clause {
  /// Keys (or RFC 6901 pointers) that must be there and not be empty.
  case require([String])
  /// Keys (or pointers) that must not be there, in no qualified form either.
  case forbid([String])
  /// The version under `key` must exceed that of every earlier build.
  case increases(key: String, dialect: VersionDialect)
  /// Keys the platform does not define start with one of these.
  case customKeys(prefixes: [String])
  /// Every qualified key stands beside its unqualified default.
  case qualifiedKeys
  /// A function of the policy.
  case check(LuaFunction)
}

/// Which bundles a rule is for. Nil and empty members do not restrict.
struct Applicability {
  var kinds: [String] = []
  var platforms: [String] = []
  var nested: Bool?
  var minimumOSFrom: Version?
  var minimumOSBelow: Version?
  var condition: LuaFunction?
}

/// Covers findings of one rule in one bundle for a time.
struct Waiver {
  /// As written: a rule id of the same policy, or a full one.
  let rule: String
  /// The policy the waiver stands in, to complete `rule`.
  let policy: String
  let bundle: String?
  let key: String?
  let because: String
  let owner: String
  let expires: String
  let declared: SourceLocation
}

/// A value that the one who runs the check may set.
struct Parameter {
  let name: String
  let summary: String?
  let value: LuaValue
  let declared: SourceLocation
}
