public import Basics
public import Bundles
import LuaRuntime
import PropertyLists
import StructuredText

/// Reads earlier builds out of a report in JSON: of each bundle that was checked what `BuildFacts` keeps.
public enum EarlierReport {
  /// Whether the start of a file is that of a report.
  public static func isReport(head: some Collection<UInt8>) -> Bool {
    // Old-style property lists start with a brace, too.
    let text = String(decoding: head.prefix(256), as: UTF8.self)
    return text.first(where: { !$0.isWhitespace }) == "{" && text.contains("\"bundlepolicy-report\"")
  }

  /// The builds in a report, in its order.
  ///
  /// Throws when it is malformed, of a later version, or tells of no builds, as those of bundles that could not be read, and of
  /// earlier versions of the program.
  public static func builds(in bytes: [UInt8], file: String) throws(EngineError) -> [BundleGraph] {
    func malformed(_ message: String, _ place: Place? = nil) -> EngineError {
      EngineError(
        code: "report.malformed", message: "the report of the earlier build cannot be used: \(message)", file: file,
        line: place?.line.map(Int.init),
        hint: "write one with 'bundlepolicy check --format json', or pass the build itself")
    }
    let root: StructuredValue
    do throws(StructuredTextError) {
      root = try JSONReader.read(bytes)
    } catch {
      throw malformed(error.message, error.place)
    }
    guard root["format"]?.string == "bundlepolicy-report" else { throw malformed("it is not a bundlepolicy report") }
    guard case .integer(1)? = root["version"]?.content else {
      throw malformed("this version of bundlepolicy does not support the report's version", root["version"]?.place)
    }
    guard let bundles = root["bundles"]?.list, !bundles.isEmpty else { throw malformed("it lists no bundles") }
    var graphs: [BundleGraph] = []
    for bundle in bundles {
      var known = Set(BuildFacts.keys)
      let name = bundle["path"]?.string ?? ""
      // Of what could not be read the report tells nothing, and that may be the build to exceed.
      guard bundle["verdict"]?.string != "error", bundle["errors"]?.list?.isEmpty != false else {
        throw malformed("\(name) was not completely checked", bundle.place)
      }
      guard let builds = bundle["builds"]?.list, !builds.isEmpty else {
        throw malformed("it contains no data about \(name) to compare with", bundle.place)
      }
      var records: [RecordedBundle] = []
      for build in builds {
        guard let record = try record(build, file, &known) else {
          throw malformed("it contains a malformed build", build.place)
        }
        records.append(record)
      }
      guard records[0].path.isEmpty else {
        throw malformed("the first build is not the bundle itself", bundle.place)
      }
      graphs.append(
        .recorded(
          records[0], nested: Array(records.dropFirst()), displayPath: name.isEmpty ? file : "\(file) (\(name))",
          knownKeys: known, reason: "a report does not contain the files of the earlier build"))
    }
    return graphs
  }

  private static func record(
    _ build: StructuredValue, _ file: String, _ known: inout Set<String>
  ) throws(EngineError) -> RecordedBundle? {
    guard let path = build["bundle"]?.string, let name = build["name"]?.string,
      let kind = build["kind"]?.string.flatMap({ Bundle.Kind(rawValue: $0) }),
      case .mapping(let entries)? = build["info"]?.content
    else { return nil }
    var platform: Bundle.Platform?
    if let word = build["platform"], word.content != .null {
      guard let system = word.string.flatMap({ Bundle.Platform(rawValue: $0) }) else { return nil }
      platform = system
    }
    var info: [(key: String, value: LuaValue)] = []
    for entry in entries {
      if entry.value.content == .null {
        // There was a value, and no text.
        known.remove(entry.key)
        continue
      }
      guard let text = entry.value.string else { return nil }
      info.append((entry.key, .string(text)))
    }
    do {
      let text = try PropertyListWriter.text(info, in: file)
      let list = try PropertyList.parse(Array(text.utf8), file: file)
      return RecordedBundle(path: path, name: name, kind: kind, platform: platform, info: list)
    } catch {
      return nil
    }
  }
}

/// What a report keeps of a bundle so that a later build can be held against it.
public struct BuildFacts: Hashable, Sendable {
  /// Relative to the bundle named; `""` for that one.
  public let path: String
  /// The directory's name.
  public let name: String
  /// What it is.
  public let kind: String
  /// What it is made for.
  public let platform: String?
  /// The texts under `keys`, those that are there; nil for values that are no texts.
  public let info: [String: String?]

  /// The keys of information property lists that are kept: those that tell who a bundle is and which build.
  public static let keys = [
    "CFBundleExecutable", "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
    "LSMinimumSystemVersion", "MinimumOSVersion",
  ]

  /// Makes the record of a bundle.
  public init(path: String, name: String, kind: String, platform: String?, info: [String: String?]) {
    self.path = path
    self.name = name
    self.kind = kind
    self.platform = platform
    self.info = info
  }

  /// The bundles of a graph that have an identifier, and the outer one.
  static func all(of graph: BundleGraph) -> [BuildFacts] {
    graph.bundles.filter { $0.parentIndex == nil || $0.identifier != nil }.map { bundle in
      BuildFacts(
        path: bundle.path, name: bundle.name, kind: bundle.kind.rawValue, platform: bundle.platform?.rawValue,
        info: keys.reduce(into: [:]) { texts, key in
          if bundle.info.value(of: bundle.info.root, forKey: key) != nil { texts[key] = .some(bundle.string(key)) }
        })
    }
  }
}
