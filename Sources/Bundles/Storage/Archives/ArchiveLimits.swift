/// How far archives are read. The defaults hold every real one.
public struct ArchiveLimits: Hashable, Sendable {
  /// Entries of one archive.
  public var entries = 1_000_000
  /// Bytes of one entry's name.
  public var nameBytes = 4096
  /// Bytes of a symbolic link's target; Linux's `PATH_MAX`.
  public var linkBytes = 4096
  /// Bytes of a zip's central directory, or of a tar's names and the targets of its links.
  public var directoryBytes = 256 << 20
  /// Bytes inflated from one archive in all, what is inflated again counted again.
  public var inflatedBytes = 16 << 30
  /// Inflated bytes for each compressed one, past `ratioFloor`. Deflate reaches 1032 on zeros;
  /// other methods far more.
  public var ratio = 1000
  /// Inflated bytes up to which any ratio is taken: a small file of blanks is no bomb.
  public var ratioFloor = 16 << 20
  /// Bytes of small files of a compressed tar kept in memory, so that reading them needs no second pass.
  public var keptBytes = 64 << 20

  /// Makes limits with the defaults.
  public init() {}
}
