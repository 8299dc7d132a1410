enum TextEncoding: Hashable {
  case utf8
  case utf16(bigEndian: Bool)
  case utf32(bigEndian: Bool)
  case latin1
  case windows1252
  case ascii

  /// The encoding that a byte order mark indicates, and the mark's length. UTF-32 comes first because its mark begins like UTF-16's.
  static func fromByteOrderMark(_ text: UnsafePointer<UInt8>, _ count: Int) -> (TextEncoding, Int)? {
    if count >= 4, text[0] == 0xFF, text[1] == 0xFE, text[2] == 0, text[3] == 0 { return (.utf32(bigEndian: false), 4) }
    if count >= 4, text[0] == 0, text[1] == 0, text[2] == 0xFE, text[3] == 0xFF { return (.utf32(bigEndian: true), 4) }
    if count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { return (.utf8, 3) }
    if count >= 2, text[0] == 0xFF, text[1] == 0xFE { return (.utf16(bigEndian: false), 2) }
    if count >= 2, text[0] == 0xFE, text[1] == 0xFF { return (.utf16(bigEndian: true), 2) }
    return nil
  }

  static func named(_ name: String) -> TextEncoding? {
    switch name.lowercased() {
    case "utf-8", "utf8": .utf8
    case "us-ascii", "ascii", "iso646-us", "ansi_x3.4-1968": .ascii
    case "iso-8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "iso8859-1": .latin1
    case "windows-1252", "cp1252": .windows1252
    default: nil
    }
  }

  /// The name in `<?xml … encoding="NAME"?>`, with its offset. Nil if Core Foundation does not recognize the declaration and reads UTF-8
  /// (`encodingForXMLData`): after leading blanks, with a blank next to the `=`, or after a `?` or `>`.
  static func declared(_ text: UnsafePointer<UInt8>, _ count: Int) -> (name: String, offset: Int)? {
    let bytes = UnsafeBufferPointer(start: text, count: count)
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let head = bytes.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
    let word = Array("encoding=".utf8)
    var at = head.startIndex
    while at < head.endIndex, !bytes[at...].starts(with: word) { at += 1 }
    let quote = at + word.count
    guard at < head.endIndex, quote < count else { return nil }
    guard bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'") else { return nil }
    guard let close = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else { return nil }
    return (String(decoding: bytes[(quote + 1)..<close], as: UTF8.self), quote + 1)
  }
}
