import Basics
import Bundles
package import Reports

/// The complete report on a test's bundle, to be compared with a file.
package struct PolicyTestSnapshot: Sendable {
  /// The file's name without its extension: `[a-z0-9-]+`.
  package let name: String
  /// The test file; snapshots are in a folder beside it.
  package let testFile: String
  /// The report without places in the policy and in the bundle's property lists.
  package let report: Report
}

extension Report {
  /// The report without details that may change although the bundle and its rules do not: the paths, lines and version of the
  /// policy, and lines of generated property lists. `sources` are the policy's files.
  func withoutPolicyPlaces(_ sources: [String]) -> Report {
    let places = PolicyPlaces(sources)
    let nowhere = SourceLocation(file: "", line: 0)
    var report = self
    report.policies = []
    report.errors = errors.map(places.without)
    report.warnings = warnings.map(places.without)
    for number in report.bundles.indices {
      report.bundles[number].errors = bundles[number].errors.map(places.without)
      for rule in bundles[number].rules.indices {
        report.bundles[number].rules[rule].reason = bundles[number].rules[rule].reason.map(places.without)
      }
      for position in bundles[number].findings.indices {
        var finding = bundles[number].findings[position]
        (finding.line, finding.column, finding.declared, finding.overridden) = (nil, nil, nowhere, nil)
        finding.message = places.without(finding.message)
        report.bundles[number].findings[position] = finding
      }
    }
    return report
  }
}

/// Removes the places of policies from messages.
private struct PolicyPlaces {
  /// The longest first, since one may be the suffix of another.
  private let sources: [String]

  init(_ sources: [String]) { self.sources = sources.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) } }

  func without(_ error: EngineError) -> EngineError {
    var error = error
    if let file = error.file, sources.contains(file) { (error.file, error.line) = (nil, nil) }
    error.message = without(error.message)
    return error
  }

  /// `Policies/org.lua:12: what` is `org.lua: what`.
  func without(_ text: String) -> String {
    var text = text
    for source in sources where text.contains(source + ":") {
      let name = source.split(separator: "/").last.map(String.init) ?? source
      var parts = text.parts(separatedBy: source + ":")[...]
      var result = String(parts.removeFirst())
      for part in parts {
        let rest = part.drop { $0.isASCII && $0.isNumber }
        result += name + (rest.hasPrefix(":") || rest.count == part.count ? "" : ":") + rest
      }
      text = result
    }
    return text
  }
}

/// The folder with the snapshots of a test file: `org_test.snapshots/NAME.txt` beside `org_test.lua`.
///
/// Links are neither followed nor replaced: the files that are compared and written are the ones in version control.
package struct SnapshotFolder {
  /// The first line of every snapshot. Files without it are not removed.
  package static let header = "# bundlepolicy snapshot 1: 'bundlepolicy test --update-snapshots' rewrites it\n"

  package let path: String
  private let parent: String
  private let name: String
  private static let suffix = ".txt"
  private static let limit = 16 << 20

  package init(testFile: String) {
    let path = (testFile.hasSuffix(".lua") ? String(testFile.dropLast(4)) : testFile) + ".snapshots"
    let slash = path.lastIndex(of: "/")
    self.path = path
    parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  }

  package func path(of snapshot: String) -> String { "\(path)/\(snapshot)\(Self.suffix)" }

  /// The text of a snapshot with LF line ends, or nil if it does not exist.
  package func text(of snapshot: String) throws(EngineError) -> String? {
    guard let storage = try storage() else { return nil }
    let file = "\(name)/\(snapshot)\(Self.suffix)"
    var bytes: [UInt8]
    do throws(StorageError) {
      guard try storage.status(file).type == .file else {
        throw StorageError(.notAFile, path: path(of: snapshot), detail: "a link or a directory")
      }
      bytes = try storage.read(file, limit: Self.limit)
    } catch {
      if error.code == .notFound { return nil }
      throw unreadable(error, path(of: snapshot))
    }
    // Version control may have converted the line ends.
    if bytes.contains(0x0D) { bytes.removeAll { $0 == 0x0D } }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw EngineError(
        code: "test.snapshot", message: "the snapshot is not UTF-8", file: path(of: snapshot),
        hint: "rewrite it with --update-snapshots")
    }
    return text
  }

  /// The names of the existing snapshots, sorted, without hidden files and other types of files.
  package func names() throws(EngineError) -> [String] {
    guard let storage = try storage() else { return [] }
    return try mapError(try storage.list(name)) { (error: StorageError) in unreadable(error, path) }
      .filter { !$0.name.hasPrefix(".") && $0.name.hasSuffix(Self.suffix) }
      .map { String($0.name.dropLast(Self.suffix.count)) }
  }

  /// The storage of the folder; nil if it does not exist.
  private func storage() throws(EngineError) -> DirectoryStorage? {
    do throws(StorageError) {
      let storage = try DirectoryStorage(path: parent)
      guard try storage.status(name).type == .directory else { throw StorageError(.notADirectory, path: path) }
      return storage
    } catch {
      if error.code == .notFound { return nil }
      throw unreadable(error, path)
    }
  }

  private func unreadable(_ error: StorageError, _ path: String) -> EngineError {
    EngineError(
      code: "test.snapshot", message: "the snapshot cannot be read: \(error.description)", file: path,
      hint: "snapshots must be regular files in the directory next to the test file; links are not followed")
  }

  // MARK: Writing

  package func write(_ text: String, as snapshot: String) throws(EngineError) {
    let directory = try open(creating: true)
    defer { close(directory) }
    let file = snapshot + Self.suffix
    try refuseOthers(directory, file)
    do throws(SystemError) {
      let temporary = try ReplacementFile(in: directory, mode: 0o644)
      try FileSystem.write(Array(text.utf8), to: temporary.descriptor)
      try temporary.finish(as: file)
    } catch {
      throw failure(path(of: snapshot), error)
    }
  }

  /// Removes a snapshot that no test uses. Throws if the file is not a snapshot.
  package func remove(_ snapshot: String) throws(EngineError) {
    guard let text = try text(of: snapshot) else { return }
    guard text.hasPrefix(Self.header) else {
      throw EngineError(
        code: "test.snapshot", message: "this is not a snapshot, so it was not removed", file: path(of: snapshot),
        hint: "keep other files elsewhere")
    }
    let directory = try open(creating: false)
    defer { close(directory) }
    if unlinkat(directory, snapshot + Self.suffix, 0) != 0 { throw failure(path(of: snapshot)) }
  }

  private func open(creating: Bool) throws(EngineError) -> Int32 {
    let around = openat(AT_FDCWD, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard around >= 0 else { throw failure(path) }
    defer { close(around) }
    if creating, mkdirat(around, name, 0o755) != 0, errno != EEXIST { throw failure(path) }
    let directory = openat(around, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard directory >= 0 else { throw failure(path) }
    return directory
  }

  /// Throws if something other than a regular file would be replaced.
  private func refuseOthers(_ directory: Int32, _ file: String) throws(EngineError) {
    var status = stat()
    guard fstatat(directory, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT != S_IFREG else {
      return
    }
    throw EngineError(
      code: "test.snapshot", message: "the snapshot cannot be written: its path is not a regular file",
      file: "\(path)/\(file)", hint: "move the existing item away; links are not followed")
  }

  private func failure(_ path: String, _ error: SystemError = SystemError(errno)) -> EngineError {
    EngineError(code: "test.snapshot", message: "the snapshot cannot be written: \(error.text)", file: path)
  }
}
