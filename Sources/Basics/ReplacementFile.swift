/// A file that takes its name only when it is whole: whoever reads the name sees the old content or all of the new one.
///
/// Where the system can, it has no name at all until then, so that nothing is left of a program that ends before, however it ends. Elsewhere
/// it has one like `.bundlepolicy-4711.partial` in the same folder. What is left under such names by programs that were killed is
/// removed when the next file is written to the folder.
package final class ReplacementFile {
  /// Open for writing, and closed with this.
  package private(set) var descriptor: Int32
  private let folder: Int32
  /// The name that it has until it is whole; nil for none.
  private var temporary: String?

  private static let prefix = ".bundlepolicy-"
  private static let suffix = ".partial"
  /// Names that are tried.
  private static let attempts = 1000

  /// Opens a file that will have a name in `folder`, an open folder that is not closed here and must stay open as long as this lives.
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

  /// Brings it to the disk and gives it its name. Without `replacing`, what has the name already stays, and the error is `EEXIST`.
  package func finish(as name: String, replacing: Bool = true) throws(SystemError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw SystemError(errno) }
    if temporary == nil {
      // Unlike renaming, a new link never takes the place of something.
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
      // A file system without hard links: looking first is the next best.
      var status = stat()
      if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { throw SystemError(EEXIST) }
      if renameat(folder, temporary, folder, name) != 0 { throw SystemError(errno) }
      self.temporary = nil
    }
    discard()
  }

  /// Gives the file up, unless it has its name already.
  package func discard() {
    if let temporary { unlinkat(folder, temporary, 0) }
    temporary = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  // MARK: Names

  /// A name for the file, which has none, for the moment before it takes the place of another.
  private func nameTemporarily() throws(SystemError) -> String {
    for name in Self.names {
      if Self.link(descriptor, in: folder, to: name) { return name }
      if errno == EEXIST { continue }
      break
    }
    // Some systems give no name to a file that had none.
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
    // Only a privileged user can give files away; without, the new file belongs to who made it.
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
    // In containers, a program that was killed may have had the same number.
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
      // Another program may have taken it for a leftover before it was locked.
      var status = stat()
      if fstat(file, &status) == 0, status.st_nlink > 0 { return (file, name) }
      close(file)
    }
    throw SystemError(EEXIST)
  }

  /// Tells others that the file is in use. Where there are no locks, nobody removes anything.
  private static func lock(_ file: Int32) { _ = flock(file, LOCK_EX | LOCK_NB) }

  // MARK: Leftovers

  /// Removes the files of programs that do not run any more: nobody has locked them.
  private static func removeLeftovers(in folder: Int32) {
    let listed = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { return }
    guard let stream = fdopendir(listed) else {
      close(listed)
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
      let start = UnsafeRawPointer(entry) + offset  // inside the record `readdir` returned, valid until its next call
      guard let name = String(validatingCString: start.assumingMemoryBound(to: CChar.self)) else { continue }
      if isTemporary(name) { removeUnlessLocked(name, in: folder) }
    }
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
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      return
    }
    unlinkat(folder, name, 0)
  }
}
