internal import CLuaBridge

/// Why an evaluation did not finish.
package struct LuaFailure: Error, Hashable, Sendable {
  /// The sort of failure. The limits are sticky: no policy code ran after one was hit.
  package enum Kind: String, Hashable, Sendable {
    case error, syntax, fuel, memory, time
    /// One call asked for more than it may; `message` tells what.
    case limit
  }

  package let kind: Kind
  /// One line without position; empty for fuel, memory and time.
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

/// The calls that led to a failure, as far as they stand in policies. Of a long chain the two ends.
package struct LuaTraceback: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    package let file: String
    /// The line that was running, from 1.
    package let line: Int
    /// What the caller calls the function; nil when that can't be told.
    package let function: String?
    /// The line that the function begins on; nil for the code of the file itself.
    package let defined: Int?

    /// Makes a call with its place.
    package init(file: String, line: Int, function: String?, defined: Int?) {
      self.file = file
      self.line = line
      self.function = function
      self.defined = defined
    }
  }

  /// The innermost calls, where it failed first; at most 10.
  package let inner: [Frame]
  /// How many calls are left out behind them, those of functions that are not the policy's counted.
  package let omitted: Int
  /// The outermost calls, at most 5; empty unless calls are left out or there are more than 10.
  package let outer: [Frame]

  /// Makes a chain of calls.
  package init(inner: [Frame], omitted: Int = 0, outer: [Frame] = []) {
    self.inner = inner
    self.omitted = omitted
    self.outer = outer
  }

  /// Nil when the calls are not known, and for one alone, of which the failure tells.
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
