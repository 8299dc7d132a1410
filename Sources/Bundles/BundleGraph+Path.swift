#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import PropertyLists

extension BundleGraph {
  /// Reads the bundle, or the bare property list, at `path`, a path of the operating system.
  ///
  /// A directory must have a bundle layout and an information property list. A file must parse as a property list whose
  /// root is a dictionary; it becomes a graph of one bundle of kind `plist`. Throws `BundleError` for everything else,
  /// each with what to do.
  public static func open(path: String, limits: Limits = Limits()) throws(BundleError) -> BundleGraph {
    let shown = BundlePath.withoutTrailingSlashes(path)
    guard !shown.isEmpty, !shown.utf8.contains(0) else { throw .notFound(path: path) }
    var name = BundlePath.lastComponent(shown)
    if name.isEmpty || name == "." || name == ".." { name = BundlePath.lastComponent(realPath(shown) ?? shown) }

    var raw = stat()
    guard stat(shown, &raw) == 0 else { throw failure(errno, path: shown) }
    switch FileType(mode: UInt32(raw.st_mode)) {
    case .directory:
      let storage: DirectoryStorage
      do throws(StorageError) {
        storage = try DirectoryStorage(path: shown)
      } catch {
        throw .unreadable(error, file: shown, bundle: "")
      }
      return try open(storage: storage, name: name, displayPath: shown, limits: limits)
    case .file:
      return try openPropertyList(path: shown, name: name, limits: limits)
    case .symbolicLink, .other:
      throw .notRegular(path: shown)
    }
  }

  private static func failure(_ number: Int32, path: String) -> BundleError {
    switch number {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case ELOOP: .linkCycle(path: path)
    default: .unreadable(SystemFailure(number).error(at: path), file: path, bundle: "")
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// For a path the user named, links followed; waits for nothing, should the file have become a pipe meanwhile.
  private static func openForReading(_ path: String) -> Int32 {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    #if canImport(Glibc)
      return Glibc.open(path, flags)
    #elseif canImport(Musl)
      return Musl.open(path, flags)
    #else
      return Darwin.open(path, flags)
    #endif
  }

  private static func openPropertyList(path: String, name: String, limits: Limits) throws(BundleError) -> BundleGraph {
    switch BundlePath.loweredExtension(name) {
    case "ipa", "zip", "xcarchive": throw .archive(path: path)
    case "strings", "stringsdict", "loctable": throw .stringsFile(path: path)
    default: break
    }
    let bytes: [UInt8]
    do throws(StorageError) {
      let descriptor = openForReading(path)
      guard descriptor >= 0 else { throw SystemFailure(errno).error(at: path) }
      bytes = try RegularFile(descriptor, path: path).read(limit: limits.infoBytes)
    } catch {
      throw .unreadable(error, file: path, bundle: "")
    }
    // `PK` and 3, 4: a zip archive whatever its name.
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw .archive(path: path) }
    let info = try InfoReader.parse(bytes, file: path, bundle: "")
    return .propertyList(info, name: name, displayPath: path)
  }

  /// A graph of one bare property list, whose root must be a dictionary.
  public static func propertyList(_ info: PropertyList, name: String, displayPath: String) -> BundleGraph {
    let storage = EmptyStorage()
    let draft = BundleDraft(
      path: "", displayPath: displayPath, name: name, kind: .plist, platform: PlatformDetection.declared(info),
      arrangement: Arrangement(layout: .flat), infoPath: nil, info: info, diagnostics: [])
    let bundle = Bundle(draft, index: 0, parentIndex: nil, children: [], storage: storage)
    return BundleGraph(outer: bundle, nested: [], errors: [], displayPath: displayPath, storage: storage)
  }
}
