import Basics

/// Writes a message between the program and the process of a checker: numbers are little-endian, and texts follow
/// their length.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: UInt8) { bytes.append(number) }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  mutating func add(_ block: [UInt8]) {
    add(block.count)
    bytes += block
  }

  mutating func add<Element>(_ list: [Element], _ write: (inout WireWriter, Element) -> Void) {
    add(list.count)
    for element in list { write(&self, element) }
  }
}

struct WireError: Error {}

/// Reads messages of `WireWriter`. Trusts nothing, because the other process runs foreign code.
struct WireReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - at else { throw WireError() }
    defer { at += count }
    return bytes[at..<(at + count)]
  }

  mutating func byte() throws(WireError) -> UInt8 {
    guard let byte = try take(1).first else { throw WireError() }
    return byte
  }

  mutating func flag() throws(WireError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw WireError()
    }
  }

  mutating func number() throws(WireError) -> UInt64 { UInt64(littleEndianBytes: try take(8)) }

  mutating func integer() throws(WireError) -> Int { Int(truncatingIfNeeded: try number()) }

  mutating func text() throws(WireError) -> String {
    guard let text = String(validating: try take(try integer()), as: UTF8.self) else { throw WireError() }
    return text
  }

  mutating func optionalText() throws(WireError) -> String? { try flag() ? try text() : nil }

  mutating func block() throws(WireError) -> [UInt8] { Array(try take(try integer())) }

  mutating func list<Element>(_ read: (inout WireReader) throws(WireError) -> Element) throws(WireError) -> [Element] {
    let count = try integer()
    // An element takes at least one byte.
    guard count >= 0, count <= bytes.count - at else { throw WireError() }
    var list: [Element] = []
    for _ in 0..<count { list.append(try read(&self)) }
    return list
  }

  mutating func word<Word: RawRepresentable>(_ type: Word.Type) throws(WireError) -> Word where Word.RawValue == UInt8 {
    guard let word = Word(rawValue: try byte()) else { throw WireError() }
    return word
  }

  func finish() throws(WireError) { if at != bytes.count { throw WireError() } }
}
