#if os(macOS)
  extension CacheFolder {
    /// `~/Library/Caches/bundlepolicy` (File System Programming Guide, Where to Put Your App's Files).
    static func defaultRoot(_ variable: (String) -> String?) -> String? {
      variable("HOME").map { $0 + "/Library/Caches/bundlepolicy" }
    }
  }
#endif
