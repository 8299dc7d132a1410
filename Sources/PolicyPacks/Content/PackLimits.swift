/// How large a pack may be.
enum PackLimits {
  /// Files.
  static let files = 4096
  /// Bytes of all files together: 64 MiB.
  static let bytes = 64 << 20

  /// Throws when it is too much.
  static func check(files count: Int, bytes total: Int) throws(PackError) {
    if count > files {
      throw PackError(
        .limit, "the pack has more than \(files) files",
        hint: "name the folder that holds the policies: SOURCE@REF#PATH")
    }
    if total > bytes {
      throw PackError(
        .limit, "the pack has more than \(bytes >> 20) MiB",
        hint: "name the folder that holds the policies: SOURCE@REF#PATH")
    }
  }
}
