import CheckerKit
import FileFacts

/// Code looks for libraries in the bundle and in the system, not where its build machine had them.
struct RunPathJudge {
  private let allowed: [String]
  /// Whether nothing that belongs to the code lies around the bundle: it is an application that lies in no other.
  private let isOuterApplication: Bool

  init(_ options: BinaryOptions, _ bundle: any JudgedBundle) {
    allowed = options.allowedRunPaths
    isOuterApplication = bundle.kind == "application" && bundle.path.isEmpty
  }

  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    for slice in binary.slices {
      var counts: [String: Int] = [:]
      for path in slice.runPaths {
        let count = (counts[path] ?? 0) + 1
        counts[path] = count
        if count == 1, let entry = leaving(path, binary, slice) ?? entry(path, binary) {
          found.add(entry, slice.architecture)
        }
        // One finding, however often it is there.
        if count == 2 { found.add(duplicate(path, binary), slice.architecture) }
      }
    }
  }

  /// A path that starts where the code lies and leads out of the application.
  private func leaving(_ path: String, _ binary: Binary, _ slice: MachOSlice) -> CodeFindings.Entry? {
    let variables = slice.isProgram ? ["@executable_path", "@loader_path"] : ["@loader_path"]
    guard isOuterApplication, let rest = variables.lazy.compactMap({ FolderPath.rest(of: path, after: $0) }).first,
      FolderPath.components(FolderPath.folder(of: binary.path) + "/" + rest) == nil
    else { return nil }
    let shown = Excerpt.of(path)
    return .init(
      place: .file(binary.path), predicate: "looks for libraries in \(shown), which is outside the application",
      expected: "run paths in the application, in /usr/lib or in /System",
      fix: "run install_name_tool -delete_rpath '\(shown)'", topic: "run-path:\(shown)")
  }

  private func entry(_ path: String, _ binary: Binary) -> CodeFindings.Entry? {
    if SystemFolders.isRelocatable(path) || SystemFolders.contain(path) { return nil }
    // A relative path may be allowed as well, as it stands.
    if allowed.contains(where: { $0 == path || FolderPath.lies(path, in: $0) }) { return nil }
    let shown = Excerpt.of(path)
    guard path.hasPrefix("/") else {
      return .init(
        place: .file(binary.path),
        predicate: "looks for libraries in \(shown), relative to the directory in which it is started",
        expected: "a run path with @executable_path or @loader_path",
        fix: "run install_name_tool -delete_rpath '\(shown)' and -add_rpath @loader_path/…", topic: "run-path:\(shown)")
    }
    let isShared = FolderPath.lies(path, in: "/Library")
    return .init(
      place: .file(binary.path),
      predicate:
        "looks for libraries in \(shown), which is \(isShared ? "outside the bundle" : "a folder of the build machine")",
      expected: "run paths with @executable_path or @loader_path, or in /usr/lib or /System",
      fix: "run install_name_tool -delete_rpath '\(shown)', or allow it with allowed_run_paths",
      severity: isShared ? .warning : .rule, topic: "run-path:\(shown)")
  }

  /// The loader of macOS 15.4 and later refuses code built with the SDK of then that names one twice (dyld,
  /// `enforceNoDuplicateRPaths`).
  private func duplicate(_ path: String, _ binary: Binary) -> CodeFindings.Entry {
    let shown = Excerpt.of(path)
    return .init(
      place: .file(binary.path),
      predicate: "has the run path \(shown) more than once; newer systems refuse to load such code",
      expected: "each run path once", fix: "run install_name_tool -delete_rpath '\(shown)' once for each duplicate",
      severity: .warning, topic: "run-path-twice:\(shown)")
  }
}
