package import PropertyLists

/// A bundle and every bundle nested in it. Read-only.
public final class BundleGraph: Sendable {
  /// How far reading goes.
  public struct Limits: Hashable, Sendable {
    /// Bundles nested inside one another, the outer one not counted.
    public var depth: Int
    /// Bundles in all.
    public var bundles: Int
    /// Bytes of one information property list.
    public var infoBytes: Int

    /// Bytes of memory that the information property lists of all bundles may take together.
    public var infoMemory: Int

    /// Makes limits; the defaults hold every real bundle.
    public init(depth: Int = 16, bundles: Int = 10_000, infoBytes: Int = 16 << 20, infoMemory: Int = 256 << 20) {
      self.depth = depth
      self.bundles = bundles
      self.infoBytes = infoBytes
      self.infoMemory = infoMemory
    }
  }

  /// The outer bundle first, then the nested ones by the bytes of their paths.
  public let bundles: [Bundle]
  /// Nested bundles that couldn't be read, by path, and limits that were hit. The check of the whole is not complete
  /// while there are any.
  public let errors: [BundleError]
  /// The path as the user gave it, without slashes at its end.
  public let displayPath: String
  /// Where the bytes come from.
  package let storage: any BundleStorage

  /// The outer bundle.
  public let outer: Bundle
  /// The top-level keys of information property lists that are known; nil where all are, as of every bundle that was read.
  package let knownKeys: Set<String>?
  /// The file that was named, an archive or a bare property list; nil for a directory, and for what no path was given of.
  package let file: NamedSource?
  /// Whether the build has reached users; nil where nobody said, as of every build that was read.
  package let isShipped: Bool?

  /// A file with the path it was opened by.
  package struct NamedSource: Sendable {
    /// As the user gave it, without slashes at its end.
    package let path: String
    /// Its bytes: of the very file that was read, whatever lies at the path by now.
    package let source: any ByteSource
    /// What it was when it was opened.
    package let revision: FileRevision
  }

  init(
    outer: Bundle, nested: [Bundle], errors: [BundleError], displayPath: String, storage: any BundleStorage,
    knownKeys: Set<String>? = nil, file: NamedSource? = nil, isShipped: Bool? = nil
  ) {
    self.isShipped = isShipped
    self.knownKeys = knownKeys
    self.file = file
    self.outer = outer
    self.bundles = [outer] + nested
    self.errors = errors
    self.displayPath = displayPath
    self.storage = storage
  }

  /// The same graph, read from `file`.
  func from(_ file: NamedSource) -> BundleGraph {
    BundleGraph(
      outer: outer, nested: Array(bundles.dropFirst()), errors: errors, displayPath: displayPath, storage: storage,
      knownKeys: knownKeys, file: file)
  }

  /// The same graph, of a build that has reached users, or has not.
  package func shipped(_ isShipped: Bool) -> BundleGraph {
    BundleGraph(
      outer: outer, nested: Array(bundles.dropFirst()), errors: errors, displayPath: displayPath, storage: storage,
      knownKeys: knownKeys, file: file, isShipped: isShipped)
  }

  /// Reads what lies in `storage` as the bundle named `name` (its last path component, whose extension tells the kind).
  ///
  /// `displayPath` is how messages name it; by default `name`. Throws when the outer bundle can't be read; what is
  /// wrong with nested ones is in `errors`. Needs one listing for each place of the layout that code may lie in, never
  /// a walk.
  package static func open(
    storage: any BundleStorage, name: String, displayPath: String? = nil, limits: Limits = Limits()
  ) throws(BundleError) -> BundleGraph {
    try GraphBuilder(storage: storage, name: name, displayPath: displayPath ?? name, limits: limits).build()
  }

  /// The bundle around `bundle`; nil for the outer one.
  public func parent(of bundle: Bundle) -> Bundle? {
    bundle.parentIndex.flatMap { bundles.indices.contains($0) ? bundles[$0] : nil }
  }

  /// The bundles directly inside `bundle`.
  public func children(of bundle: Bundle) -> [Bundle] {
    bundle.children.compactMap { bundles.indices.contains($0) ? bundles[$0] : nil }
  }
}

extension BundleGraph {
  /// Directories that are bundles by name and hold an Info.plist, or code where bundles have it, and that are not in the graph because no
  /// layout has a place for bundles there: by path, relative to the outer bundle.
  ///
  /// Walks every file, which opening a bundle never does. Debug symbols don't count, nor what lies in an unrecognized bundle.
  package func unrecognizedBundles() throws(StorageError) -> [String] {
    let all = try outer.files.all()
    let known = Set(bundles.map { Array($0.path.utf8) })
    var inhabited: Set<[UInt8]> = []
    for entry in all where entry.isNameValid {
      var parts = BundlePath.components(entry.path)[...]
      switch parts.popLast() {
      case "Info.plist"?: if let last = parts.last, BundleKinds.innards.contains(last) { parts = parts.dropLast() }
      case "MacOS"? where entry.type == .directory && parts.last == "Contents": parts = parts.dropLast()
      default: continue
      }
      // The links of a framework to its version may be lost.
      if parts.dropLast().last == "Versions" { parts = parts.dropLast(2) }
      inhabited.insert(Array(parts.joined(separator: "/").utf8))
    }
    var unrecognized: [String] = []
    var found: Set<[UInt8]> = []
    for entry in all where entry.type == .directory {
      let name = BundlePath.lastComponent(entry.path)
      let path = Array(entry.path.utf8)
      guard BundleKinds.kind(ofName: name) != nil, !known.contains(path), inhabited.contains(path) else { continue }
      // Walks give a directory before what is in it.
      let isInside = path.indices.contains { path[$0] == 0x2F && found.contains(Array(path[..<$0])) }
      let isOfSymbols = BundlePath.components(entry.path).contains { BundlePath.loweredExtension($0) == "dsym" }
      guard !isInside, !isOfSymbols else { continue }
      unrecognized.append(entry.path)
      found.insert(path)
    }
    return unrecognized
  }
}
