package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes with padding, on one line; returns an empty string for nil.
  package static func encode(_ bytes: UnsafeRawBufferPointer?) -> String {
    guard let bytes else { return "" }
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    func append(_ group: UInt32) {
      text.append(alphabet[Int(group &>> 18)])
      text.append(alphabet[Int(group &>> 12 & 63)])
      text.append(alphabet[Int(group &>> 6 & 63)])
      text.append(alphabet[Int(group & 63)])
    }
    var position = 0
    while position + 3 <= bytes.count {
      append(UInt32(bytes[position]) &<< 16 | UInt32(bytes[position + 1]) &<< 8 | UInt32(bytes[position + 2]))
      position += 3
    }
    let left = bytes.count - position
    if left > 0 {
      append(UInt32(bytes[position]) &<< 16 | (left == 2 ? UInt32(bytes[position + 1]) &<< 8 : 0))
      text.replaceSubrange((text.count - 3 + left)..., with: repeatElement(UInt8(ascii: "="), count: 3 - left))
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  /// Decodes digits of the standard alphabet; returns nil for anything else, including missing padding and blanks.
  ///
  /// Unused bits of the last digit must be zero, so that the encoding is unique, unless `ignoresUnusedBits`.
  package static func decode(_ digits: some Collection<UInt8>, ignoresUnusedBits: Bool = false) -> [UInt8]? {
    // In unoptimized builds, contiguous bytes take a tenth of the time.
    digits.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0), ignoresUnusedBits) }
      ?? Array(digits).withUnsafeBytes { decode($0, ignoresUnusedBits) }
  }

  private static func decode(_ digits: UnsafeRawBufferPointer, _ ignoresUnusedBits: Bool) -> [UInt8]? {
    guard digits.count % 4 == 0 else { return nil }
    var padding = 0
    while padding < min(2, digits.count), digits[digits.count - 1 - padding] == UInt8(ascii: "=") { padding += 1 }
    let values = values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var position = 0
    while position < digits.count {
      // Padding adds no bits.
      let isLast = padding > 0 && position + 4 == digits.count
      let third = isLast && padding == 2 ? 0 : values[Int(digits[position + 2])]
      let fourth = isLast ? 0 : values[Int(digits[position + 3])]
      let (first, second) = (values[Int(digits[position])], values[Int(digits[position + 1])])
      // No value has the bit of 64.
      guard (first | second | third | fourth) & 64 == 0 else { return nil }
      bytes.append(first &<< 2 | second &>> 4)
      if isLast && padding == 2 {
        guard ignoresUnusedBits || second & 15 == 0 else { return nil }
      } else {
        bytes.append(second &<< 4 | third &>> 2)
        if isLast {
          guard ignoresUnusedBits || third & 3 == 0 else { return nil }
        } else {
          bytes.append(third &<< 6 | fourth)
        }
      }
      position += 4
    }
    return bytes
  }

  /// Decodes digits of the standard or the URL-safe alphabet, but not of both.
  package static func decode(ofEitherAlphabet digits: some Collection<UInt8>) -> [UInt8]? {
    let (plus, slash, minus, underscore) = (
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_")
    )
    guard digits.contains(where: { $0 == minus || $0 == underscore }) else { return decode(digits) }
    guard !digits.contains(where: { $0 == plus || $0 == slash }) else { return nil }
    return decode(digits.map { $0 == minus ? plus : $0 == underscore ? slash : $0 })
  }

  /// The value of each byte as a digit; 64 for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}
