/// The native checkers of a pack that a project uses.
package struct PackCheckers: Hashable, Sendable {
  /// What the project calls the pack.
  package let name: String
  /// The folder that the pack's files are in.
  package let root: String
  /// How messages call that folder.
  package let displayRoot: String
  /// Digests of those that may be loaded, by their paths in the pack, as the project's lock file has them.
  package let digests: [String: String]
  /// Whether the policy is one that the user named; of others no checker is loaded.
  package let isNamed: Bool

  /// Makes a description.
  package init(name: String, root: String, displayRoot: String, digests: [String: String], isNamed: Bool) {
    self.name = name
    self.root = root
    self.displayRoot = displayRoot
    self.digests = digests
    self.isNamed = isNamed
  }

  /// What the checker at a path must be, or why it may not be loaded.
  func digest(of path: String, _ trustsLocked: Bool) -> Result<String?, PlugInError> {
    let place = String(path.dropFirst(root.count + 1))
    let file = "\(displayRoot)/\(place)"
    guard isNamed else {
      return .failure(
        PlugInError(
          .untrusted, "the checkers of packs are not loaded unless --policy names the policy",
          file: file, hint: "name the policy with --policy and add --with-checkers"))
    }
    guard let digest = digests[place] else {
      return .failure(
        PlugInError(
          .untrusted,
          "the checkers of packs are loaded only if the project's lock file pins them, but it does not name this one",
          file: file, hint: "review the checker, then run 'bundlepolicy pack update \(name) --with-checkers'"))
    }
    return trustsLocked ? .success(digest) : .failure(CheckerSource.unconfirmed(file, "pack '\(name)'"))
  }
}
