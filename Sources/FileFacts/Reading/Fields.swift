import Basics

struct Fields {
  private let window: [UInt8]
  private let range: Range<Int>
  private let file: String
  /// The position of the bytes in the file.
  let offset: Int
  var isBigEndian = true

  /// `range` must be within `window`; its first byte is the one at `offset` of the file.
  init(_ window: [UInt8], _ range: Range<Int>, offset: Int, file: String) {
    (self.window, self.range, self.offset, self.file) = (window, range, offset, file)
  }

  var count: Int { range.count }

  var bytes: [UInt8] { Array(window[range]) }

  func place(_ position: Int = 0) -> BytePlace { BytePlace(file: file, offset: offset + position) }

  func part(_ position: Int, _ length: Int, of what: String) throws(FileFactError) -> ArraySlice<UInt8> {
    guard position >= 0, length >= 0, position <= count, length <= count - position else {
      throw .ends(within: what, needs: length, left: max(0, count - position), place(position))
    }
    let start = range.lowerBound + position
    return window[start..<(start + length)]
  }

  func fields(_ position: Int, _ length: Int, of what: String) throws(FileFactError) -> Fields {
    let part = try part(position, length, of: what)
    var fields = Fields(window, part.startIndex..<part.endIndex, offset: offset + position, file: file)
    fields.isBigEndian = isBigEndian
    return fields
  }

  func uint8(_ position: Int) throws(FileFactError) -> UInt8 { try part(position, 1, of: "a byte").first ?? 0 }

  func uint16(_ position: Int) throws(FileFactError) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(position, 2))
  }

  func uint32(_ position: Int) throws(FileFactError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(position, 4))
  }

  func uint64(_ position: Int) throws(FileFactError) -> UInt64 { try number(position, 8) }

  private func number(_ position: Int, _ length: Int) throws(FileFactError) -> UInt64 {
    let part = try part(position, length, of: "a number")
    return isBigEndian ? UInt64(bigEndianBytes: part) : UInt64(littleEndianBytes: part)
  }

  /// Throws unless the bytes begin with this tag of four characters.
  func expect(tag: String) throws(FileFactError) {
    let found = try code(0)
    guard found == tag else { throw .damaged(place(), "a block starts with '\(found)', not with '\(tag)'") }
  }

  /// A string of at most `length` bytes, up to the first zero.
  func text(_ position: Int, upTo length: Int) throws(FileFactError) -> String {
    String(decoding: try part(position, length, of: "a string").prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Four characters, or eight hexadecimal digits if one of them is not printable.
  func code(_ position: Int) throws(FileFactError) -> String {
    let part = try part(position, 4, of: "a type")
    if part.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(decoding: part, as: UTF8.self) }
    return Hexadecimal.text(of: part)
  }
}
