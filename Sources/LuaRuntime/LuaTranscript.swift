internal import CLuaBridge

/// What evaluations asked of the host and were told, word for word. The functions of policies depend on nothing else, so an evaluation
/// that would be told the same again would come to the same, and need not be run.
package struct LuaTranscript: Sendable {
  /// In a form that a program of the same build can ask again.
  package let bytes: [UInt8]

  /// What was written down before. Bytes that are no transcript are asked as far as they go, and answered by nobody.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The same, as if the host had charged nothing, and what it did charge: that depends on how much there was to look at.
  package var separatingCharges: (free: LuaTranscript, charges: UInt64) {
    let size = MemoryLayout<UInt64>.size
    guard bytes.count >= size else { return (self, 0) }
    let charges = bytes[..<size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return (LuaTranscript(bytes: [UInt8](repeating: 0, count: size) + bytes[size...]), charges)
  }

  /// Bytes that it takes.
  package var size: Int { bytes.count }

  /// The nodes that transcripts begin with, which are those that evaluations have in hand, and the kinds that none may ask for.
  package struct Scope: Sendable {
    fileprivate let known: [bp_node]
    fileprivate let refused: UInt64

    /// Kinds are below 64.
    package init(known: [LuaNode], refusedKinds: [UInt32]) {
      self.known = known.map { bp_node(kind: $0.kind, owner: $0.owner, index: $0.index) }
      refused = refusedKinds.reduce(0) { $0 | 1 << UInt64($1) }
    }
  }
}

extension LuaState {
  /// Takes down from now on what is asked, until `endTranscript()`. Returns whether that is possible.
  package func beginTranscript(_ scope: LuaTranscript.Scope) -> Bool {
    bp_begin_transcript(state, scope.known, scope.known.count, scope.refused)
  }

  /// What was asked since `beginTranscript(_:)`; nil for what cannot be asked again, or was too much.
  package func endTranscript() -> LuaTranscript? {
    let heard = bp_end_transcript(state)
    return heard.start == nil ? nil : LuaTranscript(bytes: Array(heard.buffer))
  }

  /// What the answers charged when they were taken down, and what they charge now, if the host answers all of it as it did then; nil if it
  /// does not. To be called between evaluations.
  package func charges(
    for transcript: LuaTranscript, _ scope: LuaTranscript.Scope
  ) -> (then: UInt64, now: UInt64)? {
    var charges = bp_charges()
    let isAlike = transcript.bytes.withUnsafeBufferPointer {
      bp_is_answered_alike(state, bp_bytes($0), scope.known, scope.known.count, scope.refused, &charges)
    }
    return isAlike ? (charges.then, charges.now) : nil
  }
}
