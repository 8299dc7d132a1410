import Basics
internal import Bundles
internal import StructuredText

/// The digests of a policy repository's checkers, in its lock file.
///
///     { "format": "bundlepolicy-lock", "version": 1, "checkers": { "Plugins/Icons.checker": "sha256:…" } }
package struct CheckerLock: Hashable, Sendable {
  package static let fileName = PolicyLock.fileName
  package static let folder = "Plugins"

  /// The whole lock file. Entries for packs are kept as they are.
  private var lock: PolicyLock

  package var checkers: [String: String] { lock.checkers }

  package init(checkers: [String: String]) { lock = PolicyLock(checkers: checkers) }

  /// The lock of the checkers in a repository's `Plugins` folder as they are now, with the packs of its lock file.
  ///
  /// Throws if there are no checkers, if one cannot be read or is malformed, and for a malformed lock file.
  package static func make(repository: String) throws(PlugInError) -> CheckerLock {
    let checkers = try digests(repository: repository)
    if checkers.isEmpty { throw CheckerFolder.empty("\(repository)/\(folder)") }
    var lock = try LockFile.read("\(repository)/\(fileName)") ?? CheckerLock(checkers: [:])
    lock.lock.checkers = checkers
    return lock
  }

  /// The digests of the checkers in a repository's `Plugins` folder, by their paths in it. Throws if it cannot be
  /// listed, and if a checker cannot be read or is malformed.
  package static func digests(repository: String) throws(PlugInError) -> [String: String] {
    let folder = "\(repository)/\(Self.folder)"
    var checkers: [String: String] = [:]
    for path in try CheckerFolder.list(folder) {
      let bundle = try CheckerBundle.open(path)
      try CheckerLinkage.check(path, shownAs: path)
      // To the file system, names are bytes; in the lock file, two of them may be the same text.
      if checkers.updateValue(try bundle.digest(), forKey: Self.folder + path.dropFirst(folder.count)) != nil {
        throw PlugInError(
          .untrusted, "another checker has the same name, in another form of Unicode", file: path,
          hint: "rename one of them")
      }
    }
    return checkers
  }

  package static func read(_ bytes: [UInt8], file: String) throws(PlugInError) -> CheckerLock {
    var lock = CheckerLock(checkers: [:])
    do throws(StructuredTextError) {
      lock.lock = try PolicyLock.read(bytes)
    } catch {
      throw PlugInError(
        .untrusted, error.message, file: error.place == Place() ? file : "\(file):\(error.place)",
        hint:
          "correct the lock file, or delete it and create it again with 'bundlepolicy plugin lock' and 'bundlepolicy pack update'"
      )
    }
    return lock
  }

  package var text: String { lock.text }
}

enum LockFile {
  /// The lock in a file; nil if the file does not exist.
  static func read(_ path: String) throws(PlugInError) -> CheckerLock? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let root = parts.dropLast().joined(separator: "/")
    let bytes: [UInt8]
    do throws(StorageError) {
      let storage = try DirectoryStorage(path: root.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : root)
      bytes = try storage.read(String(parts.last ?? ""), limit: PolicyLock.limit)
    } catch {
      if error.code == .notFound { return nil }
      throw PlugInError(.untrusted, "the lock file cannot be read: \(error.description)", file: path)
    }
    return try CheckerLock.read(bytes, file: path)
  }
}
