/// The encodings text property lists come in.
enum TextEncoding: Hashable {
  case utf8
  case utf16(bigEndian: Bool)
  case utf32(bigEndian: Bool)
  case latin1
  case windows1252
  case ascii

  /// The encoding a byte order mark tells, and the mark's length. UTF-32 first: its mark begins like that of UTF-16.
  static func fromByteOrderMark(_ text: UnsafePointer<UInt8>, _ count: Int) -> (TextEncoding, Int)? {
    if count >= 4, text[0] == 0xFF, text[1] == 0xFE, text[2] == 0, text[3] == 0 { return (.utf32(bigEndian: false), 4) }
    if count >= 4, text[0] == 0, text[1] == 0, text[2] == 0xFE, text[3] == 0xFF { return (.utf32(bigEndian: true), 4) }
    if count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { return (.utf8, 3) }
    if count >= 2, text[0] == 0xFF, text[1] == 0xFE { return (.utf16(bigEndian: false), 2) }
    if count >= 2, text[0] == 0xFE, text[1] == 0xFF { return (.utf16(bigEndian: true), 2) }
    return nil
  }

  /// The encoding with an IANA name, if it is one of ours.
  static func named(_ name: String) -> TextEncoding? {
    switch name.lowercased() {
    case "utf-8", "utf8": .utf8
    case "us-ascii", "ascii", "iso646-us", "ansi_x3.4-1968": .ascii
    case "iso-8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "iso8859-1": .latin1
    case "windows-1252", "cp1252": .windows1252
    default: nil
    }
  }

  /// The name in `<?xml … encoding="NAME"?>`, with its offset; nil when there is no such declaration.
  static func declared(_ text: UnsafePointer<UInt8>, _ count: Int) -> (name: String, offset: Int)? {
    let limit = min(count, 1024)
    var start = 0
    while start < limit, Blank.isXML(text[start]) { start += 1 }
    let head = UnsafeBufferPointer(start: text, count: limit)
    guard head.dropFirst(start).starts(with: "<?xml".utf8) else { return nil }
    let end = head.dropFirst(start).firstIndex(of: UInt8(ascii: ">")) ?? limit
    let word = Array("encoding".utf8)
    var at = start + 5
    while at + word.count < end {
      defer { at += 1 }
      guard head[at..<(at + word.count)].elementsEqual(word) else { continue }
      var value = at + word.count
      while value < end, Blank.isXML(text[value]) { value += 1 }
      guard value < end, text[value] == UInt8(ascii: "=") else { continue }
      value += 1
      while value < end, Blank.isXML(text[value]) { value += 1 }
      guard value < end, text[value] == UInt8(ascii: "\"") || text[value] == UInt8(ascii: "'") else { continue }
      guard let close = head[(value + 1)..<end].firstIndex(of: text[value]) else { continue }
      return (String(decoding: head[(value + 1)..<close], as: UTF8.self), value + 1)
    }
    return nil
  }
}
