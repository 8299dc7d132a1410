/// Lines and columns in UTF-8 text.
enum TextPosition {
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Offsets at which lines begin.
  static func lineStarts(_ text: UnsafePointer<UInt8>, _ count: Int) -> [UInt32] {
    var starts: [UInt32] = [0]
    starts.reserveCapacity(count / 32 + 1)
    var at = 0
    while at < count {
      let byte = text[at]
      at += 1
      guard byte <= carriageReturn else { continue }
      if byte == lineFeed || (byte == carriageReturn && !(at < count && text[at] == lineFeed)) {
        starts.append(UInt32(truncatingIfNeeded: at))
      }
    }
    return starts
  }

  /// The place of an offset without an index of lines; for the one place an error has.
  static func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    let end = min(max(offset, 0), count)
    var line: UInt32 = 1
    var start = 0
    var at = 0
    while at < end {
      let byte = text[at]
      at += 1
      guard byte <= carriageReturn else { continue }
      if byte == lineFeed || (byte == carriageReturn && !(at < count && text[at] == lineFeed)) {
        line += 1
        start = at
      }
    }
    return Place(line: line, column: column(text, from: start, to: end))
  }

  /// Column of `end` in the line that begins at `start`.
  static func column(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> UInt32 {
    var column: UInt32 = 1
    var at = start
    if at == 0, end >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { at = 3 }
    while at < end {
      if text[at] & 0xC0 != 0x80 { column += 1 }
      at += 1
    }
    return column
  }
}
