import Bundles
import FileFacts
import LuaRuntime

/// Where the loader finds a library; policies see the raw values.
package enum LibraryResolution: String, CaseIterable {
  case system, found, foreign, absent, misplaced, hollow, unknown

  init(_ outcome: LibraryOutcome) {
    switch outcome {
    case .system: self = .system
    case .found: self = .found
    case .foreign: self = .foreign
    case .absent: self = .absent
    case .misplaced: self = .misplaced
    case .hollow: self = .hollow
    case .unknown: self = .unknown
    }
  }
}

extension LibraryOutcome {
  /// The path in the outermost bundle at which the library is, or last looked for.
  fileprivate var path: String? {
    switch self {
    case .found(let place), .hollow(let place): place
    case .absent(let place), .misplaced(let place): place
    case .system, .foreign, .unknown: nil
    }
  }
}

// The libraries that code links to, and where the loader finds them.
extension PolicyHost {
  static let library = ObjectSchema<(library: MachOSlice.Library, node: LuaNode)>(
    "Library", "a library", "A library that code links to.",
    [
      .text("name", "Its install name.") { $0.library.name },
      .text("kind", as: "LibraryKind", "How it is linked.") { $0.library.kind.rawValue },
      .boolean("is_weak", "Whether it may be missing at run time.") { $0.library.isWeak },
      .text("current_version", "The version linked against.") { $0.library.currentVersion },
      .text("compatibility_version", "The oldest compatible version.") { $0.library.compatibilityVersion },
      .answer(
        "resolution?", "LibraryResolution",
        "Where the loader finds it: `system`: in the system; `found`: in the outermost app, or bundle; `foreign`: at an absolute path outside both; `absent`: nowhere; `misplaced`: in the app, but not where the loader looks; `hollow`: in a framework without code; `unknown`: perhaps outside the app. Nil for `id`."
      ) { host, this, answer in
        if let outcome = host.outcome(of: this.node, answer) { answer.set(LibraryResolution(outcome).rawValue) }
      },
      .answer(
        "path?", "string",
        "The path in the outermost app at which the loader finds it, or last looks for it; nil if it does not look there."
      ) { host, this, answer in
        if let path = host.outcome(of: this.node, answer)?.path { answer.set(path) }
      },
    ])

  /// The location of a handle's library; nil for the library's own install name, and if the answer is an error.
  private func outcome(of node: LuaNode, _ answer: LuaAnswer) -> LibraryOutcome? {
    let member = SliceMember(node.index)
    let sliceNode = LuaNode(
      kind: ObjectKind.machOSlice.rawValue, owner: node.owner, index: UInt32(clamping: member.slice))
    guard let library = library(node), let slice = slice(sliceNode), member.position != nil else { return nil }
    let reading =
      objects.facts.resolutions[node] ?? resolution(of: library.name, in: slice, objects.files[Int(node.owner)])
    objects.facts.resolutions[node] = reading
    answer.charge(reading.fuel)
    if let failure = reading.failure { fail(failure, answer) }
    return reading.facts
  }

  private func resolution(
    of name: String, in slice: MachOSlice, _ file: GraphObjects.FileReference
  ) -> FileFactCache.Reading<LibraryOutcome> {
    let bundles = objects.graphs[file.graph].bundles
    let place = BundlePlace(bundles, file)
    var fuel = 500 + UInt64(bundles[file.bundle].children.count)
    let loaders = slice.fileType == "execute" ? [] : self.loaders(of: place, for: slice, in: file.graph, &fuel)
    var search = LibrarySearch(
      of: LoadedImage(folders: place.folders, runPaths: slice.runPaths), isProgram: slice.fileType == "execute",
      loaders: loaders, in: OuterFiles(place.outer.files))
    let outcome: FileFactCache.Reading<LibraryOutcome>.Outcome
    do throws(OuterFiles.Failure) {
      let found = try search.outcome(of: name)
      switch found {
      // An app that loads a bundle from outside may have the library.
      case .absent, .misplaced, .hollow: outcome = .found(place.outer.kind == .application ? found : .unknown)
      default: outcome = .found(found)
      }
    } catch {
      switch error {
      case .storage(let error): outcome = .failed(ReadFailure(error))
      case .exhausted:
        outcome = .failed(
          ReadFailure(
            "the run paths lead to more places than can be looked at for '\(name)'", limit: "limit.library-search"))
      }
    }
    return .init(outcome: outcome, fuel: fuel + search.files.fuel)
  }

  /// The programs that may load a slice of code in a bundle: the slices of the surrounding apps and extensions for the same
  /// processor.
  private func loaders(
    of place: BundlePlace, for slice: MachOSlice, in graph: Int, _ fuel: inout UInt64
  ) -> [LoadedImage] {
    // Code for arm64e may load code for arm64, and vice versa.
    func plain(_ architecture: String) -> String { architecture == "arm64e" ? "arm64" : architecture }
    var images: [LoadedImage] = []
    for bundle in place.around where bundle.kind == .application || bundle.kind == .extension {
      guard let executable = bundle.executable else { continue }
      let reference = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: executable)
      let reading = known(Int(objects.node(file: reference).index), \.machOFiles, MachOFile.read)
      fuel += reading.fuel
      let host = BundlePlace(objects.graphs[graph].bundles, reference)
      let all = reading.facts?.slices ?? []
      let own = all.filter { plain($0.architecture) == plain(slice.architecture) }
      images.append(
        LoadedImage(folders: host.folders, runPaths: (own.isEmpty ? all : own).flatMap(\.runPaths)))
    }
    return images
  }
}

/// The place of a file: the bundles around it, and the outermost app, or bundle.
private struct BundlePlace {
  /// The innermost is first.
  let around: [Bundle]
  let outer: Bundle
  /// The folders that `@loader_path` stands for.
  let folders: [String]

  init(_ bundles: [Bundle], _ file: GraphObjects.FileReference) {
    var bundle = bundles[file.bundle]
    var path = file.path
    // The file may have been requested through an outer bundle.
    while let child = bundle.children.lazy.map({ bundles[$0] }).first(where: { Self.lies(path, in: $0, of: bundle) }) {
      path = Self.dropping(Self.dropping(child.path, bundle.path).utf8.count, of: path)
      bundle = child
    }
    var around = [bundle]
    while let parent = around.last?.parentIndex { around.append(bundles[parent]) }
    self.around = around
    outer = around.last { $0.kind == .application } ?? around.last ?? bundle
    let own = Self.dropping(bundle.path, outer.path)
    let folder = FolderPath.join(own, FolderPath.folder(of: path))
    // A framework's library is loaded through its link, or from a version's folder.
    folders = bundle.kind == .framework && path == bundle.executable ? [folder, own] : [folder]
  }

  private static func lies(_ path: String, in child: Bundle, of bundle: Bundle) -> Bool {
    path.utf8.starts(with: (dropping(child.path, bundle.path) + "/").utf8)
  }

  /// A path relative to a folder that contains it. By bytes, as a character may begin with the slash.
  private static func dropping(_ path: String, _ folder: String) -> String {
    folder.isEmpty ? path : dropping(folder.utf8.count, of: path)
  }

  private static func dropping(_ count: Int, of path: String) -> String {
    String(decoding: path.utf8.dropFirst(count + 1), as: UTF8.self)
  }
}

/// The files of the outermost bundle, with the fuel that looking at them costs.
private struct OuterFiles: LoaderFiles {
  /// The maximum fuel for looking up one library: as much as a rule has. There may be a million run paths.
  private static let fuelLimit: UInt64 = 50_000_000

  enum Failure: Error {
    case storage(StorageError)
    case exhausted
  }

  private let files: FileTree
  private(set) var fuel: UInt64 = 0

  init(_ files: FileTree) { self.files = files }

  mutating func entry(at path: String) throws(Failure) -> LoaderEntry {
    guard fuel < Self.fuelLimit else { throw .exhausted }
    fuel += 200 + PolicyHost.price(ofSteps: files.steps(to: path))
    do throws(StorageError) {
      let status = try files.status(path)
      guard status.type == .symbolicLink else { return status.type == .directory ? .folder : .file }
      // Other rules report broken links.
      guard case .inside? = try files.destination(ofLink: path)?.destination else { return .uncertain }
      return .file
    } catch {
      switch error.code {
      case .notFound, .notADirectory: break
      case .brokenLink, .leavesRoot, .absoluteLink, .tooManyLinks: return .uncertain
      default: throw .storage(error)
      }
    }
    // Most Macs ignore case; other rules report wrong case.
    do throws(StorageError) {
      if case .missing = try files.match(path) { return .missing }
    } catch {
      throw .storage(error)
    }
    return .uncertain
  }

  mutating func allPaths() throws(Failure) -> [String] {
    do throws(StorageError) {
      let all = try files.all()
      fuel += UInt64(all.count) * 4
      return all.map(\.path)
    } catch {
      throw .storage(error)
    }
  }
}
