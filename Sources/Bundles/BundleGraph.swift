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
    knownKeys: Set<String>? = nil, file: NamedSource? = nil
  ) {
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
