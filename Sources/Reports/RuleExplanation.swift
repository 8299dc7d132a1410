/// Why a rule came to what it did on one bundle, and what it read for that.
public struct RuleExplanation: Hashable, Sendable {
  /// What one clause of a rule came to.
  public struct Clause: Hashable, Sendable {
    /// The ways a clause can end.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// It holds.
      case satisfied
      /// It does not hold.
      case violated
      /// It holds, since there was nothing to hold against.
      case vacuous
      /// It had nothing to judge.
      case notApplicable = "not-applicable"
    }

    /// The clause's word, such as `require`.
    public let name: String
    /// How it ended.
    public let outcome: Outcome
    /// Why, in one phrase.
    public let because: String

    package init(name: String, outcome: Outcome, because: String) {
      (self.name, self.outcome, self.because) = (name, outcome, because)
    }
  }

  /// The nested bundle, relative to the outer one; empty for the outer one.
  public let bundle: String
  /// `pass`, `fail`, `not-applicable` or `error`; waivers and baselines are not looked at.
  public let status: RuleResult.Status
  /// Why the rule did not apply, or could not be judged.
  public let reason: String?
  /// Those judged, in the order of the report: the first error ends a rule.
  public let clauses: [Clause]
  /// What was read, sorted; not all of it where that is too much.
  public let reads: [Read]
  /// Whether more was read.
  public let isCut: Bool
  /// How much more, where a report in JSON left it out.
  public var omitted = 0
  /// Top-level keys of Info.plist that the rule asked for by name.
  package let infoKeys: Set<String>

  package init(
    bundle: String, status: RuleResult.Status, reason: String?, clauses: [Clause], reads: [Read], isCut: Bool,
    omitted: Int = 0, infoKeys: Set<String>
  ) {
    (self.bundle, self.status, self.reason, self.clauses) = (bundle, status, reason, clauses)
    (self.reads, self.isCut, self.omitted, self.infoKeys) = (reads, isCut, omitted, infoKeys)
  }
}

/// Something that a rule looked at while it was judged.
public struct Read: Hashable, Sendable {
  /// What sort of thing it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A value of a property list or strings file, asked for by its key or position; `name` is its JSON Pointer.
    case key
    /// The entries of a dictionary or array, gone through or counted; `name` is its JSON Pointer, `value` how many were read.
    case entries
    /// What the platform drops or changes silently in a property list.
    case diagnostics
    /// A table of strings in one localization; `name` is the table's, with its language.
    case strings
    /// A field of a bundle, such as `kind`.
    case bundle
    /// A file or directory, by its path; `value` is what was asked of it.
    case file
    /// All files, or those that match the pattern `name`; `value` is how many there are.
    case files
    /// The day of the check, `as_of`.
    case day
  }

  /// What sort of thing it is.
  public let kind: Kind
  /// The earlier build that it is of, as it was named; nil for the bundle under test.
  public let build: String?
  /// The nested bundle, relative to the outer one; empty for the outer one.
  public let bundle: String
  /// The property list or strings file, relative to its bundle; nil where there is none, and for a bare property list.
  public let file: String?
  /// Which one: see `Kind`.
  public let name: String
  /// The type of a value: `string`, `dictionary`…; nil for all that is no value of a property list.
  public let type: String?
  /// What was found there, as text; nil where nothing was, and of dictionaries, arrays and sets, whose content is read apart.
  public let value: String?
  /// Whether there is such a thing.
  public let isPresent: Bool
  /// Where it stands in `file`, from 1.
  public let line: Int?

  package init(
    kind: Kind, build: String?, bundle: String, file: String?, name: String, type: String?, value: String?,
    isPresent: Bool, line: Int?
  ) {
    (self.kind, self.build, self.bundle, self.file) = (kind, build, bundle, file)
    (self.name, self.type, self.value) = (name, type, value)
    (self.isPresent, self.line) = (isPresent, line)
  }
}

extension Read {
  /// The order of reports: earlier builds last, then by bundle, file, sort and name.
  package static func precedes(_ left: Read, _ right: Read) -> Bool {
    func order(_ left: String?, _ right: String?) -> Bool? {
      let (left, right) = (left ?? "", right ?? "")
      return left == right ? nil : left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return order(left.build, right.build) ?? order(left.bundle, right.bundle) ?? order(left.file, right.file)
      ?? (left.kind == right.kind ? nil : left.kind.rank < right.kind.rank) ?? order(left.name, right.name)
      ?? order(left.value, right.value)
      ?? (left.isPresent == right.isPresent ? nil : right.isPresent)
      ?? (left.line == right.line ? nil : (left.line ?? 0) < (right.line ?? 0))
      ?? order(left.type, right.type) ?? false
  }
}

extension Read.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
