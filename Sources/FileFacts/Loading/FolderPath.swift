/// Operations on paths as the loader interprets them, without accessing the file system.
package enum FolderPath {
  /// The components without `.` and empty ones, and with `..` resolved; nil if `..` leads above the start.
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

  /// Whether an absolute path is a folder or is inside it. `/usr/libx` is not inside `/usr/lib`, nor is `/usr/lib/../x`.
  package static func isPath(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/"), folder.hasPrefix("/") else { return false }
    // The parent of the root is the root.
    return absolute(path).starts(with: absolute(folder))
  }

  private static func absolute(_ path: String) -> [String] {
    var components: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = components.popLast() } else { components.append(String(part)) }
    }
    return components
  }

  /// The part before the last component; empty for a single component.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  package static func lastComponent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// `folder/name`, or only `name` at the top.
  package static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  /// The part after a prefix such as `@rpath/`; nil if the path does not start with it.
  package static func rest(of path: String, after prefix: String) -> Substring? {
    if path == prefix { return "" }
    return path.hasPrefix(prefix + "/") ? path.dropFirst(prefix.count + 1) : nil
  }
}
