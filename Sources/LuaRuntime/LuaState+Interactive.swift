internal import CLuaBridge

// What a person types, one source after the other.
extension LuaState {
  /// Runs a source whose global variables later ones see. Returns all its values, cut down to what is fit to be shown: in a table
  /// the key `.opaque("more")` says how many entries are left out.
  package func interact(_ source: String, name: String) throws(LuaFailure) -> [LuaValue] {
    try typed(source, name, bp_interact).table?.entries.map(\.value) ?? []
  }

  /// What can be read from the value that the source returns: of a table its keys that are strings, as a list; any other value as it
  /// is. Without a source, the names of all variables.
  package func fields(of source: String) throws(LuaFailure) -> LuaValue { try typed(source, "completion", bp_fields) }

  /// Sets a variable that interactive sources see.
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
    name.withUTF8 { name in
      source.withUTF8 { source in run(state, bp_bytes(source), bp_bytes(name), &outcome) }
    }
    return try finish(outcome)
  }
}

/// The interrupt signal (SIGINT), for programs that people talk to.
package enum LuaInterrupt {
  /// Makes the signal end evaluations, as if the clock had run out, and nothing else. For the whole process. Returns whether
  /// that was possible.
  @discardableResult
  package static func catchSignal() -> Bool { bp_catch_interrupts() }

  /// Whether the signal has come since `clear()`.
  package static var isPending: Bool { bp_is_interrupted() }

  /// Forgets the signal.
  package static func clear() { bp_clear_interrupt() }
}
