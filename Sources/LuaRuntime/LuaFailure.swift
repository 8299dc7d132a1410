internal import CLuaBridge

package struct LuaFailure: Error, Hashable, Sendable {
  /// The kind of failure. After a limit is reached, no further policy code runs.
  package enum Kind: String, Hashable, Sendable {
    case error, syntax, fuel, memory, time
    /// One call exceeded a limit; `message` says which.
    case limit
  }

  package let kind: Kind
  /// One line without a position; empty for fuel, memory and time.
  package let message: String
  /// The policy file; nil if no policy line was running.
  package let file: String?
  package let line: Int?
  /// Whether the source is incomplete, so that more text could make it valid.
  package let isUnfinished: Bool
  /// The calls that led to the failure, if there are several and they are known.
  package let trace: LuaTraceback?

  package init(
    kind: Kind, message: String = "", file: String? = nil, line: Int? = nil, isUnfinished: Bool = false,
    trace: LuaTraceback? = nil
  ) {
    (self.kind, self.message, self.file, self.line) = (kind, message, file, line)
    (self.isUnfinished, self.trace) = (isUnfinished, trace)
  }
}

/// The calls in policies that led to a failure. A long chain is reduced to its two ends.
package struct LuaTraceback: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    package let file: String
    package let line: Int
    /// The function's name at the caller; nil if it is unknown.
    package let function: String?
    /// The line on which the function begins; nil for the main code of the file.
    package let defined: Int?

    package init(file: String, line: Int, function: String?, defined: Int?) {
      (self.file, self.line, self.function, self.defined) = (file, line, function, defined)
    }
  }

  /// The innermost calls, where it failed first; at most 10.
  package let inner: [Frame]
  /// The number of omitted calls after them, including calls of functions that are not in policies.
  package let omitted: Int
  /// The outermost calls, at most 5; empty unless calls are omitted or there are more than 10.
  package let outer: [Frame]

  package init(inner: [Frame], omitted: Int = 0, outer: [Frame] = []) {
    (self.inner, self.omitted, self.outer) = (inner, omitted, outer)
  }

  /// Returns nil if the calls are unknown, or if there is only one, which the failure itself names.
  init?(_ outcome: bp_outcome) {
    guard let frames = outcome.frames, outcome.inner_frames > 1 else { return nil }
    let all = UnsafeBufferPointer(start: frames, count: outcome.inner_frames + outcome.outer_frames)
    inner = all.prefix(outcome.inner_frames).map(Frame.init)
    omitted = Int(clamping: outcome.omitted_frames)
    outer = all.dropFirst(outcome.inner_frames).map(Frame.init)
  }
}

extension LuaTraceback.Frame {
  fileprivate init(_ frame: bp_frame) {
    self.init(
      file: String(frame.file), line: Int(frame.line),
      function: frame.function.count > 0 ? String(frame.function) : nil,
      defined: frame.defined > 0 ? Int(frame.defined) : nil)
  }
}
