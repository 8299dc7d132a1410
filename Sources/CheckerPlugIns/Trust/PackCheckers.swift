/// The native checkers of a pack that a project uses.
public struct PackCheckers: Hashable, Sendable {
  /// What the project calls the pack.
  public let name: String
  /// The folder that the pack's files are in.
  public let root: String
  /// How messages call that folder.
  public let displayRoot: String
  /// Digests of those that may be loaded, by their paths in the pack, as the project's lock file has them.
  public let digests: [String: String]
  /// Whether the policy is one that the user named; of others no checker is loaded.
  public let isNamed: Bool

  /// Makes a description.
  public init(name: String, root: String, displayRoot: String, digests: [String: String], isNamed: Bool) {
    self.name = name
    self.root = root
    self.displayRoot = displayRoot
    self.digests = digests
    self.isNamed = isNamed
  }

  /// The checkers at `paths`, held against the digests; and those that are left out, each with the reason.
  func checkers(
    in paths: [String]
  ) throws(PlugInError) -> (trusted: [TrustedChecker], refused: [(bundle: CheckerBundle, why: PlugInError)]) {
    var trusted: [TrustedChecker] = []
    var refused: [(CheckerBundle, PlugInError)] = []
    for path in paths {
      let place = String(path.dropFirst(root.count + 1))
      guard isNamed, let digest = digests[place] else {
        // What is never loaded may be malformed.
        guard let bundle = try? CheckerBundle.open(path) else { continue }
        let why =
          isNamed
          ? PlugInError(
            .untrusted,
            "the checkers of packs are loaded only as the project's lock file says, and it does not name this one",
            file: "\(displayRoot)/\(place)",
            hint: "after a review run 'bundlepolicy pack update \(name) --with-checkers'")
          : PlugInError(
            .untrusted, "the checkers of packs are not loaded for a policy that was only found, and not named",
            file: "\(displayRoot)/\(place)", hint: "name the policy with --policy")
        refused.append((bundle, why))
        continue
      }
      let checker = TrustedChecker(bundle: try CheckerBundle.open(path), digest: digest)
      try checker.verify()
      trusted.append(checker)
    }
    return (trusted, refused)
  }
}
