import Bundles
import PropertyLists

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
