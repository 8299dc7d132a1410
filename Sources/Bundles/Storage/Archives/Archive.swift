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
