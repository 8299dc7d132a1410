import CheckerKit
import FileFacts

/// Programs find in the bundle what they must be linked with.
///
/// Only programs are judged: where a library looks depends on who loads it. And only where every place that the loader looks at
/// lies in the outer bundle, and none of them behind a link.
struct LibraryResolution {
  private let bundle: any JudgedBundle
  private let trustedFolders: [String]
  private var contents: Contents?

  init(_ bundle: any JudgedBundle, _ options: BinaryOptions) {
    self.bundle = bundle
    trustedFolders = options.allowedRunPaths
  }

  /// What lies in the outer bundle. Names are compared as systems do that ignore case, as most Macs are set up.
  private struct Contents: LoaderFiles {
    private let files: [BundleFile]
    private var types: [String: CheckedBundle.FileType] = [:]

    init(_ files: [BundleFile]) {
      self.files = files
      for file in files { types[file.path.lowercased()] = file.type }
    }

    func entry(at path: String) throws(CheckerError) -> LoaderEntry {
      let path = path.lowercased()
      var folder = FolderPath.folder(of: path)
      while !folder.isEmpty {
        if types[folder] == .link { return .uncertain }
        folder = FolderPath.folder(of: folder)
      }
      return types[path].map { $0 == .directory ? .folder : .file } ?? .missing
    }

    func allPaths() throws(CheckerError) -> [String] { files.map(\.path) }
  }

  mutating func judge(_ binary: Binary, _ found: inout CodeFindings) throws(CheckerError) {
    for slice in binary.slices where slice.isProgram {
      for library in slice.libraries where !library.isWeak && library.kind != .lazy {
        guard try isMissing(library.name, slice, binary.path) else { continue }
        let shown = Excerpt.of(library.name)
        let isSearched = library.name.hasPrefix("@rpath/")
        found.add(
          .init(
            place: .file(binary.path),
            predicate: "is linked with \(shown), "
              + (isSearched && slice.runPaths.isEmpty
                ? "but has no run path to find it" : "which is not at that place in the bundle"),
            expected: isSearched ? "the library in a folder that a run path names" : "the library at that place",
            fix: "copy the library into the bundle, correct the run paths, or stop linking with it",
            topic: "library-missing:\(shown)"), slice.architecture)
      }
    }
  }

  private mutating func isMissing(
    _ name: String, _ slice: MachOSlice, _ path: String
  ) throws(CheckerError) -> Bool {
    // `LibraryJudge` judges the others.
    guard SystemFolders.isRelocatable(name) else { return false }
    let folder = FolderPath.join(bundle.path, FolderPath.folder(of: path))
    var search = LibrarySearch(
      of: LoadedImage(folders: [folder], runPaths: slice.runPaths), isProgram: true,
      // Around an application there is nothing that ships with it.
      isAlone: bundle.kind == "application" && bundle.path.isEmpty, assumesSystemNames: false,
      trustedFolders: trustedFolders, in: try known())
    switch try search.outcome(of: name) {
    case .absent, .misplaced, .hollow: return true
    case .system, .found, .foreign, .unknown: return false
    }
  }

  private mutating func known() throws(CheckerError) -> Contents {
    if let contents { return contents }
    let made = Contents(try bundle.outerFiles())
    contents = made
    return made
  }
}
