#if os(Linux)
  extension CacheFolder {
    /// `$XDG_CACHE_HOME/bundlepolicy`, or `~/.cache/bundlepolicy`. Relative paths in the variable are ignored (XDG Base Directory
    /// Specification 0.8).
    static func defaultRoot(_ variable: (String) -> String?) -> String? {
      if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/bundlepolicy" }
      return variable("HOME").map { $0 + "/.cache/bundlepolicy" }
    }
  }
#endif
