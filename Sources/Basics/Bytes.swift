package struct ByteSet: Sendable {
  @usableFromInline var words = SIMD4<UInt64>.zero

  package init() {}

  package mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  }

  package mutating func invert() { words = ~words }

  @inlinable package func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
}

// Character classes of ASCII.
extension UInt8 {
  package var isASCIIDigit: Bool { 0x30...0x39 ~= self }
  package var isASCIILowercase: Bool { 0x61...0x7A ~= self }
  package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}

extension [UInt8] {
  /// The bytes that `fill` writes into a buffer of `count` bytes: as many as it returns.
  package init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
      try fill(UnsafeMutableRawBufferPointer(buffer))
    }
    bytes.removeLast(count - filled)
    self = bytes
  }
}

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

extension RandomAccessCollection where Index == Int {
  /// The first position whose element satisfies a condition that all elements after it satisfy as well; the end if
  /// there is none.
  @inlinable package func partitionPoint<Failure: Error>(
    _ isAfter: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if try isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
