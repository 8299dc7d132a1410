import Basics

/// A value of a message between the program and the process of a checker. What is read is not trusted, because the other
/// process runs foreign code.
protocol WireValue {
  func write(_ writer: inout WireWriter)
  init(_ reader: inout WireReader) throws(WireError)
}

struct WireError: Error {}

struct WireWriter {
  fileprivate(set) var bytes: [UInt8] = []

  init<each Value: WireValue>(_ values: repeat each Value) { repeat (each values).write(&self) }

  mutating func add<each Value: WireValue>(_ values: repeat each Value) { repeat (each values).write(&self) }

  mutating func add(block: some Collection<UInt8>) {
    add(block.count)
    bytes += block
  }
}

struct WireReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func value<Value: WireValue>() throws(WireError) -> Value { try Value(&self) }

  mutating func values<each Value: WireValue>() throws(WireError) -> (repeat each Value) {
    (repeat try (each Value)(&self))
  }

  mutating func block() throws(WireError) -> ArraySlice<UInt8> { try take(try value()) }

  fileprivate mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - at else { throw WireError() }
    defer { at += count }
    return bytes[at..<(at + count)]
  }

  fileprivate var bytesLeft: Int { bytes.count - at }

  func finish() throws(WireError) { if bytesLeft != 0 { throw WireError() } }
}

extension FixedWidthInteger where Self: WireValue {
  /// Little-endian.
  func write(_ writer: inout WireWriter) { withUnsafeBytes(of: littleEndian) { writer.bytes += $0 } }

  init(_ reader: inout WireReader) throws(WireError) {
    self = try reader.take(Self.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Self($1) }
  }
}

extension Int: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}

extension UInt8: WireValue {
  func write(_ writer: inout WireWriter) { writer.bytes.append(self) }

  init(_ reader: inout WireReader) throws(WireError) {
    guard let byte = try reader.take(1).first else { throw WireError() }
    self = byte
  }
}

extension Bool: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(self ? 1 as UInt8 : 0) }

  init(_ reader: inout WireReader) throws(WireError) {
    switch try UInt8(&reader) {
    case 0: self = false
    case 1: self = true
    default: throw WireError()
    }
  }
}

extension String: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(block: utf8) }

  init(_ reader: inout WireReader) throws(WireError) {
    guard let text = String(validating: try reader.block(), as: UTF8.self) else { throw WireError() }
    self = text
  }
}

extension Optional: WireValue where Wrapped: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(self != nil)
    if let self { writer.add(self) }
  }

  init(_ reader: inout WireReader) throws(WireError) { self = try Bool(&reader) ? try Wrapped(&reader) : nil }
}

extension Array: WireValue where Element: WireValue {
  func write(_ writer: inout WireWriter) {
    writer.add(count)
    for element in self { writer.add(element) }
  }

  init(_ reader: inout WireReader) throws(WireError) {
    let count: Int = try reader.value()
    // An element takes at least one byte.
    guard (0...reader.bytesLeft).contains(count) else { throw WireError() }
    self = []
    for _ in 0..<count { append(try reader.value()) }
  }
}

extension RawRepresentable where Self: WireValue, RawValue: WireValue {
  func write(_ writer: inout WireWriter) { writer.add(rawValue) }

  init(_ reader: inout WireReader) throws(WireError) {
    guard let value = Self(rawValue: try reader.value()) else { throw WireError() }
    self = value
  }
}
