internal import CLuaBridge

/// What the C side hands back to each callback: the way from a C pointer to the Swift host.
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
          $0.compare(
            LuaNode(left), LuaNode(right), forEquality: forEquality, answer: LuaAnswer(result, state: $1))
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
