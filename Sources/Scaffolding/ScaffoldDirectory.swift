package import Basics
import PolicySchema

/// A directory of generated files, such as a policy repository. Links inside it are not followed, so nothing outside is read or written.
package final class ScaffoldDirectory {
  package enum State: Sendable {
    case absent
    case same
    case outdated
    case foreign
  }

  package let path: String
  private let mark: [UInt8]
  let descriptor: Int32

  package init(_ path: String, creating: Bool, mark: String = Generated.mark) throws(ScaffoldError) {
    self.path = path
    self.mark = Array(mark.utf8)
    if creating, let failed = FileSystem.makeDirectory(path, mode: 0o755) {
      throw ScaffoldError(path: failed, message: "the directory cannot be created: \(Self.reason())")
    }
    // The user named it, so a link is followed.
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      throw ScaffoldError(path: path, message: "the directory cannot be opened: \(SystemError(errno).text)")
    }
  }

  deinit { close(descriptor) }

  package func shown(_ file: ScaffoldFile) -> String {
    path == "." ? file.path : path.hasSuffix("/") ? path + file.path : "\(path)/\(file.path)"
  }

  package func state(of file: ScaffoldFile) throws(ScaffoldError) -> State {
    guard let parent = try directory(of: file, creating: false) else { return .absent }
    defer { close(parent) }
    let entry: OpenedFile
    do throws(SystemError) {
      entry = try OpenedFile(openat(parent, Self.name(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    } catch let failure {
      if failure.number == ENOENT { return .absent }
      throw error(file, failure.number == ELOOP ? "is a symbolic link; links are not followed" : failure.text)
    }
    guard entry.type == S_IFREG else { throw error(file, "is not a regular file") }
    let expected = file.content
    // One byte more than expected detects a longer file; the mark is in the first bytes.
    let found = try mapError(try entry.bytes(upTo: max(expected.count, 4096) + 1)) { (failure: SystemError) in
      error(file, "cannot be read: \(failure.text)")
    }
    if found == expected { return .same }
    return isMarked(found) ? .outdated : .foreign
  }

  package func exists(_ path: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Returns the first 4 MiB of a file as text, or nil if it cannot be read.
  func text(_ path: String) -> String? {
    let entry = try? OpenedFile(openat(descriptor, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    return (try? entry?.bytes(upTo: 4 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file atomically. Without `replacing`, an existing file is an error.
  package func write(_ file: ScaffoldFile, replacing: Bool) throws(ScaffoldError) {
    guard let parent = try directory(of: file, creating: true) else { throw error(file, Self.reason()) }
    defer { close(parent) }
    let name = Self.name(file)
    do throws(SystemError) {
      let temporary = try ReplacementFile(in: parent, mode: file.isExecutable ? 0o755 : 0o644)
      try FileSystem.write(file.content, to: temporary.descriptor)
      try temporary.finish(as: name, replacing: replacing)
    } catch let failure {
      throw error(file, failure.number == EEXIST ? "already exists" : "cannot be written: \(failure.text)")
    }
  }

  // MARK: Directories

  private func directory(of file: ScaffoldFile, creating: Bool) throws(ScaffoldError) -> Int32? {
    var current = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if current < 0 { throw error(file, Self.reason()) }
    for name in file.path.split(separator: "/").dropLast().map(String.init) {
      if creating, mkdirat(current, name, 0o755) != 0, errno != EEXIST {
        let reason = Self.reason()
        close(current)
        throw error(file, "its directory '\(name)' cannot be created: \(reason)")
      }
      let next = openat(current, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = errno
      close(current)
      if next < 0 {
        if failure == ENOENT { return nil }
        let isNoDirectory = failure == ENOTDIR || failure == ELOOP
        throw error(
          file,
          isNoDirectory
            ? "'\(name)' is not a directory, or is a symbolic link; links are not followed"
            : SystemError(failure).text)
      }
      current = next
    }
    return current
  }

  // MARK: Bytes

  private func isMarked(_ bytes: [UInt8]) -> Bool {
    let front = bytes.prefix(4096)
    return front.indices.contains { front[$0...].starts(with: mark) }
  }

  private static func name(_ file: ScaffoldFile) -> String {
    String(file.path.split(separator: "/").last ?? "")
  }

  private static func reason() -> String { SystemError(errno).text }

  private func error(_ file: ScaffoldFile, _ message: String) -> ScaffoldError {
    ScaffoldError(path: shown(file), message: message)
  }
}

extension ScaffoldDirectory {
  package func leftovers(ending: String, besides files: [ScaffoldFile]) throws(ScaffoldError) -> [ScaffoldFile] {
    let known = Set(files.map(\.path))
    var leftovers: [ScaffoldFile] = []
    for name in try names() where name.hasSuffix(ending) && !known.contains(name) {
      let file = ScaffoldFile(path: name, text: "", isGenerated: true)
      // A file that cannot be read, such as a link, was not generated.
      if (try? state(of: file)) == .outdated { leftovers.append(file) }
    }
    return leftovers
  }

  package func remove(_ file: ScaffoldFile) throws(ScaffoldError) {
    if unlinkat(descriptor, file.path, 0) != 0 {
      throw ScaffoldError(path: shown(file), message: "cannot be removed: \(SystemError(errno).text)")
    }
  }

  func names() throws(ScaffoldError) -> [String] {
    // The stream closes its descriptor, and duplicates share the position, so open another one.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let reason = SystemError(errno).text
      if copy >= 0 { close(copy) }
      throw ScaffoldError(path: path, message: "the directory cannot be listed: \(reason)")
    }
    return FileSystem.names(stream).sortedByBytes()
  }
}

package struct ScaffoldFile: Sendable {
  package let path: String
  let content: [UInt8]
  /// Whether the program rewrites the file; other files belong to the user once they exist.
  package var isGenerated = false
  package var isExecutable = false

  package init(path: String, text: String, isGenerated: Bool = false, isExecutable: Bool = false) {
    self.init(path: path, content: Array(text.utf8), isGenerated: isGenerated, isExecutable: isExecutable)
  }

  /// Fills a template: `{{name}}` becomes the value of that name. Scripts are executable.
  init(path: String, _ template: StaticString, _ values: KeyValuePairs<String, String> = [:]) {
    let text = values.reduce(template.description) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    self.init(path: path, text: text, isExecutable: text.hasPrefix("#!"))
  }

  init(path: String, content: [UInt8], isGenerated: Bool = false, isExecutable: Bool = false) {
    (self.path, self.content) = (path, content)
    (self.isGenerated, self.isExecutable) = (isGenerated, isExecutable)
  }
}

/// A file of a repository cannot be read or written. Its path is relative to the working directory.
package typealias ScaffoldError = Diagnostic<ScaffoldCode>

package enum ScaffoldCode: String, DiagnosticCode {
  case refused = "scaffold.refused"
}

extension ScaffoldError {
  /// `path`: as the user would write it.
  package init(path: String, message: String, hint: String? = nil) {
    self.init(.refused, message, file: path, hint: hint)
  }
}
