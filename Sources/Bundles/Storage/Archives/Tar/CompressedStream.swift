internal import CLibArchive

/// Decompresses xz, Zstandard or bzip2 with libarchive, which verifies the checksums.
final class CompressedStream {
  private let archive: OpaquePointer
  private let input: Input
  private var hasEnded = false

  private final class Input {
    let source: ArchiveInput
    var failure: StorageError?
    /// Small, so that the decompressed size is checked often.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)

    init(_ source: ArchiveInput) { self.source = source }

    deinit { buffer.deallocate() }

    func next() -> Int {
      do throws(StorageError) {
        return try source.take(into: buffer)
      } catch {
        failure = error
        return -1
      }
    }
  }

  init(_ source: ArchiveInput, format: ArchiveFormat) throws(StorageError) {
    input = Input(source)
    guard let archive = archive_read_new() else {
      throw StorageError(.system, path: "the archive", detail: "out of memory")
    }
    self.archive = archive
    archive_read_support_format_raw(archive)
    switch format {
    case .tar, .zip, .gzip: break
    case .xz: archive_read_support_filter_xz(archive)
    case .zstandard: archive_read_support_filter_zstd(archive)
    case .bzip2: archive_read_support_filter_bzip2(archive)
    }
    archive_read_set_read_callback(archive) { _, context, bytes in
      guard let context else { return -1 }
      let input = Unmanaged<Input>.fromOpaque(context).takeUnretainedValue()  // the stream keeps it alive
      bytes?.pointee = UnsafeRawPointer(input.buffer.baseAddress)
      return input.next()
    }
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(input).toOpaque())
    guard archive_read_open1(archive) == ARCHIVE_OK else { throw failure() }
    // Only one compression is allowed; the count includes the uncompressed source.
    guard archive_filter_count(archive) == 2 else { throw .malformedArchive("is compressed more than once") }
    var entry: OpaquePointer?
    switch archive_read_next_header(archive, &entry) {
    case ARCHIVE_OK: break
    case ARCHIVE_EOF: hasEnded = true
    default: throw failure()
    }
  }

  deinit { archive_read_free(archive) }

  /// Returns the next bytes, valid until the next call; empty at the end.
  func next() throws(StorageError) -> UnsafeRawBufferPointer {
    while !hasEnded {
      var bytes: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      switch archive_read_data_block(archive, &bytes, &count, &offset) {
      case ARCHIVE_OK, ARCHIVE_WARN:
        if count > 0 { return UnsafeRawBufferPointer(start: bytes, count: count) }
      case ARCHIVE_EOF: hasEnded = true
      default: throw failure()
      }
    }
    // The last filter is the file itself. It may have been read further than the decompressor needed.
    let used = Int(clamping: archive_filter_bytes(archive, -1))
    guard used == input.source.taken, input.source.rest == 0 else { throw .bytesAfterStream }
    return UnsafeRawBufferPointer(start: nil, count: 0)
  }

  private func failure() -> StorageError {
    if let failure = input.failure { return failure }
    let words = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return .malformedArchive("cannot be read: \(words)")
  }
}
