import PolicyEngine

/// One deliberate fault, and whether a test noticed it.
package struct Mutant: Hashable, Sendable {
  /// What the fault is in.
  package enum Subject: String, Hashable, Sendable {
    /// The clauses of a rule, or the bundles it applies to.
    case clause
    /// A function of a rule, of the policy or of a module.
    case code
    /// A bundle that a rule passes.
    case data
  }

  /// What the fault is in.
  package let subject: Subject
  /// `policy-id/rule-id`; nil for a function that belongs to no one rule.
  package let rule: String?
  /// The file that was changed, or, of data, that describes the bundle.
  package let file: String
  /// The line in `file`, from 1.
  package let line: Int
  /// Where in the line the change begins, in bytes from 1; nil unless it is one of code.
  package let column: Int?
  /// What was changed, in words.
  package let change: String
  /// Whether a test came out differently; of data, whether a verdict did.
  package var isNoticed: Bool
  /// What to do to have it noticed, a line each; empty when it was.
  package var advice: [String]
}

extension Mutant {
  /// What makes two of them the same, whichever policy has the rule and whoever noticed it.
  package struct Identity: Hashable {
    let subject: Subject
    let rule: String?
    let file: String
    let line: Int
    let column: Int?
    let change: String
  }

  var identity: Identity {
    Identity(subject: subject, rule: rule, file: file, line: line, column: column, change: change)
  }
}
