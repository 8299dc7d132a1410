import Basics
internal import CByteSearch
import PropertyLists

/// The bytes of a file from its start, with UTF-16 decoded, and the place in the file up to which they have been searched.
struct SearchedBytes {
  private let source: any ByteSource
  private let file: String
  private var offset: Int
  private let end: Int
  private var head: ArraySlice<UInt8>
  private var decoder: UTF16Decoder?
  private var decoded: ArraySlice<UInt8> = []

  private let isText: Bool
  private let firstOffset: Int
  /// The place in the bytes that `fill` has returned, and what precedes it: line feeds, and code units of UTF-16.
  private var position = 0
  private var lines = 0
  private var units = 0

  init(_ source: any ByteSource, _ range: Range<Int>, _ head: [UInt8], file: String, isText: Bool) {
    (self.source, self.file, self.isText) = (source, file, isText)
    decoder = isText ? UTF16Decoder(mark: head) : nil
    let start = decoder == nil ? 0 : 2
    self.head = head[start...]
    firstOffset = range.lowerBound + start
    offset = range.lowerBound + head.count
    end = range.upperBound
  }

  var fileOffset: Int { firstOffset + (decoder == nil ? position : units * 2) }

  var line: Int? { isText ? lines + 1 : nil }

  /// Fills a buffer, or the start of it at the end of the file.
  mutating func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(ByteSearchError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let got = try next(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  private mutating func next(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(ByteSearchError) -> Int {
    guard decoder != nil else { return try read(buffer) }
    while decoded.isEmpty {
      let raw = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32 << 10)
      defer { raw.deallocate() }
      let got = try read(raw)
      decoded = (got == 0 ? decoder?.finish() : decoder?.decode(UnsafeBufferPointer(rebasing: raw[..<got])))?[...] ?? []
      if got == 0 { break }
    }
    let count = min(decoded.count, buffer.count)
    _ = buffer.update(fromContentsOf: decoded.prefix(count))
    decoded.removeFirst(count)
    return count
  }

  private mutating func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(ByteSearchError) -> Int {
    if !head.isEmpty {
      let count = min(head.count, buffer.count)
      _ = buffer.update(fromContentsOf: head.prefix(count))
      head.removeFirst(count)
      return count
    }
    guard offset < end else { return 0 }
    let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer.prefix(end - offset)))
    let got: Int
    do throws(ByteSourceError) {
      got = min(try source.read(at: offset, into: room), room.count)
    } catch {
      throw ByteSearchError(error, file: file)
    }
    guard got > 0 else {
      throw ByteSearchError(
        .unreadable, "the file became shorter while it was being read", file: file,
        place: Place(byteOffset: UInt64(clamping: offset)))
    }
    offset += got
    return got
  }

  /// Counts lines and code units up to a place in the bytes, which must not be before the last one. `window` starts at `start`.
  mutating func advance(to place: Int, _ window: UnsafeBufferPointer<UInt8>, _ start: Int) {
    let passed = UnsafeBufferPointer(rebasing: window[(position - start)..<(place - start)])
    position = place
    guard isText, let base = passed.baseAddress else { return }
    lines += byte_search_lines(base, passed.count)
    // Each scalar has a code unit, and one of four bytes in UTF-8 has two.
    if decoder != nil { units += passed.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) + ($1 >= 0xF0 ? 1 : 0) } }
  }
}

/// Decodes UTF-16 in pieces. A surrogate without its partner becomes U+FFFD.
struct UTF16Decoder {
  private let isBigEndian: Bool
  /// The start of a character whose rest is in the next piece.
  private var rest: [UInt8] = []

  init?(mark: [UInt8]) {
    guard mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) else { return nil }
    isBigEndian = mark[0] == 0xFE
  }

  mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bytes = rest + bytes
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { position in
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest = Array(bytes[(2 * units.count)...])
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// One character for half a pair, and one for half a code unit.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return Array(String(repeating: "\u{FFFD}", count: (rest.count + 1) / 2).utf8)
  }
}
