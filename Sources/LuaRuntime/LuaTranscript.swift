internal import CLuaBridge

/// What evaluations asked of the host and were told, word for word. The functions of policies depend on nothing else, so an evaluation
/// that would be told the same again would come to the same, and need not be run.
package struct LuaTranscript: Sendable {
  fileprivate let bytes: [UInt8]

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

  /// Whether the host answers all of it as it did then; to be called between evaluations. Costs no fuel.
  package func isAnsweredAlike(_ transcript: LuaTranscript, _ scope: LuaTranscript.Scope) -> Bool {
    transcript.bytes.withUnsafeBufferPointer {
      bp_is_answered_alike(state, bp_bytes($0), scope.known, scope.known.count, scope.refused)
    }
  }
}
