extension FixedWidthInteger {
  /// The number that bytes stand for, the most significant first; of more bytes than it has the last count.
  package init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  /// The same with the least significant byte first.
  package init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
    self.init(bigEndianBytes: bytes.reversed())
  }
}
