package import Basics

// Without Foundation, because on Linux its ICU headers conflict with libxml2's in one module.

/// An error of a system call.
package struct SystemCallError: Error {
  /// The name of the function.
  package let call: String
  /// The path concerned.
  package let path: String
  /// `errno`.
  package let code: Int32

  init(_ call: String, _ path: String) {
    self.call = call
    self.path = path
    code = errno
  }
}

/// A temporary directory that is removed when this object is deallocated.
package final class TemporaryFolder: Sendable {
  /// The absolute path without a trailing slash.
  package let path: String

  /// Makes the directory and writes files to it, by relative path.
  package init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/bundlepolicy-tests-XXXXXX".utf8CString)
    path = try template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, let made = mkdtemp(start) else { throw SystemCallError("mkdtemp", "/tmp") }
      return String(cString: made)
    }
    for (name, text) in files { try write(name, text) }
  }

  deinit { remove(tree: path) }

  /// Returns the absolute path of a file in the directory.
  package func callAsFunction(_ relative: String) -> String { path + "/" + relative }

  /// Writes a file, making its directories.
  package func write(_ relative: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws {
    if let slash = relative.lastIndex(of: "/") { try makeDirectory(String(relative[..<slash])) }
    // Closed on exec in programs that other tests start concurrently: a script that is open for writing cannot be run.
    guard let file = fopen(self(relative), "we") else { throw SystemCallError("fopen", relative) }
    defer { fclose(file) }
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { throw SystemCallError("fwrite", relative) }
    fchmod(fileno(file), mode)
  }

  /// Writes a text file, making its directories.
  package func write(_ relative: String, _ text: String) throws { try write(relative, Array(text.utf8)) }

  /// Writes a file of the project that a test maintains.
  package static func write(_ text: String, toSnapshot path: String) throws {
    guard let file = fopen(path, "w") else { throw SystemCallError("fopen", path) }
    defer { fclose(file) }
    if fputs(text, file) < 0 { throw SystemCallError("fputs", path) }
  }

  /// Makes a directory and its parents.
  package func makeDirectory(_ relative: String) throws {
    var current = path
    for name in relative.split(separator: "/") {
      current += "/" + name
      if mkdir(current, 0o755) != 0 && errno != EEXIST { throw SystemCallError("mkdir", current) }
    }
  }

  /// Makes a symbolic link to `target`.
  package func link(_ relative: String, to target: String) throws {
    if symlink(target, self(relative)) != 0 { throw SystemCallError("symlink", relative) }
  }

  /// Copies a file, or a directory with its contents, without following links.
  package func copy(_ source: String, to relative: String) throws {
    if let slash = relative.lastIndex(of: "/") { try makeDirectory(String(relative[..<slash])) }
    guard try ChildProcess.run("/bin/cp", ["-R", source, self(relative)]).status == 0 else {
      throw SystemCallError("cp -R", source)
    }
  }

  /// Returns the contents of a file in the directory.
  package func bytes(_ relative: String) throws -> [UInt8] { try Self.bytes(of: self(relative)) }

  /// Returns the contents of a text file in the directory.
  package func text(_ relative: String) throws -> String { String(decoding: try bytes(relative), as: UTF8.self) }

  /// Returns the contents of any file.
  package static func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw SystemCallError("fopen", path) }
    defer { fclose(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return all }
      all += buffer[..<count]
    }
  }

  /// Returns the names in the directory, sorted.
  package func names() throws -> [String] {
    guard let directory = opendir(path) else { throw SystemCallError("opendir", path) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the text without this directory's path, so that it can be compared with fixed text.
  package func withoutPath(_ text: String) -> String {
    text.split(separator: path + "/", omittingEmptySubsequences: false).joined()
      .split(separator: path, omittingEmptySubsequences: false).joined(separator: "FOLDER")
  }
}

/// Removes a directory with its contents. Ignores errors.
private func remove(tree path: String) {
  _ = try? ChildProcess.run("/bin/rm", ["-rf", path])
}
