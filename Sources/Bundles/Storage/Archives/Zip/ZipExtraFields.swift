/// The extra fields of a header: each has an identifier, a length and data (APPNOTE.TXT 4.5).
struct ZipExtraFields {
  private let bytes: LittleEndianBytes
  private let range: Range<Int>

  init(_ bytes: LittleEndianBytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// Returns the position of the data of the field `id`, or nil if there is none. Throws if there are two.
  ///
  /// Ignores trailing bytes too short for a field, as every reader does: some writers use them for alignment.
  func field(_ id: Int, path: @autoclosure () -> String) throws(StorageError) -> Range<Int>? {
    var found: Range<Int>?
    var at = range.lowerBound
    while at + 4 <= range.upperBound {
      let count = bytes.number16(at + 2)
      guard at + 4 + count <= range.upperBound else { break }
      if bytes.number16(at) == id {
        guard found == nil else { throw .entry(.malformedArchive, path(), "has two extra fields of the same kind") }
        found = (at + 4)..<(at + 4 + count)
      }
      at += 4 + count
    }
    return found
  }

  /// Replaces numbers that have the maximum 32-bit value by the numbers of the 64-bit field, in this order: size, compressed size, offset
  /// (4.5.3).
  func replace64(_ numbers: [Int], path: @autoclosure () -> String) throws(StorageError) -> [Int] {
    guard numbers.contains(0xFFFF_FFFF), let field = try field(1, path: path()) else { return numbers }
    var replaced: [Int] = []
    var at = field.lowerBound
    for number in numbers {
      if number == 0xFFFF_FFFF {
        guard at + 8 <= field.upperBound, let long = bytes.number64(at) else {
          throw .entry(.malformedArchive, path(), "has an impossible 64-bit size or offset")
        }
        replaced.append(long)
        at += 8
      } else {
        replaced.append(number)
      }
    }
    return replaced
  }

  /// Whether Info-ZIP's Unicode name differs: some readers use it instead of the name in the header.
  func hasOtherName(than name: ArraySlice<UInt8>, path: @autoclosure () -> String) throws(StorageError) -> Bool {
    guard let field = try field(0x7075, path: path()) else { return false }
    // A version and a checksum of the header's name precede it.
    return field.count < 5 || bytes.bytes[(field.lowerBound + 5)..<field.upperBound] != name
  }
}
