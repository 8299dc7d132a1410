package enum FolderPath {
  /// The components without `.` and empty ones, and with `..` resolved; nil if `..` leads above the start.
  package static func components(_ path: String) -> [String]? {
    var components: [String] = []
    return resolve(path, into: &components) ? components : nil
  }

  /// Whether no `..` leads above the start, which is its own parent.
  private static func resolve(_ path: String, into components: inout [String]) -> Bool {
    var isInside = true
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { components.append(String(part)) } else if components.popLast() == nil { isInside = false }
    }
    return isInside
  }

  /// Whether an absolute path is a folder or is inside it. `/usr/libx` is not inside `/usr/lib`, nor is `/usr/lib/../x`.
  package static func isPath(_ path: String, in folder: String) -> Bool {
    guard path.hasPrefix("/"), folder.hasPrefix("/") else { return false }
    var (inner, outer): ([String], [String]) = ([], [])
    _ = resolve(path, into: &inner)
    _ = resolve(folder, into: &outer)
    return inner.starts(with: outer)
  }

  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  package static func lastComponent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  package static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  package static func rest(of path: String, after prefix: String) -> Substring? {
    if path == prefix { return "" }
    return path.hasPrefix(prefix + "/") ? path.dropFirst(prefix.count + 1) : nil
  }
}

package enum SystemFolders {
  /// `/Library/Apple` contains parts of macOS that are updated separately.
  private static let folders = ["/usr/lib", "/System", "/Library/Apple"]
  /// In `/System`, but on another disk.
  private static let others = "/System/Volumes"
  /// Prefixes and parts of paths that only exist on the machine that built the code.
  private static let buildFolders = ["/Users", "/private", "/tmp"]
  private static let buildParts = [".app/Contents/Developer/", ".xctoolchain/", "/DerivedData/"]

  /// Prefixes of the names of libraries in `/usr/lib`, where the Mac's loader finally looks for any library by its name alone.
  private static let libraries = [
    "libarchive", "libbz2", "libc++", "libcharset", "libcompression", "libcrypto", "libcups", "libcurl", "libedit",
    "libexpat", "libexslt", "libffi", "libform", "libgcc_s", "libiconv", "libicucore", "libldap", "liblzma", "libmenu",
    "libncurses", "libobjc", "libpam", "libpanel", "libpcap", "libpcre", "libreadline", "libresolv", "libsasl2",
    "libsqlite3", "libssl", "libstdc++", "libswift", "libSystem", "libtcl", "libtidy", "libtk", "libutil", "libxml2",
    "libxslt", "libz",
  ]

  package static func contain(_ path: String) -> Bool {
    folders.contains { FolderPath.isPath(path, in: $0) } && !FolderPath.isPath(path, in: others)
  }

  static func mayContain(_ name: String) -> Bool { libraries.contains { name.hasPrefix($0) } }

  /// Whether a folder may contain a library on a user's machine: it is not a folder of the build machine, nor a system folder with other
  /// libraries only.
  static func mayContain(_ rest: String, in folder: String) -> Bool {
    if buildFolders.contains(where: { FolderPath.isPath(folder, in: $0) }) { return false }
    if buildParts.contains(where: { folder.contains($0) }) { return false }
    guard FolderPath.isPath(folder, in: "/usr/lib") else { return true }
    if rest.contains(".framework/") { return false }
    // Swift's own libraries. Xcode adds this run path to every Swift program.
    return !FolderPath.isPath(folder, in: "/usr/lib/swift") || rest.hasPrefix("libswift")
  }
}
