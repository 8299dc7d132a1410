import Bundles
import PolicyEngine

/// The builds of `--previous`.
enum EarlierBuilds {
  /// Nil when none are named. One that can't be read whole could hide the version to exceed.
  static func open(_ paths: [String]) throws(EngineError) -> [BundleGraph]? {
    var graphs: [BundleGraph] = []
    for path in paths {
      if let report = report(path) {
        graphs += try EarlierReport.builds(in: report, file: path)
        continue
      }
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

  /// The bytes of a report in JSON; nil for what is none.
  private static func report(_ path: String) -> [UInt8]? {
    guard let bytes = try? InputFile.existing(path, what: "the earlier build"), EarlierReport.isReport(head: bytes)
    else {
      return nil
    }
    return bytes
  }
}
