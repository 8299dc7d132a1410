import Basics

enum KeyBytes {
  /// Random for each process, so that no file can be crafted whose keys all collide. No result depends on it.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  @inline(__always) static func equal(
    _ a: UnsafePointer<UInt8>, _ aCount: Int, _ b: UnsafePointer<UInt8>, _ bCount: Int
  ) -> Bool {
    aCount == bCount && (aCount == 0 || (a[0] == b[0] && memcmp(a, b, aCount) == 0))
  }

  /// Compares by bytes, then by length; the result is negative, zero or positive.
  @inline(__always) static func compare(
    _ a: UnsafePointer<UInt8>, _ aCount: Int, _ b: UnsafePointer<UInt8>, _ bCount: Int
  ) -> Int {
    let common = min(aCount, bCount)
    if common > 0 {
      let first = Int(a[0]) - Int(b[0])
      if first != 0 { return first }
      let rest = Int(memcmp(a, b, common))
      if rest != 0 { return rest }
    }
    return aCount - bCount
  }

  @inline(__always) static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    var at = UnsafeRawPointer(bytes)
    var left = count
    while left >= 8 {
      state = fold(state ^ at.loadUnaligned(as: UInt64.self))
      at += 8
      left -= 8
    }
    var tail: UInt64 = 0
    while left > 0 {
      left -= 1
      tail = tail << 8 | UInt64(at.load(fromByteOffset: left, as: UInt8.self))
    }
    return fold(fold(state ^ tail))
  }

  @inline(__always) private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (seed &* 2))
    return product.high ^ product.low
  }

  /// The number of slots of a hash table for `count` keys: a power of two, at most half full.
  @inline(__always) static func tableSize(for count: Int) -> Int {
    1 << (Int.bitWidth - (count * 2 - 1).leadingZeroBitCount)
  }

  /// Dictionaries with up to this many keys are searched linearly.
  static let linearLimit = 16
}
