import Basics

struct KeyTable {
  private static let digitsPerOffset = 5
  private static let separator = UInt8(ascii: "|")
  private static let newline = UInt8(ascii: "\n")

  private let records: UnsafeBufferPointer<UInt8>  // constant data: lives as long as the process
  private let offsets: UnsafeBufferPointer<UInt8>  // constant data: lives as long as the process

  let count = GeneratedKeyTable.count

  init() {
    records = Self.bytes(GeneratedKeyTable.records)
    offsets = Self.bytes(GeneratedKeyTable.offsets)
  }

  /// The index of the record for a key. At most ⌈log₂ count⌉ + 1 comparisons.
  func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let index = firstIndex(notBelow: key)
    guard index < count, order(of: index, against: key) == 0 else { return nil }
    return index
  }

  /// The first record whose key is not less than the given bytes; `count` if all are less.
  func firstIndex(notBelow key: UnsafeBufferPointer<UInt8>) -> Int {
    (0..<count).partitionPoint { order(of: $0, against: key) >= 0 }
  }

  func indices(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    (firstIndex(notBelow: prefix)..<count).prefix { keyBytes($0).starts(with: prefix) }
  }

  func keyBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> { bytes(from: start(index), to: Self.separator) }

  func key(_ index: Int) -> String { String(decoding: keyBytes(index), as: UTF8.self) }

  func fieldBytes(_ index: Int, _ number: Int) -> UnsafeBufferPointer<UInt8> {
    let record = bytes(from: start(index), to: Self.newline)
    var (first, last) = (0, 0)
    for _ in 0...number {
      first = last == 0 ? 0 : last + 1
      last = record[first...].firstIndex(of: Self.separator) ?? record.endIndex
    }
    return UnsafeBufferPointer(rebasing: record[first..<last])
  }

  func record(_ index: Int) -> String {
    String(decoding: bytes(from: start(index), to: Self.newline), as: UTF8.self)
  }

  /// The document with the given number, counted from 1.
  static func source(_ number: Int) -> String? {
    guard number >= 1 else { return nil }
    var rest = bytes(GeneratedKeyTable.sources)[...]
    for _ in 1..<number {
      guard let end = rest.firstIndex(of: newline) else { return nil }
      rest = rest[(end + 1)...]
    }
    return String(decoding: rest.prefix { $0 != newline }, as: UTF8.self)
  }

  /// Negative if the record's key sorts before `key`, positive if after, 0 if equal.
  private func order(of index: Int, against key: UnsafeBufferPointer<UInt8>) -> Int {
    var position = start(index)
    for byte in key {
      let own = position < records.count ? records[position] : Self.separator
      if own == Self.separator { return -1 }
      if own != byte { return own < byte ? -1 : 1 }
      position += 1
    }
    return position < records.count && records[position] != Self.separator ? 1 : 0
  }

  private func bytes(from start: Int, to end: UInt8) -> UnsafeBufferPointer<UInt8> {
    var stop = start
    while stop < records.count, records[stop] != end { stop += 1 }
    return UnsafeBufferPointer(rebasing: records[start..<stop])
  }

  private func start(_ index: Int) -> Int {
    var offset = 0
    let first = index * Self.digitsPerOffset
    for position in first..<first + Self.digitsPerOffset {
      offset = offset << 4 | Int(Hexadecimal.value(offsets[position]) ?? 0)
    }
    return offset
  }

  private static func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    text.withUTF8Buffer { $0 }  // a literal's bytes are constant data: the pointer outlives the closure
  }
}
