package import PropertyLists

/// A bundle and every bundle nested in it. Read-only.
public final class BundleGraph: Sendable {
  /// The limits on what is read.
  public struct Limits: Hashable, Sendable {
    /// The maximum nesting depth; the outer bundle is not counted.
    public var depth: Int
    /// The maximum number of bundles.
    public var bundles: Int
    /// The maximum size of one information property list, in bytes.
    public var infoBytes: Int

    /// The maximum memory for the information property lists of all bundles, in bytes.
    public var infoMemory: Int

    /// Creates limits; the defaults suffice for every real bundle.
    public init(depth: Int = 16, bundles: Int = 10_000, infoBytes: Int = 16 << 20, infoMemory: Int = 256 << 20) {
      self.depth = depth
      self.bundles = bundles
      self.infoBytes = infoBytes
      self.infoMemory = infoMemory
    }
  }

  /// The outer bundle first, then the nested ones sorted by the bytes of their paths.
  public let bundles: [Bundle]
  /// The nested bundles that could not be read, by path, and the limits that were reached. If there are any, the check is incomplete.
  public let errors: [BundleError]
  /// The path as the user gave it, without trailing slashes.
  public let displayPath: String
  package let storage: any BundleStorage

  /// The outer bundle.
  public var outer: Bundle { bundles[0] }
  /// The top-level information property list keys that are known; nil if all are, as in every graph read from files.
  package let knownKeys: Set<String>?
  /// The file that was named, an archive or a bare property list; nil for a directory, or if no path was given.
  package let file: NamedSource?
  /// Whether the build was released to users; nil if unknown, as in every graph read from files.
  package let isShipped: Bool?
  /// The archive that contains the outer bundle; nil if the bundle was not read from an archive.
  package let container: BundleContainer?

  package struct NamedSource: Sendable {
    /// The path as the user gave it, without trailing slashes.
    package let path: String
    /// The bytes of the file that was opened, even if another file has replaced it since.
    package let source: any ByteSource
    package let revision: FileRevision
  }

  /// `bundles` begins with the outer one.
  init(
    _ bundles: [Bundle], errors: [BundleError] = [], displayPath: String, storage: any BundleStorage,
    knownKeys: Set<String>? = nil, file: NamedSource? = nil, isShipped: Bool? = nil, container: BundleContainer? = nil
  ) {
    (self.bundles, self.errors, self.displayPath, self.storage) = (bundles, errors, displayPath, storage)
    (self.knownKeys, self.file, self.isShipped, self.container) = (knownKeys, file, isShipped, container)
  }

  private func with(
    file: NamedSource? = nil, isShipped: Bool? = nil, container: BundleContainer? = nil
  ) -> BundleGraph {
    BundleGraph(
      bundles, errors: errors, displayPath: displayPath, storage: storage, knownKeys: knownKeys,
      file: file ?? self.file, isShipped: isShipped ?? self.isShipped, container: container ?? self.container)
  }

  func from(_ file: NamedSource) -> BundleGraph { with(file: file) }

  package func inside(_ container: BundleContainer?) -> BundleGraph { with(container: container) }

  /// Returns this graph, marked as a build that was or was not released to users.
  package func shipped(_ isShipped: Bool) -> BundleGraph { with(isShipped: isShipped) }

  /// Reads the contents of `storage` as the bundle `name` (the last path component, whose extension determines the kind).
  ///
  /// `displayPath` is its path in messages; by default `name`. Throws if the outer bundle cannot be read; errors of nested bundles are in
  /// `errors`. Lists only the directories in which the layout allows nested code, and never walks the whole tree.
  package static func open(
    storage: any BundleStorage, name: String, displayPath: String? = nil, limits: Limits = Limits()
  ) throws(BundleError) -> BundleGraph {
    try GraphBuilder.build(storage: storage, name: name, displayPath: displayPath ?? name, limits: limits)
  }

  /// Returns the bundle that contains `bundle`, or nil for the outer one.
  public func parent(of bundle: Bundle) -> Bundle? {
    bundle.parentIndex.flatMap { bundles.indices.contains($0) ? bundles[$0] : nil }
  }

  /// Returns the bundles directly inside `bundle`.
  public func children(of bundle: Bundle) -> [Bundle] {
    bundle.children.compactMap { bundles.indices.contains($0) ? bundles[$0] : nil }
  }
}

extension BundleGraph {
  /// Directories with the name of a bundle, and an Info.plist or an executable folder, that are not in the graph because no layout allows
  /// bundles there; sorted by path, relative to the outer bundle.
  ///
  /// Walks every file, unlike opening a bundle. Debug symbols are not included, nor is anything inside an unrecognized bundle.
  package func unrecognizedBundles() throws(StorageError) -> [String] {
    let all = try outer.files.all()
    let known = Set(bundles.map { Array($0.path.utf8) })
    var bundleFolders: Set<[UInt8]> = []
    for entry in all where entry.isNameValid {
      var parts = BundlePath.components(entry.path)[...]
      switch parts.popLast() {
      case "Info.plist"?:
        if let last = parts.last, BundleKinds.reservedNames.contains(last) { parts = parts.dropLast() }
      case "MacOS"? where entry.type == .directory && parts.last == "Contents": parts = parts.dropLast()
      default: continue
      }
      // A framework may have lost its links to its version.
      if parts.dropLast().last == "Versions" { parts = parts.dropLast(2) }
      bundleFolders.insert(Array(Array(parts).joined(separator: "/").utf8))
    }
    var unrecognized: [String] = []
    var found: Set<[UInt8]> = []
    for entry in all where entry.type == .directory {
      let name = BundlePath.lastComponent(entry.path)
      let path = Array(entry.path.utf8)
      guard BundleKinds.kind(ofName: name) != nil, !known.contains(path), bundleFolders.contains(path) else { continue }
      // A walk returns a directory before its contents.
      let isDebugSymbols = BundlePath.components(entry.path).contains { BundlePath.loweredExtension($0) == "dsym" }
      guard !BundlePath.isInside(found, path), !isDebugSymbols else { continue }
      unrecognized.append(entry.path)
      found.insert(path)
    }
    return unrecognized
  }
}

extension BundleGraph {
  /// The path of a bundle in its product; empty for the product itself.
  package func path(inProductOf bundle: Bundle) -> String {
    let product = product(around: bundle)
    if product === bundle { return "" }
    return product.path.isEmpty ? bundle.path : String(bundle.path.dropFirst(product.path.count + 1))
  }

  /// The outer bundles, without the archives and xcframeworks around them.
  package var products: [Bundle] { bundles.filter { product(around: $0) === $0 } }

  /// The product that a bundle is or is nested in: the outermost bundle around it that is not an archive or xcframework.
  package func product(around bundle: Bundle) -> Bundle {
    var product = bundle
    while let around = parent(of: product), ![.archive, .xcframework].contains(around.kind) { product = around }
    return product
  }
}

extension Bundle {
  /// The bundle's name in waivers: its identifier, or its file name if it has none.
  package var waiverName: String { identifier ?? name }
}
