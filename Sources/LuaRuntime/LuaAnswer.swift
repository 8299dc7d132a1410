internal import CLuaBridge

/// The answer of a callback. Valid during the callback only; the default answer is nil.
package struct LuaAnswer {
  private let result: UnsafeMutablePointer<bp_result>
  private let state: OpaquePointer

  init(_ result: UnsafeMutablePointer<bp_result>, state: OpaquePointer) { (self.result, self.state) = (result, state) }

  package func set(_ value: Bool) {
    result.pointee.value.type = BP_BOOLEAN
    result.pointee.value.boolean = value
  }

  package func set(_ value: Int64) {
    result.pointee.value.type = BP_INTEGER
    result.pointee.value.integer = value
  }

  package func set(_ value: Double) {
    result.pointee.value.type = BP_NUMBER
    result.pointee.value.number = value
  }

  package func set(_ node: LuaNode) {
    result.pointee.value.type = BP_NODE
    result.pointee.value.node = bp_node(node)
  }

  /// Answers with text that outlives the evaluation, such as bytes of an immutable graph. It is not copied.
  package func set(lasting utf8: UnsafeBufferPointer<UInt8>) {
    result.pointee.value.type = BP_STRING
    result.pointee.value.string = bp_bytes(utf8)
  }

  package func set(bytes: [UInt8]) {
    result.pointee.value.type = BP_STRING
    result.pointee.value.string = bytes.withUnsafeBytes(copy)
  }

  package func set(_ text: String) { put(text, as: BP_STRING) }

  /// Makes the call an error at the line of the policy that made it.
  package func fail(_ message: String) { put(message, as: BP_ERROR) }

  /// Ends the evaluation at the line of the policy that made the call, like a limit: no policy can catch it.
  package func exceed(_ message: String) { put(message, as: BP_LIMIT) }

  package var hasFailed: Bool { [BP_ERROR, BP_LIMIT].contains(result.pointee.value.type) }

  package func set(function: UInt32) {
    result.pointee.value.type = BP_HOST_FUNCTION
    result.pointee.value.function = Int32(clamping: function)
  }

  /// A source to run as a module (functions registered with `.imports` or `.calls` only).
  package func set(_ source: LuaSource) {
    result.pointee.value.type = BP_SOURCE
    result.pointee.value.string = source.text.withUnsafeBytes(copy)
    result.pointee.compiled = source.compiled.withUnsafeBytes(copy)
    var name = source.name
    result.pointee.name = name.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
  }

  /// Makes the elements of the list that a source's function returns records of a kind.
  package func set(elements kind: UInt16) { result.pointee.value.function = Int32(kind) }

  package func set(_ value: LuaValue) { result.pointee.value = plain(value) }

  /// Charges fuel for the host's work, in addition to earlier charges: about one unit for each 10 ns.
  package func charge(_ fuel: UInt64) {
    let sum = result.pointee.fuel.addingReportingOverflow(fuel)
    result.pointee.fuel = sum.overflow ? .max : sum.partialValue
  }

  /// The fuel that the call has been charged so far; long loops in host functions must check it.
  package var charged: UInt64 { result.pointee.fuel }

  func plain(_ value: LuaValue) -> bp_value {
    var plain = bp_value()
    switch value {
    case .nil, .opaque, .function: plain.type = BP_NIL
    case .boolean(let value):
      plain.type = BP_BOOLEAN
      plain.boolean = value
    case .integer(let value):
      plain.type = BP_INTEGER
      plain.integer = value
    case .number(let value):
      plain.type = BP_NUMBER
      plain.number = value
    case .string(var text):
      plain.type = BP_STRING
      plain.string = text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
    case .node(let node):
      plain.type = BP_NODE
      plain.node = bp_node(node)
    case .table(let table):
      plain.type = BP_TABLE
      plain.function = Int32(table.record)
      let size = table.entries.count.multipliedReportingOverflow(by: MemoryLayout<bp_entry>.stride)
      guard !size.overflow, let block = bp_scratch(state, max(size.partialValue, 1)) else { break }
      let entries = block.bindMemory(to: bp_entry.self, capacity: table.entries.count)
      for (position, entry) in table.entries.enumerated() {
        entries[position] = bp_entry(key: self.plain(entry.key), value: self.plain(entry.value))
      }
      plain.entries = UnsafePointer(entries)
      plain.count = table.entries.count
    }
    return plain
  }

  private func put(_ text: String, as type: bp_type) {
    var text = text
    result.pointee.value.type = type
    result.pointee.value.string = text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
  }

  /// Copies into the state's scratch memory, because C reads the answer after the callback has returned.
  private func copy(_ bytes: UnsafeRawBufferPointer) -> bp_bytes {
    guard let source = bytes.baseAddress, let block = bp_scratch(state, bytes.count) else {
      return bp_bytes(start: nil, count: 0)
    }
    block.copyMemory(from: source, byteCount: bytes.count)
    return bp_bytes(start: UnsafePointer(block.assumingMemoryBound(to: CChar.self)), count: bytes.count)
  }
}
