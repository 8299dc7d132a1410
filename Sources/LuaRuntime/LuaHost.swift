internal import CLuaBridge

package enum LuaKey {
  /// The bytes are valid during the callback only.
  case string(UnsafeBufferPointer<UInt8>)
  case integer(Int64)
}

package struct LuaCall {
  package let function: UInt32
  package let arguments: [LuaValue]
  /// The policy file and line of the call; empty and 0 if no policy line was running.
  package let file: String
  /// From 1; 0 if unknown.
  package let line: Int

  /// The argument at `position` (from 0); nil past the end.
  package subscript(position: Int) -> LuaValue { position < arguments.count ? arguments[position] : .nil }
}

/// The interface of a state to the program. Callbacks arrive on the thread that entered the state; they answer through
/// `LuaAnswer` and never throw, because Lua's errors and Swift's must not meet.
package protocol LuaHost: AnyObject {
  func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer)
  func length(of node: LuaNode, answer: LuaAnswer)
  /// Answers the entry of `rank` in the node's fixed order; false past the end.
  func entry(of node: LuaNode, rank: UInt64, key: LuaAnswer, value: LuaAnswer) -> Bool
  func describe(_ node: LuaNode, answer: LuaAnswer)
  /// Answers the order of two nodes with an integer, or nil if they have none.
  func compare(_ left: LuaNode, _ right: LuaNode, forEquality: Bool, answer: LuaAnswer)
  /// The order of two different nodes as keys of a table: negative if `left` comes first. It must not depend on which node
  /// was created first.
  func order(_ left: LuaNode, _ right: LuaNode) -> Int
  func call(_ call: LuaCall, answer: LuaAnswer)
  /// Answers a call of a node, which is the first argument.
  func callNode(_ call: LuaCall, answer: LuaAnswer)
  /// The error for reading an undefined global (`library` is empty) or an undefined function of a library.
  func undefined(name: String, library: String) -> String
}

extension LuaHost {
  package func order(_ left: LuaNode, _ right: LuaNode) -> Int {
    let (a, b) = ((left.kind, left.owner, left.index), (right.kind, right.owner, right.index))
    return a < b ? -1 : a > b ? 1 : 0
  }
}

/// The context that C passes to each callback, by which the callback finds the Swift host.
final class CallbackContext {
  var state: OpaquePointer?
  unowned(unsafe) var host: (any LuaHost)?

  var callbacks: bp_host {
    bp_host(
      context: Unmanaged.passUnretained(self).toOpaque(),
      index: { context, node, key, result in
        CallbackContext.enter(context) { host, state in
          let answer = LuaAnswer(result, state: state)
          if key.pointee.type == BP_STRING {
            host.read(LuaNode(node), key: .string(key.pointee.string.buffer), answer: answer)
          } else {
            host.read(LuaNode(node), key: .integer(key.pointee.integer), answer: answer)
          }
        }
      },
      length: { context, node, result in
        CallbackContext.enter(context) { $0.length(of: LuaNode(node), answer: LuaAnswer(result, state: $1)) }
      },
      entry: { context, node, rank, key, value in
        var found = false
        CallbackContext.enter(context) {
          found = $0.entry(
            of: LuaNode(node), rank: rank, key: LuaAnswer(key, state: $1), value: LuaAnswer(value, state: $1))
        }
        return found
      },
      describe: { context, node, result in
        CallbackContext.enter(context) { $0.describe(LuaNode(node), answer: LuaAnswer(result, state: $1)) }
      },
      compare: { context, left, right, forEquality, result in
        CallbackContext.enter(context) {
          $0.compare(LuaNode(left), LuaNode(right), forEquality: forEquality, answer: LuaAnswer(result, state: $1))
        }
      },
      order: { context, left, right in
        var order = 0
        CallbackContext.enter(context) { host, _ in order = host.order(LuaNode(left), LuaNode(right)) }
        return Int32(order.signum())
      },
      call: { context, call, result in
        CallbackContext.enter(context) { host, state in
          let call = call.pointee
          let arguments = UnsafeBufferPointer(start: call.arguments, count: call.count).map { LuaValue($0) }
          let swiftCall = LuaCall(
            function: call.function, arguments: arguments, file: String(call.file), line: Int(call.line))
          let answer = LuaAnswer(result, state: state)
          if call.function == UInt32.max {
            host.callNode(swiftCall, answer: answer)
          } else {
            host.call(swiftCall, answer: answer)
          }
        }
      },
      undefined: { context, library, name, result in
        CallbackContext.enter(context) {
          LuaAnswer(result, state: $1).fail($0.undefined(name: String(name), library: String(library)))
        }
      })
  }

  private static func enter(_ context: UnsafeMutableRawPointer?, _ body: (any LuaHost, OpaquePointer) -> Void) {
    guard let context else { return }
    // The state owns the context and outlives every callback.
    Unmanaged<CallbackContext>.fromOpaque(context)._withUnsafeGuaranteedRef { bridge in
      guard let state = bridge.state, let host = bridge.host else { return }
      body(host, state)
    }
  }
}
