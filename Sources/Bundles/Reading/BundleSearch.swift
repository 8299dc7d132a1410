/// Finds bundles in folders: the outermost ones, for what lies in a bundle is read with it.
///
/// Symbolic links are not followed, so that a search ends and nothing is found twice.
public struct BundleSearch {
  /// Folders may lie this deep.
  public static let maximumDepth = 128
  /// Files and folders that are looked at.
  public static let maximumEntries = 10_000_000

  private let storage: DirectoryStorage
  private let wants: (String, FileType) throws(StorageError) -> Verdict
  private var found: [String] = []
  private var entries = 0

  /// What to do with an entry.
  private enum Verdict { case take, enter, leave }

  /// The paths of all bundles below a directory, relative to it, sorted: directories by their extension, those that need not be bundles
  /// only with an Info.plist, `.ipa` files, and archives of bundles such as `App.app.zip`.
  ///
  /// Throws for the first folder that can't be read: a bundle may lie there.
  public static func bundles(below directory: String) throws(StorageError) -> [String] {
    let storage = try DirectoryStorage(path: directory)
    return try paths(storage) { path, type throws(StorageError) in
      switch type {
      case .directory: isBundle(path, storage) ? .take : .enter
      case .file: isArchiveOfBundle(path) ? .take : .leave
      case .symbolicLink, .other: .leave
      }
    }
  }

  /// The paths below a directory that match a pattern, relative to it, sorted. What lies in a bundle that matches is left out, and so
  /// are names that start with a dot, unless the pattern's own part does, as shells have it.
  ///
  /// Throws for the first folder that can't be read.
  public static func paths(matching pattern: String, below directory: String) throws(StorageError) -> [String] {
    guard let glob = Glob(pattern) else { return [] }
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let depth = parts.contains("**") ? maximumDepth : parts.count
    let showsHidden = parts.contains { $0.hasPrefix(".") }
    var steps: UInt64 = 0
    return try paths(try DirectoryStorage(path: directory)) { path, type throws(StorageError) in
      let components = path.split(separator: "/")
      if !showsHidden, components.last?.hasPrefix(".") == true { return .leave }
      if glob.matches(path, steps: &steps) { return .take }
      return type == .directory && components.count < depth ? .enter : .leave
    }
  }

  /// Whether a directory is a bundle rather than a folder to search: by its extension, as in a search, or because it has `Contents`
  /// with an Info.plist. An Info.plist alone also lies in folders of sources.
  public static func isBundle(directory: String) -> Bool {
    guard let storage = try? DirectoryStorage(path: directory) else { return false }
    let name = BundlePath.lastComponent(directory)
    if BundleKinds.mustHaveInfo(name) || (try? storage.status("Contents/Info.plist")) != nil { return true }
    return BundleKinds.kind(ofName: name) != nil && hasInfo("", storage)
  }

  private static func isBundle(_ path: String, _ storage: DirectoryStorage) -> Bool {
    let name = BundlePath.lastComponent(path)
    if BundleKinds.mustHaveInfo(name) { return true }
    return BundleKinds.kind(ofName: name) != nil && hasInfo(path + "/", storage)
  }

  private static func hasInfo(_ prefix: String, _ storage: DirectoryStorage) -> Bool {
    ["Contents/Info.plist", "Info.plist", "Resources/Info.plist"].contains { place in
      (try? storage.status(prefix + place)) != nil
    }
  }

  private static func isArchiveOfBundle(_ path: String) -> Bool {
    let name = BundlePath.lastComponent(path)
    if BundlePath.loweredExtension(name) == "ipa" { return true }
    guard ArchiveFormat.promised(byName: name) != nil else { return false }
    // `App.app.zip`, `App.app.tar.gz`.
    let stem = name.split(separator: ".").dropLast()
    return stem.contains { BundleKinds.mustHaveInfo("x." + $0) || $0.lowercased() == "xcframework" }
  }

  private static func paths(
    _ storage: DirectoryStorage, _ wants: (String, FileType) throws(StorageError) -> Verdict
  ) throws(StorageError) -> [String] {
    try withoutActuallyEscaping(wants) { wants throws(StorageError) in
      var search = BundleSearch(storage: storage, wants: wants)
      try search.enter("", depth: 0)
      return search.found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  private init(storage: DirectoryStorage, wants: @escaping (String, FileType) throws(StorageError) -> Verdict) {
    self.storage = storage
    self.wants = wants
  }

  private mutating func enter(_ directory: String, depth: Int) throws(StorageError) {
    if depth > Self.maximumDepth { throw StorageError(.tooMany, path: directory, limit: Self.maximumDepth) }
    for entry in try storage.list(directory) {
      entries += 1
      if entries > Self.maximumEntries { throw StorageError(.tooMany, path: directory, limit: Self.maximumEntries) }
      let path = directory.isEmpty ? entry.name : directory + "/" + entry.name
      switch try wants(path, entry.type) {
      case .take: found.append(path)
      case .enter: try enter(path, depth: depth + 1)
      case .leave: break
      }
    }
  }
}
