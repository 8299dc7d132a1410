package protocol LoaderFiles {
  associatedtype Failure: Error
  mutating func entry(at path: String) throws(Failure) -> LoaderEntry
  mutating func allPaths() throws(Failure) -> [String]
}

package enum LoaderEntry: Hashable, Sendable {
  case file
  case folder
  case missing
  /// A file that only some systems find: its name differs in letter case, or it is behind a link that cannot be followed.
  case uncertain
}

/// Code that is loaded, or that loads other code, with its location in the outermost bundle.
package struct LoadedImage: Hashable, Sendable {
  package let folders: [String]
  /// The folders that `@rpath` refers to, in order.
  package let runPaths: [String]

  /// The library of a framework has two folders, because it is loaded by its link or by its path in a version.
  package init(folders: [String], runPaths: [String]) { (self.folders, self.runPaths) = (folders, runPaths) }
}

package enum LibraryResolution: String, CaseIterable, Sendable {
  case system
  case found
  /// At an absolute path that is neither in the system nor in the bundle.
  case foreign
  /// Neither in the bundle nor where the loader looks otherwise.
  case absent
  /// In the bundle, but not where the loader looks.
  case misplaced
  /// In a framework of the bundle that has no code.
  case hollow
  /// Possibly outside the bundle, in the system, or loaded by other code.
  case unknown
}

package struct LibraryOutcome: Hashable, Sendable {
  package let resolution: LibraryResolution
  /// The path in the outermost bundle at which the library is, or last looked for.
  package let path: String?

  package init(_ resolution: LibraryResolution, path: String? = nil) {
    (self.resolution, self.path) = (resolution, path)
  }
}

/// Finds libraries like the loader (`dyld(1)`), given the files of a bundle.
///
/// Must not be used by several threads at once.
package struct LibrarySearch<Files: LoaderFiles> {
  package let image: LoadedImage
  /// Whether that code is a program rather than loaded by another.
  package let isProgram: Bool
  /// The programs that may load the code, each with the folder of its executable, and code loaded before it.
  package let loaders: [LoadedImage]
  package private(set) var files: Files

  package init(of image: LoadedImage, isProgram: Bool, loaders: [LoadedImage] = [], in files: Files) {
    (self.image, self.isProgram, self.loaders, self.files) = (image, isProgram, loaders, files)
  }

  private struct SearchState {
    var place: String?
    var hollowPlace: String?
    var isUncertain = false
  }

  package mutating func outcome(of name: String) throws(Files.Failure) -> LibraryOutcome {
    if name.hasPrefix("/") { return LibraryOutcome(SystemFolders.contain(name) ? .system : .foreign) }
    var state = SearchState()
    var rest = ""
    if let searched = FolderPath.rest(of: name, after: "@rpath"), !searched.isEmpty {
      rest = String(searched)
      for image in [image] + loaders {
        for runPath in image.runPaths {
          if let path = try find(rest, below: runPath, loadedFrom: image.folders, &state) {
            return LibraryOutcome(.found, path: path)
          }
        }
      }
    } else if let (folders, near) = start(of: name, loadedFrom: image.folders), !near.isEmpty {
      rest = near
      if let path = try find(near, in: folders, &state) { return LibraryOutcome(.found, path: path) }
    } else {
      return LibraryOutcome(.unknown)
    }
    // The loader of old systems searches `/usr/lib` last, independently of the folder in the load command.
    if state.isUncertain || SystemFolders.mayContain(FolderPath.lastComponent(rest)) { return LibraryOutcome(.unknown) }
    if let place = state.hollowPlace { return LibraryOutcome(.hollow, path: place) }
    guard try isElsewhere(rest) else { return LibraryOutcome(.absent, path: state.place) }
    // Code can use libraries that other code has loaded. The program is loaded first.
    let isCertain = isProgram || FolderPath.rest(of: name, after: "@loader_path") != nil
    return isCertain ? LibraryOutcome(.misplaced, path: state.place) : LibraryOutcome(.unknown)
  }

  private mutating func find(
    _ rest: String, below runPath: String, loadedFrom folders: [String], _ state: inout SearchState
  ) throws(Files.Failure) -> String? {
    if let (folders, near) = start(of: runPath, loadedFrom: folders) {
      return try find(near + "/" + rest, in: folders, &state)
    }
    if SystemFolders.mayContain(rest, in: runPath) { state.isUncertain = true }
    return nil
  }

  private mutating func find(
    _ rest: String, in folders: [String], _ state: inout SearchState
  ) throws(Files.Failure) -> String? {
    for folder in folders {
      guard let components = FolderPath.components(folder + "/" + rest), !components.isEmpty else {
        // The library may be in the folder that contains the bundle.
        state.isUncertain = true
        continue
      }
      let path = components.joined(separator: "/")
      state.place = path
      switch try files.entry(at: path) {
      // If an earlier path was uncertain, another library may be loaded, but one exists.
      case .file: return path
      case .uncertain: state.isUncertain = true
      case .missing, .folder: if try isHollow(components) { state.hollowPlace = path }
      }
    }
    return nil
  }

  private mutating func isHollow(_ components: [String]) throws(Files.Failure) -> Bool {
    guard let position = components.lastIndex(where: { $0.hasSuffix(".framework") }), position < components.count - 1
    else { return false }
    let framework = components[...position].joined(separator: "/")
    let code = framework + "/" + components[position].dropLast(".framework".count)
    // A broken link is uncertain.
    guard try files.entry(at: code) != .file else { return false }
    return try files.entry(at: framework) == .folder
  }

  /// The folders that a path starting with `@loader_path` or `@executable_path` refers to, and the rest of the path.
  private func start(of path: String, loadedFrom folders: [String]) -> (folders: [String], rest: String)? {
    if let rest = FolderPath.rest(of: path, after: "@loader_path") { return (folders, String(rest)) }
    guard let rest = FolderPath.rest(of: path, after: "@executable_path") else { return nil }
    return (isProgram ? image.folders : loaders.flatMap(\.folders), String(rest))
  }

  private mutating func isElsewhere(_ rest: String) throws(Files.Failure) -> Bool {
    let wanted = "/" + rest.lowercased()
    let parts = rest.split(separator: "/")
    let leaf = parts.dropLast().last { $0.hasSuffix(".framework") } ?? parts.last ?? ""
    for path in try files.allPaths() {
      if ("/" + path.lowercased()).hasSuffix(wanted) || FolderPath.lastComponent(path) == leaf { return true }
    }
    return false
  }
}
