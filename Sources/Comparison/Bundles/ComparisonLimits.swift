/// How much is read to compare two bundles.
package struct ComparisonLimits: Hashable, Sendable {
  /// Bytes of all files of one side together, as the file system states them.
  package var bytes: Int
  /// Bytes of one property list or strings file that is compared value by value; of a larger one, only that it differs is told.
  package var listBytes: Int

  /// Makes limits; the defaults, 128 GiB and 64 MiB, hold every real bundle.
  package init(bytes: Int = 128 << 30, listBytes: Int = 64 << 20) {
    self.bytes = bytes
    self.listBytes = listBytes
  }
}
