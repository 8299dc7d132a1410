import Basics
import PropertyLists

/// A tar archive, compressed or not. Opening reads it once.
///
/// In an uncompressed archive every entry is then accessed directly. A compressed one has to be decompressed again up to the entry, except
/// for cached bytes; reading in ascending order continues where the previous read stopped.
final class TarArchive: Archive {
  let index: ArchiveIndex
  private let nodes: [TarNode]
  private let source: any ByteSource
  private let format: ArchiveFormat
  private let budget: ArchiveBudget
  private let parked = Locked<TarPass?>(nil)

  init(_ source: any ByteSource, format: ArchiveFormat, limits: ArchiveLimits) throws(StorageError) {
    self.source = source
    self.format = format
    budget = ArchiveBudget(limits)
    var reader = TarReader(source, format: format, budget: budget)
    (index, nodes) = try reader.read()
  }

  func checkReadable(_ entries: ArraySlice<Int>) {}

  func position(of entry: Int) -> Int { nodes[entry].number }

  func size(of entry: Int, path: String) -> Int { nodes[entry].size }

  func compressedSize(of entry: Int) -> Int? { nil }

  func linkTarget(of entry: Int, path: String) -> [UInt8] { nodes[entry].linkTarget ?? [] }

  func read(_ entry: Int, path: String, limit: Int) throws(StorageError) -> [UInt8] {
    let node = nodes[entry]
    guard node.size <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
    return try read(node, path: path)
  }

  func read(_ node: TarNode, path: String) throws(StorageError) -> [UInt8] {
    if node.kept.count == node.size { return node.kept }
    let pass = try pass(to: node, path: path)
    let bytes = try pass.bytes(node.size, path: path)
    park(pass)
    return bytes
  }

  func source(of entry: Int, path: String) -> any ByteSource {
    TarEntrySource(nodes[entry], archive: self, path: path)
  }

  /// Returns a pass through the archive that is positioned at the entry's first byte.
  func pass(to node: TarNode, path: String) throws(StorageError) -> TarPass {
    if format == .tar {
      let pass = try TarPass(source, format: format, from: node.position, budget: budget)
      guard try pass.next() != nil else { throw .entry(.malformedArchive, path, "has moved: the archive changed") }
      return pass
    }
    let pass: TarPass
    if let parked = takeParked(), parked.passed <= node.number {
      pass = parked
    } else {
      pass = try TarPass(source, format: format, budget: budget)
    }
    while pass.passed <= node.number {
      guard try pass.next() != nil else { throw .entry(.malformedArchive, path, "has moved: the archive changed") }
    }
    return pass
  }

  /// Keeps a pass for a later read of an entry ahead of it.
  func park(_ pass: TarPass) {
    guard format != .tar else { return }
    nonisolated(unsafe) let pass = pass  // given up by the caller; only one thread takes it out again
    parked.withValue { $0 = pass }
  }

  private func takeParked() -> TarPass? {
    parked.withValue { parked in
      nonisolated(unsafe) let taken = parked  // nothing else refers to it once it is taken out
      parked = nil
      return taken
    }
  }
}
