/// One deliberate fault, and whether a test noticed it.
public struct Mutant: Hashable, Sendable {
  /// What the fault is in.
  public enum Subject: String, Hashable, Sendable {
    /// The clauses of a rule, or the bundles it applies to.
    case clause
    /// A function of a rule, of the policy or of a module.
    case code
    /// A bundle that a rule passes.
    case data
  }

  /// What the fault is in.
  public let subject: Subject
  /// `policy-id/rule-id`; nil for a function that belongs to no one rule.
  public let rule: String?
  /// The file that was changed, or, of data, that describes the bundle.
  public let file: String
  /// The line in `file`, from 1.
  public let line: Int
  /// Where in the line the change begins, in bytes from 1; nil unless it is one of code.
  public let column: Int?
  /// What was changed, in words.
  public let change: String
  /// Whether a test came out differently; of data, whether a verdict did.
  public var isNoticed: Bool
  /// What to do to have it noticed, a line each; empty when it was.
  public var advice: [String]
}

extension Mutant {
  /// What makes two of them the same, whichever policy has the rule and whoever noticed it.
  struct Identity: Hashable {
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
