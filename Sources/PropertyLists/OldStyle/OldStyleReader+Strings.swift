import Basics

extension OldStyleReader {
  @inline(__always) func isStringStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || OldStyleCharacters.isBare(byte)
  }

  /// Skips blanks and comments. An unterminated comment extends to the end of the text.
  @inline(__always) mutating func skipBlanks() {
    while at < end {
      let byte = text[at]
      if byte == 0x20 || (byte >= 9 && byte <= 13) {
        at += 1
      } else if byte == UInt8(ascii: "/"), at + 1 < end, text[at + 1] == UInt8(ascii: "*") {
        blockComment()
      } else if byte == UInt8(ascii: "/"), at + 1 < end, text[at + 1] == UInt8(ascii: "/") {
        lineComment()
      } else if byte == 0xE2, isLineSeparator(at) {
        at += 3
      } else {
        return
      }
    }
  }

  private mutating func blockComment() {
    let start = at
    at += 2
    while at < end {
      guard let star = memchr(text + at, Int32(UInt8(ascii: "*")), end - at) else { break }
      at = star - UnsafeMutableRawPointer(mutating: text) + 1
      if at < end, text[at] == UInt8(ascii: "/") {
        at += 1
        return
      }
    }
    at = end
    builder.remark(.unterminatedComment, "a /* without a */; the rest of the file is a comment", at: start, node: 0)
  }

  private mutating func lineComment() {
    at += 2
    while at < end, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r"), !isLineSeparator(at) { at += 1 }
  }

  /// U+2028 and U+2029 end lines, too.
  @inline(__always) private func isLineSeparator(_ at: Int) -> Bool {
    text[at] == 0xE2 && at + 2 < end && text[at + 1] == 0x80 && text[at + 2] & 0xFE == 0xA8
  }

  mutating func string() throws(PropertyListError) -> TextRange {
    let quote = text[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = at
      while at < end, OldStyleCharacters.isBare(text[at]) { at += 1 }
      return TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: at - start))
    }
    let start = at + 1
    let mark = nextMark(quote, from: start)
    guard mark < end else { throw .unterminatedString(at: at) }
    if text[mark] != quote { return try escapedString(quote, start, mark) }
    at = mark + 1
    return TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: mark - start))
  }

  /// The position of the next quote or backslash, or the end; scans eight bytes at a time.
  private func nextMark(_ quote: UInt8, from start: Int) -> Int {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (quotes, backslashes) = (ones &* UInt64(quote), ones &* UInt64(UInt8(ascii: "\\")))
    var scan = start
    while end - scan >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(text + scan).loadUnaligned(as: UInt64.self))
      // A byte that is 0 here is a match, and the lowest one found is always correct.
      let (quote, backslash) = (word ^ quotes, word ^ backslashes)
      let found = ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & highs
      if found != 0 { return scan + found.trailingZeroBitCount / 8 }
      scan += 8
    }
    while scan < end, text[scan] != quote, text[scan] != UInt8(ascii: "\\") { scan += 1 }
    return scan
  }

  private mutating func escapedString(_ quote: UInt8, _ start: Int, _ firstEscape: Int) throws(PropertyListError)
    -> TextRange
  {
    let opening = start - 1
    let before = builder.decoded.count
    builder.decoded.append(text + start, count: firstEscape - start)
    at = firstEscape
    while at < end {
      let byte = text[at]
      if byte == quote {
        at += 1
        return builder.decodedRange(since: before)
      }
      if byte == UInt8(ascii: "\\") {
        at += 1
        guard at < end else { break }
        escape()
        continue
      }
      let run = nextMark(quote, from: at)
      builder.decoded.append(text + at, count: run - at)
      at = run
    }
    throw .unterminatedString(at: opening)
  }

  private mutating func escape() {
    let start = at - 1
    let byte = text[at]
    at += 1
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = UInt32(byte &- 0x30)
      var digits = 1
      while digits < 3, at < end, text[at] &- 0x30 <= 7 {
        value = value * 8 + UInt32(text[at] &- 0x30)
        at += 1
        digits += 1
      }
      if value > 0xFF { remarkEscape("is larger than one byte; only its lower 8 bits are used", start) }
      put(NextStepEncoding.scalar(UInt8(truncatingIfNeeded: value)))
    case UInt8(ascii: "U"): unicodeEscape(start)
    case UInt8(ascii: "a"): put(7)
    case UInt8(ascii: "b"): put(8)
    case UInt8(ascii: "f"): put(12)
    case UInt8(ascii: "n"): put(10)
    case UInt8(ascii: "r"): put(13)
    case UInt8(ascii: "t"): put(9)
    case UInt8(ascii: "v"): put(11)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "\n"): put(UInt32(byte))
    default:
      // Any other character represents itself; a multi-byte character is copied completely.
      at -= 1
      let length = byte < 0x80 ? 1 : UTF8Check.sequence(text + at, end - at) ?? 1
      builder.decoded.append(text + at, count: length)
      at += length
      remarkEscape("is not an escape sequence; the backslash is ignored", start)
    }
  }

  /// Reads `\U` and up to four digits: a UTF-16 unit, which may be half of a pair.
  private mutating func unicodeEscape(_ start: Int) {
    let (unit, digits) = hexUnit(at)
    at += digits
    if digits == 0 { remarkEscape("has no digits; it is read as a null character", start) }
    guard unit & 0xF800 == 0xD800 else { return put(unit) }
    if unit < 0xDC00, at + 1 < end, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "U") {
      let (second, more) = hexUnit(at + 2)
      if second & 0xFC00 == 0xDC00 {
        at += 2 + more
        return put(0x10000 + ((unit & 0x3FF) << 10 | (second & 0x3FF)))
      }
    }
    builder.remark(.malformedUTF16, "an unpaired surrogate; it is read as U+FFFD", at: start, node: builder.nextNode)
    put(0xFFFD)
  }

  private func hexUnit(_ start: Int) -> (value: UInt32, digits: Int) {
    var value: UInt32 = 0
    var digits = 0
    while digits < 4, start + digits < end, let digit = Hexadecimal.value(text[start + digits]) {
      value = value << 4 | UInt32(digit)
      digits += 1
    }
    return (value, digits)
  }

  private mutating func put(_ scalar: UInt32) {
    builder.decoded.advance(Transcoding.encode(scalar, builder.decoded.reserve(4)))
  }

  private mutating func remarkEscape(_ what: String, _ start: Int) {
    let shown = Excerpt.of(text + start, min(at - start, 12))
    builder.remark(.unknownEscape, "\(shown) \(what)", at: start, node: builder.nextNode)
  }
}

/// Bytes allowed in a string without quotes: `A-Za-z0-9_$/:.-`.
enum OldStyleCharacters {
  @inline(__always) static func isBare(_ byte: UInt8) -> Bool {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 || byte == UInt8(ascii: "_") { return true }
    // '$' 0x24, '-' '.' '/' 0x2D…0x2F, digits and ':' 0x30…0x3A.
    return byte == 0x24 || (byte >= 0x2D && byte <= 0x3A)
  }
}

/// The NeXTSTEP character set, which octal escapes of old-style property lists use.
enum NextStepEncoding {
  /// The Unicode scalar of a byte. The two unassigned bytes, 0xFE and 0xFF, give U+0000, as in Core Foundation.
  static func scalar(_ byte: UInt8) -> UInt32 { byte < 0x80 ? UInt32(byte) : UInt32(upper[Int(byte) - 0x80]) }

  /// 0x80…0xFF, from Unicode's table `VENDORS/NEXT/NEXTSTEP.TXT`.
  private static let upper: [UInt16] = [
    0xA0, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF,
    0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xB5, 0xD7, 0xF7,
    0xA9, 0xA1, 0xA2, 0xA3, 0x2044, 0xA5, 0x192, 0xA7, 0xA4, 0x2019, 0x201C, 0xAB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0xAE, 0x2013, 0x2020, 0x2021, 0xB7, 0xA6, 0xB6, 0x2022, 0x201A, 0x201E, 0x201D, 0xBB, 0x2026, 0x2030, 0xAC, 0xBF,
    0xB9, 0x2CB, 0xB4, 0x2C6, 0x2DC, 0xAF, 0x2D8, 0x2D9, 0xA8, 0xB2, 0x2DA, 0xB8, 0xB3, 0x2DD, 0x2DB, 0x2C7,
    0x2014, 0xB1, 0xBC, 0xBD, 0xBE, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB,
    0xEC, 0xC6, 0xED, 0xAA, 0xEE, 0xEF, 0xF0, 0xF1, 0x141, 0xD8, 0x152, 0xBA, 0xF2, 0xF3, 0xF4, 0xF5,
    0xF6, 0xE6, 0xF9, 0xFA, 0xFB, 0x131, 0xFC, 0xFD, 0x142, 0xF8, 0x153, 0xDF, 0xFE, 0xFF, 0x0, 0x0,
  ]
}
