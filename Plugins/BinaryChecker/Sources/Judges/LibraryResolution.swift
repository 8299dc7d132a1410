import CheckerKit
import FileFacts

/// Programs find in the bundle what they must be linked with.
///
/// Only programs are judged: where a library looks depends on who loads it. And only where every place that the loader looks at
/// lies in the outer bundle, and none of them behind a link.
struct LibraryResolution {
  private let bundle: any JudgedBundle
  private var contents: Contents?

  init(_ bundle: any JudgedBundle) { self.bundle = bundle }

  /// What lies in the outer bundle. Names are compared as systems do that ignore case, as most Macs are set up.
  private struct Contents {
    private var paths: Set<String> = []
    private var links: Set<String> = []
    private var folders: Set<String> = []

    init(_ files: [BundleFile]) {
      for file in files {
        paths.insert(file.path.lowercased())
        if file.type == .link { links.insert(file.path.lowercased()) }
        if file.type == .directory { folders.insert(file.path.lowercased()) }
      }
    }

    /// Nil when a link is on the way.
    func has(_ components: [String]) -> Bool? {
      var path = ""
      for component in components.dropLast() {
        path = FolderPath.join(path, component.lowercased())
        if links.contains(path) { return nil }
      }
      let whole = FolderPath.join(path, components.last?.lowercased() ?? "")
      return paths.contains(whole) && !folders.contains(whole)
    }
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
    let folder = FolderPath.join(bundle.path, FolderPath.folder(of: path))
    var places: [String] = []
    if let rest = FolderPath.rest(of: name, after: "@rpath") {
      for runPath in slice.runPaths {
        if let start = Self.start(runPath, folder) {
          places.append(start + "/" + rest)
        } else if !Self.isOfSwift(runPath) || Self.isOfSwift(library: rest) {
          return false
        }
      }
    } else if let place = Self.start(name, folder) {
      places = [place]
    } else {
      return false
    }
    for place in places {
      guard let components = FolderPath.components(place), !components.isEmpty else {
        // Around an application there is nothing that ships with it.
        if bundle.kind == "application", bundle.path.isEmpty { continue }
        return false
      }
      let contents = try known()
      guard let has = contents.has(components), !has else { return false }
    }
    return true
  }

  /// A path that starts where a program lies, relative to the outer bundle; nil for others.
  private static func start(_ path: String, _ folder: String) -> String? {
    for variable in ["@executable_path", "@loader_path"] {
      if let rest = FolderPath.rest(of: path, after: variable) { return folder + "/" + rest }
    }
    return nil
  }

  /// Where the system keeps Swift's own libraries, and no others. Xcode puts it into every program in Swift.
  private static func isOfSwift(_ runPath: String) -> Bool { runPath == "/usr/lib/swift" }

  private static func isOfSwift(library: Substring) -> Bool { library.hasPrefix("libswift") }

  private mutating func known() throws(CheckerError) -> Contents {
    if let contents { return contents }
    let made = Contents(try bundle.outerFiles())
    contents = made
    return made
  }
}
