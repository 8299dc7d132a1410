import Basics
import Bundles
import FileFacts
import PropertyLists

struct FileComparison {
  struct Changes {
    var files: [FileChange] = []
    var documents: [BundleDifference.Document] = []
    var rewritten: [String] = []
  }

  private let old: SideFiles
  private let new: SideFiles
  private let matching: BundleMatching
  private let ignored: Set<Ignored>
  private let limits: ComparisonLimits
  private(set) var errors: [ComparisonError] = []

  init(
    _ old: BundleGraph, _ new: BundleGraph, _ matching: BundleMatching, _ ignored: Set<Ignored>,
    _ limits: ComparisonLimits
  ) {
    self.old = SideFiles(old, ignored)
    self.new = SideFiles(new, ignored)
    (self.matching, self.ignored, self.limits) = (matching, ignored, limits)
  }

  mutating func changes() -> [Changes] {
    errors = old.errors + new.errors
    // If one side cannot be listed, all files would appear to be added or removed.
    if !errors.isEmpty { return matching.pairs.map { _ in Changes() } }
    var candidates: [[FileChange]] = []
    var shared: [(pair: Int, path: String)] = []
    for (number, pair) in matching.pairs.enumerated() {
      let differing = statuses(pair)
      candidates.append(differing)
      for change in differing where change.before?.type == .file && change.after?.type == .file {
        shared.append((number, change.path))
      }
    }
    let oldDigests = digests(of: old, shared.map { (matching.pairs[$0.pair].old, $0.path) })
    let newDigests = digests(of: new, shared.map { (matching.pairs[$0.pair].new, $0.path) })
    var all = matching.pairs.map { _ in Changes() }
    var next = 0
    for number in candidates.indices {
      for var change in candidates[number] {
        if change.before?.type == .file, change.after?.type == .file {
          change.before?.set(oldDigests[next])
          change.after?.set(newDigests[next])
          next += 1
          // Unreadable files are already reported as errors.
          guard let before = change.before, let after = change.after, before.digest != nil, after.digest != nil,
            before != after, !before.isSameUnsigned(after)
          else { continue }
        }
        file(change, matching.pairs[number], &all[number])
      }
    }
    return all
  }

  private mutating func statuses(_ pair: (old: Int, new: Int)) -> [FileChange] {
    let (left, right) = (old.entries[pair.old], new.entries[pair.new])
    var changes: [FileChange] = []
    var (leftAt, rightAt) = (0, 0)
    while leftAt < left.count || rightAt < right.count {
      let order =
        leftAt == left.count ? 1 : rightAt == right.count ? -1 : left[leftAt].comparedByBytes(to: right[rightAt])
      let path = order <= 0 ? left[leftAt] : right[rightAt]
      if order <= 0 { leftAt += 1 }
      if order >= 0 { rightAt += 1 }
      let before = order <= 0 ? status(of: path, old.graph.bundles[pair.old]) : nil
      let after = order >= 0 ? status(of: path, new.graph.bundles[pair.new]) : nil
      // Inaccessible files are already reported as errors.
      if order <= 0 && before == nil || order >= 0 && after == nil { continue }
      if let before, let after, before.type != .file, before == after { continue }
      changes.append(FileChange(path: path, before: before, after: after))
    }
    return Self.withoutFilledDirectories(changes)
  }

  private static func withoutFilledDirectories(_ changes: [FileChange]) -> [FileChange] {
    var filled: Set<[UInt8]> = []
    for change in changes where change.before == nil || change.after == nil {
      guard let slash = change.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
      filled.insert(Array(change.path.utf8[..<slash]))
    }
    return changes.filter { change in
      guard change.before == nil || change.after == nil, (change.before ?? change.after)?.type == .directory else {
        return true
      }
      return !filled.contains(Array(change.path.utf8))
    }
  }

  private mutating func status(of path: String, _ bundle: Bundle) -> FileChange.State? {
    do throws(StorageError) {
      return FileChange.State(try bundle.files.status(path))
    } catch {
      errors.append(ComparisonError(file: "\(bundle.displayPath)/\(path)", message: error.description))
      return nil
    }
  }

  private mutating func digests(of side: SideFiles, _ files: [(bundle: Int, path: String)]) -> [FileDigests?] {
    var order: [(position: Int, number: Int)] = []
    for (number, file) in files.enumerated() {
      let bundle = side.graph.bundles[file.bundle]
      let path = bundle.path.isEmpty ? file.path : "\(bundle.path)/\(file.path)"
      order.append(((try? side.graph.storage.readingPosition(of: path)) ?? 0, number))
    }
    var digests = [FileDigests?](repeating: nil, count: files.count)
    var bytesLeft = limits.bytes
    for (_, number) in order.sorted(by: { $0 < $1 }) {
      let bundle = side.graph.bundles[files[number].bundle]
      let shown = "\(bundle.displayPath)/\(files[number].path)"
      do throws(StorageError) {
        let source = try bundle.files.source(of: files[number].path)
        guard source.count <= bytesLeft else {
          errors.append(
            ComparisonError(
              file: shown, message: "with this file, the files of the bundle exceed \(limits.bytes) bytes")
          )
          return digests
        }
        bytesLeft -= source.count
        digests[number] = try self.digests(of: source, shown)
      } catch {
        errors.append(ComparisonError(file: shown, message: error.description))
      }
    }
    return digests
  }

  private func digests(of source: any ByteSource, _ path: String) throws(StorageError) -> FileDigests {
    var digest = SHA256Digest()
    try source.forEachPiece(of: path) { digest.update($0) }
    var digests = FileDigests(whole: digest.hexadecimal)
    if ignored.contains(.signature), let code = try? MachOFile.read(source, file: path) {
      digests.unsigned = try? code.unsignedDigest(in: source, file: path)
    }
    return digests
  }

  // MARK: Classification

  private func file(_ change: FileChange, _ pair: (old: Int, new: Int), _ all: inout Changes) {
    var change = change
    let (before, after) = (old.graph.bundles[pair.old], new.graph.bundles[pair.new])
    let isContentAlone =
      change.before?.type == .file && change.after?.type == .file
      && change.before?.isExecutable == change.after?.isExecutable
    // Info.plist files are compared by their values, regardless of the bundle's layout.
    if isContentAlone, change.path == before.infoPath, change.path == after.infoPath {
      if ValueComparison.changes(from: before.info, to: after.info).isEmpty {
        all.rewritten.append(change.path)
      }
      return
    }
    if isContentAlone, let values = documentChanges(change, before, after) {
      if values.isEmpty {
        all.rewritten.append(change.path)
      } else {
        all.documents.append(BundleDifference.Document(path: change.path, changes: values))
      }
      return
    }
    if change.before?.type == .file { change.before?.image = ImageFacts.describe(change.path, in: before) }
    if change.after?.type == .file { change.after?.image = ImageFacts.describe(change.path, in: after) }
    all.files.append(change)
  }

  /// Returns nil unless both files are property lists below the size limit.
  private func documentChanges(_ change: FileChange, _ before: Bundle, _ after: Bundle) -> [ValueChange]? {
    guard let hint = DocumentName.hint(change.path), let old = list(change.path, hint, before),
      let new = list(change.path, hint, after)
    else { return nil }
    return ValueComparison.changes(from: old, to: new)
  }

  private func list(_ path: String, _ hint: PropertyList.Hint, _ bundle: Bundle) -> PropertyList? {
    guard let bytes = try? bundle.files.read(path, limit: limits.listBytes) else { return nil }
    return try? PropertyList.parse(bytes, file: "\(bundle.displayPath)/\(path)", as: hint)
  }
}

struct FileDigests {
  let whole: String
  var unsigned: String?
}

extension FileChange.State {
  fileprivate mutating func set(_ digests: FileDigests?) {
    (digest, unsignedDigest) = (digests?.whole, digests?.unsigned)
  }

  fileprivate func isSameUnsigned(_ other: Self) -> Bool {
    unsignedDigest != nil && unsignedDigest == other.unsignedDigest && isExecutable == other.isExecutable
  }
}

struct SideFiles {
  let graph: BundleGraph
  /// For each bundle in the graph the paths relative to it, sorted by bytes, without nested bundles.
  private(set) var entries: [[String]]
  private(set) var errors: [ComparisonError] = []

  init(_ graph: BundleGraph, _ ignored: Set<Ignored>) {
    self.graph = graph
    entries = graph.bundles.map { _ in [] }
    let all: [FileTree.Entry]
    do throws(StorageError) {
      all = try graph.outer.files.all()
    } catch {
      errors = [ComparisonError(file: graph.displayPath, message: error.description)]
      return
    }
    // Compared by bytes: canonically equivalent paths may be different files.
    var positions: [[UInt8]: Int] = [:]
    for bundle in graph.bundles where bundle.index != 0 { positions[Array(bundle.path.utf8)] = bundle.index }
    for entry in all {
      guard entry.isNameValid else {
        errors.append(
          ComparisonError(
            file: "\(graph.displayPath)/\(entry.path)", message: "the name is not UTF-8, so the file cannot be compared"
          )
        )
        continue
      }
      if !positions.isEmpty, positions[Array(entry.path.utf8)] != nil { continue }
      let (bundle, start) = Self.innermost(entry.path, positions)
      let path = String(entry.path[start...])
      if !ignored.contains(where: { $0.contains(path) }) { entries[bundle].append(path) }
    }
  }

  /// Returns the innermost bundle that contains a path, and where the path relative to it starts.
  private static func innermost(_ path: String, _ positions: [[UInt8]: Int]) -> (bundle: Int, start: String.Index) {
    if positions.isEmpty { return (0, path.startIndex) }
    var end = path.endIndex
    while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
      if let position = positions[Array(path.utf8[..<slash])] { return (position, path.utf8.index(after: slash)) }
      end = slash
    }
    return (0, path.startIndex)
  }
}

enum DocumentName {
  /// Returns how to parse the file; nil for files that are not compared by value.
  static func hint(_ path: String) -> PropertyList.Hint? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch path[path.utf8.index(after: dot)...].lowercased() {
    case "strings": return .strings
    case "plist", "stringsdict", "loctable", "entitlements", "xcprivacy": return .automatic
    default: return nil
    }
  }
}

enum ImageFacts {
  static func describe(_ path: String, in bundle: Bundle) -> String? {
    let name = path.lowercased()
    guard name.hasSuffix(".png") || name.hasSuffix(".icns"), let source = try? bundle.files.source(of: path) else {
      return nil
    }
    if name.hasSuffix(".png") {
      guard let header = try? PNGHeader.read(source, file: path) else { return nil }
      return "\(header.width)×\(header.height)"
    }
    guard let family = try? IconFamily.read(source, file: path), !family.images.isEmpty else { return nil }
    // A family usually has about a dozen images, but may have up to a thousand.
    let shown = family.images.prefix(16).map { "\($0.type) \($0.width)×\($0.height)" }
    return shown.joined(separator: ", ") + (family.images.count > shown.count ? ", …" : "")
  }
}
