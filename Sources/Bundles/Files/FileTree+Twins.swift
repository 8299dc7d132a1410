extension FileTree {
  /// Entries whose names are those of another in the same directory to a file system that minds neither letter case nor how
  /// characters are composed, as most Macs have it: the path of each, and of the one before it. Walks everything.
  package func twins() throws(StorageError) -> [(path: String, other: String)] {
    var seen: [String: String] = [:]
    var twins: [(path: String, other: String)] = []
    for entry in try all() where entry.isNameValid {
      let name = BundlePath.lastComponent(entry.path)
      // Strings are equal whatever their composition. Only the name is folded: directories are twins themselves.
      let key = String(entry.path.dropLast(name.count)) + "/" + name.lowercased()
      if let other = seen[key] {
        twins.append((entry.path, other))
      } else {
        seen[key] = entry.path
      }
    }
    return twins
  }
}
