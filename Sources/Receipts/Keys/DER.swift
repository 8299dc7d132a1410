/// A strict reader for the subset of DER (X.690) in keys and signatures: one-byte tags, shortest lengths, no trailing bytes.
struct DERReader {
  enum Tag: UInt8 {
    case integer = 0x02
    case bitString = 0x03
    case octetString = 0x04
    case objectIdentifier = 0x06
    case sequence = 0x30
    /// `[0]`, constructed.
    case context0 = 0xA0
    /// `[1]`, constructed.
    case context1 = 0xA1
    /// `[1]` of RFC 5958, implicit.
    case implicit1 = 0x81
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

  func has(_ tag: Tag) -> Bool { rest.first == tag.rawValue }

  mutating func take(_ tag: Tag) throws(ReceiptError) -> ArraySlice<UInt8> {
    guard rest.popFirst() == tag.rawValue, let first = rest.popFirst() else { throw Self.malformed }
    var length = Int(first)
    if first >= 0x80 {
      // Keys have at most a few hundred bytes.
      guard first == 0x81 || first == 0x82 else { throw Self.malformed }
      length = 0
      for _ in 0..<Int(first & 0x7F) {
        guard let byte = rest.popFirst() else { throw Self.malformed }
        length = length << 8 | Int(byte)
      }
      guard length >= (first == 0x81 ? 0x80 : 0x100) else { throw Self.malformed }
    }
    guard length <= rest.count else { throw Self.malformed }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  mutating func enter(_ tag: Tag) throws(ReceiptError) -> DERReader { DERReader(try take(tag)) }

  /// Reads a bit string, whose length must be a multiple of 8 bits.
  mutating func takeBits(_ tag: Tag = .bitString) throws(ReceiptError) -> [UInt8] {
    let bits = try take(tag)
    guard bits.first == 0 else { throw Self.malformed }
    return Array(bits.dropFirst())
  }

  /// Reads a nonnegative integer in its shortest form and returns `count` bytes, most significant first.
  mutating func takeNumber(_ count: Int) throws(ReceiptError) -> [UInt8] {
    let bytes = Array(try take(.integer))
    let number = bytes.drop { $0 == 0 }
    guard number.count <= count, bytes == DERWriter.number(number) else { throw Self.malformed }
    return [UInt8](repeating: 0, count: count - number.count) + number
  }

  func end() throws(ReceiptError) {
    guard rest.isEmpty else { throw Self.malformed }
  }

  static let malformed = ReceiptError.key("the key is damaged: its content is not a key")
}

enum DERWriter {
  /// Returns an encoded value. The contents must be shorter than 128 bytes.
  static func value(_ tag: DERReader.Tag, _ contents: [UInt8]) -> [UInt8] {
    [tag.rawValue, UInt8(truncatingIfNeeded: contents.count)] + contents
  }

  /// Returns the contents of a nonnegative integer in its shortest form. `bytes` start with the most significant.
  static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let shortest = bytes.drop { $0 == 0 }
    return (shortest.first ?? 0x80) >= 0x80 ? [0] + shortest : Array(shortest)
  }
}
