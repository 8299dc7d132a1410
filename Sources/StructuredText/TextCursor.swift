import Basics

struct TextCursor {
  private let bytes: [UInt8]
  private var offset: Int
  private var line: UInt32
  private var column: UInt32

  init(_ bytes: [UInt8], at offset: Int = 0, _ place: Place = Place()) {
    (self.bytes, self.offset, line, column) = (bytes, offset, place.line ?? 1, place.column ?? 1)
  }

  /// From 1; columns count Unicode scalars.
  mutating func place(_ target: Int) -> Place {
    if target < offset { self = TextCursor(bytes) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      let isCarriage = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n")
        || isCarriage && !(offset < bytes.count && bytes[offset] == UInt8(ascii: "\n"))
      {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
    }
    return Place(line: line, column: column)
  }
}

package enum PlainText {
  /// Returns the bytes without a byte order mark. Throws an error at the first byte that is not UTF-8.
  package static func checked(_ bytes: [UInt8]) throws(StructuredTextError) -> [UInt8] {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if String(validating: bytes, as: UTF8.self) == nil {
      // The repaired text first differs at the first malformed byte.
      let repaired = String(decoding: bytes, as: UTF8.self).utf8
      var cursor = TextCursor(bytes)
      let sound = zip(bytes, repaired).prefix { $0 == $1 }.count
      throw StructuredTextError("the text is not UTF-8", at: cursor.place(sound), hint: "save it as UTF-8")
    }
    return bytes
  }
}
