/// What is known about the files around code that the loader maps.
package protocol LoaderFiles {
  associatedtype Failure: Error
  /// What is at a path of the outermost bundle.
  mutating func entry(at path: String) throws(Failure) -> LoaderEntry
  /// The paths of all files of the outermost bundle.
  mutating func allPaths() throws(Failure) -> [String]
}

/// What is at a path.
package enum LoaderEntry: Hashable, Sendable {
  /// A file.
  case file
  /// A folder.
  case folder
  /// Nothing.
  case missing
  /// Something that only some systems find: its name has another case, or is behind a link that cannot be followed.
  case uncertain
}

/// Code that is loaded, or that loads other code, by its place in the outermost bundle.
package struct LoadedImage: Hashable, Sendable {
  /// The folders that `@loader_path` can stand for, the first one first.
  package let folders: [String]
  /// What `@rpath` stands for, in order.
  package let runPaths: [String]

  /// The library of a framework has two folders: it is loaded by its link, or by its place in a version.
  package init(folders: [String], runPaths: [String]) {
    self.folders = folders
    self.runPaths = runPaths
  }
}

/// Where a library is that a load command names.
package enum LibraryOutcome: Hashable, Sendable {
  /// Part of the system.
  case system
  /// At this path of the outermost bundle.
  case found(path: String)
  /// At an absolute path that is part of neither the system nor the bundle.
  case foreign
  /// Nowhere in the bundle, and nowhere else that the loader looks. The last path of the bundle at which it looks.
  case absent(place: String?)
  /// Elsewhere in the bundle than the loader looks.
  case misplaced(place: String?)
  /// In a framework of the bundle that has no code.
  case hollow(place: String)
  /// Perhaps outside the bundle, in the system, or loaded by other code.
  case unknown
}

/// How the loader finds a library (`dyld(1)`), as far as the files of a bundle tell.
///
/// For one question after the other on one thread.
package struct LibrarySearch<Files: LoaderFiles> {
  /// The code that is linked with the library.
  package let image: LoadedImage
  /// Whether that is a program, and not loaded by another.
  package let isProgram: Bool
  /// The programs that may load the code, each with the folder of its executable, and whatever is loaded before it.
  package let loaders: [LoadedImage]
  /// Whether what is around the outermost bundle is known to have no libraries.
  package let isAlone: Bool
  /// Whether a library that is nowhere counts as one of the system if it has the name of one. The loader of old systems looks
  /// in `/usr/lib` last, whatever folder code names.
  package let assumesSystemNames: Bool
  /// Folders in which any library may be, whatever is known about them.
  package let trustedFolders: [String]
  /// What is around the code.
  package private(set) var files: Files

  /// How libraries are found for one image.
  package init(
    of image: LoadedImage, isProgram: Bool, loaders: [LoadedImage] = [], isAlone: Bool = false,
    assumesSystemNames: Bool = true, trustedFolders: [String] = [], in files: Files
  ) {
    self.image = image
    self.isProgram = isProgram
    self.loaders = loaders
    self.isAlone = isAlone
    self.assumesSystemNames = assumesSystemNames
    self.trustedFolders = trustedFolders
    self.files = files
  }

  /// What is known after looking at some places.
  private struct Look {
    var place: String?
    var hollowPlace: String?
    var isUncertain = false
  }

  /// Where a library is that a load command names.
  package mutating func outcome(of name: String) throws(Files.Failure) -> LibraryOutcome {
    if name.hasPrefix("/") { return SystemFolders.contain(name) ? .system : .foreign }
    var look = Look()
    var rest = ""
    if let searched = FolderPath.rest(of: name, after: "@rpath"), !searched.isEmpty {
      rest = String(searched)
      for image in [image] + loaders {
        for runPath in image.runPaths {
          if let path = try find(rest, below: runPath, loadedFrom: image.folders, &look) { return .found(path: path) }
        }
      }
    } else if let (folders, near) = start(of: name, loadedFrom: image.folders), !near.isEmpty {
      rest = near
      if let path = try find(near, in: folders, &look) { return .found(path: path) }
    } else {
      return .unknown
    }
    if look.isUncertain || assumesSystemNames && SystemFolders.mayHave(FolderPath.lastComponent(rest)) {
      return .unknown
    }
    if let place = look.hollowPlace { return .hollow(place: place) }
    guard try isElsewhere(rest) else { return .absent(place: look.place) }
    // What other code has loaded, a library gets as well. The program is loaded first.
    let isCertain = isProgram || FolderPath.rest(of: name, after: "@loader_path") != nil
    return isCertain ? .misplaced(place: look.place) : .unknown
  }

  /// Looks below a run path.
  private mutating func find(
    _ rest: String, below runPath: String, loadedFrom folders: [String], _ look: inout Look
  ) throws(Files.Failure) -> String? {
    if let (folders, near) = start(of: runPath, loadedFrom: folders) {
      return try find(near + "/" + rest, in: folders, &look)
    }
    if trustedFolders.contains(where: { $0 == runPath || FolderPath.lies(runPath, in: $0) })
      || SystemFolders.mayHave(rest, in: runPath)
    {
      look.isUncertain = true
    }
    return nil
  }

  /// Looks in each of the folders of the bundle.
  private mutating func find(
    _ rest: String, in folders: [String], _ look: inout Look
  ) throws(Files.Failure) -> String? {
    for folder in folders {
      guard let components = FolderPath.components(folder + "/" + rest), !components.isEmpty else {
        // What surrounds the bundle may have the library.
        if !isAlone { look.isUncertain = true }
        continue
      }
      let path = components.joined(separator: "/")
      look.place = path
      switch try files.entry(at: path) {
      // Where something before it was uncertain, this one may not be the one that is loaded, but there is one.
      case .file: return path
      case .uncertain: look.isUncertain = true
      case .missing, .folder: if try isHollow(components) { look.hollowPlace = path }
      }
    }
    return nil
  }

  /// Whether a path is in a framework that is there without its code.
  private mutating func isHollow(_ components: [String]) throws(Files.Failure) -> Bool {
    guard let position = components.lastIndex(where: { $0.hasSuffix(".framework") }), position < components.count - 1
    else { return false }
    let framework = components[...position].joined(separator: "/")
    let code = framework + "/" + components[position].dropLast(".framework".count)
    // A link that leads nowhere is uncertain.
    guard try files.entry(at: code) != .file else { return false }
    return try files.entry(at: framework) == .folder
  }

  /// The folders in which a path starts that begins with where code is, and the rest of it.
  private func start(of path: String, loadedFrom folders: [String]) -> (folders: [String], rest: String)? {
    if let rest = FolderPath.rest(of: path, after: "@loader_path") { return (folders, String(rest)) }
    guard let rest = FolderPath.rest(of: path, after: "@executable_path") else { return nil }
    return (isProgram ? image.folders : loaders.flatMap(\.folders), String(rest))
  }

  /// Whether the bundle has the library somewhere, whatever the case of its name.
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
