/// A file that gets its name only when it is complete: readers of that name see either the old contents or all of the new contents.
///
/// If the system supports it, the file has no name until then, so that nothing remains if the program ends early for any reason. Otherwise
/// it has a name like `.bundlepolicy-4711.partial` in the same folder. Such files of killed programs are removed when the next file is
/// written to the folder.
package final class ReplacementFile {
  /// Open for writing, closed in `deinit`.
  package private(set) var descriptor: Int32
  private let folder: Int32
  /// The name until it is complete; nil if it has none.
  private var temporary: String?

  private static let prefix = ".bundlepolicy-"
  private static let suffix = ".partial"
  private static let attempts = 1000

  /// Opens a file for `folder`, an open folder, which the caller must keep open as long as this object exists and must close.
  package init(in folder: Int32, mode: mode_t) throws(SystemError) {
    self.folder = folder
    Self.removeLeftovers(in: folder)
    descriptor = Self.openUnnamed(in: folder, mode: mode)
    if descriptor < 0 {
      (descriptor, temporary) = try Self.openNamed(in: folder, mode: mode)
    } else {
      Self.lock(descriptor)
    }
  }

  deinit { discard() }

  /// Flushes the file to disk and gives it its name. Unless `replacing`, throws `EEXIST` if the name exists.
  package func finish(as name: String, replacing: Bool = true) throws(SystemError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw SystemError(errno) }
    if temporary == nil {
      // Unlike renaming, linking never replaces a file.
      if Self.link(descriptor, in: folder, to: name) {
        discard()
        return
      }
      if errno == EEXIST, !replacing { throw SystemError(EEXIST) }
      temporary = try nameTemporarily()
    }
    guard let temporary else { throw SystemError(ENOENT) }
    if replacing {
      if renameat(folder, temporary, folder, name) != 0 { throw SystemError(errno) }
      self.temporary = nil
    } else if linkat(folder, temporary, folder, name, 0) != 0 {
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { throw SystemError(errno) }
      // For a file system without hard links, checking first is the best option.
      var status = stat()
      if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { throw SystemError(EEXIST) }
      if renameat(folder, temporary, folder, name) != 0 { throw SystemError(errno) }
      self.temporary = nil
    }
    discard()
  }

  package func discard() {
    if let temporary { unlinkat(folder, temporary, 0) }
    temporary = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  // MARK: Names

  /// Gives the unnamed file a temporary name, before it replaces another file.
  private func nameTemporarily() throws(SystemError) -> String {
    for name in Self.names {
      if Self.link(descriptor, in: folder, to: name) { return name }
      if errno == EEXIST { continue }
      break
    }
    // Some systems cannot name a file that was created without a name.
    let (copy, name) = try Self.openNamed(in: folder, mode: 0o600)
    do throws(SystemError) {
      try Self.copy(descriptor, to: copy)
    } catch {
      unlinkat(folder, name, 0)
      close(copy)
      throw error
    }
    close(descriptor)
    descriptor = copy
    return name
  }

  private static func copy(_ source: Int32, to target: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(source, &status) == 0, fchmod(target, status.st_mode & 0o7777) == 0 else { throw SystemError(errno) }
    // Only a privileged user can change the owner; otherwise the new file belongs to its creator.
    _ = fchown(target, status.st_uid, status.st_gid)
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count = piece.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, offset) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemError(errno) }
      if count == 0 { break }
      try FileSystem.write(Array(piece[..<count]), to: target)
      offset += off_t(count)
    }
    if fsync(target) != 0, errno != EINVAL { throw SystemError(errno) }
  }

  private static var names: [String] {
    let number = getpid()
    // In containers, a killed program may have had the same process number.
    return (1...attempts).map { prefix + ($0 == 1 ? "\(number)" : "\(number)-\($0)") + suffix }
  }

  private static func openNamed(in folder: Int32, mode: mode_t) throws(SystemError) -> (Int32, String) {
    for name in names {
      let file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw SystemError(errno)
      }
      lock(file)
      // Another program may have removed it as a leftover before it was locked.
      var status = stat()
      if fstat(file, &status) == 0, status.st_nlink > 0 { return (file, name) }
      close(file)
    }
    throw SystemError(EEXIST)
  }

  /// Marks the file as in use. Without support for locks, leftovers are never removed.
  private static func lock(_ file: Int32) { _ = flock(file, LOCK_EX | LOCK_NB) }

  // MARK: Leftovers

  /// Removes the files of programs that are no longer running, which are not locked.
  private static func removeLeftovers(in folder: Int32) {
    let listed = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { return }
    guard let stream = fdopendir(listed) else {
      close(listed)
      return
    }
    for name in FileSystem.names(stream) where isTemporary(name) { removeUnlessLocked(name, in: folder) }
  }

  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return !middle.isEmpty && middle.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func removeUnlessLocked(_ name: String, in folder: Int32) {
    let file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.type == S_IFREG, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      return
    }
    unlinkat(folder, name, 0)
  }
}
