import Basics

/// Where this program keeps what it can fetch again.
package enum CacheFolder {
  /// Why others than the user may change what is in a folder.
  package enum Trouble: Sendable {
    /// Others may write to it.
    case shared
    /// It belongs to another user.
    case foreign
  }

  /// `BUNDLEPOLICY_CACHE`, or where the system keeps caches; nil when neither is known.
  package static var standard: String? {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
    return variable("BUNDLEPOLICY_CACHE") ?? usualRoot(variable)
  }

  /// What is wrong with a folder that nobody else must be able to change; nil when nothing is, or it is not there.
  package static func trouble(with folder: String) -> Trouble? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return nil }
    if status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 { return .shared }
    return status.st_uid == geteuid() || status.st_uid == 0 ? nil : .foreign
  }
}
