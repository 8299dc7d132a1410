import Basics

extension ScaffoldDirectory {
  /// Generated files in the directory itself whose names end in `ending` and that are none of `files`, sorted: an earlier version
  /// had them.
  package func leftovers(ending: String, besides files: [ScaffoldFile]) throws(ScaffoldError) -> [ScaffoldFile] {
    let known = Set(files.map(\.path))
    var leftovers: [ScaffoldFile] = []
    for name in try names() where name.hasSuffix(ending) && !known.contains(name) {
      let file = ScaffoldFile(path: name, text: "", isGenerated: true)
      // What can't be told, a link for one, is nothing of ours.
      if (try? state(of: file)) == .outdated { leftovers.append(file) }
    }
    return leftovers
  }

  /// Takes a file of the directory itself away.
  package func remove(_ file: ScaffoldFile) throws(ScaffoldError) {
    if unlinkat(descriptor, file.path, 0) != 0 {
      throw ScaffoldError(path: shown(file), message: "cannot be removed: \(SystemError(errno).text)")
    }
  }

  /// What lies in the directory, sorted by bytes.
  private func names() throws(ScaffoldError) -> [String] {
    // The stream takes the descriptor over, and its place in the listing is that of all copies.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let reason = SystemError(errno).text
      if copy >= 0 { close(copy) }
      throw ScaffoldError(path: path, message: "the directory cannot be listed: \(reason)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The record is only as long as its name needs: copying the struct's fixed-size `d_name` would read past it.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let start = UnsafeRawPointer(entry) + offset  // inside the record `readdir` returned, valid until its next call
      names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
