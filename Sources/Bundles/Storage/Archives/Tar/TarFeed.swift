internal import CLibArchive
import PropertyLists

/// Gives the bytes of a tar to libarchive, inflated where the tar is compressed, and keeps watch over how much that is.
///
/// gzip is inflated here, by zlib: libarchive passes over gzip's checksum. The other compressions are libarchive's.
final class TarFeed {
  /// Why reading had to stop; libarchive only knows that it did.
  private(set) var failure: StorageError?

  private let compression: Compression
  private let budget: ArchiveBudget
  private let input: ArchiveInput
  private var charged = 0
  private let buffer: UnsafeMutableRawBufferPointer
  /// Bytes of the tar that were given so far, or jumped over.
  private var given = 0
  /// Where the last byte that was given and is not zero ends.
  private var dataEnd = 0

  private enum Compression {
    case none
    case gzip(GzipStream)
    case other(CompressedStream)
  }

  init(
    _ source: any ByteSource, from start: Int, format: ArchiveFormat, budget: ArchiveBudget
  ) throws(StorageError) {
    self.budget = budget
    input = ArchiveInput(source, from: start)
    switch format {
    case .tar, .zip: compression = .none
    case .gzip: compression = .gzip(try GzipStream(input))
    case .xz, .zstandard, .bzip2: compression = .other(try CompressedStream(input, format: format))
    }
    // Last: `deinit` does not run if anything above throws.
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The next bytes, none at the end; nil after a failure.
  func next() -> UnsafeRawBufferPointer? {
    do throws(StorageError) {
      return try fill()
    } catch {
      failure = error
      return nil
    }
  }

  /// Jumps ahead, which libarchive asks for only in a tar that is not compressed; returns by how much.
  func skip(_ wanted: Int) -> Int {
    let skipped = input.skip(wanted)
    given += skipped
    return skipped
  }

  /// Reads to the end, so that checksums there are verified. `end` is where the tar's entries end; throws when anything but zeros follows.
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
    // Before any of it is looked at.
    try budget.charge(given - charged, path: "")
    charged = given
    try budget.checkRatio(compressed: input.taken, inflated: given, path: "")
    return bytes
  }
}

/// The bytes of an archive's file, from some place on, one after the other.
final class ArchiveInput {
  private let source: any ByteSource
  private let start: Int
  private var position: Int

  init(_ source: any ByteSource, from start: Int = 0) {
    self.source = source
    self.start = start
    position = start
  }

  /// How many bytes were taken, or jumped over.
  var taken: Int { position - start }
  /// How many are left.
  var rest: Int { max(0, source.count - position) }

  func skip(_ wanted: Int) -> Int {
    let possible = max(0, min(wanted, rest))
    position += possible
    return possible
  }

  func take(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    do throws(ByteSourceError) {
      let got = try source.read(at: position, into: buffer)
      position += got
      return got
    } catch {
      throw StorageError(.system, path: "the archive", detail: error.description)
    }
  }
}
