/// The extra fields of a header: a number, a length and as many bytes, one after the other (APPNOTE.TXT 4.5).
struct ZipExtraFields {
  private let bytes: LittleEndianBytes
  private let range: Range<Int>

  /// Fields in `range` of `bytes`, which must lie inside.
  init(_ bytes: LittleEndianBytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// Where the contents of the field numbered `id` lie; nil when there is none. Throws when there are two.
  ///
  /// What is too short for a field at the end is left alone, as every reader does: some writers align data with it.
  func field(_ id: Int, path: @autoclosure () -> String) throws(StorageError) -> Range<Int>? {
    var found: Range<Int>?
    var at = range.lowerBound
    while at + 4 <= range.upperBound {
      let count = bytes.number16(at + 2)
      guard at + 4 + count <= range.upperBound else { break }
      if bytes.number16(at) == id {
        guard found == nil else { throw .malformedEntry(path(), "has two extra fields of the same kind") }
        found = (at + 4)..<(at + 4 + count)
      }
      at += 4 + count
    }
    return found
  }

  /// Numbers the 64-bit field holds in place of those that have their largest value, in this order: size, compressed size,
  /// offset (4.5.3).
  func replace64(_ numbers: [Int], path: @autoclosure () -> String) throws(StorageError) -> [Int] {
    guard numbers.contains(0xFFFF_FFFF), let field = try field(1, path: path()) else { return numbers }
    var replaced: [Int] = []
    var at = field.lowerBound
    for number in numbers {
      if number == 0xFFFF_FFFF {
        guard at + 8 <= field.upperBound, let long = bytes.number64(at) else {
          throw .malformedEntry(path(), "has an impossible 64-bit size or offset")
        }
        replaced.append(long)
        at += 8
      } else {
        replaced.append(number)
      }
    }
    return replaced
  }

  /// Info-ZIP's second name: some readers take it in place of the first.
  func hasOtherName(than name: ArraySlice<UInt8>, path: @autoclosure () -> String) throws(StorageError) -> Bool {
    guard let field = try field(0x7075, path: path()) else { return false }
    // Version and a checksum of the first name come before it.
    return field.count < 5 || bytes.bytes[(field.lowerBound + 5)..<field.upperBound] != name
  }
}
