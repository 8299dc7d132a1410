package struct CheckerOutcome: Sendable {
  package internal(set) var findings: [CheckerFinding] = []
  package internal(set) var reads: [CheckerRead] = []
  package internal(set) var isReadsCut = false
  package internal(set) var log: [String] = []
  /// How often the checker called the host: the measure of its work.
  package internal(set) var calls: UInt64 = 0
  package internal(set) var bytes: UInt64 = 0
  /// Why the check failed. The findings are valid nevertheless.
  package internal(set) var failure: PlugInError?
}

package struct CheckerFinding: Hashable, Sendable {
  package enum Severity: UInt8, Hashable, Sendable {
    case rule, note, warning, error
  }

  package var severity: Severity
  package var message: String
  package var expected: String?
  package var fix: String?
  /// Distinguishes it from other findings of the rule at the same location.
  package var discriminator: String?
  package var file: String?
  /// The bundle's index in the graph.
  package var bundle: Int
  /// A value of its Info.plist as a JSON Pointer; nil for the bundle as a whole.
  package var pointer: String?
  package var key: String?
}

package struct CheckerRead: Hashable, Sendable {
  /// The kind of thing; `name` says which.
  package enum Kind: UInt8, Hashable, Sendable {
    /// A value of Info.plist, or its absence; `name` is its JSON Pointer.
    case key = 1
    /// The entries of a dictionary or array; `name` is its JSON Pointer.
    case entries
    case field
    /// A file's status; `name` is its path.
    case file
    case content
    case files
  }

  package var kind: Kind
  package var bundle: Int
  package var name: String
}
