/// What a check came to.
public struct CheckerOutcome: Sendable {
  /// What was found, in the order reported.
  public internal(set) var findings: [CheckerFinding] = []
  /// What was looked at, when that was asked for; each thing once.
  public internal(set) var reads: [CheckerRead] = []
  /// Whether more was looked at than `reads` holds.
  public internal(set) var isReadsCut = false
  /// Lines for the author of the checker.
  public internal(set) var log: [String] = []
  /// How often the checker asked the program for something: the measure of its work.
  public internal(set) var calls: UInt64 = 0
  /// Bytes of files that it read.
  public internal(set) var bytes: UInt64 = 0
  /// Why the check is worth nothing; what was found stands nevertheless.
  public internal(set) var failure: PlugInError?
}

/// What a checker reports.
public struct CheckerFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: UInt8, Hashable, Sendable {
    case rule, note, warning, error
  }

  /// How bad it is.
  public var severity: Severity
  /// One sentence.
  public var message: String
  /// What was expected.
  public var expected: String?
  /// What to do.
  public var fix: String?
  /// Tells it from others of the rule at the same place.
  public var discriminator: String?
  /// A file, relative to the bundle.
  public var file: String?
  /// The bundle, by its number in the graph.
  public var bundle: Int
  /// A value of its Info.plist, as JSON Pointer; nil for the bundle as a whole.
  public var pointer: String?
  /// A key of the dictionary there.
  public var key: String?
}

/// Something that a checker looked at.
public struct CheckerRead: Hashable, Sendable {
  /// What sort of thing it is; `name` says which.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A value of Info.plist, or the absence of one; `name` is its JSON Pointer.
    case key = 1
    /// The entries of a dictionary or array; `name` is its JSON Pointer.
    case entries
    /// A field of a bundle.
    case field
    /// A file's status; `name` is its path.
    case file
    /// A file's content.
    case content
    /// The names of all files.
    case files
  }

  /// What sort of thing it is.
  public var kind: Kind
  /// The bundle, by its number in the graph.
  public var bundle: Int
  /// Which one.
  public var name: String
}
