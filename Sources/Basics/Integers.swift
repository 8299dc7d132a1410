extension FixedWidthInteger {
  /// The number that bytes stand for, the most significant first; of more bytes than it has the last count.
  @inlinable package init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = 0
    for byte in bytes { self = self << 8 | Self(truncatingIfNeeded: byte) }
  }

  /// The same with the least significant byte first.
  @inlinable package init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
    self.init(bigEndianBytes: bytes.reversed())
  }
}
