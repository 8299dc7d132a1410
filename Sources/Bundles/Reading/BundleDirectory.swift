/// One bundle's directory in the storage; errors come out as the bundle's.
struct BundleDirectory {
  let storage: any BundleStorage
  /// Relative to the storage.
  let path: String
  /// The last component, with extension.
  let name: String
  /// As messages name it.
  let displayPath: String

  func list(_ directory: String) throws(BundleError) -> [DirectoryEntry] {
    do throws(StorageError) {
      return try storage.list(BundlePath.join(path, directory))
    } catch {
      throw unreadable(error, directory)
    }
  }

  /// The listing; nil when nothing is there, or a link to nothing.
  func listIfPresent(_ directory: String) throws(BundleError) -> [DirectoryEntry]? {
    do throws(StorageError) {
      return try storage.list(BundlePath.join(path, directory))
    } catch {
      if error.code == .notFound || error.code == .brokenLink { return nil }
      throw unreadable(error, directory)
    }
  }

  func status(_ file: String) throws(BundleError) -> FileStatus {
    do throws(StorageError) {
      return try storage.status(BundlePath.join(path, file))
    } catch {
      throw unreadable(error, file)
    }
  }

  /// `file` with links resolved, relative to the bundle; nil when it leads to nothing or out of the bundle.
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

  /// Whether a symbolic link leads to a regular file in the storage, such as a library, which is no bundle.
  func isLinkToFile(_ link: String) -> Bool {
    guard let target = try? storage.resolve(BundlePath.join(path, link)) else { return false }
    return (try? storage.status(target).type) == .file
  }

  /// How messages name a file of the bundle.
  func display(_ file: String) -> String { BundlePath.join(displayPath, file) }

  func unreadable(_ error: StorageError, _ file: String) -> BundleError {
    .unreadable(error, file: display(file), bundle: path)
  }
}
