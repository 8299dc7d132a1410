import Bundles
import LuaRuntime

/// The files that patterns match in the bundles under test: several rules ask for the same ones.
///
/// What a rule pays for them is what finding them took, whoever asked first.
struct WalkCache {
  /// What is kept at a time, and the longest pattern that is.
  private static let limits = (walks: 256, paths: 50_000, globs: 512, pattern: 256)

  private struct Question: Hashable {
    let graph: UInt32
    let bundle: UInt32
    let pattern: String
  }

  struct Walk {
    let paths: [LuaValue]
    let fuel: UInt64
  }

  private var walks: [Question: Walk] = [:]
  private var pathCount = 0
  /// These are the same for all bundles.
  private var globs: [String: Glob] = [:]

  /// Forgets what was found in the bundles before.
  mutating func forget() {
    walks.removeAll(keepingCapacity: true)
    pathCount = 0
  }

  func walk(_ pattern: String, of bundle: LuaNode) -> Walk? {
    walks[Question(graph: bundle.owner, bundle: bundle.index, pattern: pattern)]
  }

  mutating func keep(_ pattern: String, of bundle: LuaNode, _ paths: [LuaValue], fuel: UInt64) {
    guard pattern.utf8.count <= Self.limits.pattern, walks.count < Self.limits.walks,
      pathCount + paths.count <= Self.limits.paths
    else { return }
    pathCount += paths.count
    walks[Question(graph: bundle.owner, bundle: bundle.index, pattern: pattern)] = Walk(paths: paths, fuel: fuel)
  }

  /// Nil when the pattern is not one.
  mutating func glob(_ pattern: String) -> Glob? {
    if let known = globs[pattern] { return known }
    guard let glob = Glob(pattern) else { return nil }
    if pattern.utf8.count <= Self.limits.pattern, globs.count < Self.limits.globs { globs[pattern] = glob }
    return glob
  }
}
