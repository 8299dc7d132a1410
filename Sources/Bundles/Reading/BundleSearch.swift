import Basics

/// Finds the outermost bundles in folders; nested bundles are read with them.
///
/// Symbolic links to folders are not followed, so that a search ends and finds nothing twice; links that lead out of the folder are
/// reported.
package struct BundleSearch {
  package struct Result: Equatable, Sendable {
    /// Paths below the searched directory, sorted.
    package var paths: [String] = []
    /// Links to folders elsewhere, which were not searched and may contain bundles.
    package var linkedFolders: [String] = []
    /// Executable files with the name of a bundle, such as a library `x.plugin`; there is no bundle to check.
    package var namedFiles: [String] = []
    /// Files and folders that look like products in other ways but are not checked.
    package var unchecked: [Unchecked] = []
    /// Folders that cannot be read and names that are not UTF-8; they may contain bundles.
    package var failures: [StorageError] = []
  }

  package struct Unchecked: Hashable, Sendable {
    package let path: String
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
      /// A folder with the name of a bundle but no Info.plist; its contents were searched.
      case noInfo
      case file
      case special
      case installer
      case otherArchive
      /// An archive with several bundles, or with bundles in unexpected places.
      case severalBundles
      /// An archive that would have to be decompressed too far to find out.
      case largeArchive
      /// A file named like an archive that cannot be read, with the reason.
      case unreadableArchive(String)
    }
  }

  package static let maximumDepth = 128
  package static let maximumEntries = 10_000_000

  private let storage: DirectoryStorage
  private let treatment: (String, FileType) throws(StorageError) -> Treatment
  private var found = Result()
  private var entries = 0

  enum Treatment: Equatable {
    case include, enter, skip, reportLink, reportFile
    case unchecked(Unchecked.Reason)
    /// Not checked, but its contents are searched.
    case enterAndReport(Unchecked.Reason)
  }

  /// Finds all bundles below a directory: directories with a bundle extension or with `Contents/Info.plist`, but directories with an
  /// ambiguous extension only if they have an Info.plist; `.ipa` files; archives named like a bundle, such as `App.app.zip`; and other
  /// archives that contain exactly one bundle.
  ///
  /// An entry with the name of a bundle must be one: a link to a bundle elsewhere is checked at its target, and a file in its place is an
  /// error unless it is an executable or a library, which may legitimately have such names. Throws if the directory itself cannot be
  /// opened.
  package static func bundles(below directory: String) throws(StorageError) -> Result {
    let storage = try DirectoryStorage(path: directory)
    return try paths(storage) { path, type throws(StorageError) in
      let name = BundlePath.lastComponent(path)
      let hasBundleName = BundleKinds.mustHaveInfo(name)
      switch type {
      case .directory:
        if isBundle(path, named: name, storage) { return .include }
        return BundleKinds.kind(ofName: name) == nil ? .enter : .enterAndReport(.noInfo)
      case .file: return treatment(ofFile: directory + "/" + path, named: name)
      case .other:
        if hasBundleName { return .include }
        return BundleKinds.kind(ofName: name) == nil || BundleKinds.mayBeFile(name) ? .skip : .unchecked(.special)
      case .symbolicLink:
        if linksToOutsideFolder(path, storage, directory) { return hasBundleName ? .include : .reportLink }
        // The target of a link below the directory is found at its own path if it is a bundle.
        let target = try? storage.resolve(path)
        if let target, isBundle(target, named: BundlePath.lastComponent(target), storage) { return .skip }
        guard !hasBundleName, isFile(directory + "/" + path) else { return hasBundleName ? .include : .skip }
        if let target, treatment(ofFile: directory + "/" + target, named: BundlePath.lastComponent(target)) != .skip {
          return .skip
        }
        return treatment(ofFile: directory + "/" + path, named: name)
      }
    }
  }

  /// Finds the paths below a directory that match a pattern. Leaves out files inside a matching bundle, and, as shells do, names that start
  /// with a dot unless a component of the pattern does. Links to folders below the directory are followed if the pattern names them
  /// component by component, but not for `**`.
  ///
  /// Throws if the directory itself cannot be opened. With `isFilesOnly`, a folder that matches is entered instead of found.
  package static func paths(
    matching pattern: String, below directory: String, isFilesOnly: Bool = false
  ) throws(StorageError) -> Result {
    guard let glob = Glob(pattern) else { return Result() }
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let depth = parts.contains("**") ? maximumDepth : parts.count
    let showsHidden = parts.contains { $0.hasPrefix(".") }
    let isAnyDepth = parts.contains("**")
    // For each depth, the pattern that a folder on the way must match.
    let ways = isAnyDepth ? [] : parts.indices.map { Glob(parts[...$0].joined(separator: "/")) }
    let storage = try DirectoryStorage(path: directory)
    var steps: UInt64 = 0
    return try paths(storage) { path, type throws(StorageError) in
      let components = path.split(separator: "/")
      if !showsHidden, components.last?.hasPrefix(".") == true { return .skip }
      if !(isFilesOnly && type == .directory), glob.matches(path, steps: &steps) { return .include }
      guard components.count < depth else { return .skip }
      if type != .symbolicLink { return type == .directory ? .enter : .skip }
      if !isAnyDepth, ways[components.count - 1]?.matches(path, steps: &steps) != true { return .skip }
      if linksToOutsideFolder(path, storage, directory) { return .reportLink }
      guard !isAnyDepth, let target = try? storage.resolve(path) else { return .skip }
      return (try? storage.status(target).type) == .directory ? .enter : .skip
    }
  }

  private static func linksToOutsideFolder(_ path: String, _ storage: DirectoryStorage, _ directory: String) -> Bool {
    do throws(StorageError) {
      _ = try storage.resolve(path)
      return false
    } catch {
      return FileSystem.isDirectory(directory + "/" + path)
    }
  }

  /// Whether a directory is a bundle rather than a folder to search: by its extension, as in a search, or because it has `Contents` with an
  /// Info.plist. An Info.plist alone is not enough, because source folders have one, too.
  package static func isBundle(directory: String) -> Bool {
    guard let storage = try? DirectoryStorage(path: directory) else { return false }
    // `.` and links have a different name than the directory they refer to.
    let name = BundlePath.lastComponent(FileSystem.realPath(directory) ?? directory)
    return isBundle("", named: name, storage)
  }

  private static func isBundle(_ path: String, named name: String, _ storage: DirectoryStorage) -> Bool {
    func has(_ file: String) -> Bool { storage.mayContain(BundlePath.join(path, file)) }
    if BundleKinds.mustHaveInfo(name) || has("Contents/Info.plist") { return true }
    return BundleKinds.kind(ofName: name) != nil && (has("Info.plist") || has("Resources/Info.plist"))
  }

  private static func paths(
    _ storage: DirectoryStorage, _ treatment: (String, FileType) throws(StorageError) -> Treatment
  ) throws(StorageError) -> Result {
    try withoutActuallyEscaping(treatment) { treatment throws(StorageError) in
      var search = BundleSearch(storage: storage, treatment: treatment)
      try search.enter("", depth: 0)
      search.found.paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      search.found.linkedFolders.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      search.found.unchecked.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      search.found.namedFiles.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return search.found
    }
  }

  private init(storage: DirectoryStorage, treatment: @escaping (String, FileType) throws(StorageError) -> Treatment) {
    self.storage = storage
    self.treatment = treatment
  }

  private mutating func enter(_ directory: String, depth: Int) throws(StorageError) {
    let listed: [DirectoryEntry]
    do throws(StorageError) {
      if depth > Self.maximumDepth {
        throw StorageError(.tooMany, path: directory, limit: Self.maximumDepth, detail: "levels of directories")
      }
      listed = try storage.list(directory)
    } catch {
      found.failures.append(error)
      return
    }
    for entry in listed {
      entries += 1
      if entries > Self.maximumEntries { throw StorageError(.tooMany, path: directory, limit: Self.maximumEntries) }
      let path = directory.isEmpty ? entry.name : directory + "/" + entry.name
      switch try treatment(path, entry.type) {
      case .include where !entry.isNameValid: found.failures.append(StorageError(.unreadableName, path: path))
      case .include: found.paths.append(path)
      case .reportLink: found.linkedFolders.append(path)
      case .reportFile: found.namedFiles.append(path)
      case .unchecked(let reason): found.unchecked.append(Unchecked(path: path, reason: reason))
      case .enterAndReport(let reason):
        found.unchecked.append(Unchecked(path: path, reason: reason))
        try enter(path, depth: depth + 1)
      case .enter: try enter(path, depth: depth + 1)
      case .skip: break
      }
    }
  }
}
