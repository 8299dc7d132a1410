import Basics
import PropertyLists

/// An entry of a zip, read in pieces. Reading in ascending order inflates once; reading backward starts again, except for files small
/// enough to keep in memory.
///
/// The checksum is verified when the last byte is reached without skipping.
final class ZipEntrySource: ByteSource {
  let count: Int
  let isSequential = true
  private let open: @Sendable () throws(StorageError) -> ZipEntryStream
  private let state = Locked<State>(State())

  private struct State {
    var stream: ZipEntryStream?
    var whole: ByteArray?
  }

  /// Files up to this size are kept in memory once something is read twice.
  private static let cachedSizeLimit = 16 << 20

  /// `open` starts again at the entry's first byte.
  init(count: Int, open: @escaping @Sendable () throws(StorageError) -> ZipEntryStream) {
    self.count = count
    self.open = open
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count, !buffer.isEmpty else { return 0 }
    // Only this thread uses the buffer's memory while it waits here; the pointer itself is not Sendable.
    nonisolated(unsafe) let buffer = buffer
    return try state.withValue { state throws(ByteSourceError) in
      do throws(StorageError) {
        if let whole = state.whole { return whole.read(at: offset, into: buffer) }
        if let stream = state.stream, stream.position > offset, count <= Self.cachedSizeLimit {
          let whole = ByteArray(try open().bytes())
          (state.whole, state.stream) = (whole, nil)
          return whole.read(at: offset, into: buffer)
        }
        let stream: ZipEntryStream
        if let open = state.stream, open.position <= offset { stream = open } else { stream = try open() }
        // A stream that failed cannot be continued.
        state.stream = nil
        try stream.skip(to: offset)
        let got = try stream.read(into: buffer)
        state.stream = stream
        return got
      } catch {
        throw ByteSourceError(error.description)
      }
    }
  }
}
