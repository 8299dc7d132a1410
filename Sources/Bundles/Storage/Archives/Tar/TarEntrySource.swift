import Basics
import PropertyLists

/// A file in a tar, read in pieces. Cached bytes are returned at once. Reading in ascending order takes one pass through the archive;
/// reading backward starts a new pass, except for files small enough to keep in memory.
final class TarEntrySource: ByteSource {
  let count: Int
  let isSequential = true
  private let node: TarNode
  private let archive: TarArchive
  private let path: String
  private let state = Locked<State>(State())

  private struct State {
    var pass: TarPass?
    var position = 0
    var whole: ByteArray?
  }

  /// Files up to this size are kept in memory once bytes beyond the cached ones are needed.
  private static let cachedSizeLimit = 16 << 20

  init(_ node: TarNode, archive: TarArchive, path: String) {
    count = node.size
    self.node = node
    self.archive = archive
    self.path = path
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count, !buffer.isEmpty else { return 0 }
    let wanted = min(buffer.count, count - offset)
    if offset + wanted <= node.kept.count { return ByteArray(node.kept).read(at: offset, into: buffer) }
    return try state.withValue { state throws(ByteSourceError) in
      do throws(StorageError) {
        if state.whole == nil, count <= Self.cachedSizeLimit {
          state.whole = ByteArray(try archive.read(node, path: path))
        }
        if state.whole == nil { return try stream(&state, offset, wanted, buffer) }
      } catch {
        throw ByteSourceError(error.description)
      }
      return state.whole?.read(at: offset, into: buffer) ?? 0
    }
  }

  private func stream(
    _ state: inout State, _ offset: Int, _ wanted: Int, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(StorageError) -> Int {
    let pass: TarPass
    if let open = state.pass, state.position <= offset {
      pass = open
    } else {
      pass = try archive.pass(to: node, path: path)
      state.position = 0
    }
    // A pass that failed cannot be continued.
    state.pass = nil
    while state.position < offset {
      state.position += try pass.bytes(min(1 << 16, offset - state.position), path: path).count
    }
    let got = try pass.fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), path: path)
    guard got == wanted else { throw .entry(.entrySize, path, "ends before the size in its header") }
    state.position += got
    if state.position == count { archive.park(pass) } else { state.pass = pass }
    return got
  }
}
