import Basics
import PropertyLists

/// An archive whose entries are known and whose bytes are read when asked for.
///
/// `path` is how the entry is called in errors.
protocol Archive: Sendable {
  var index: ArchiveIndex { get }

  /// Where the bytes of `entry` lie: those of an entry with a greater number come later.
  func position(of entry: Int) -> Int
  /// The inflated size of the file `entry`.
  func size(of entry: Int, path: String) throws(StorageError) -> Int
  /// What the symbolic link `entry` says.
  func linkTarget(of entry: Int, path: String) throws(StorageError) -> [UInt8]
  /// The bytes of the file `entry`, checked against its checksum where the format has one.
  func read(_ entry: Int, path: String, limit: Int) throws(StorageError) -> [UInt8]
  /// The file `entry` for reading piece by piece.
  func source(of entry: Int, path: String) throws(StorageError) -> any ByteSource
  /// Throws when one of `entries` can never be read, so that no part of a bundle stays unseen.
  func admit(_ entries: ArraySlice<Int>) throws(StorageError)
}

/// How far archives are read. The defaults hold every real one.
package struct ArchiveLimits: Hashable, Sendable {
  /// Entries of one archive.
  package var entries = 1_000_000
  /// Bytes of one entry's name.
  package var nameBytes = 4096
  /// Bytes of a symbolic link's target; Linux's `PATH_MAX`.
  package var linkBytes = 4096
  /// Bytes of a zip's central directory, or of a tar's names and the targets of its links.
  package var directoryBytes = 256 << 20
  /// Bytes inflated from one archive in all, what is inflated again counted again.
  package var inflatedBytes = 16 << 30
  /// Inflated bytes for each compressed one, past `ratioFloor`. Deflate reaches 1032 on zeros;
  /// other methods far more.
  package var ratio = 1000
  /// Inflated bytes up to which any ratio is taken: a small file of blanks is no bomb.
  package var ratioFloor = 16 << 20
  /// Bytes of small files of a compressed tar kept in memory, so that reading them needs no second pass.
  package var keptBytes = 64 << 20

  /// Makes limits with the defaults.
  package init() {}
}

/// Counts what one archive inflates to, so that a small one can't keep a check busy without end.
final class ArchiveBudget: Sendable {
  let limits: ArchiveLimits
  private let used = Locked<Int>(0)

  init(_ limits: ArchiveLimits) { self.limits = limits }

  /// Takes `count` bytes; throws when that is more than is left.
  func charge(_ count: Int, path: String) throws(StorageError) {
    let isWithin = used.withValue { used in
      let sum = used.addingReportingOverflow(max(0, count))
      used = sum.overflow ? .max : sum.partialValue
      return used <= limits.inflatedBytes
    }
    guard isWithin else { throw .inflatedTooMuch(limits.inflatedBytes, path: path) }
  }

  /// Throws when `compressed` bytes became suspiciously many.
  func checkRatio(compressed: Int, inflated: Int, path: String) throws(StorageError) {
    guard inflated > limits.ratioFloor else { return }
    guard inflated / max(1, compressed) < limits.ratio else { throw .inflatedRatio(limits.ratio, path: path) }
  }
}
