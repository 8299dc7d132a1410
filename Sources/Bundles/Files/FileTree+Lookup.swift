import Basics

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
        throw StorageError(.invalidPath, path: path, detail: "it contains `..`")
      }
      let folder: Folder
      do throws(StorageError) {
        folder = try self.folder(actual)
      } catch {
        guard error.leadsNowhere else { throw error }
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

extension FileTree {
  /// Entries whose names are those of another in the same directory to a file system that minds neither letter case nor how
  /// characters are composed, as most Macs have it: the path of each, and of the one before it. Walks everything.
  package func nameCollisions() throws(StorageError) -> [(path: String, other: String)] {
    let walk = try walk()
    if walk.areNamesApart { return [] }
    let entries = walk.entries
    var seen: [String: String] = [:]
    var collisions: [(path: String, other: String)] = []
    for entry in entries where entry.isNameValid {
      let name = BundlePath.lastComponent(entry.path)
      // Strings are equal whatever their composition. Only the name is folded: directories are twins themselves.
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

/// The entries of one directory, found by name however many there are.
final class Folder: Sendable {
  /// Sorted by the bytes of their names.
  let entries: [DirectoryEntry]
  /// Positions of the first entry of each name in lower case, made when a name is not found as spelled.
  private let folded = Lazy<[ExactText: Int], Never>()

  init(_ entries: [DirectoryEntry]) {
    // They are, but for names of an archive that are not UTF-8 and are shown otherwise than they are.
    let isSorted = entries.indices.dropFirst().allSatisfy { !entries[$0].name.precedesInBytes(entries[$0 - 1].name) }
    self.entries = isSorted ? entries : entries.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// Whether there is an entry of exactly this name.
  func contains(_ name: String) -> Bool {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].name.precedesInBytes(name) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].name.hasSameBytes(as: name) && entries[low].isNameValid
  }

  /// The first entry whose name is the same but for letter case.
  func entry(ofAnyCase name: String) -> DirectoryEntry? {
    let positions = folded.value {
      Dictionary(
        entries.enumerated().filter(\.element.isNameValid).map { (ExactText($1.name.lowercased()), $0) }
      ) { first, _ in first }
    }
    return positions[ExactText(name.lowercased())].map { entries[$0] }
  }
}
