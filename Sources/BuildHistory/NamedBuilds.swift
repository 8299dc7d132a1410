package import Bundles
package import Reports

/// The earlier builds that a command line names.
package enum NamedBuilds {
  /// Returns the builds, or nil if none are named. Throws if one cannot be read completely, because it could hide the highest version.
  package static func open(_ paths: [String]) throws(EngineError) -> [BundleGraph]? {
    let graphs = try named(paths).map(\.graph)
    return graphs.isEmpty ? nil : graphs
  }

  /// The earlier builds, each with the operand that names it; a report can name several.
  package static func named(_ paths: [String]) throws(EngineError) -> [(graph: BundleGraph, path: String)] {
    var graphs: [(graph: BundleGraph, path: String)] = []
    for path in paths {
      if let report = report(path) {
        graphs += try EarlierReport.builds(in: report, file: path).map { ($0, path) }
        continue
      }
      do throws(BundleError) {
        let graph = try BundleGraph.open(path: path)
        if let error = graph.errors.first { throw error }
        graphs.append((graph, path))
      } catch {
        var error = EngineError(error)
        error.message = "the earlier build cannot be read: \(error.message)"
        throw error
      }
    }
    return graphs
  }

  /// Returns the bytes of a JSON report, or nil if the file is not one.
  private static func report(_ path: String) -> [UInt8]? {
    guard let bytes = try? InputFile.existing(path, what: "the earlier build", limit: InputFile.reportLimit),
      EarlierReport.isReport(head: bytes)
    else {
      return nil
    }
    return bytes
  }
}
