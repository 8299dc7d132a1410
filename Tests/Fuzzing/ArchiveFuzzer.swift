import Bundles
import PropertyLists

/// libFuzzer's entry point: any bytes must give an archive whose parts are consistent, or an error. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchives(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = ByteArray(Array(UnsafeBufferPointer(start: bytes, count: count)))
  var limits = ArchiveLimits()
  limits.entries = 500
  limits.inflatedBytes = 4 << 20
  limits.ratioFloor = 1 << 20
  // A small cache, so that files are often read again.
  limits.keptBytes = 2000
  if let contained = try? ContainedFiles(source) {
    for entry in contained.entries.prefix(100) {
      guard let inner = try? contained.source(of: entry) else { continue }
      _ = try? inner.bytes(at: 0, count: 8)
    }
  }
  do {
    let storage = try ArchiveStorage(source, limits: limits)
    var walk = Walk(storage: storage)
    walk.visit("", depth: 0)
    // A crash is the only way to report a finding to libFuzzer.
    if let disagreement = walk.disagreement { fatalError(disagreement) }
  } catch {
    if error.description.isEmpty { fatalError("an error without a message") }
  }
  do {
    let graph = try BundleGraph.open(archive: source, name: "fuzzed", archiveLimits: limits)
    if let container = graph.container, let all = try? container.files.all() {
      if all.contains(where: { $0.path.utf8.starts(with: (container.product + "/").utf8) }) {
        fatalError("files of the bundle among those beside it")
      }
    }
  } catch {
    if error.description.isEmpty { fatalError("an error without a message") }
  }
  return 0
}

/// Reads everything in all possible ways, and keeps the first inconsistency.
private struct Walk {
  let storage: ArchiveStorage
  var disagreement: String?

  mutating func visit(_ directory: String, depth: Int) {
    guard depth < 40, disagreement == nil else { return }
    let entries: [DirectoryEntry]
    do throws(StorageError) {
      entries = try storage.list(directory)
    } catch {
      // Names that are not UTF-8 are an error if they would hide something.
      if error.code != .unreadableName { disagreement = "\(directory) can't be listed" }
      return
    }
    for (one, other) in zip(entries, entries.dropFirst()) {
      if !one.name.utf8.lexicographicallyPrecedes(other.name.utf8), one.isNameValid, other.isNameValid {
        disagreement = "\(one.name) stands before \(other.name)"
      }
    }
    for entry in entries where entry.isNameValid {
      let path = directory.isEmpty ? entry.name : directory + "/" + entry.name
      guard let status = try? storage.status(path) else { continue }
      if status.type != entry.type { disagreement = "\(path): a \(status.type) listed as a \(entry.type)" }
      if status.type == .directory { visit(path, depth: depth + 1) }
      if status.type == .file, status.size < 1 << 20 { compare(path, size: status.size) }
    }
  }

  /// Compares reading the whole file with reading pieces forwards and backwards.
  private mutating func compare(_ path: String, size: Int) {
    guard let bytes = try? storage.read(path, limit: 1 << 20) else { return }
    if bytes.count != size { disagreement = "\(path): \(bytes.count) bytes of \(size)" }
    guard let source = try? storage.source(of: path) else {
      disagreement = "\(path) has no source"
      return
    }
    if source.count != bytes.count { disagreement = "\(path): a source of another size" }
    for (start, length) in [(bytes.count / 2, 100), (0, 10), (bytes.count / 2 + 50, bytes.count)] {
      guard let piece = try? source.bytes(at: start, count: length) else { continue }
      if piece != Array(bytes.dropFirst(start).prefix(length)) { disagreement = "\(path): other bytes at \(start)" }
    }
  }
}
