import Basics

/// Where the lines typed are kept: `$XDG_STATE_HOME/bundlepolicy/history`, by default in `~/.local/state`.
enum HistoryFile {
  /// Nil when there is no home.
  static var path: String? { directory.map { $0 + "/history" } }

  private static var directory: String? {
    // One that is not absolute is to be ignored, says the XDG Base Directory Specification.
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/bundlepolicy" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/bundlepolicy"
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Makes the directory and those above it; false when that is not possible.
  static func makeDirectory() -> Bool {
    guard let directory else { return false }
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST, access(path, F_OK) != 0 { return false }
    }
    return true
  }
}
