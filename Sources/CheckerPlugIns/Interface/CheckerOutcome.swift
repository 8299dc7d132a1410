/// What a check came to.
package struct CheckerOutcome: Sendable {
  /// What was found, in the order reported.
  package internal(set) var findings: [CheckerFinding] = []
  /// What was looked at, when that was asked for; each thing once.
  package internal(set) var reads: [CheckerRead] = []
  /// Whether more was looked at than `reads` holds.
  package internal(set) var isReadsCut = false
  /// Lines for the author of the checker.
  package internal(set) var log: [String] = []
  /// How often the checker asked the program for something: the measure of its work.
  package internal(set) var calls: UInt64 = 0
  /// Bytes of files that it read.
  package internal(set) var bytes: UInt64 = 0
  /// Why the check is worth nothing; what was found stands nevertheless.
  package internal(set) var failure: PlugInError?
}

/// What a checker reports.
package struct CheckerFinding: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: UInt8, Hashable, Sendable {
    case rule, note, warning, error
  }

  /// How bad it is.
  package var severity: Severity
  /// One sentence.
  package var message: String
  /// What was expected.
  package var expected: String?
  /// What to do.
  package var fix: String?
  /// Tells it from others of the rule at the same place.
  package var discriminator: String?
  /// A file, relative to the bundle.
  package var file: String?
  /// The bundle, by its number in the graph.
  package var bundle: Int
  /// A value of its Info.plist, as JSON Pointer; nil for the bundle as a whole.
  package var pointer: String?
  /// A key of the dictionary there.
  package var key: String?
}

/// Something that a checker looked at.
package struct CheckerRead: Hashable, Sendable {
  /// What sort of thing it is; `name` says which.
  package enum Kind: UInt8, Hashable, Sendable {
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
  package var kind: Kind
  /// The bundle, by its number in the graph.
  package var bundle: Int
  /// Which one.
  package var name: String
}
