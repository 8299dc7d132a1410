package struct PackCheckers: Hashable, Sendable {
  package let name: String
  /// The folder of the pack's files.
  package let root: String
  package let displayRoot: String
  /// The digests of the checkers that may be loaded, by their paths in the pack, from the project's lock file.
  package let digests: [String: String]
  /// Whether the user named the policy. Otherwise no checker is loaded.
  package let isNamed: Bool

  package init(name: String, root: String, displayRoot: String, digests: [String: String], isNamed: Bool) {
    self.name = name
    self.root = root
    self.displayRoot = displayRoot
    self.digests = digests
    self.isNamed = isNamed
  }

  /// The required digest of the checker at a path, or why it must not be loaded.
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
