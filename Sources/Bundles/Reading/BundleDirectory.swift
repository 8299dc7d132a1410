struct BundleDirectory {
  let storage: any BundleStorage
  let path: String
  let name: String
  let displayPath: String

  func list(_ directory: String) throws(BundleError) -> [DirectoryEntry] {
    try BundleError.reading(display(directory), of: path) { () throws(StorageError) in
      try storage.list(BundlePath.join(path, directory))
    }
  }

  /// The entries, or nil if the directory or the target of a link does not exist.
  func listIfPresent(_ directory: String) throws(BundleError) -> [DirectoryEntry]? {
    do throws(StorageError) {
      return try storage.list(BundlePath.join(path, directory))
    } catch {
      if error.code == .notFound || error.code == .brokenLink { return nil }
      throw unreadable(error, directory)
    }
  }

  func status(_ file: String) throws(BundleError) -> FileStatus {
    try BundleError.reading(display(file), of: path) { () throws(StorageError) in
      try storage.status(BundlePath.join(path, file))
    }
  }

  /// Returns `file` with links resolved, relative to the bundle; nil if it does not exist or is outside the bundle.
  func resolve(_ file: String) throws(BundleError) -> String? {
    let resolved: String
    do throws(StorageError) {
      resolved = try storage.resolve(BundlePath.join(path, file))
    } catch {
      switch error.code {
      case .notFound, .brokenLink, .leavesRoot, .absoluteLink, .tooManyLinks: return nil
      default: throw unreadable(error, file)
      }
    }
    if path.isEmpty { return resolved }
    let prefix = path + "/"
    guard resolved.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: resolved.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Whether a symbolic link points to a regular file in the storage, such as a library, which is not a bundle.
  func isLinkToFile(_ link: String) -> Bool {
    guard let target = try? storage.resolve(BundlePath.join(path, link)) else { return false }
    return (try? storage.status(target).type) == .file
  }

  func display(_ file: String) -> String { BundlePath.join(displayPath, file) }

  private func unreadable(_ error: StorageError, _ file: String) -> BundleError {
    .unreadable(error, file: display(file), bundle: path)
  }
}
