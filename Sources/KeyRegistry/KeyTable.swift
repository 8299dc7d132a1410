/// Finds records in the generated text. Nothing here allocates, except what turns bytes into strings.
enum KeyTable {
  private static let digitsPerOffset = 5
  private static let separator = UInt8(ascii: "|")
  private static let newline = UInt8(ascii: "\n")

  /// The number of records.
  static var count: Int { GeneratedKeyTable.count }

  /// The bytes of all records.
  private static var records: UnsafeBufferPointer<UInt8> { bytes(GeneratedKeyTable.records) }

  /// The index of the record for a key. At most ⌈log₂ count⌉ comparisons.
  static func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let index = firstIndex(notBelow: key)
    guard index < count, order(of: index, against: key) == 0 else { return nil }
    return index
  }

  /// The first record whose key is not below the given bytes; `count` when there is none.
  static func firstIndex(notBelow key: UnsafeBufferPointer<UInt8>) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if order(of: middle, against: key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The bytes of the key of a record.
  static func keyBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    field(from: start(index), to: separator)
  }

  /// The key of a record.
  static func key(_ index: Int) -> String {
    String(decoding: keyBytes(index), as: UTF8.self)
  }

  /// A whole record, without its line end.
  static func record(_ index: Int) -> String {
    String(decoding: field(from: start(index), to: newline), as: UTF8.self)
  }

  /// The document with the given number, counted from 1.
  static func source(_ number: Int) -> String? {
    let lines = bytes(GeneratedKeyTable.sources).split(separator: newline)
    guard number >= 1, number <= lines.count else { return nil }
    return String(decoding: lines[number - 1], as: UTF8.self)
  }

  /// Negative when the record's key sorts before `key`, positive when after, 0 when equal.
  private static func order(of index: Int, against key: UnsafeBufferPointer<UInt8>) -> Int {
    let all = records
    var position = start(index)
    for byte in key {
      let own = position < all.count ? all[position] : separator
      if own == separator { return -1 }
      if own != byte { return own < byte ? -1 : 1 }
      position += 1
    }
    return position < all.count && all[position] != separator ? 1 : 0
  }

  private static func field(from start: Int, to end: UInt8) -> UnsafeBufferPointer<UInt8> {
    let all = records
    var stop = start
    while stop < all.count, all[stop] != end { stop += 1 }
    return UnsafeBufferPointer(rebasing: all[start..<stop])  // constant data: lives as long as the process
  }

  private static func start(_ index: Int) -> Int {
    let digits = bytes(GeneratedKeyTable.offsets)
    var offset = 0
    let first = index * digitsPerOffset
    for position in first..<first + digitsPerOffset {
      let digit = digits[position]
      offset = offset << 4 | Int(digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10)
    }
    return offset
  }

  private static func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    text.withUTF8Buffer { $0 }  // a literal's bytes are constant data: the pointer outlives the closure
  }
}
