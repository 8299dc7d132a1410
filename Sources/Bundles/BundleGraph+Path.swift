public import Basics
package import PropertyLists

extension BundleGraph {
  /// Reads the bundle, the archive of one, or the bare property list at `path`, a path of the operating system.
  ///
  /// A directory must have a bundle layout and an information property list. A file is an archive by its bytes or its name (see
  /// `open(archive:)`); any other file must be a property list whose root is a dictionary, and becomes a graph of one bundle of kind
  /// `plist`.
  ///
  /// - Parameters:
  ///   - path: a file or directory; a symbolic link is followed.
  ///   - limits: limits on nested bundles and property lists.
  /// - Throws: `BundleError` for any other file or directory, with a hint where one is known.
  public static func open(path: String, limits: Limits = Limits()) throws(BundleError) -> BundleGraph {
    let shown = BundlePath.withoutTrailingSlashes(path)
    guard !shown.isEmpty, !shown.utf8.contains(0) else { throw .notFound(path: path) }
    var name = BundlePath.lastComponent(shown)
    if name.isEmpty || name == "." || name == ".." {
      name = BundlePath.lastComponent(FileSystem.realPath(shown) ?? shown)
    }

    guard let raw = FileSystem.status(shown) else { throw failure(errno, path: shown) }
    switch FileType(mode: UInt32(raw.st_mode)) {
    case .directory:
      let storage = try BundleError.reading(shown, of: "") { () throws(StorageError) in
        try DirectoryStorage(path: shown)
      }
      return try open(storage: storage, name: name, displayPath: shown, limits: limits)
    case .file:
      return try openFile(path: shown, name: name, limits: limits)
    case .symbolicLink, .other:
      throw .notRegular(path: shown)
    }
  }

  private static func failure(_ number: Int32, path: String) -> BundleError {
    switch number {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case ELOOP:
      BundleError(
        .unreadable, "the symbolic links at this path form a loop", file: path, hint: "correct the target of the link")
    default: .unreadable(SystemError(number).storageError(at: path), file: path, bundle: "")
    }
  }

  /// Whether `open(path:)` reads the file at `path` as an archive. False if it cannot be read.
  package static func isArchive(path: String) -> Bool {
    if ArchiveFormat.promised(byName: BundlePath.lastComponent(path)) != nil { return true }
    guard let file = try? RegularFile(path: path),
      let head = try? file.bytes(at: 0, count: ArchiveFormat.headBytes)
    else { return false }
    return ArchiveFormat(head: head) != nil
  }

  /// Returns a graph for reading a single file that is not a bundle: an outer bundle with an empty Info.plist, and the file's name in it.
  /// Throws if there is no regular file at `path`, a path of the operating system.
  package static func containing(file path: String) throws(BundleError) -> (graph: BundleGraph, path: String) {
    guard !path.isEmpty, !path.utf8.contains(0), let raw = FileSystem.status(path), let real = FileSystem.realPath(path)
    else {
      throw failure(path.isEmpty || path.utf8.contains(0) ? ENOENT : errno, path: path)
    }
    guard FileType(mode: UInt32(raw.st_mode)) == .file else { throw .notRegular(path: path) }
    let info = try InfoReader.empty(file: path, bundle: "")
    let name = BundlePath.lastComponent(real)
    let folder = try BundleError.reading(path, of: "") { () throws(StorageError) in
      try DirectoryStorage(path: String(real.dropLast(name.count)))
    }
    return (propertyList(info, name: name, displayPath: path, storage: folder), name)
  }

  private static func openFile(path: String, name: String, limits: Limits) throws(BundleError) -> BundleGraph {
    if ["strings", "stringsdict", "loctable"].contains(BundlePath.loweredExtension(name)) {
      throw BundleError(
        .notABundle, "not a bundle: this is a table of localized strings", file: path,
        hint: "check the bundle that contains it; `bundlepolicy inspect` prints the table")
    }
    let (file, head) = try BundleError.reading(path, of: "") { () throws(StorageError) in
      let file = try RegularFile(path: path)
      return (file, try file.exactly(min(file.count, ArchiveFormat.headBytes), at: 0, path: path))
    }
    if ArchiveFormat(head: head) != nil || ArchiveFormat.promised(byName: name) != nil {
      return try open(archive: file, name: name, displayPath: path, limits: limits)
        .from(NamedSource(path: path, source: file, revision: file.revision))
    }
    if let foreign = BundleError.foreignFile(file, path: path, isUnreadable: false) { throw foreign }
    let bytes = try mapError(try file.read(limit: limits.infoBytes)) { (error: StorageError) in
      BundleError.foreignFile(file, path: path) ?? .unreadable(error, file: path, bundle: "")
    }
    let info = try mapError(try InfoReader.parse(bytes, file: path, bundle: "")) { (error: BundleError) in
      BundleError.foreignFile(file, path: path) ?? error
    }
    return .propertyList(info, name: name, displayPath: path).from(
      NamedSource(path: path, source: file, revision: file.revision))
  }

  package static func propertyList(
    _ info: PropertyList, name: String, displayPath: String, storage: (any BundleStorage)? = nil
  ) -> BundleGraph {
    let storage = storage ?? NoFiles(reason: nil)
    let draft = BundleDraft(
      path: "", displayPath: displayPath, name: name, kind: .plist, platform: PlatformDetection.declared(info),
      arrangement: Arrangement(layout: .flat), infoPath: nil, info: info, diagnostics: [])
    let bundle = Bundle(draft, index: 0, parentIndex: nil, children: [], storage: storage)
    return BundleGraph([bundle], displayPath: displayPath, storage: storage)
  }
}
