import Basics

extension FileTree {
  package enum Match: Hashable, Sendable {
    case exact(FileStatus)
    /// The file exists, but its path, `actual`, differs in letter case. Only a case-insensitive file system finds it.
    case otherCase(actual: String)
    case missing
  }

  /// Looks up `path` by the names in directory listings, independently of the file system's case sensitivity.
  ///
  /// Needs one listing for each directory on the way; listings are cached.
  package func match(_ path: String) throws(StorageError) -> Match {
    var actual = ""
    var isExact = true
    for name in BundlePath.components(path) {
      if name == ".." { throw StorageError(.invalidPath, path: path, detail: "it contains `..`") }
      let folder: Folder
      do throws(StorageError) {
        folder = try self.folder(actual)
      } catch {
        guard error.isUnresolvable else { throw error }
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

  package enum Destination: Hashable, Sendable {
    case inside(path: String)
    case broken
    /// A path outside the outermost bundle: by `..`, or an absolute target.
    case outside
    case cycle
  }

  /// Returns the target and destination of the link at `path`, or nil if it is not a link.
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

extension FileTree {
  /// Entries whose names collide with another name in the same directory on a file system that ignores letter case and Unicode
  /// normalization, as most Macs use: the path of each, and the path it collides with. Walks the whole tree.
  package func nameCollisions() throws(StorageError) -> [(path: String, other: String)] {
    var seen: [String: String] = [:]
    var collisions: [(path: String, other: String)] = []
    for entry in try all() where entry.isNameValid {
      let name = BundlePath.lastComponent(entry.path)
      // Swift's strings compare equal under Unicode normalization. Only the name is folded: a collision of directories is reported itself.
      let key = String(entry.path.dropLast(name.count)) + "/" + name.lowercased()
      if let other = seen[key] {
        collisions.append((entry.path, other))
      } else {
        seen[key] = entry.path
      }
    }
    return collisions
  }
}

final class Folder: Sendable {
  let entries: [DirectoryEntry]
  /// Positions of the first entry for each lowercased name; built when a name is not found as spelled.
  private let folded = Lazy<[ExactText: Int], Never>()

  init(_ entries: [DirectoryEntry]) {
    // Listings are sorted, except for archive names that are not UTF-8 and are shown in replaced form.
    let isSorted = entries.indices.dropFirst().allSatisfy { !entries[$0].name.precedesInBytes(entries[$0 - 1].name) }
    self.entries = isSorted ? entries : entries.sorted { $0.name.precedesInBytes($1.name) }
  }

  func contains(_ name: String) -> Bool {
    let found = entries.partitionPoint { !$0.name.precedesInBytes(name) }
    return found < entries.count && entries[found].name.hasSameBytes(as: name) && entries[found].isNameValid
  }

  func entry(ofAnyCase name: String) -> DirectoryEntry? {
    let positions = folded.value {
      Dictionary(
        entries.enumerated().filter(\.element.isNameValid).map { (ExactText($1.name.lowercased()), $0) }
      ) { first, _ in first }
    }
    return positions[ExactText(name.lowercased())].map { entries[$0] }
  }
}
