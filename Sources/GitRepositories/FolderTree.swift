package import Basics

package enum FolderTree<Code: GitErrorCode> {
  /// The maximum depth for removal; the cache has no deeper folders.
  private static var depthLimit: Int { 64 }

  /// Creates a folder and its missing parents, accessible only to the user.
  package static func make(_ path: String) throws(Diagnostic<Code>) {
    var current = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      current += (current.isEmpty || current == "/" ? "" : "/") + part
      if mkdir(current, 0o700) != 0, errno != EEXIST { throw failure("the cache cannot be created", current) }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Code.error(.notFolder(path))
    }
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
    var status = stat()
    guard depth < depthLimit, lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) { remove("\(path)/\(name)", depth: depth + 1) }
    rmdir(path)
  }

  /// Removes folders older than a day that `makeUnique` created with one of these prefixes, left behind by killed processes.
  package static func removeLeftovers(in folder: String, prefixes: [String]) {
    let yesterday = time(nil) - 86_400
    for name in names(in: folder)
    where prefixes.contains(where: { name.hasPrefix($0) && name.utf8.count == $0.utf8.count + 6 }) {
      var status = stat()
      if lstat("\(folder)/\(name)", &status) == 0, age(status) < yesterday { remove("\(folder)/\(name)") }
    }
  }

  package static func size(ofFilesIn folder: String) -> Int {
    var total = 0
    for name in names(in: folder) {
      var status = stat()
      if lstat("\(folder)/\(name)", &status) == 0 { total &+= Int(clamping: status.st_size) }
    }
    return total
  }

  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package static func failure(_ what: String, _ path: String) -> Diagnostic<Code> {
    Code.error(.folder(what, path: path, SystemError(errno)))
  }

  private static func age(_ status: stat) -> Int {
    #if os(macOS)
      status.st_mtimespec.tv_sec
    #else
      status.st_mtim.tv_sec
    #endif
  }
}
