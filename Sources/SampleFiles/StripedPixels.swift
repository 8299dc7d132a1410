/// The compressed image data of two vertical stripes: small for any size, and decodable.
///
/// Every line after the first repeats it (filter `Up`), so that almost all bytes are zeros. They are encoded as repetitions in the
/// fixed code of deflate (RFC 1951, 3.2.6) without a compressor.
package struct StripedPixels {
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var bytes: [UInt8] = []
  // Adler-32 (RFC 1950, 8.2).
  private var sum: UInt64 = 1
  private var sumOfSums: UInt64 = 0

  /// The data for this many bytes per pixel. `isInterlaced` makes the seven images of Adam7; `isRaw` omits zlib's header and
  /// checksum, like Xcode's own form of PNG.
  package static func data(
    width: Int, height: Int, bytesPerPixel: Int, isInterlaced: Bool = false, isRaw: Bool = false
  ) -> [UInt8] {
    var pixels = StripedPixels()
    // The last and only block, in the fixed code.
    pixels.add(bits: 0b011, count: 3)
    let passes =
      isInterlaced
      ? [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
      : [(0, 1, 0, 1)]
    for (left, across, top, down) in passes {
      let columns = (width - left + across - 1) / across
      let lines = (height - top + down - 1) / down
      if columns > 0, lines > 0 { pixels.add(columns: columns, lines: lines, bytesPerPixel) }
    }
    // The end of the block: seven zeros.
    pixels.add(bits: 0, count: 7)
    if pixels.bitCount > 0 { pixels.bytes.append(UInt8(truncatingIfNeeded: pixels.bits)) }
    if isRaw { return pixels.bytes }
    var checksum = ByteWriter()
    checksum.add(UInt32(pixels.sumOfSums << 16 | pixels.sum))
    return [0x78, 0x01] + pixels.bytes + checksum.bytes
  }

  private mutating func add(columns: Int, lines: Int, _ bytesPerPixel: Int) {
    // Filter `Sub`: bytes are added to the pixel on the left. Pixels are opaque; alpha is the last byte of two or four.
    let hasAlpha = bytesPerPixel % 2 == 0
    let dark = (0..<bytesPerPixel).map { hasAlpha && $0 == bytesPerPixel - 1 ? UInt8(255) : UInt8(40 + 30 * $0) }
    let step = (0..<bytesPerPixel).map { hasAlpha && $0 == bytesPerPixel - 1 ? UInt8(0) : UInt8(60) }
    let half = columns / 2
    add(literal: 1)
    for byte in dark { add(literal: byte) }
    addZeros(max(0, half - 1) * bytesPerPixel)
    if half > 0 {
      for byte in step { add(literal: byte) }
      addZeros((columns - half - 1) * bytesPerPixel)
    } else {
      addZeros((columns - 1) * bytesPerPixel)
    }
    for _ in 1..<max(1, lines) {
      add(literal: 2)
      addZeros(columns * bytesPerPixel)
    }
  }

  private mutating func addZeros(_ count: Int) {
    if count <= 0 { return }
    add(literal: 0)
    var rest = count - 1
    // Lengths 258 and 10 have codes without extra bits; the distance is 1, code 0 with five bits.
    for (length, code, width) in [(258, 0b1100_0101, 8), (10, 0b000_1000, 7)] {
      while rest >= length {
        add(code: code, width)
        add(bits: 0, count: 5)
        rest -= length
        sumZeros(length)
      }
    }
    for _ in 0..<rest { add(literal: 0) }
  }

  private mutating func sumZeros(_ count: Int) { sumOfSums = (sumOfSums + UInt64(count) * sum) % 65_521 }

  private mutating func add(literal: UInt8) {
    let value = Int(literal)
    if value < 144 { add(code: 0x30 + value, 8) } else { add(code: 0x190 + value - 144, 9) }
    sum = (sum + UInt64(literal)) % 65_521
    sumOfSums = (sumOfSums + sum) % 65_521
  }

  /// The most significant bit of a code is first; of everything else, the least significant one.
  private mutating func add(code: Int, _ width: Int) {
    for bit in (0..<width).reversed() { add(bits: UInt64(code >> bit & 1), count: 1) }
  }

  private mutating func add(bits more: UInt64, count: Int) {
    bits |= more << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}
