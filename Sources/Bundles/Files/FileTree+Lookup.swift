extension FileTree {
  /// How a path named by a property list compares with what lies in the bundle.
  package enum Match: Hashable, Sendable {
    /// It is there, spelled so.
    case exact(FileStatus)
    /// It is there only spelled otherwise in letter case; the path as it lies there. A case-insensitive file system
    /// would find it, others don't.
    case otherCase(actual: String)
    /// Nothing is there.
    case missing
  }

  /// Looks `path` up by the names the directories give, whatever the file system thinks of letter case.
  ///
  /// One listing per directory on the way, kept.
  package func match(_ path: String) throws(StorageError) -> Match {
    var actual = ""
    var isExact = true
    for name in BundlePath.components(path) {
      if name == ".." {
        throw StorageError(.invalidPath, path: path, detail: "it holds `..`")
      }
      let folder: Folder
      do throws(StorageError) {
        folder = try self.folder(actual)
      } catch {
        guard error.code == .notADirectory || error.code == .notFound || error.code == .brokenLink else { throw error }
        return .missing
      }
      if folder.contains(name) {
        actual = BundlePath.join(actual, name)
      } else if let other = folder.entry(ofAnyCase: name) {
        actual = BundlePath.join(actual, other.name)
        isExact = false
      } else {
        return .missing
      }
    }
    return isExact ? .exact(try status(actual)) : .otherCase(actual: actual)
  }

  /// Where a symbolic link leads.
  package enum Destination: Hashable, Sendable {
    /// To this path of the outermost bundle's tree.
    case inside(path: String)
    /// To nothing.
    case broken
    /// Out of the outermost bundle: by `..`, or by an absolute target.
    case outside
    /// Around in a circle.
    case cycle
  }

  /// Where the link at `path` leads, and what it says; nil when there is no link there.
  package func destination(ofLink path: String) throws(StorageError) -> (target: String, destination: Destination)? {
    guard let target = try status(path).linkTarget else { return nil }
    do throws(StorageError) {
      return (target, .inside(path: try self.destination(path)))
    } catch {
      switch error.code {
      case .brokenLink, .notFound, .notADirectory: return (target, .broken)
      case .leavesRoot, .absoluteLink: return (target, .outside)
      case .tooManyLinks: return (target, .cycle)
      default: throw error
      }
    }
  }
}
