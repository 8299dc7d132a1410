/// Why an evaluation did not finish.
package struct LuaFailure: Error, Hashable, Sendable {
  /// The sort of failure. The limits are sticky: no policy code ran after one was hit.
  package enum Kind: String, Hashable, Sendable {
    case error, syntax, fuel, memory, time
  }

  /// What ended the evaluation.
  package let kind: Kind
  /// One line without position; empty for limits.
  package let message: String
  /// The policy file; nil when no policy line was running.
  package let file: String?
  /// The line, from 1.
  package let line: Int?
  /// Whether the source ends where more text could make it Lua.
  package let isUnfinished: Bool
  /// The calls that led there, when there are several and they are known.
  package let trace: LuaTraceback?

  /// Makes a failure with its place.
  package init(
    kind: Kind, message: String, file: String?, line: Int?, isUnfinished: Bool = false, trace: LuaTraceback? = nil
  ) {
    self.kind = kind
    self.message = message
    self.file = file
    self.line = line
    self.isUnfinished = isUnfinished
    self.trace = trace
  }
}
