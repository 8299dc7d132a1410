package import Bundles
package import FileFacts

package struct BundlePlace {
  /// The innermost is first.
  package let around: [Bundle]
  package let outer: Bundle
  package let folders: [String]

  package init(of path: String, in bundle: Bundle, among bundles: [Bundle]) {
    var (bundle, path) = (bundle, path)
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

package struct OuterFiles: LoaderFiles {
  /// The maximum fuel for looking up one library: as much as a rule has. There may be a million run paths.
  private static let fuelLimit: UInt64 = 50_000_000

  package enum Failure: Error {
    case storage(StorageError)
    case exhausted
  }

  private let files: FileTree
  package private(set) var fuel: UInt64 = 0

  package init(_ files: FileTree) { self.files = files }

  package mutating func entry(at path: String) throws(Failure) -> LoaderEntry {
    guard fuel < Self.fuelLimit else { throw .exhausted }
    fuel += 200 + files.price(to: path)
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

  package mutating func allPaths() throws(Failure) -> [String] {
    do throws(StorageError) {
      let all = try files.all()
      fuel += UInt64(all.count) * 4
      return all.map(\.path)
    } catch {
      throw .storage(error)
    }
  }
}
