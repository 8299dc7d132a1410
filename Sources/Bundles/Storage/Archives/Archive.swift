import Basics
import PropertyLists

/// An archive whose index is in memory and whose contents are read on request.
///
/// `path` is the entry's name in errors.
protocol Archive: Sendable {
  var index: ArchiveIndex { get }

  /// The position of an entry's bytes; larger for entries that come later in the archive.
  func position(of entry: Int) -> Int
  func size(of entry: Int, path: String) throws(StorageError) -> Int
  /// The bytes that the file `entry` takes in the archive; nil if files are not compressed one by one.
  func compressedSize(of entry: Int) -> Int?
  func linkTarget(of entry: Int, path: String) throws(StorageError) -> [UInt8]
  /// The bytes of the file `entry`, verified against its checksum if the format has one.
  func read(_ entry: Int, path: String, limit: Int) throws(StorageError) -> [UInt8]
  func source(of entry: Int, path: String) throws(StorageError) -> any ByteSource
  /// Throws if any of `entries` can never be read, so that no part of a bundle is skipped silently.
  func checkReadable(_ entries: ArraySlice<Int>) throws(StorageError)
}

/// The limits on reading archives. The defaults suffice for every real archive.
package struct ArchiveLimits: Hashable, Sendable {
  package var entries = 1_000_000
  package var nameBytes = 4096
  /// The maximum length of a symbolic link's target, in bytes; Linux's `PATH_MAX`.
  package var linkBytes = 4096
  /// The maximum size of a zip's central directory, or of a tar's names and link targets, in bytes.
  package var directoryBytes = 256 << 20
  /// The maximum number of bytes decompressed from one archive, including repeated decompression.
  package var inflatedBytes = 16 << 30
  /// The maximum ratio of decompressed to compressed bytes beyond `ratioFloor`. Deflate reaches 1032 for zeros; other methods far more.
  package var ratio = 1000
  /// The number of decompressed bytes up to which any ratio is allowed: a small file of spaces is not a bomb.
  package var ratioFloor = 16 << 20
  /// The maximum size of small files of a compressed tar to keep in memory, so that reading them needs no second pass, in bytes.
  package var keptBytes = 64 << 20

  package init() {}
}

/// Limits the total decompressed size of one archive, so that a small archive cannot keep a check busy indefinitely.
final class ArchiveBudget: Sendable {
  let limits: ArchiveLimits
  private let used = Locked<Int>(0)

  init(_ limits: ArchiveLimits) { self.limits = limits }

  func charge(_ count: Int, path: String) throws(StorageError) {
    let isWithin = used.withValue { used in
      let sum = used.addingReportingOverflow(max(0, count))
      used = sum.overflow ? .max : sum.partialValue
      return used <= limits.inflatedBytes
    }
    guard isWithin else {
      throw StorageError(
        .archiveBomb, path: path, limit: limits.inflatedBytes,
        detail: "expands beyond the limit of \(limits.inflatedBytes) bytes for this archive")
    }
  }

  func checkRatio(compressed: Int, inflated: Int, path: String) throws(StorageError) {
    guard inflated > limits.ratioFloor else { return }
    guard inflated / max(1, compressed) < limits.ratio else {
      throw StorageError(
        .archiveBomb, path: path, limit: limits.ratio,
        detail: "expands to more than \(limits.ratio) times its compressed size")
    }
  }
}
