extension FixedWidthInteger {
  /// Decodes big-endian bytes; if there are too many, the last ones are used.
  @inlinable package init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = 0
    for byte in bytes { self = self << 8 | Self(truncatingIfNeeded: byte) }
  }

  /// Decodes little-endian bytes; if there are too many, the first ones are used.
  @inlinable package init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
    self.init(bigEndianBytes: bytes.reversed())
  }
}
