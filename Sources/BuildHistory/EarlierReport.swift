public import Basics
package import BuildRecords
public import Bundles
import LuaRuntime
import PolicySchema
import PropertyLists
public import Reports
import StructuredText

/// Reads earlier builds from a JSON report: for each checked bundle, the data in `BuildFacts`.
public enum EarlierReport {
  /// Returns whether a file is a JSON report.
  ///
  /// - Parameter head: The first bytes of the file.
  public static func isReport(head: some Collection<UInt8>) -> Bool {
    // Old-style property lists start with a brace, too.
    let text = String(decoding: head.prefix(256), as: UTF8.self)
    return text.first(where: { !$0.isWhitespace }) == "{" && text.contains("\"bundlepolicy-report\"")
  }

  /// Reads the builds in a JSON report, for `Check.Options.previous`.
  ///
  /// - Parameters:
  ///   - bytes: The report.
  ///   - file: The path for messages.
  /// - Returns: The builds in the order of the report.
  /// - Throws: An error if the report is malformed, of a later version, or contains no builds. Reports of earlier
  ///   versions, and of bundles that could not be read, contain none.
  public static func builds(in bytes: [UInt8], file: String) throws(EngineError) -> [BundleGraph] {
    do throws(StructuredTextError) {
      var graphs: [BundleGraph] = []
      _ = try ReportText.read(bytes) { bundle, _ throws(StructuredTextError) in
        graphs.append(try graph(bundle, file))
      }
      if graphs.isEmpty { throw StructuredTextError("it lists no bundles", at: Place()) }
      return graphs
    } catch {
      throw EngineError(
        code: "report.malformed", message: "the report of the earlier build cannot be used: \(error.message)",
        at: error.place, of: file, hint: "write one with 'bundlepolicy check --format json', or pass the build itself")
    }
  }

  private static func graph(_ bundle: StructuredValue, _ file: String) throws(StructuredTextError) -> BundleGraph {
    var known = Set(BuildFacts.keys)
    let name = try bundle.text("path") ?? ""
    // A bundle that could not be read has no fields in the report, and it may be the build to exceed.
    guard bundle["verdict"]?.string != "error", try bundle.listIfAny("errors").isEmpty else {
      throw StructuredTextError("\(name) was not completely checked", at: bundle.place)
    }
    let builds = try bundle.listIfAny("builds")
    if builds.isEmpty {
      throw StructuredTextError("it contains no data about \(name) to compare with", at: bundle.place)
    }
    var records: [RecordedBundle] = []
    for build in builds {
      guard let record = try record(build.buildFacts(), file, &known) else {
        throw StructuredTextError("it contains a malformed build", at: build.place)
      }
      records.append(record)
    }
    guard records[0].path.isEmpty else {
      throw StructuredTextError("the first build is not the bundle itself", at: bundle.place)
    }
    return .recorded(
      records[0], nested: Array(records.dropFirst()), displayPath: name.isEmpty ? file : "\(file) (\(name))",
      knownKeys: known, reason: "a report does not contain the files of the earlier build")
  }

  private static func record(_ build: BuildFacts, _ file: String, _ known: inout Set<String>) -> RecordedBundle? {
    guard let kind = Bundle.Kind(rawValue: build.kind) else { return nil }
    var platform: Bundle.Platform?
    if let word = build.platform {
      guard let system = Bundle.Platform(rawValue: word) else { return nil }
      platform = system
    }
    var info: [(key: String, value: LuaValue)] = []
    for (key, text) in build.info.sorted(by: { $0.key < $1.key }) {
      // A value exists, but is not a string.
      if let text { info.append((key, .string(text))) } else { known.remove(key) }
    }
    do {
      let text = try PropertyListWriter.text(info, in: file)
      let list = try PropertyList.parse(Array(text.utf8), file: file)
      return RecordedBundle(
        path: build.path, name: build.name, kind: kind, platform: platform, info: list, details: build.details)
    } catch {
      return nil
    }
  }
}

extension BuildFacts {
  /// All bundles of a graph that have an identifier, and the outer bundle.
  ///
  /// `details`: returns the measures and sets of a bundle, and the measures of the build before.
  package static func all(
    of graph: BundleGraph, details: (Bundle) -> (BuildDetails, EarlierMeasures?)
  ) -> [BuildFacts] {
    graph.bundles.filter { $0.parentIndex == nil || $0.identifier != nil }.map { bundle in
      var facts = BuildFacts(
        path: bundle.path, name: bundle.name, kind: bundle.kind.rawValue, platform: bundle.platform?.rawValue,
        info: keys.reduce(into: [:]) { texts, key in
          if bundle.info.value(of: bundle.info.root, forKey: key) != nil { texts[key] = .some(bundle.string(key)) }
        })
      (facts.details, facts.earlier) = details(bundle)
      return facts
    }
  }
}

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

  private static func report(_ path: String) -> [UInt8]? {
    guard let bytes = try? InputFile.existing(path, what: "the earlier build", limit: InputFile.reportLimit),
      EarlierReport.isReport(head: bytes)
    else { return nil }
    return bytes
  }
}
