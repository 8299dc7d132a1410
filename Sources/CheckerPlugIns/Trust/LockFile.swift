internal import Bundles
internal import PolicyLock

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
