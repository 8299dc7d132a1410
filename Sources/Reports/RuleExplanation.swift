/// The explanation of a rule's result on one bundle, with what the rule read.
public struct RuleExplanation: Hashable, Sendable {
  /// The result of a clause.
  public struct Clause: Hashable, Sendable {
    /// The outcomes of a clause.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// The clause is satisfied.
      case satisfied
      /// The clause is violated.
      case violated
      /// The clause is satisfied because there was nothing to compare.
      case vacuous
      /// The clause had nothing to check.
      case notApplicable = "not-applicable"
    }

    /// The name of the clause, such as `require`.
    public let name: String
    /// The outcome.
    public let outcome: Outcome
    /// The reason, in one phrase.
    public let because: String

    package init(name: String, outcome: Outcome, because: String) {
      (self.name, self.outcome, self.because) = (name, outcome, because)
    }
  }

  /// The path of the nested bundle relative to the outer one; empty for the outer one.
  public let bundle: String
  /// `pass`, `fail`, `not-applicable` or `error`, regardless of waivers and baselines.
  public let status: RuleResult.Status
  /// Why the rule did not apply, or could not be evaluated.
  public let reason: String?
  /// The evaluated clauses, in the order of the report. The first error ends a rule.
  public let clauses: [Clause]
  /// The reads, sorted; not all if there are too many.
  public let reads: [Read]
  /// Whether there were more reads.
  public let isCut: Bool
  /// The number of reads that a JSON report omitted.
  public var omitted = 0
  /// The top-level keys of Info.plist that the rule read by name.
  package let infoKeys: Set<String>

  package init(
    bundle: String, status: RuleResult.Status, reason: String?, clauses: [Clause], reads: [Read], isCut: Bool,
    omitted: Int = 0, infoKeys: Set<String>
  ) {
    (self.bundle, self.status, self.reason, self.clauses) = (bundle, status, reason, clauses)
    (self.reads, self.isCut, self.omitted, self.infoKeys) = (reads, isCut, omitted, infoKeys)
  }
}

/// Something that a rule read.
public struct Read: Hashable, Sendable {
  /// The kind of thing read.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A value of a property list or strings file, read by key or position; `name` is its JSON Pointer.
    case key
    /// The entries of a dictionary or array, iterated or counted; `name` is its JSON Pointer, `value` the number of entries read.
    case entries
    /// The parts of a property list that the platform silently drops or changes.
    case diagnostics
    /// A table of strings in one localization; `name` is the name of the table, with its language.
    case strings
    /// A field of a bundle, such as `kind`.
    case bundle
    /// A file or folder, by its path; `value` is the property read.
    case file
    /// All files, or the files that match the pattern `name`; `value` is their number.
    case files
    /// The date of the check, `as_of`.
    case day
  }

  /// The kind of thing read.
  public let kind: Kind
  /// The earlier build that it belongs to, as it was named; nil for the checked bundle.
  public let build: String?
  /// The path of the nested bundle relative to the outer one; empty for the outer one.
  public let bundle: String
  /// The property list or strings file, relative to its bundle; nil without a file, or for a bare property list.
  public let file: String?
  /// The name, path or pointer: see `Kind`.
  public let name: String
  /// The type of a value of a property list, such as `string` or `dictionary`; nil for other kinds.
  public let type: String?
  /// The value as text; nil without a value, and for dictionaries, arrays and sets, whose entries are reads of their own.
  public let value: String?
  /// Whether it exists.
  public let isPresent: Bool
  /// The line in `file`, from 1.
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
  package static func precedes(_ left: Read, _ right: Read) -> Bool {
    byteOrder(left.build, right.build) ?? byteOrder(left.bundle, right.bundle) ?? byteOrder(left.file, right.file)
      ?? (left.kind == right.kind ? nil : left.kind.rank < right.kind.rank) ?? byteOrder(left.name, right.name)
      ?? byteOrder(left.value, right.value)
      ?? (left.isPresent == right.isPresent ? nil : right.isPresent)
      ?? (left.line == right.line ? nil : (left.line ?? 0) < (right.line ?? 0))
      ?? byteOrder(left.type, right.type) ?? false
  }
}

extension Read.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
