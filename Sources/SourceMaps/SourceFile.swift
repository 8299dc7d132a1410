import Basics
import Bundles
import ProjectFiles
import PropertyLists
import Reports
import StructuredText

struct SourceFile: Sendable {
  let path: String
  /// The path with every link resolved.
  let real: String
  /// The values; nil for a file that is neither a property list nor JSON.
  let list: PropertyList?
  /// The bytes of a file that is not parsed as a property list.
  let bytes: [UInt8]

  var components: [Substring] { path.split(separator: "/") }
}

struct SourceReader {
  private static let limit = 64 << 20
  private static let limitOfAll = 512 << 20
  private static let mostFiles = 10_000

  /// The entry of `sources` whose files are read.
  var entry = ""
  private let project: ProjectFile
  private let root: String
  private var known: [String: SourceFile] = [:]
  private var size = 0
  /// The paths of all files that were read, with those that configuration files include.
  private var readPaths: Set<String> = []
  private var settings: [String: [BuildSettings.Assignment]] = [:]

  private static let mostIncluded = 100

  init(_ project: ProjectFile) throws(ProjectFileError) {
    self.project = project
    guard let root = FileSystem.realPath(project.folder.isEmpty ? "." : project.folder) else {
      throw ProjectFileError(.unreadable, SystemError(errno).text, file: project.file)
    }
    self.root = root == "/" ? "" : root
  }

  var paths: [String] { readPaths.sortedByBytes() }

  mutating func files(_ field: SourceField, _ names: [ProjectFile.Text]) throws(ProjectFileError) -> [SourceFile] {
    var files: [SourceFile] = []
    for name in names {
      for path in try paths(field, name) { files.append(try read(field, path, name)) }
    }
    return files
  }

  func paths(_ field: SourceField, _ name: ProjectFile.Text) throws(ProjectFileError) -> [String] {
    let path = project.path(name.value)
    guard name.value.utf8.contains(where: { "*?[".utf8.contains($0) }), !FileSystem.exists(path) else {
      try check(field, path, name)
      return [path]
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let fixed = parts.prefix { part in !part.utf8.contains { "*?[".utf8.contains($0) } }
    let base = fixed.isEmpty ? "." : fixed == [""] ? "/" : fixed.joined(separator: "/")
    let pattern = parts.dropFirst(fixed.count).joined(separator: "/")
    guard Glob(pattern) != nil else {
      throw error(.invalid, field, name, "which has a '[' without a ']'", hint: "write '[[]' for a '[' in a name")
    }
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
        isMissing ? "which does not exist" : "which cannot be read: \(SystemError(errno).text)", path)
    }
    if !real.hasPrefix(root + "/") {
      throw error(.invalid, field, name, "which is outside the folder of the project file", path)
    }
    if !Self.has(field.extensions, path) {
      let kinds = field.extensions.map { "." + $0 }.joined(separator: ", ")
      throw error(.invalid, field, name, "which does not have the file extension \(kinds)", path)
    }
  }

  // MARK: Configuration files

  /// Returns the build settings in a configuration file and those that it includes. One that a person names must be complete; of one that
  /// a project names, files may not have been generated yet.
  mutating func assignments(
    _ path: String, _ name: ProjectFile.Text, isNamed: Bool
  ) throws(ProjectFileError) -> [BuildSettings.Assignment] {
    let real = FileSystem.realPath(path) ?? path
    if !isNamed, let known = settings[real] { return known }
    var found: [BuildSettings.Assignment] = []
    var included: Set<String> = []
    try add(path, name, isNamed: isNamed, &included, &found)
    settings[real] = found
    return found
  }

  private mutating func add(
    _ path: String, _ name: ProjectFile.Text, isNamed: Bool, _ included: inout Set<String>,
    _ found: inout [BuildSettings.Assignment]
  ) throws(ProjectFileError) {
    guard included.insert(FileSystem.realPath(path) ?? path).inserted else { return }
    if included.count > Self.mostIncluded + 1 {
      throw error(
        .invalid, .settings, name, "which includes more than \(Self.mostIncluded) files",
        hint: "name the files with the settings that matter instead")
    }
    guard let text = String(validating: try bytes(.settings, path, name), as: UTF8.self) else {
      throw error(.invalid, .settings, name, "which is not UTF-8", path, hint: "save it as UTF-8")
    }
    let scalars = text.unicodeScalars
    let lines = (scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (position, line) in lines.enumerated() {
      let content = String(line.last == "\r" ? line.dropLast() : line)
      switch ConfigurationLine(content) {
      case .include(let file, let isOptional):
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let target = file.hasPrefix("/") ? file : folder + file
        // Files of other projects are outside.
        if contains(target) {
          try add(target, name, isNamed: isNamed, &included, &found)
        } else if isNamed, !isOptional, !file.hasPrefix("<"), FileSystem.realPath(target) == nil {
          throw error(.missing, .settings, name, "but \(path):\(position + 1) includes \(file), which does not exist")
        }
      case .assignment(let setting, let conditions, let value, let column):
        let place = SourcePlace(file: path, line: position + 1, column: column, setting: setting)
        var assignment = BuildSettings.Assignment(setting, conditions, value, place)
        assignment.excerpt = ConfigurationLine.excerpt(content, position + 1, column: column, name: setting)
        found.append(assignment)
      case nil: break
      }
    }
  }

  // MARK: Reading

  private mutating func read(
    _ field: SourceField, _ path: String, _ name: ProjectFile.Text
  ) throws(ProjectFileError) -> SourceFile {
    let isList = Self.isPropertyList(field, path)
    if let file = known[path], !isList || file.list != nil { return file }
    let bytes = try bytes(field, path, name)
    let list =
      try !isList
      ? nil
      : mapError(try Self.list(bytes, path)) { (failure: PropertyListError) in
        let place = failure.place.description
        return error(
          .invalid, field, name,
          "which is not \(Self.isJSON(path) ? "JSON" : "a property list"): " + (place.isEmpty ? "" : place + ": ")
            + failure.message, path, hint: "correct the file, or leave it out")
      }
    if let list, list.kind(of: list.root) != .dictionary {
      throw error(.invalid, field, name, "which does not contain a dictionary", path)
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
    let bytes = try mapError(try NamedFile.bytes(path, limit: Self.limit, isFound: true)) {
      (failure: NamedFile.Failure) in
      error(.unreadable, field, name, "which cannot be read: \(failure.reason)", path)
    }
    size += bytes.count
    if size > Self.limitOfAll {
      throw error(.invalid, field, name, "with which the sources have more than \(Self.limitOfAll) bytes")
    }
    return bytes
  }

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

  func error(
    _ code: ProjectFileCode, _ field: SourceField, _ name: ProjectFile.Text, _ problem: String, _ found: String? = nil,
    hint: String? = nil
  ) -> ProjectFileError {
    // A pattern finds files, and configuration files and projects use others.
    let verb = name.value.utf8.contains { "*?[".utf8.contains($0) } ? "matches" : "uses"
    let file = found.flatMap { $0 == project.path(name.value) ? nil : ", which \(verb) \($0)" } ?? ""
    return ProjectFileError(
      code, "'\(field.rawValue)' of '\(entry)' in 'sources' names \(name.value)\(file), \(problem)", file: project.file,
      place: name.place,
      hint: hint ?? "correct the path, which begins in the folder of \(ProjectFile.name), or remove it from 'sources'")
  }
}
