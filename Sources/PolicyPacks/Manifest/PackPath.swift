/// Paths in packs.
enum PackPath {
  /// What is wrong with a path of a folder or file in a repository; nil for nothing.
  ///
  /// What it must not be: absolute, empty, with `.`, `..`, empty parts or `.git` in whatever case, with control characters, with
  /// the short name that Windows gives `.git`, or long. (git's own `fsck` refuses several of these, where it is asked.)
  static func problem(in path: String) -> String? {
    let shown = path.utf8.count > 200 ? String(path.prefix(100)) + "…" : path
    if path.isEmpty || path.hasPrefix("/") { return "'\(shown)' is no path inside a repository" }
    if path.utf8.count > 1024 { return "'\(shown)' is longer than 1024 bytes" }
    if path.unicodeScalars.contains(where: isHidden) { return "'\(shown)' has characters in it that no name should" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 32 { return "'\(shown)' is deeper than 32 folders" }
    for part in parts {
      let folded = part.lowercased()
      if ["", ".", ".."].contains(folded) { return "'\(shown)' is no path inside a repository" }
      if folded == ".git" || folded == "git~1" { return "'\(shown)' has git's own folder in it" }
      if part.utf8.count > 255 { return "'\(shown)' has a name of more than 255 bytes in it" }
    }
    return nil
  }

  /// Control characters, and those that show nothing or turn text around: macOS's file systems once passed over some of them,
  /// so that `.g\u{200C}it` was `.git` (CVE-2014-9390).
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: scalar == "\\"
    }
  }
}
