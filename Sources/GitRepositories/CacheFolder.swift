import Basics

package enum CacheFolder {
  /// `BUNDLEPOLICY_CACHE`, or the system's folder for caches; nil if neither is known.
  package static var standard: String? { environmentVariable("BUNDLEPOLICY_CACHE") ?? defaultRoot(environmentVariable) }

  /// Returns the problem with a folder that nobody else must be able to change, or nil if there is none or the folder does not exist.
  package static func problem(with folder: String) -> (message: String, hint: String)? {
    guard let status = FileSystem.status(folder) else { return nil }
    if status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 {
      return (
        "other users may write to the cache", "run 'chmod go-w' on it, or name another folder with BUNDLEPOLICY_CACHE"
      )
    }
    if status.st_uid == geteuid() || status.st_uid == 0 { return nil }
    return ("the cache belongs to another user", "name a folder of your own with BUNDLEPOLICY_CACHE")
  }
}
