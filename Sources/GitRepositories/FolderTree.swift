package import Basics

package enum FolderTree<Code: GitErrorCode> {
  /// The maximum depth for removal; the cache has no deeper folders.
  private static var depthLimit: Int { 64 }

  package static func make(_ path: String) throws(Diagnostic<Code>) {
    if let failed = FileSystem.makeDirectory(path, mode: 0o700) { throw failure("the cache cannot be created", failed) }
    guard FileSystem.isDirectory(path) else { throw Code.error(.notFolder(path)) }
  }

  /// Creates a folder with a unique name: `prefix` and six letters or digits.
  package static func makeUnique(_ prefix: String) throws(Diagnostic<Code>) -> String {
    var template = Array((prefix + "XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = mkdtemp(start) else { return nil }
      return String(cString: path)
    }
    guard let made else { throw failure("the cache cannot be written", prefix) }
    return made
  }

  /// Creates a file. Throws if it exists.
  package static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Diagnostic<Code>) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("the cache cannot be written", path) }
    defer { close(descriptor) }
    let isWritten = (try? FileSystem.write(bytes, to: descriptor)) != nil
    guard isWritten, fchmod(descriptor, mode) == 0 else { throw failure("the cache cannot be written", path) }
  }

  /// Removes a folder and its contents without following links. Ignores errors.
  package static func remove(_ path: String, depth: Int = 0) {
    guard depth < depthLimit, let status = FileSystem.status(path, followingLinks: false) else { return }
    guard status.type == S_IFDIR else {
      unlink(path)
      return
    }
    for name in FileSystem.names(in: path) ?? [] { remove("\(path)/\(name)", depth: depth + 1) }
    rmdir(path)
  }

  /// Removes folders older than a day that `makeUnique` created with one of these prefixes, left behind by killed processes.
  package static func removeLeftovers(in folder: String, prefixes: [String]) {
    let yesterday = time(nil) - 86_400
    for name in FileSystem.names(in: folder) ?? []
    where prefixes.contains(where: { name.hasPrefix($0) && name.utf8.count == $0.utf8.count + 6 }) {
      if let status = FileSystem.status("\(folder)/\(name)", followingLinks: false),
        status.modificationTime.tv_sec < yesterday
      {
        remove("\(folder)/\(name)")
      }
    }
  }

  package static func size(ofFilesIn folder: String) -> Int {
    var total = 0
    for name in FileSystem.names(in: folder) ?? [] {
      if let status = FileSystem.status("\(folder)/\(name)", followingLinks: false) {
        total &+= Int(clamping: status.st_size)
      }
    }
    return total
  }

  package static func failure(_ what: String, _ path: String) -> Diagnostic<Code> {
    Code.error(.folder(what, path: path, SystemError(errno)))
  }
}
