/// The outcome of a check.
package struct CheckerOutcome: Sendable {
  /// The findings in the order reported.
  package internal(set) var findings: [CheckerFinding] = []
  /// Everything that was read, if this was requested; each thing once.
  package internal(set) var reads: [CheckerRead] = []
  /// Whether more was read than `reads` contains.
  package internal(set) var isReadsCut = false
  /// Lines for the author of the checker.
  package internal(set) var log: [String] = []
  /// How often the checker called the host: the measure of its work.
  package internal(set) var calls: UInt64 = 0
  /// The bytes of files that it read.
  package internal(set) var bytes: UInt64 = 0
  /// Why the check failed. The findings are valid nevertheless.
  package internal(set) var failure: PlugInError?
}

/// A finding of a checker.
package struct CheckerFinding: Hashable, Sendable {
  package enum Severity: UInt8, Hashable, Sendable {
    case rule, note, warning, error
  }

  package var severity: Severity
  /// One sentence.
  package var message: String
  package var expected: String?
  package var fix: String?
  /// Distinguishes it from other findings of the rule at the same location.
  package var discriminator: String?
  /// The path of a file relative to the bundle.
  package var file: String?
  /// The bundle's index in the graph.
  package var bundle: Int
  /// A value of its Info.plist as a JSON Pointer; nil for the bundle as a whole.
  package var pointer: String?
  /// A key of the dictionary there.
  package var key: String?
}

/// Something that a checker read.
package struct CheckerRead: Hashable, Sendable {
  /// The kind of thing; `name` says which.
  package enum Kind: UInt8, Hashable, Sendable {
    /// A value of Info.plist, or its absence; `name` is its JSON Pointer.
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

  package var kind: Kind
  /// The bundle's index in the graph.
  package var bundle: Int
  package var name: String
}
