/// A strict parser for RFC 8259, for checking reports independently.
package indirect enum JSONText: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// The number as written.
  case number(String)
  case string(String)
  case array([JSONText])
  /// The members in the order written.
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The unescaped name.
    package let name: String
    /// The value.
    package let value: JSONText
  }

  /// An error in a JSON text.
  package struct Malformed: Error {
    /// The expected or found text.
    package let reason: String
    /// The offset in bytes, counting from 0.
    package let offset: Int
  }

  /// Parses JSON text. Throws `Malformed` if it is invalid or an object has duplicate names.
  package init(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    // Decoding repairs invalid UTF-8, so that the bytes differ.
    guard Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes else {
      throw Malformed(reason: "not UTF-8", offset: 0)
    }
    var reader = Reader(bytes: bytes)
    self = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.at != bytes.count { throw Malformed(reason: "text after the value", offset: reader.at) }
  }

  /// The value of a member of an object.
  package subscript(name: String) -> JSONText? {
    if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
  }

  /// An element of an array.
  package subscript(position: Int) -> JSONText? {
    if case .array(let elements) = self, elements.indices.contains(position) { elements[position] } else { nil }
  }

  /// The names of an object's members in the order written.
  package var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

  /// The unescaped text of a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A number as written.
  package var digits: String? { if case .number(let text) = self { text } else { nil } }

  /// The elements of an array; empty for other values.
  package var elements: [JSONText] { if case .array(let elements) = self { elements } else { [] } }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func skipBlanks() { while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 } }

    func malformed(_ reason: String) -> Malformed { Malformed(reason: reason, offset: at) }

    mutating func take(_ text: String) throws {
      guard bytes[at...].starts(with: text.utf8) else { throw malformed("\(text) expected") }
      at += text.utf8.count
    }

    mutating func value(depth: Int) throws -> JSONText {
      skipBlanks()
      if depth > 600 { throw malformed("too deep") }
      switch next {
      case UInt8(ascii: "{"): return .object(try members(depth: depth))
      case UInt8(ascii: "["): return .array(try elements(depth: depth))
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"):
        try take("true")
        return .boolean(true)
      case UInt8(ascii: "f"):
        try take("false")
        return .boolean(false)
      case UInt8(ascii: "n"):
        try take("null")
        return .null
      default: return .number(try number())
      }
    }

    mutating func members(depth: Int) throws -> [Member] {
      var members: [Member] = []
      var names: Set<[UInt8]> = []
      try take("{")
      skipBlanks()
      while next != UInt8(ascii: "}") {
        if !members.isEmpty { try take(",") }
        skipBlanks()
        let name = try string()
        if !names.insert(Array(name.utf8)).inserted { throw malformed("a name given twice") }
        skipBlanks()
        try take(":")
        members.append(Member(name: name, value: try value(depth: depth + 1)))
        skipBlanks()
      }
      at += 1
      return members
    }

    mutating func elements(depth: Int) throws -> [JSONText] {
      var elements: [JSONText] = []
      try take("[")
      skipBlanks()
      while next != UInt8(ascii: "]") {
        if !elements.isEmpty { try take(",") }
        elements.append(try value(depth: depth + 1))
        skipBlanks()
      }
      at += 1
      return elements
    }

    mutating func string() throws -> String {
      try take("\"")
      var units: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        at += 1
        if byte < 0x20 { throw malformed("a control character") }
        guard byte == UInt8(ascii: "\\") else {
          units.append(byte)
          continue
        }
        guard let escape = next else { throw malformed("an escape without an end") }
        at += 1
        let simple: [UInt8: UInt8] = [
          0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        if let plain = simple[escape] {
          units.append(plain)
        } else if escape == UInt8(ascii: "u"), at + 4 <= bytes.count,
          let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(unit)
        {
          at += 4
          units += String(Character(scalar)).utf8
        } else {
          throw malformed("an unknown escape")
        }
      }
      try take("\"")
      return String(decoding: units, as: UTF8.self)
    }

    mutating func number() throws -> String {
      let start = at
      func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
      if next == UInt8(ascii: "-") { at += 1 }
      if next == UInt8(ascii: "0") {
        at += 1
      } else if isDigit(next) {
        while isDigit(next) { at += 1 }
      } else {
        throw malformed("a value expected")
      }
      if next == UInt8(ascii: ".") {
        at += 1
        guard isDigit(next) else { throw malformed("a digit expected") }
        while isDigit(next) { at += 1 }
      }
      if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
        at += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
        guard isDigit(next) else { throw malformed("a digit expected") }
        while isDigit(next) { at += 1 }
      }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
  }
}
