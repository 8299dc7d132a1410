import Bundles
import PolicyEngine

/// The bundles of `--previous`.
enum EarlierBuilds {
  /// Nil when none are named. One that can't be read whole could hide the version to exceed.
  static func open(_ paths: [String]) throws(EngineError) -> [BundleGraph]? {
    var graphs: [BundleGraph] = []
    for path in paths {
      do throws(BundleError) {
        let graph = try BundleGraph.open(path: path)
        if let error = graph.errors.first { throw error }
        graphs.append(graph)
      } catch {
        var error = EngineError(error)
        error.message = "the earlier build cannot be read: \(error.message)"
        throw error
      }
    }
    return graphs.isEmpty ? nil : graphs
  }
}
