/// What a policy's modules are found in: its own directory, and the standard policies.
struct PolicyFiles {
  /// The directory of the policy; nil for a standard policy, which has nothing of its own.
  let own: PolicyDirectory?
  let standard: StandardPolicySource

  /// Whether a file is one of the standard policies, as the program carries them or as they are read in place of those.
  func isStandard(_ file: String) -> Bool { StandardPolicySource.carries(file) || standard.replacement != nil }

  /// The file of a module. What starts with `apple.` is standard, whatever lies in the policy's directory, so that a policy
  /// can't be made to mean something else by a file beside it.
  func module(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    if StandardPolicySource.has(name) { return try standard.module(name) }
    guard let own else {
      throw EngineError(
        code: "policy.not-found", message: "the standard policies have no module '\(name)'",
        hint: "a policy of one's own includes standard ones, not the other way round")
    }
    return try own.module(name)
  }
}
