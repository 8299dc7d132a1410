/// Where code may look for libraries on any machine.
enum SystemFolders {
  /// Of the system; `/Library/Apple` holds what it updates by itself.
  private static let folders = ["/usr/lib", "/System", "/Library/Apple"]
  private static let variables = ["@executable_path", "@loader_path", "@rpath"]

  /// Whether a path lies in a folder of the system.
  static func contain(_ path: String) -> Bool { folders.contains { FolderPath.lies(path, in: $0) } }

  /// Whether a path starts with one of dyld's variables, and so moves along with the bundle.
  static func isRelocatable(_ path: String) -> Bool {
    variables.contains { FolderPath.rest(of: path, after: $0) != nil }
  }
}
