/// Bytes of a file that a test makes.
package struct ByteWriter {
  package var bytes: [UInt8] = []
  let isBigEndian: Bool

  /// Starts with nothing.
  package init(isBigEndian: Bool = true) { self.isBigEndian = isBigEndian }

  /// Adds numbers of four bytes.
  package mutating func add(_ numbers: UInt32...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  /// Adds numbers of two bytes.
  package mutating func add16(_ numbers: UInt16...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  /// Adds numbers of eight bytes.
  package mutating func add64(_ numbers: UInt64...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }

  /// Adds bytes as they are.
  package mutating func add(_ more: [UInt8]) { bytes += more }

  /// Adds the text's UTF-8.
  package mutating func add(text: String) { bytes += Array(text.utf8) }

  /// Adds a name of at most 16 bytes, filled up to these with zeros.
  package mutating func add(name: String) { add(text: name, filledUpTo: 16) }

  /// Adds a string of at most `length` bytes, padded with zeros.
  package mutating func add(text: String, filledUpTo length: Int) {
    let text = Array(text.utf8.prefix(length))
    bytes += text + [UInt8](repeating: 0, count: length - text.count)
  }
}
