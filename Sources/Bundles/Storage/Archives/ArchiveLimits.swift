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
