import CheckerKit
import FileFacts

/// Code is linked with libraries of the system and of the bundle, and libraries of the bundle are named so that they are found
/// there.
struct LibraryJudge {
  private let bundle: any JudgedBundle
  private let allowed: [String]

  init(_ bundle: any JudgedBundle, _ options: BinaryOptions) {
    self.bundle = bundle
    allowed = options.allowedLibraries
  }

  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    for slice in binary.slices {
      for library in slice.libraries {
        if let entry = entry(library, binary) { found.add(entry, slice.architecture) }
      }
      if slice.fileType == "dylib", let name = slice.identification?.name, let entry = entry(id: name, binary) {
        found.add(entry, slice.architecture)
      }
    }
  }

  private func isAllowed(_ path: String) -> Bool {
    allowed.contains { $0 == path || FolderPath.lies(path, in: $0) }
  }

  private func entry(_ library: MachOSlice.Library, _ binary: Binary) -> CodeFindings.Entry? {
    let name = library.name
    if SystemFolders.isRelocatable(name) || SystemFolders.contain(name) || isAllowed(name) { return nil }
    let shown = Excerpt.of(name)
    let isShared = FolderPath.lies(name, in: "/Library")
    let place =
      !name.hasPrefix("/")
      ? "relative to the directory in which it is started"
      : isShared ? "which is outside the bundle" : "which is on the build machine"
    // What may be missing stops nothing, but is loaded where somebody has put it.
    let isMild = isShared || library.isWeak
    return .init(
      place: .file(binary.path), predicate: "is linked with \(shown), \(place)",
      expected: "a system library, or a library in the bundle with @rpath",
      fix: isShared
        ? "install it with your installer and allow it with allowed_libraries, or copy it into the bundle"
        : "copy the library into the bundle and change its name with install_name_tool -change",
      severity: isMild ? .warning : .rule, topic: "library:\(shown)")
  }

  /// What a library calls itself is what is linked with it looks for.
  private func entry(id name: String, _ binary: Binary) -> CodeFindings.Entry? {
    if SystemFolders.isRelocatable(name) || isAllowed(name) { return nil }
    let shown = Excerpt.of(name)
    let isShared = FolderPath.lies(name, in: "/Library")
    // What a framework is called goes into all who link with it; with what else is in a bundle that has happened already.
    let isLinked = bundle.kind == "framework" && binary.isMain && !isShared
    return .init(
      place: .file(binary.path), predicate: "has the install name \(shown)",
      expected: "an install name with @rpath, @loader_path or @executable_path",
      fix: "set LD_DYLIB_INSTALL_NAME, or run install_name_tool -id @rpath/…", severity: isLinked ? .rule : .warning,
      topic: "id:\(shown)")
  }
}
