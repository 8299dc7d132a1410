import Basics
import Bundles
package import CheckerPlugIns
package import ProjectFiles
import StructuredText

package struct PackProject: Sendable {
  /// The folder's path for messages; empty for the working directory.
  package let root: String
  package var manifest: PackManifest
  package var lock: PolicyLock?
  /// The text of the project file; empty if there is none.
  package private(set) var text = ""

  package init(root: String) { (self.root, manifest) = (root, PackManifest()) }

  package var manifestFile: String { Self.path(PackManifest.fileName, in: root) }
  package var lockFile: String { Self.path(PolicyLock.fileName, in: root) }

  func shown(_ path: String) -> String {
    // Normalized, so that a file named in two ways is recognized as the same.
    var path = path
    while path.hasPrefix("./") { path.removeFirst(2) }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path.isEmpty || path == "." { return root.isEmpty ? "." : root }
    return path.hasPrefix("/") ? path : Self.path(path, in: root)
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Reads manifest and lock of a folder; nil if it has no project file. Throws if one cannot be read or is not valid.
  package static func open(_ root: String) throws(PackError) -> PackProject? { try project(try ProjectFile.open(root)) }

  /// Opens the project with the nearest project file, searching from a folder upwards; nil if there is none.
  package static func nearest(to folder: String) throws(PackError) -> PackProject? {
    try project(try ProjectFile.nearest(to: folder))
  }

  private static func project(
    _ find: @autoclosure () throws(ProjectFileError) -> ProjectFile?
  ) throws(PackError) -> PackProject? {
    try mapError(try find()) { (error: ProjectFileError) in PackError(error) }
      .map { file throws(PackError) in try PackProject(file) }
  }

  package init(_ file: ProjectFile) throws(PackError) {
    root = file.folder
    manifest = try PackManifest(file)
    text = String(decoding: file.bytes, as: UTF8.self)
    lock = try Self.lock(in: root)
  }

  package static func lock(in root: String) throws(PackError) -> PolicyLock? {
    let file = path(PolicyLock.fileName, in: root == "." ? "" : root)
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try DirectoryStorage(path: root.isEmpty ? "." : root).read(PolicyLock.fileName, limit: PolicyLock.limit)
    } catch {
      if error.code == .notFound, !FileSystem.exists(file), errno == ENOENT { return nil }
      throw PackError(.lock, "it cannot be read: \(error.description)", file: file)
    }
    return try mapError(try PolicyLock.read(bytes)) { (error: StructuredTextError) in
      PackError(
        .lock, error.message, file: file, place: error.place,
        hint: "restore the committed version, or delete it and lock again with 'bundlepolicy pack update'")
    }
  }
}

extension PackProject {
  /// Converts a path relative to the working directory to one relative to the project, which is this folder or one above. Absolute paths
  /// stay.
  package func relative(_ path: String) throws(PackError) -> String {
    if path.hasPrefix("/") || root.hasPrefix("/") { return path }
    let ascents = root.split(separator: "/").count
    guard let directory = getcwd(nil, 0) else {
      throw PackError(.manifest, "the working directory cannot be read: \(SystemError(errno).text)")
    }
    defer { free(directory) }
    let way = String(cString: directory).split(separator: "/").suffix(ascents)
    var parts: [Substring] = []
    for part in way + path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    let text = parts.joined(separator: "/")
    return text.isEmpty
      ? "." : text.hasPrefix("-") || text.hasPrefix("git+") || text.hasPrefix("oci") ? "./" + text : text
  }
}

/// A lock that keeps other processes from changing a project's manifest and lock file while this value exists.
///
/// The project's folder itself is locked, so no lock file remains.
package struct ProjectLock {
  private let lock: FileLock?

  package init(_ root: String, seconds: Int = 60) throws(PackError) {
    let folder = root.isEmpty ? "." : root
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Later reads and writes report why the folder cannot be opened.
    if descriptor < 0 {
      lock = nil
      return
    }
    // On file systems without locks, files are still compared before and replaced atomically.
    lock = FileLock(descriptor, seconds: seconds)
    if lock == nil {
      throw PackError(
        .manifest, "another process has been changing this project's packs for \(seconds) seconds", file: folder,
        hint: "check whether another 'bundlepolicy pack' is still running, and try again")
    }
  }
}
