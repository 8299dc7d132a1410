internal import CLibArchive
import PropertyLists

/// Feeds the bytes of a tar to libarchive, decompressed if necessary, and enforces the limits on decompression.
///
/// gzip is decompressed by zlib, because libarchive ignores gzip's checksum; the other formats by libarchive.
final class TarFeed {
  /// The reason why reading stopped; libarchive only knows that it did.
  private(set) var failure: StorageError?

  private let compression: Compression
  private let budget: ArchiveBudget
  private let input: ArchiveInput
  private var charged = 0
  private let buffer: UnsafeMutableRawBufferPointer
  private var given = 0
  private var dataEnd = 0

  private enum Compression {
    case none
    case gzip(GzipStream)
    case other(CompressedStream)
  }

  init(_ source: any ByteSource, from start: Int, format: ArchiveFormat, budget: ArchiveBudget) throws(StorageError) {
    self.budget = budget
    input = ArchiveInput(source, from: start)
    switch format {
    case .tar, .zip: compression = .none
    case .gzip: compression = .gzip(try GzipStream(input))
    case .xz, .zstandard, .bzip2: compression = .other(try CompressedStream(input, format: format))
    }
    // Last, because `deinit` does not run if a statement above throws.
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Returns the next bytes: empty at the end, nil after a failure.
  func next() -> UnsafeRawBufferPointer? {
    do throws(StorageError) {
      return try fill()
    } catch {
      failure = error
      return nil
    }
  }

  /// Skips bytes, which libarchive requests only in an uncompressed tar; returns their number.
  func skip(_ wanted: Int) -> Int {
    let skipped = input.skip(wanted)
    given += skipped
    return skipped
  }

  /// Reads to the end, so that checksums there are verified. Throws if bytes other than zeros follow `end`, the end of the tar's entries.
  func finish(at end: Int) throws(StorageError) {
    while try !fill().isEmpty {}
    guard dataEnd <= end else { throw .bytesAfterEnd }
  }

  private func fill() throws(StorageError) -> UnsafeRawBufferPointer {
    let bytes: UnsafeRawBufferPointer
    switch compression {
    case .none: bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(try input.take(into: buffer))])
    case .gzip(let stream): bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(try stream.inflate(into: buffer))])
    case .other(let stream): bytes = try stream.next()
    }
    if let last = bytes.lastIndex(where: { $0 != 0 }) { dataEnd = given + last + 1 }
    given += bytes.count
    if case .none = compression { return bytes }
    // Before the bytes are used.
    try budget.charge(given - charged, path: "")
    charged = given
    try budget.checkRatio(compressed: input.taken, inflated: given, path: "")
    return bytes
  }
}

final class ArchiveInput {
  private let source: any ByteSource
  private let start: Int
  private var position: Int

  init(_ source: any ByteSource, from start: Int = 0) {
    self.source = source
    self.start = start
    position = start
  }

  var taken: Int { position - start }
  var rest: Int { max(0, source.count - position) }

  func skip(_ wanted: Int) -> Int {
    let possible = max(0, min(wanted, rest))
    position += possible
    return possible
  }

  func take(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    let got = try source.read(at: position, into: buffer, path: "the archive")
    position += got
    return got
  }
}
