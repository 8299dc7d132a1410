/// Names that are one on some file systems and two on others.
enum PackTwins {
  /// Throws for two paths, of files or of folders, that differ in case or in their form of Unicode alone.
  static func check(_ paths: [String]) throws(PackError) {
    // Equal strings are those of equal characters, whatever their form.
    var known: [String: [UInt8]] = [:]
    for path in paths {
      var prefix = ""
      for part in path.split(separator: "/") {
        prefix += prefix.isEmpty ? String(part) : "/" + part
        let bytes = Array(prefix.utf8)
        let other = known.updateValue(bytes, forKey: prefix.lowercased())
        if let other, other != bytes {
          throw PackError(
            .content,
            "the pack has two names that are one where case or the form of Unicode does not count: "
              + "\(String(decoding: other, as: UTF8.self)) and \(prefix)", hint: "rename one of them")
        }
      }
    }
  }
}
