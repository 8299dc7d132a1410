/// What names of entries may be.
///
/// Tools differ in what they make of an odd name: some strip what leads out of the folder, some follow it, some refuse.
/// A bundle that was meant to be installed has no such names, so each is an error.
enum ArchiveName {
  /// Checks a name, without the slash that ends a directory's. `name` is made only for the message.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>, limits: ArchiveLimits) throws(StorageError) {
    func name() -> String { String(decoding: bytes.prefix(256), as: UTF8.self) }
    guard !bytes.isEmpty else { throw .entryName("", "has no name") }
    guard bytes.count <= limits.nameBytes else {
      throw .entryName(name(), "has a name of more than \(limits.nameBytes) bytes")
    }
    if bytes[0] == 0x2F { throw .traversal(name(), "has an absolute name") }
    var start = 0
    for at in 0...bytes.count {
      let byte = at < bytes.count ? bytes[at] : 0x2F
      switch byte {
      case 0: throw .entryName(name(), "has a NUL byte in its name, where some tools end it")
      case 0x5C: throw .traversal(name(), "has a backslash in its name, which some tools take for a slash")
      case 0x2F:
        let length = at - start
        if length == 0 { throw .entryName(name(), "has two slashes in a row in its name") }
        if length == 1, bytes[start] == 0x2E { throw .entryName(name(), "has a component `.` in its name") }
        if length == 2, bytes[start] == 0x2E, bytes[start + 1] == 0x2E {
          throw .traversal(name(), "has a component `..` in its name")
        }
        start = at + 1
      default: break
      }
    }
  }
}
