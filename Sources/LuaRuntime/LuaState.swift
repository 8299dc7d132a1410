internal import CLuaBridge

/// A sandboxed Lua state: the base environment of policies, and the functions and globals of its host. Not thread-safe.
package final class LuaState {
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// `f "name" { … }`: called with (name), which answers an integer token, and then with (token, table).
    package static let curried = Traits(rawValue: 1)
    /// Functions among the arguments are kept alive.
    package static let captures = Traits(rawValue: 2)
    /// May answer with a source, which becomes a module under the first argument.
    package static let imports = Traits(rawValue: 4)
    /// An error in the call ends the evaluation even if a policy catches it, because a declaration or finding would be missing. This
    /// always applies to `curried`, `imports` and calls of nodes.
    package static let final = Traits(rawValue: 16)
    /// May answer with a source, which becomes a module; the function that it returns is called with the arguments.
    package static let calls = Traits(rawValue: 32)
  }

  package struct OutOfMemory: Error {}

  let state: OpaquePointer
  unowned let host: any LuaHost

  /// Throws `OutOfMemory`. The host must outlive the state.
  package init(host: any LuaHost, limits: LuaLimits = .standard) throws(OutOfMemory) {
    self.host = host
    let bridge = CallbackContext()
    context = bridge
    seconds = limits.seconds
    let limits = bp_limits(memory: max(limits.memory, 1 << 16), source: max(limits.sourceSize, 1))
    guard let state = bp_create(limits, bridge.callbacks) else { throw OutOfMemory() }
    self.state = state
    bridge.state = state
    bridge.host = host
  }

  package let seconds: Double
  private let context: CallbackContext

  deinit { bp_destroy(state) }

  /// Registers a host function as a global or as a field of a library; with neither, it can only be returned as a value.
  /// `formatAt` is the position (from 1) of a message whose format arguments follow it.
  package func register(
    _ function: UInt32, library: String? = nil, name: String? = nil, traits: Traits = .init(), formatAt: Int32 = 0
  ) throws(OutOfMemory) {
    let raw = traits.rawValue | (formatAt > 0 ? BP_FORMATS.rawValue : 0)
    if !bp_register(state, function, library, name, raw, formatAt) { throw OutOfMemory() }
  }

  package func register(_ node: LuaNode, name: String) throws(OutOfMemory) {
    if !bp_register_node(state, name, bp_node(node)) { throw OutOfMemory() }
  }

  /// Creates an object in advance, so that evaluations need not create it. Must be called before the state is settled.
  package func keep(_ node: LuaNode) throws(OutOfMemory) {
    if !bp_keep_node(state, bp_node(node)) { throw OutOfMemory() }
  }

  /// Locks the environment. Sources can be run after this, but nothing more can be registered.
  package func seal() throws(OutOfMemory) { if !bp_seal(state) { throw OutOfMemory() } }

  /// Starts an evaluation with this much fuel and time; by default, the time limit of the state. Discards cached fields of nodes.
  package func begin(fuel: UInt64, seconds: Double? = nil) { bp_begin(state, fuel, seconds ?? self.seconds) }

  /// The fuel used since `begin(fuel:)`: VM instructions in steps of 1000, plus host calls and library loops.
  package var fuelUsed: UInt64 { bp_fuel_used(state) }

  /// This thread's processor time in seconds, with a resolution of up to a millisecond.
  package static var processorSeconds: Double { Double(bp_processor_time()) / 1e9 }

  package var memoryUsed: Int { bp_memory_used(state) }

  @discardableResult
  package func run(_ source: LuaSource) throws(LuaFailure) -> LuaValue {
    var outcome = bp_outcome()
    var name = source.name
    name.withUTF8 { name in
      source.text.withUnsafeBufferPointer { text in
        source.compiled.withUnsafeBufferPointer { compiled in
          bp_run(state, bp_bytes(text), bp_bytes(compiled), bp_bytes(name), &outcome)
        }
      }
    }
    return try finish(outcome)
  }

  /// Calls a function and returns its first result. With `keepsText`, a string that is not UTF-8 is `.opaque` instead of repaired.
  package func call(
    _ function: LuaFunction, _ arguments: [LuaValue], keepsText: Bool = false
  ) throws(LuaFailure) -> LuaValue {
    var outcome = bp_outcome()
    var unused = bp_result()
    withUnsafeMutablePointer(to: &unused) { unused in
      let answer = LuaAnswer(unused, state: state)
      let plain = arguments.map(answer.plain)
      bp_call_function(state, function.reference, plain, plain.count, &outcome)
    }
    return try finish(outcome, keepsText: keepsText)
  }

  /// Whether a Lua pattern matches in `text`, like `string.find`. Charges the cost; throws for a malformed
  /// pattern.
  package func find(_ pattern: String, in text: UnsafeBufferPointer<UInt8>) throws(LuaFailure) -> Bool {
    var outcome = bp_outcome()
    var pattern = pattern
    pattern.withUTF8 { bp_find(state, bp_bytes(text), bp_bytes($0), &outcome) }
    return try finish(outcome) == .boolean(true)
  }

  /// Ends the loading of policies. From now on every evaluation starts with all of Lua's memory as it is now, so that it cannot observe
  /// earlier evaluations. Tables that captured functions hold become read-only.
  ///
  /// - Throws: If the policies' tables are nested too deeply, or there is not enough fuel or memory.
  package func settle() throws(LuaFailure) {
    var outcome = bp_outcome()
    bp_settle(state, &outcome)
    _ = try finish(outcome)
  }

  /// Allows sources to run again after `settle()`, with the memory of that time; ended by another `settle()`.
  package func reopen() { bp_reopen(state) }

  package func release(_ function: LuaFunction) { bp_release_function(state, function.reference) }

  func finish(_ outcome: bp_outcome, keepsText: Bool = false) throws(LuaFailure) -> LuaValue {
    let kind: LuaFailure.Kind
    switch outcome.status {
    case BP_OK: return LuaValue(outcome.value, keepsText: keepsText)
    case BP_SYNTAX: kind = .syntax
    case BP_OUT_OF_FUEL: kind = .fuel
    case BP_OUT_OF_MEMORY: kind = .memory
    case BP_OUT_OF_TIME: kind = .time
    case BP_EXCEEDED: kind = .limit
    default: kind = .error
    }
    throw LuaFailure(
      kind: kind, message: [.error, .syntax, .limit].contains(kind) ? String(outcome.message) : "",
      file: outcome.file.count > 0 ? String(outcome.file) : nil, line: outcome.line > 0 ? Int(outcome.line) : nil,
      isUnfinished: outcome.is_unfinished, trace: LuaTraceback(outcome))
  }
}

extension bp_bytes {
  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    self.init(start: UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self), count: buffer.count)
  }

  var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}

extension String { init(_ bytes: bp_bytes) { self = String(decoding: bytes.buffer, as: UTF8.self) } }

extension LuaNode { init(_ node: bp_node) { self.init(kind: node.kind, owner: node.owner, index: node.index) } }

extension bp_node { init(_ node: LuaNode) { self.init(kind: node.kind, owner: node.owner, index: node.index) } }

extension LuaValue {
  /// With `keepsText`, a string that is not UTF-8 is `.opaque`.
  init(_ value: bp_value, keepsText: Bool = false) {
    switch value.type {
    case BP_BOOLEAN: self = .boolean(value.boolean)
    case BP_INTEGER: self = .integer(value.integer)
    case BP_NUMBER: self = .number(value.number)
    case BP_STRING where keepsText:
      self =
        String(validating: value.string.buffer, as: UTF8.self).map(LuaValue.string)
        ?? .opaque("a string that is not UTF-8")
    case BP_STRING: self = .string(String(value.string))
    case BP_NODE: self = .node(LuaNode(value.node))
    case BP_FUNCTION: self = .function(LuaFunction(reference: value.function))
    case BP_OPAQUE: self = .opaque(String(value.string))
    case BP_TABLE:
      let entries = UnsafeBufferPointer(start: value.entries, count: value.entries == nil ? 0 : value.count)
      self = .table(
        LuaTable(
          entries: entries.map {
            .init(key: LuaValue($0.key, keepsText: keepsText), value: LuaValue($0.value, keepsText: keepsText))
          }))
    default: self = .nil
    }
  }
}

package struct LuaSource {
  package let text: [UInt8]
  package let name: String
  /// The result of `precompiled` for the same text and name, which saves parsing it; empty if there is none. Lua trusts it, so only
  /// sources that are built into the program may have it.
  package let compiled: [UInt8]

  package init(_ text: [UInt8], name: String, compiled: [UInt8] = []) {
    (self.text, self.name, self.compiled) = (text, name, compiled)
  }
}

/// The limits of a Lua state. Fuel is limited for each evaluation.
public struct LuaLimits: Hashable, Sendable {
  /// The maximum memory of Lua values, in bytes.
  public var memory: Int
  /// The maximum processor time of one evaluation, in seconds. Usually fuel runs out first.
  public var seconds: Double
  /// The maximum size of a source file, in bytes.
  public var sourceSize: Int

  /// 64 MiB, 10 seconds, 1 MiB.
  public static let standard = LuaLimits(memory: 64 << 20, seconds: 10, sourceSize: 1 << 20)

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - memory: The maximum memory of Lua values, in bytes.
  ///   - seconds: The maximum processor time of one evaluation, in seconds.
  ///   - sourceSize: The maximum size of a source file, in bytes.
  public init(memory: Int, seconds: Double, sourceSize: Int) {
    (self.memory, self.seconds, self.sourceSize) = (memory, seconds, sourceSize)
  }
}

extension LuaState {
  /// The names of all globals, sorted by their bytes.
  package var globalNames: [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = bp_visit_globals(
        state,
        { context, name in
          context?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
        }, names)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

// Coverage of lines in functions.
extension LuaState {
  package struct CoveredLine: Hashable, Sendable {
    package let file: String
    /// The line on which the function begins. Functions that begin on the same line count as one.
    package let function: Int
    /// From 1.
    package let line: Int
    package let runs: UInt64
  }

  /// Starts counting the runs of lines, which makes Lua several times slower. Must be called before the first source.
  package func coverLines() throws(OutOfMemory) { if !bp_cover(state) { throw OutOfMemory() } }

  /// Every line of every function in the sources compiled since `coverLines()`: by source, in the order compiled, by function,
  /// by line. Nil if that was not called, or if the format of this Lua's compiled code is unknown.
  package var coveredLines: [CoveredLine]? {
    var lines: [CoveredLine] = []
    let isKnown = withUnsafeMutablePointer(to: &lines) { lines in
      bp_visit_lines(state, lines) { context, line in
        let line = line.pointee
        context?.assumingMemoryBound(to: [CoveredLine].self).pointee.append(
          CoveredLine(file: String(line.file), function: Int(line.function), line: Int(line.line), runs: line.runs))
      }
    }
    return isKnown ? lines : nil
  }
}

// Sources that a person types one after the other.
extension LuaState {
  /// Runs a source whose global variables are visible to later ones. Returns all its values, shortened for display: in a table,
  /// the key `.opaque("more")` gives the number of omitted entries.
  package func interact(_ source: String, name: String) throws(LuaFailure) -> [LuaValue] {
    try typed(source, name, bp_interact).table?.entries.map(\.value) ?? []
  }

  /// The completions for the value that the source returns: a table's string keys as a list; any other value as it
  /// is. Without a source, the names of all variables.
  package func fields(of source: String) throws(LuaFailure) -> LuaValue { try typed(source, "completion", bp_fields) }

  /// The first value of a source that sees the variables, complete.
  package func evaluate(_ source: String, name: String) throws(LuaFailure) -> LuaValue {
    try typed(source, name, bp_evaluate)
  }

  package func setVariable(_ name: String, to value: LuaValue) throws(LuaFailure) {
    var outcome = bp_outcome()
    var unused = bp_result()
    var name = name
    withUnsafeMutablePointer(to: &unused) { unused in
      var plain = LuaAnswer(unused, state: state).plain(value)
      name.withUTF8 { bp_set_variable(state, bp_bytes($0), &plain, &outcome) }
    }
    _ = try finish(outcome)
  }

  private func typed(
    _ source: String, _ name: String,
    _ run: (OpaquePointer, bp_bytes, bp_bytes, UnsafeMutablePointer<bp_outcome>) -> Void
  ) throws(LuaFailure) -> LuaValue {
    var outcome = bp_outcome()
    var (source, name) = (source, name)
    name.withUTF8 { name in source.withUTF8 { source in run(state, bp_bytes(source), bp_bytes(name), &outcome) } }
    return try finish(outcome)
  }
}

/// The interrupt signal (SIGINT), for programs that people talk to.
package enum LuaInterrupt {
  /// Makes the signal end evaluations, as if the time limit had been reached, instead of the process. Affects the whole process. Returns
  /// whether that was possible.
  @discardableResult
  package static func catchSignal() -> Bool { bp_catch_interrupts() }

  package static var isPending: Bool { bp_is_interrupted() }

  package static func clear() { bp_clear_interrupt() }
}
