/// Where systems have libraries, in folders or only in their caches, and what paths say about this.
package enum SystemFolders {
  /// `/Library/Apple` holds what macOS updates by itself.
  private static let folders = ["/usr/lib", "/System", "/Library/Apple"]
  /// Below `/System`, but another disk.
  private static let others = "/System/Volumes"
  private static let variables = ["@executable_path", "@loader_path", "@rpath"]
  /// What only the machine has that built the code: beginnings and parts of paths.
  private static let buildFolders = ["/Users", "/private", "/tmp"]
  private static let buildParts = [".app/Contents/Developer/", ".xctoolchain/", "/DerivedData/"]

  /// Beginnings of the names of libraries in `/usr/lib`, where the loader of the Mac looks last for any library by its name
  /// alone.
  private static let libraries = [
    "libarchive", "libbz2", "libc++", "libcharset", "libcompression", "libcrypto", "libcups", "libcurl", "libedit",
    "libexpat", "libexslt", "libffi", "libform", "libgcc_s", "libiconv", "libicucore", "libldap", "liblzma", "libmenu",
    "libncurses", "libobjc", "libpam", "libpanel", "libpcap", "libpcre", "libreadline", "libresolv", "libsasl2",
    "libsqlite3", "libssl", "libstdc++", "libswift", "libSystem", "libtcl", "libtidy", "libtk", "libutil", "libxml2",
    "libxslt", "libz",
  ]

  /// Whether a path is in a folder of the system.
  package static func contain(_ path: String) -> Bool {
    folders.contains { FolderPath.lies(path, in: $0) } && !FolderPath.lies(path, in: others)
  }

  /// Whether a path starts with one of dyld's variables, and so moves along with the bundle.
  package static func isRelocatable(_ path: String) -> Bool {
    variables.contains { FolderPath.rest(of: path, after: $0) != nil }
  }

  /// Whether a system may have a library of this name, wherever code looks for it.
  static func mayHave(_ name: String) -> Bool { libraries.contains { name.hasPrefix($0) } }

  /// Whether a folder may have a library on the machine of a user: not one of the build machine, and no folder of the
  /// system that has other libraries only.
  static func mayHave(_ rest: String, in folder: String) -> Bool {
    if buildFolders.contains(where: { FolderPath.lies(folder, in: $0) }) { return false }
    if buildParts.contains(where: { folder.contains($0) }) { return false }
    guard FolderPath.lies(folder, in: "/usr/lib") else { return true }
    if rest.contains(".framework/") { return false }
    // Swift's own libraries. Xcode puts this run path into every program in Swift.
    return !FolderPath.lies(folder, in: "/usr/lib/swift") || rest.hasPrefix("libswift")
  }
}
