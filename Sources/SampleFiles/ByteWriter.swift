package struct ByteWriter {
  package var bytes: [UInt8] = []
  let isBigEndian: Bool

  package init(isBigEndian: Bool = true) { self.isBigEndian = isBigEndian }

  package mutating func add(_ numbers: UInt32...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  package mutating func add16(_ numbers: UInt16...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  package mutating func add64(_ numbers: UInt64...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  /// Adds numbers as wide as pointers.
  mutating func add(pointers numbers: UInt64..., is64Bit: Bool) {
    for number in numbers { if is64Bit { add64(number) } else { add(UInt32(truncatingIfNeeded: number)) } }
  }

  package mutating func add(_ more: [UInt8]) { bytes += more }

  package mutating func add(text: String) { bytes += Array(text.utf8) }

  /// Adds a name of at most 16 bytes, filled up to these with zeros.
  package mutating func add(name: String) { add(text: name, filledUpTo: 16) }

  /// Adds a string of at most `length` bytes, padded with zeros.
  package mutating func add(text: String, filledUpTo length: Int) {
    let text = Array(text.utf8.prefix(length))
    bytes += text + [UInt8](repeating: 0, count: length - text.count)
  }
}
