import Basics
import CExtendedAttributes

enum ExtendedAttributes {
  /// The maximum size of the names of one file, in bytes. Linux has at most 64 KiB.
  private static let sizeLimit = 1 << 20
  /// On Linux, programs may only set attributes with this prefix; tools that keep a Mac's attributes add it.
  private static let prefix = "user."

  /// Returns the names, sorted by bytes, without the prefix `user.`. Empty if the file system has no attributes.
  ///
  /// Takes ownership of `descriptor`; if it is negative, throws the error in `errno`.
  static func names(_ descriptor: Int32, path: String) throws(StorageError) -> [String] {
    guard descriptor >= 0 else { throw SystemError(errno).storageError(at: path) }
    defer { close(descriptor) }
    var size = list(descriptor, nil, 0)
    // Attributes may be added between the two calls.
    for _ in 0..<3 {
      guard size >= 0 else {
        if errno == ENOTSUP || errno == EPERM { return [] }
        throw SystemError(errno).storageError(at: path)
      }
      if size == 0 { return [] }
      guard size <= sizeLimit else {
        throw StorageError(.tooLarge, path: path, limit: sizeLimit, detail: "names of extended attributes")
      }
      var buffer = [UInt8](repeating: 0, count: size + 256)
      let count = buffer.withUnsafeMutableBytes { list(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return names(in: buffer.prefix(count)) }
      guard errno == ERANGE else { throw SystemError(errno).storageError(at: path) }
      size = list(descriptor, nil, 0)
    }
    throw StorageError(.changed, path: path)
  }

  private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    let names = bytes.split(separator: 0).map { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
    return names.sorted { $0.precedesInBytes($1) }
  }

  private static func list(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
    let names = buffer?.assumingMemoryBound(to: CChar.self)
    #if os(Linux)
      return flistxattr(descriptor, names, size)
    #else
      return flistxattr(descriptor, names, size, 0)
    #endif
  }
}
