import Basics
internal import Bundles
internal import StructuredText

/// The digests of a policy repository's checkers, in its lock file.
extension PolicyLock {
  /// The folder of a repository's checkers.
  package static let checkerFolder = "Plugins"

  /// The lock of the checkers in a repository's `Plugins` folder as they are now, with the packs of its lock file.
  ///
  /// Throws if there are no checkers, if one cannot be read or is malformed, and for a malformed lock file.
  package static func lockingCheckers(of repository: String) throws(PlugInError) -> PolicyLock {
    let checkers = try checkerDigests(of: repository)
    if checkers.isEmpty { throw CheckerFolder.empty("\(repository)/\(checkerFolder)") }
    var lock = try read("\(repository)/\(fileName)") ?? PolicyLock()
    lock.checkers = checkers
    return lock
  }

  /// The digests of the checkers in a repository's `Plugins` folder, by their paths in it. Throws if it cannot be
  /// listed, and if a checker cannot be read or is malformed.
  package static func checkerDigests(of repository: String) throws(PlugInError) -> [String: String] {
    let folder = "\(repository)/\(checkerFolder)"
    var checkers: [String: String] = [:]
    for path in try CheckerFolder.list(folder) {
      let bundle = try CheckerBundle.open(path)
      try CheckerLinkage.check(path, shownAs: path)
      // To the file system, names are bytes; in the lock file, two of them may be the same text.
      if checkers.updateValue(try bundle.digest(), forKey: checkerFolder + path.dropFirst(folder.count)) != nil {
        throw PlugInError(
          .untrusted, "another checker has the same name, in another form of Unicode", file: path,
          hint: "rename one of them")
      }
    }
    return checkers
  }

  static func read(_ bytes: [UInt8], file: String) throws(PlugInError) -> PolicyLock {
    try mapError(try read(bytes)) { (error: StructuredTextError) in
      PlugInError(
        .untrusted, error.message, file: error.place == Place() ? file : "\(file):\(error.place)",
        hint:
          "correct the lock file, or delete it and create it again with 'bundlepolicy plugin lock' and 'bundlepolicy pack update'"
      )
    }
  }

  /// The lock in a file; nil if the file does not exist.
  static func read(_ path: String) throws(PlugInError) -> PolicyLock? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let root = parts.dropLast().joined(separator: "/")
    let bytes: [UInt8]
    do throws(StorageError) {
      let storage = try DirectoryStorage(path: root.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : root)
      bytes = try storage.read(String(parts.last ?? ""), limit: limit)
    } catch {
      if error.code == .notFound { return nil }
      throw PlugInError(.untrusted, "the lock file cannot be read: \(error.description)", file: path)
    }
    return try read(bytes, file: path)
  }
}
