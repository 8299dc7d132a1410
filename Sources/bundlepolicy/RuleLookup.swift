import PolicyEngine

extension [RuleDescription] {
  /// The rules that a word means: a full id, or the end of one after a slash. What rules are called goes before what they were
  /// called.
  func named(_ word: String) -> [RuleDescription] {
    func isMeant(_ id: String) -> Bool { id == word || id.hasSuffix("/" + word) }
    let current = filter { isMeant($0.id) }
    return current.isEmpty ? filter { $0.formerIDs.contains(where: isMeant) } : current
  }
}
