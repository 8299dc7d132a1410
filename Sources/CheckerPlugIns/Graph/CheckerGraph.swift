import Basics
internal import Bundles
internal import PropertyLists

/// The bundles that a checker may see, by their index in `BundleGraph`.
protocol CheckerGraph: AnyObject {
  /// The facts about a bundle; nil past the last.
  func facts(of bundle: Int) throws(CheckerReadError) -> CheckerFacts?
  /// All files, directories and links at any depth, sorted by the bytes of the path.
  func files(of bundle: Int) throws(CheckerReadError) -> [CheckerFileEntry]
  /// The status of a file, without following a link in the last component.
  func status(of path: String, in bundle: Int) throws(CheckerReadError) -> CheckerFileStatus
  /// The size of a regular file in bytes, following links.
  func size(of path: String, in bundle: Int) throws(CheckerReadError) -> UInt64
  /// Copies bytes of a regular file and returns how many: fewer than fit only at the end.
  func read(
    _ path: String, in bundle: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerReadError) -> Int
}

enum CheckerReadError: Error, Hashable {
  case absent
  case mismatch
  /// No file in a bundle can have this path: it is absolute, or contains a zero byte.
  case invalid
  case unreadable(String)
}

struct CheckerFacts {
  var path: String
  var name: String
  var kind: String
  var platform: String?
  var layout: String
  var identifier: String?
  var executable: String?
  var infoPath: String?
  var resourcesPath: String
  var parent: Int?
  var children: [Int]
  var info: PropertyList
}

/// The type of a file; numbered like `checker_file_type`.
enum CheckerFileType: UInt8 {
  case regular = 1
  case directory, link, other
}

struct CheckerFileEntry: Hashable {
  var path: String
  var type: CheckerFileType
}

struct CheckerFileStatus: Hashable {
  var type: CheckerFileType
  var mode: UInt32
  var size: UInt64
}

final class LocalCheckerGraph: CheckerGraph {
  private let graph: BundleGraph
  /// The file that was read last: checkers read in pieces, and an archive would be inflated from the start for each.
  private var open: (bundle: Int, path: String, source: any ByteSource)?

  init(_ graph: BundleGraph) { self.graph = graph }

  private func bundle(_ number: Int) throws(CheckerReadError) -> Bundle {
    guard graph.bundles.indices.contains(number) else { throw .absent }
    return graph.bundles[number]
  }

  func facts(of number: Int) throws(CheckerReadError) -> CheckerFacts? {
    guard graph.bundles.indices.contains(number) else { return nil }
    let bundle = graph.bundles[number]
    return CheckerFacts(
      path: bundle.path, name: bundle.name, kind: bundle.kind.rawValue, platform: bundle.platform?.rawValue,
      layout: bundle.layout.rawValue, identifier: bundle.identifier, executable: bundle.executable,
      infoPath: bundle.infoPath, resourcesPath: bundle.resourcesPath, parent: bundle.parentIndex,
      children: bundle.children, info: bundle.info)
  }

  func files(of number: Int) throws(CheckerReadError) -> [CheckerFileEntry] {
    let bundle = try bundle(number)
    return try mapError(
      try bundle.files.all().map { CheckerFileEntry(path: $0.path, type: Self.type($0.type)) }, Self.unreadable)
  }

  func status(of path: String, in number: Int) throws(CheckerReadError) -> CheckerFileStatus {
    let bundle = try bundle(number)
    do throws(StorageError) {
      let status = try bundle.files.status(path)
      return CheckerFileStatus(
        type: Self.type(status.type), mode: UInt32(status.mode), size: UInt64(clamping: status.size))
    } catch {
      throw Self.unreadable(error)
    }
  }

  func size(of path: String, in number: Int) throws(CheckerReadError) -> UInt64 {
    UInt64(clamping: try source(path, number).count)
  }

  func read(
    _ path: String, in number: Int, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerReadError) -> Int {
    let source = try source(path, number)
    guard let offset = Int(exactly: offset), offset < source.count else { return 0 }
    do throws(ByteSourceError) {
      return min(try source.read(at: offset, into: buffer), buffer.count)
    } catch {
      throw .unreadable(error.description)
    }
  }

  private func source(_ path: String, _ number: Int) throws(CheckerReadError) -> any ByteSource {
    if let open, open.bundle == number, open.path.utf8.elementsEqual(path.utf8) { return open.source }
    let bundle = try bundle(number)
    do throws(StorageError) {
      let source = try bundle.files.source(of: path)
      open = (number, path, source)
      return source
    } catch {
      throw Self.unreadable(error)
    }
  }

  private static func type(_ type: FileType) -> CheckerFileType {
    switch type {
    case .file: .regular
    case .directory: .directory
    case .symbolicLink: .link
    case .other: .other
    }
  }

  private static func unreadable(_ error: StorageError) -> CheckerReadError {
    switch error.code {
    case .notFound, .notADirectory, .brokenLink: .absent
    // Files outside the bundle are not part of it. Rules report them, so this is not a read error.
    case .notAFile, .leavesRoot, .absoluteLink, .tooManyLinks: .mismatch
    case .invalidPath: .invalid
    // A name in an Info.plist may be too long for the file system, so that no file can have it.
    default:
      error.path.utf8.split(separator: 0x2F).contains { $0.count > 255 } ? .absent : .unreadable(error.description)
    }
  }
}
