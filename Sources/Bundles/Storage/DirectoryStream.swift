import Basics

final class DirectoryStream {
  private let handle: DirectoryHandle
  private let path: String

  /// Takes ownership of `descriptor`.
  init(_ descriptor: Int32, path: String) throws(StorageError) {
    guard let handle = fdopendir(descriptor) else {
      let failure = SystemError(errno)
      close(descriptor)
      throw failure.storageError(at: path)
    }
    self.handle = handle
    self.path = path
  }

  deinit { closedir(handle) }

  var descriptor: Int32 { dirfd(handle) }

  func next() throws(StorageError) -> DirectoryEntry? {
    while true {
      errno = 0
      guard let entry = readdir(handle) else {
        guard errno == 0 else { throw SystemError(errno).storageError(at: path) }
        return nil
      }
      // The record is only as long as its name: copying the struct's fixed-size `d_name` would read past it.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
      let start = UnsafeRawPointer(entry) + offset  // inside the record `readdir` returned, valid until its next call
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeRawBufferPointer(start: start, count: length)
      if bytes.elementsEqual([0x2E]) || bytes.elementsEqual([0x2E, 0x2E]) { continue }
      // Decoding replaces invalid bytes.
      let name = String(decoding: bytes, as: UTF8.self)
      let known = FileType(directoryType: entry.pointee.d_type)
      let type: FileType
      if let known { type = known } else { type = try typeByStatus(start.assumingMemoryBound(to: CChar.self)) }
      return DirectoryEntry(name: name, type: type, isNameValid: name.utf8.elementsEqual(bytes))
    }
  }

  /// For file systems that do not store types in directories.
  private func typeByStatus(_ name: UnsafePointer<CChar>) throws(StorageError) -> FileType {
    var raw = stat()
    guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw SystemError(errno).storageError(at: path)
    }
    return FileType(mode: UInt32(raw.st_mode))
  }
}

extension FileType {
  /// Interprets the file type bits of `st_mode`, which are the same on all POSIX systems.
  init(mode: UInt32) {
    switch mode & 0o170000 {
    case 0o100000: self = .file
    case 0o040000: self = .directory
    case 0o120000: self = .symbolicLink
    default: self = .other
    }
  }

  /// Interprets `d_type`, which is the same on Linux and BSD; nil for `DT_UNKNOWN`.
  init?(directoryType: UInt8) {
    if directoryType == 0 { return nil }
    // The same numbers, in other bits.
    self.init(mode: UInt32(directoryType) << 12)
  }
}
