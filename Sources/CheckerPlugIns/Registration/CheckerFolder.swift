import Basics

/// A folder that checkers lie in.
enum CheckerFolder {
  /// The paths of all `*.checker` in a folder, sorted by bytes; of a path that is a checker itself, that one. Throws when it can't
  /// be listed.
  static func list(_ path: String) throws(PlugInError) -> [String] {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix(".checker") { return [path] }
    guard let stream = opendir(path) else {
      throw PlugInError(
        .unreadable, "the folder of checkers cannot be read: \(SystemError(errno).text)", file: path,
        hint: "name a folder that holds NAME.checker, or such a bundle itself")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".checker"), name != ".checker" { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(path)/\($0)" }
  }

  /// The error for a folder that was named and holds nothing.
  static func empty(_ path: String) -> PlugInError {
    PlugInError(
      .notFound, "there is no checker in this folder", file: path,
      hint: "a checker is a directory NAME.checker; see 'bundlepolicy plugin'")
  }
}
