/// Decodes Base64 like Core Foundation (`CFPropertyList.c`, `getDataTag`): four characters at a time, ignoring others in between.
enum Base64Text {
  enum Defect { case truncated, malformed }

  enum Result {
    case decoded(Defect?)
    /// A byte that stops decoding: markup, or not ASCII.
    case unexpected(offset: Int)
  }

  static func decode(
    _ text: UnsafePointer<UInt8>, _ count: Int, into out: inout GrowingBuffer<UInt8>
  ) -> Result {
    var to = out.reserve(count / 4 * 3 + 3)
    let start = to
    return table.withUnsafeBufferPointer { table in
      var group: UInt32 = 0
      var filled = 0
      var padding = 0
      var defect: Defect?
      var hasEnded = false
      var next = 0
      while next < count {
        // Complete groups, which are almost everything.
        while filled == 0, !hasEnded, padding == 0, next + 4 <= count {
          let first = table[Int(text[next])]
          let second = table[Int(text[next &+ 1])]
          let third = table[Int(text[next &+ 2])]
          let fourth = table[Int(text[next &+ 3])]
          guard first | second | third | fourth < 64 else { break }
          let bits = UInt32(first) << 18 | UInt32(second) << 12 | UInt32(third) << 6 | UInt32(fourth)
          to[0] = UInt8(truncatingIfNeeded: bits >> 16)
          to[1] = UInt8(truncatingIfNeeded: bits >> 8)
          to[2] = UInt8(truncatingIfNeeded: bits)
          to += 3
          next += 4
        }
        guard next < count else { break }
        let at = next
        let byte = text[at]
        next += 1
        let value = table[Int(byte)]
        if value < 64 {
          if hasEnded || padding > 0 { defect = .malformed }
          padding = 0
          group = group << 6 | UInt32(value)
        } else if value == equals {
          if hasEnded { defect = .malformed }
          padding += 1
          group <<= 6
        } else if value == blank {
          continue
        } else if value == forbidden {
          return .unexpected(offset: at)
        } else {
          defect = .malformed
          padding = 0
          continue
        }
        filled += 1
        guard filled == 4 else { continue }
        filled = 0
        to[0] = UInt8(truncatingIfNeeded: group >> 16)
        to += 1
        if padding < 2 {
          to[0] = UInt8(truncatingIfNeeded: group >> 8)
          to += 1
        }
        if padding < 1 {
          to[0] = UInt8(truncatingIfNeeded: group)
          to += 1
        }
        hasEnded = padding > 0
        padding = 0
        group = 0
      }
      if filled != 0 { defect = .truncated }
      out.advance(to - start)
      return .decoded(defect)
    }
  }

  private static let equals: UInt8 = 64
  private static let blank: UInt8 = 65
  private static let forbidden: UInt8 = 66
  private static let junk: UInt8 = 67

  private static let table: [UInt8] = {
    var table = [UInt8](repeating: junk, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(truncatingIfNeeded: value) }
    for byte in 0x80..<256 { table[byte] = forbidden }
    for byte in " \t\n\r\u{0B}\u{0C}".utf8 { table[Int(byte)] = blank }
    table[Int(UInt8(ascii: "="))] = equals
    table[Int(UInt8(ascii: "<"))] = forbidden
    return table
  }()
}
