import Basics
internal import CLibArchive
import PropertyLists

/// A sequential pass through a tar from a given position. Must not be used by several threads at once.
///
/// libarchive parses the format, like macOS's `tar`; it gets only this format, decompressed.
final class TarPass {
  struct Header {
    var name: [UInt8]
    var mode: UInt32
    var size: Int
    var symbolicLink: [UInt8]?
    var hardLink: [UInt8]?
    /// The position of the header in the uncompressed tar.
    var position: Int
  }

  private(set) var passed = 0

  private let archive: OpaquePointer
  private let feed: TarFeed
  private let start: Int
  private let seeks: Bool

  /// Starts at the byte `start`, which must be the start of a header, and 0 in a compressed tar.
  init(
    _ source: any ByteSource, format: ArchiveFormat, from start: Int = 0, budget: ArchiveBudget
  ) throws(StorageError) {
    self.start = start
    seeks = format == .tar
    feed = try TarFeed(source, from: start, format: format, budget: budget)
    guard let archive = archive_read_new() else {
      throw StorageError(.system, path: "the archive", detail: "out of memory")
    }
    self.archive = archive
    archive_read_support_format_tar(archive)
    // macOS's build treats `._` files as attributes of other entries and hides them; elsewhere the option is unknown.
    archive_read_set_format_option(archive, "tar", "mac-ext", nil)
    archive_read_set_read_callback(archive) { _, context, bytes in
      guard let context else { return -1 }
      let feed = Unmanaged<TarFeed>.fromOpaque(context).takeUnretainedValue()  // the pass keeps it alive
      guard let next = feed.next() else { return -1 }
      bytes?.pointee = next.baseAddress
      return next.count
    }
    if format == .tar {
      archive_read_set_skip_callback(archive) { _, context, wanted in
        guard let context else { return 0 }
        let feed = Unmanaged<TarFeed>.fromOpaque(context).takeUnretainedValue()  // the pass keeps it alive
        return la_int64_t(feed.skip(Int(clamping: wanted)))
      }
    }
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(feed).toOpaque())
    guard archive_read_open1(archive) == ARCHIVE_OK else { throw failure() }
  }

  deinit { archive_read_free(archive) }

  /// Skips the rest of the current entry and returns the next, or nil at the end of the archive.
  func next() throws(StorageError) -> Header? {
    if passed > 0 { try skipBytes() }
    var entry: OpaquePointer?
    let code = archive_read_next_header(archive, &entry)
    if code == ARCHIVE_EOF {
      try feed.finish(at: Int(clamping: archive_read_header_position(archive)))
      return nil
    }
    // A warning concerns a name that is not ASCII, which is read as bytes, or attributes that are not used.
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else { throw failure() }
    passed += 1
    guard let name = Self.bytes(archive_entry_pathname(entry)) else { throw .entry(.entryName, "", "has no name") }
    let size = archive_entry_size(entry)
    guard size >= 0 else { throw .entry(.malformedArchive, Self.text(name), "has a negative size") }
    let position = start.addingReportingOverflow(Int(clamping: archive_read_header_position(archive)))
    return Header(
      name: name, mode: UInt32(archive_entry_mode(entry)), size: Int(clamping: size),
      symbolicLink: Self.bytes(archive_entry_symlink(entry)), hardLink: Self.bytes(archive_entry_hardlink(entry)),
      position: position.partialValue)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, path: String) throws(StorageError) -> Int {
    let got = archive_read_data(archive, buffer.baseAddress, buffer.count)
    guard got >= 0 else { throw failure(path) }
    return got
  }

  /// Skips the rest of the entry: directly in an uncompressed tar, otherwise block by block, so that the feed's budget applies.
  private func skipBytes() throws(StorageError) {
    if seeks {
      guard archive_read_data_skip(archive) == ARCHIVE_OK else { throw failure() }
      return
    }
    while true {
      var bytes: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let code = archive_read_data_block(archive, &bytes, &count, &offset)
      if code == ARCHIVE_EOF { return }
      guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure() }
    }
  }

  private func failure(_ path: String = "") -> StorageError {
    if let failure = feed.failure { return failure }
    let words = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return path.isEmpty
      ? .malformedArchive("cannot be read: \(words)") : .entry(.malformedArchive, path, "cannot be read: \(words)")
  }

  private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
    guard let text else { return nil }
    // libarchive's strings end with a NUL.
    return UnsafeRawBufferPointer(start: text, count: strlen(text)).map { $0 }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
