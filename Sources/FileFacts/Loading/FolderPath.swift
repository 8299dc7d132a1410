/// Paths as the loader reads them, without looking at the file system.
package enum FolderPath {
  /// The components with `.` and empty ones left out and `..` resolved; nil when `..` leads above the start.
  package static func components(_ path: some StringProtocol) -> [String]? {
    var components: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        if components.popLast() == nil { return nil }
      } else {
        components.append(String(part))
      }
    }
    return components
  }

  /// Whether an absolute path is a folder or lies below it. `/usr/libx` does not lie below `/usr/lib`, nor does
  /// `/usr/lib/../x`.
  package static func lies(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/"), folder.hasPrefix("/") else { return false }
    // Above the root is the root.
    return absolute(path).starts(with: absolute(folder))
  }

  private static func absolute(_ path: String) -> [String] {
    var components: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = components.popLast() } else { components.append(String(part)) }
    }
    return components
  }

  /// What stands before the last component; empty for one component.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The last component.
  package static func lastComponent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// `folder/name`, or `name` alone at the top.
  package static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  /// What follows a prefix such as `@rpath/`; nil when the path does not start with it.
  package static func rest(of path: String, after prefix: String) -> Substring? {
    if path == prefix { return "" }
    return path.hasPrefix(prefix + "/") ? path.dropFirst(prefix.count + 1) : nil
  }
}
