/// The key of a field that Lua reads from a node.
package enum LuaKey {
  /// The bytes are valid during the callback only.
  case string(UnsafeBufferPointer<UInt8>)
  case integer(Int64)
}

/// A call of a host function.
package struct LuaCall {
  /// The number the function was registered under.
  package let function: UInt32
  /// Copies of the arguments, in order.
  package let arguments: [LuaValue]
  /// The policy file and line of the call; empty and 0 when no policy line was running.
  package let file: String
  /// From 1; 0 when unknown.
  package let line: Int

  /// The argument at `position` (from 0), nil-valued past the end.
  package subscript(position: Int) -> LuaValue { position < arguments.count ? arguments[position] : .nil }
}

/// What a state asks of the program around it. Callbacks arrive on the thread that entered the state; they answer through
/// `LuaAnswer` and never throw, because Lua's errors and Swift's must not meet.
package protocol LuaHost: AnyObject {
  /// Answers `node[key]`.
  func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer)
  /// Answers `#node` with an integer.
  func length(of node: LuaNode, answer: LuaAnswer)
  /// Answers the entry of `rank` in the node's fixed order; false past the end.
  func entry(of node: LuaNode, rank: UInt64, key: LuaAnswer, value: LuaAnswer) -> Bool
  /// Answers `tostring(node)`.
  func describe(_ node: LuaNode, answer: LuaAnswer)
  /// Answers the order of two nodes with an integer, or nil when they have none.
  func compare(_ left: LuaNode, _ right: LuaNode, forEquality: Bool, answer: LuaAnswer)
  /// The place of two different nodes in the order of a table's keys: negative when `left` comes first. It must not depend on which node was
  /// handed out first.
  func order(_ left: LuaNode, _ right: LuaNode) -> Int
  /// Answers a call of a registered function.
  func call(_ call: LuaCall, answer: LuaAnswer)
  /// Answers a call of a node, which is the first argument.
  func callNode(_ call: LuaCall, answer: LuaAnswer)
  /// The error for reading an undefined global (`library` is empty) or an undefined function of a library.
  func undefined(name: String, library: String) -> String
}

extension LuaHost {
  /// By their numbers.
  package func order(_ left: LuaNode, _ right: LuaNode) -> Int {
    let (a, b) = ((left.kind, left.owner, left.index), (right.kind, right.owner, right.index))
    return a < b ? -1 : a > b ? 1 : 0
  }
}
