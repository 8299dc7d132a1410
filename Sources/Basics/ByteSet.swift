package struct ByteSet: Sendable {
  @usableFromInline var words = SIMD4<UInt64>.zero

  package init() {}

  package mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  }

  package mutating func invert() { words = ~words }

  @inlinable package func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
}
