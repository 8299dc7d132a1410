import BundleFacts
import Bundles
import FileFacts
import LuaRuntime

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
        if let outcome = host.outcome(of: this.node, answer) { answer.set(outcome.resolution.rawValue) }
      },
      .answer(
        "path?", "string",
        "The path in the outermost app at which the loader finds it, or last looks for it; nil if it does not look there."
      ) { host, this, answer in if let path = host.outcome(of: this.node, answer)?.path { answer.set(path) } },
    ])

  private func outcome(of node: LuaNode, _ answer: LuaAnswer) -> LibraryOutcome? {
    let member = SliceMember(node.index)
    guard let library = library(node), let slice = slice(node.owner, member.slice), member.position != nil else {
      return nil
    }
    let reading =
      objects.facts.resolutions[node] ?? resolution(of: library.name, in: slice, objects.files[Int(node.owner)])
    objects.facts.resolutions[node] = reading
    return given(reading, answer)
  }

  private func resolution(
    of name: String, in slice: MachOSlice, _ file: GraphObjects.FileReference
  ) -> FileFactCache.Reading<LibraryOutcome> {
    let bundles = objects.graphs[file.graph].bundles
    let place = BundlePlace(of: file.path, in: bundles[file.bundle], among: bundles)
    var fuel = 500 + UInt64(bundles[file.bundle].children.count)
    let loaders = slice.fileType == "execute" ? [] : self.loaders(of: place, for: slice, in: file.graph, &fuel)
    var search = LibrarySearch(
      of: LoadedImage(folders: place.folders, runPaths: slice.runPaths), isProgram: slice.fileType == "execute",
      loaders: loaders, in: OuterFiles(place.outer.files))
    let outcome: FileFactCache.Reading<LibraryOutcome>.Outcome
    do throws(OuterFiles.Failure) {
      let found = try search.outcome(of: name)
      switch found.resolution {
      // An app that loads a bundle from outside may have the library.
      case .absent, .misplaced, .hollow:
        outcome = .found(place.outer.kind == .application ? found : LibraryOutcome(.unknown))
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
      let host = BundlePlace(of: reference.path, in: bundle, among: objects.graphs[graph].bundles)
      let all = reading.facts?.slices ?? []
      let own = all.filter { plain($0.architecture) == plain(slice.architecture) }
      images.append(LoadedImage(folders: host.folders, runPaths: (own.isEmpty ? all : own).flatMap(\.runPaths)))
    }
    return images
  }
}
