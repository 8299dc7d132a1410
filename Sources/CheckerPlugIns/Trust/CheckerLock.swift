import Basics
internal import Bundles
internal import StructuredText

/// What a repository of policies says its checkers are, in its lock file.
///
///     { "format": "bundlepolicy-lock", "version": 1, "checkers": { "Plugins/Icons.checker": "sha256:…" } }
package struct CheckerLock: Hashable, Sendable {
  /// The file's name.
  package static let fileName = PolicyLock.fileName
  /// The folder of a repository that its checkers lie in.
  package static let folder = "Plugins"

  /// All that the file says; of packs nothing is looked at here, and nothing lost.
  private var lock: PolicyLock

  /// Digests by the path of the checker relative to the repository.
  package var checkers: [String: String] { lock.checkers }

  /// Makes a lock.
  package init(checkers: [String: String]) { lock = PolicyLock(checkers: checkers) }

  /// The lock of the checkers in a repository's `Plugins` folder, as they are now, with what its lock file says of packs.
  ///
  /// Throws when there are none, for one that can't be read or is malformed, and for a malformed lock file.
  package static func make(repository: String) throws(PlugInError) -> CheckerLock {
    let checkers = try digests(repository: repository)
    if checkers.isEmpty { throw CheckerFolder.empty("\(repository)/\(folder)") }
    var lock = try LockFile.read("\(repository)/\(fileName)") ?? CheckerLock(checkers: [:])
    lock.lock.checkers = checkers
    return lock
  }

  /// The digests of the checkers in a repository's `Plugins` folder, by their paths in it. Throws when it can't be listed, and for
  /// a checker that can't be read or is malformed.
  package static func digests(repository: String) throws(PlugInError) -> [String: String] {
    let folder = "\(repository)/\(Self.folder)"
    var checkers: [String: String] = [:]
    for path in try CheckerFolder.list(folder) {
      let bundle = try CheckerBundle.open(path)
      try CheckerLinkage.check(path, shownAs: path)
      // Names are bytes to the file system, and the same text to whoever reads the lock file.
      if checkers.updateValue(try bundle.digest(), forKey: Self.folder + path.dropFirst(folder.count)) != nil {
        throw PlugInError(
          .untrusted, "another checker has the same name, in another form of Unicode", file: path,
          hint: "rename one of them")
      }
    }
    return checkers
  }

  /// Reads a lock file's contents. Throws for what is no lock file, or one of a later version.
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

  /// The contents of the lock file, sorted.
  package var text: String { lock.text }
}

/// Reads lock files.
enum LockFile {
  /// The lock in a file; nil when there is no such file.
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
