import Basics
import Bundles
import ProjectFiles
import PropertyLists
import StructuredText

/// A file in the project that `sources` names.
struct SourceFile: Sendable {
  /// The path, relative to the working directory.
  let path: String
  /// The path with every link resolved.
  let real: String
  /// The values; nil for a file that is neither a property list nor JSON.
  let list: PropertyList?
  /// The bytes of a file that is not parsed as a property list.
  let bytes: [UInt8]

  var components: [Substring] { path.split(separator: "/") }
}

/// Finds and reads the files of `sources`. None may be outside the folder of the project file.
struct SourceReader {
  /// The largest file, and the size of all files, in bytes.
  private static let limit = 64 << 20
  private static let limitOfAll = 512 << 20
  private static let mostFiles = 10_000

  private let project: ProjectFile
  private let root: String
  private var known: [String: SourceFile] = [:]
  private var size = 0
  /// The paths of all files that were read, with those that configuration files include.
  private var readPaths: Set<String> = []

  init(_ project: ProjectFile) throws(ProjectFileError) {
    self.project = project
    guard let root = FileSystem.realPath(project.folder.isEmpty ? "." : project.folder) else {
      throw ProjectFileError(.unreadable, SystemError(errno).text, file: project.file)
    }
    self.root = root == "/" ? "" : root
  }

  /// The paths that were read, sorted.
  var paths: [String] { readPaths.sortedByBytes() }

  /// Reads the files of a field, with those that match its patterns.
  mutating func files(_ field: SourceField, _ names: [ProjectFile.Text]) throws(ProjectFileError) -> [SourceFile] {
    var files: [SourceFile] = []
    for name in names {
      for path in try paths(field, name) { files.append(try read(field, path, name)) }
    }
    return files
  }

  /// Returns the paths that a name or pattern stands for, which exist and are inside the project.
  func paths(_ field: SourceField, _ name: ProjectFile.Text) throws(ProjectFileError) -> [String] {
    let path = project.path(name.value)
    var status = stat()
    guard name.value.utf8.contains(where: { "*?[".utf8.contains($0) }), lstat(path, &status) != 0 else {
      try check(field, path, name)
      return [path]
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let fixed = parts.prefix { part in !part.utf8.contains { "*?[".utf8.contains($0) } }
    let base = fixed.isEmpty ? "." : fixed == [""] ? "/" : fixed.joined(separator: "/")
    let pattern = parts.dropFirst(fixed.count).joined(separator: "/")
    guard Glob(pattern) != nil else { throw error(.invalid, field, name, "which has a '[' without a ']'") }
    var found: [String] = []
    do throws(StorageError) {
      let result = try BundleSearch.paths(matching: pattern, below: base, isFilesOnly: field != .assets)
      if let failure = result.failures.first { throw failure }
      found = result.paths.map { base == "." ? $0 : base == "/" ? "/" + $0 : base + "/" + $0 }
    } catch {
      if error.code != .notFound {
        throw self.error(.unreadable, field, name, "which cannot be read: \(error.message)")
      }
    }
    found = found.filter { Self.has(field.extensions, $0) }.sortedByBytes()
    if found.isEmpty { throw error(.missing, field, name, "which matches no file") }
    if found.count > Self.mostFiles {
      throw error(.invalid, field, name, "which matches more than \(Self.mostFiles) files")
    }
    for path in found { try check(field, path, name) }
    return found
  }

  private static func has(_ extensions: [String], _ path: String) -> Bool {
    extensions.isEmpty || extensions.contains { path.hasSuffix("." + $0) }
  }

  private func check(_ field: SourceField, _ path: String, _ name: ProjectFile.Text) throws(ProjectFileError) {
    guard let real = FileSystem.realPath(path) else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw error(
        isMissing ? .missing : .unreadable, field, name,
        isMissing ? "which does not exist" : "which cannot be read: \(SystemError(errno).text)")
    }
    if !real.hasPrefix(root + "/") {
      throw error(.invalid, field, name, "which is outside the folder of the project file")
    }
    if !Self.has(field.extensions, path) {
      let kinds = field.extensions.map { "." + $0 }.joined(separator: ", ")
      throw error(.invalid, field, name, "which does not have the file extension \(kinds)")
    }
  }

  // MARK: Reading

  private mutating func read(
    _ field: SourceField, _ path: String, _ name: ProjectFile.Text
  ) throws(ProjectFileError) -> SourceFile {
    let isList = Self.isPropertyList(field, path)
    if let file = known[path], !isList || file.list != nil { return file }
    let bytes = try bytes(field, path, name)
    var list: PropertyList?
    if isList {
      do throws(PropertyListError) {
        list = try Self.list(bytes, path)
      } catch {
        let place = error.place.description
        throw self.error(
          .invalid, field, name,
          "which is not \(Self.isJSON(path) ? "JSON" : "a property list"): " + (place.isEmpty ? "" : place + ": ")
            + error.message)
      }
      if let list, list.kind(of: list.root) != .dictionary {
        throw error(.invalid, field, name, "which does not contain a dictionary")
      }
    }
    let file = SourceFile(
      path: path, real: FileSystem.realPath(path) ?? path, list: list, bytes: isList ? [] : bytes)
    known[path] = file
    return file
  }

  /// Reads a file. It is found by its name, so it must be a regular file.
  mutating func bytes(
    _ field: SourceField, _ path: String, _ name: ProjectFile.Text
  ) throws(ProjectFileError) -> [UInt8] {
    readPaths.insert(path)
    let bytes: [UInt8]
    do throws(NamedFile.Failure) {
      bytes = try NamedFile.bytes(path, limit: Self.limit, isFound: true)
    } catch {
      throw self.error(.unreadable, field, name, "which cannot be read: \(error.reason)")
    }
    size += bytes.count
    if size > Self.limitOfAll {
      throw error(.invalid, field, name, "with which the sources have more than \(Self.limitOfAll) bytes")
    }
    return bytes
  }

  /// Whether a path is inside the project, and exists.
  func contains(_ path: String) -> Bool { FileSystem.realPath(path)?.hasPrefix(root + "/") ?? false }

  private static let listExtensions = [
    "plist", "strings", "stringsdict", "xcprivacy", "entitlements", "xcstrings", "json", "pbxproj",
  ]

  private static func isPropertyList(_ field: SourceField, _ path: String) -> Bool {
    [.info, .entitlements, .privacy].contains(field) || has(listExtensions, path)
  }

  private static func isJSON(_ path: String) -> Bool { has(["xcstrings", "json"], path) }

  private static func list(_ bytes: [UInt8], _ path: String) throws(PropertyListError) -> PropertyList {
    if isJSON(path) { return try JSONReader.propertyList(bytes, file: path) }
    return try PropertyList.parse(
      bytes, file: path, as: path.hasSuffix(".strings") ? .strings : .automatic,
      limits: Limits(maximumNodes: 4_000_000))
  }

  /// The error for a file: the message begins with the field and the path.
  func error(
    _ code: ProjectFileCode, _ field: SourceField, _ name: ProjectFile.Text, _ problem: String
  ) -> ProjectFileError {
    ProjectFileError(
      code, "'\(field.rawValue)' names \(name.value), \(problem)", file: project.file, place: name.place)
  }
}
