import Basics

/// Reads JSON strictly by RFC 8259: no comments, no commas at the end, no name twice in one object, no half of a surrogate pair.
package struct JSONReader {
  private let bytes: [UInt8]
  private var at = 0
  private var cursor: TextCursor

  /// The value of a whole text. Integers are at most 2⁶³−1 in size, numbers finite; anything else is an error with its place.
  package static func read(_ bytes: [UInt8]) throws(StructuredTextError) -> StructuredValue {
    var reader = JSONReader(try PlainText.checked(bytes))
    let value = try reader.value(depth: 1)
    reader.skipBlanks()
    if let byte = reader.next { throw reader.unexpected(byte, "the end of the text") }
    return value
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    cursor = TextCursor(bytes)
  }

  init(_ document: JSONDocument, _ element: JSONDocument.Element?) {
    bytes = document.bytes
    at = element?.offset ?? 0
    cursor = element.map { TextCursor(document.bytes, at: $0.offset, $0.place) } ?? TextCursor(document.bytes)
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  // MARK: Errors

  private mutating func error(_ message: String, at offset: Int? = nil, hint: String? = nil) -> StructuredTextError {
    StructuredTextError(message, at: cursor.place(offset ?? at), hint: hint)
  }

  private mutating func unexpected(_ byte: UInt8?, _ expected: String) -> StructuredTextError {
    guard let byte else { return error("expected \(expected), found the end of the text") }
    let hint: String? =
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON does not allow comments"
      case UInt8(ascii: "'"): "write JSON strings in double quotes"
      default: nil
      }
    let rest = String(decoding: bytes[at...].prefix(4), as: UTF8.self)
    return error("expected \(expected), found '\(rest.first.map(String.init) ?? "")'", hint: hint)
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(StructuredTextError) -> StructuredValue {
    skipBlanks()
    let place = cursor.place(at)
    if depth > StructuredTextError.maximumDepth { throw .tooDeep(place) }
    let content: StructuredValue.Content
    switch next {
    case UInt8(ascii: "{"): content = .mapping(try members(depth: depth))
    case UInt8(ascii: "["): content = .list(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): content = try number()
    case UInt8(ascii: "t") where take("true"): content = .boolean(true)
    case UInt8(ascii: "f") where take("false"): content = .boolean(false)
    case UInt8(ascii: "n") where take("null"): content = .null
    case let byte: throw unexpected(byte, "a value")
    }
    return StructuredValue(content: content, place: place)
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - at >= length, word.withUTF8Buffer({ bytes[at..<at + length].elementsEqual($0) }) else {
      return false
    }
    at += length
    return true
  }

  private mutating func members(
    depth: Int, apart: (name: String, receive: Receiver)? = nil
  ) throws(StructuredTextError) -> [StructuredValue.Entry] {
    at += 1
    var entries: [StructuredValue.Entry] = []
    var seen: [String: Place] = [:]
    while true {
      skipBlanks()
      if next == UInt8(ascii: "}"), entries.isEmpty { break }
      if next == UInt8(ascii: "}") { throw error("trailing comma after the last member", hint: "remove the comma") }
      guard next == UInt8(ascii: "\"") else { throw unexpected(next, "a name in double quotes") }
      let place = cursor.place(at)
      let key = try string()
      if let first = seen.updateValue(place, forKey: key) { throw .repeated(key, place, first: first) }
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw unexpected(next, "a colon") }
      at += 1
      let value =
        if let apart, key == apart.name {
          try valueReadApart(depth: depth + 1, apart.receive)
        } else {
          try value(depth: depth + 1)
        }
      entries.append(.init(key: key, place: place, value: value))
      skipBlanks()
      if next == UInt8(ascii: "}") { break }
      guard next == UInt8(ascii: ",") else { throw unexpected(next, "',' or '}'") }
      at += 1
    }
    at += 1
    return entries
  }

  private mutating func elements(depth: Int) throws(StructuredTextError) -> [StructuredValue] {
    var elements: [StructuredValue] = []
    try forEachElement(depth: depth) { element, _ in elements.append(element) }
    return elements
  }

  private mutating func forEachElement(depth: Int, _ receive: Receiver) throws(StructuredTextError) {
    at += 1
    var isFirst = true
    while true {
      skipBlanks()
      if next == UInt8(ascii: "]"), isFirst { break }
      if next == UInt8(ascii: "]") { throw error("trailing comma after the last element", hint: "remove the comma") }
      isFirst = false
      let start = at
      let element = try value(depth: depth + 1)
      try receive(element, start)
      skipBlanks()
      if next == UInt8(ascii: "]") { break }
      guard next == UInt8(ascii: ",") else { throw unexpected(next, "',' or ']'") }
      at += 1
    }
    at += 1
  }

  /// Takes what an element of an array is, and its offset.
  typealias Receiver = (StructuredValue, Int) throws(StructuredTextError) -> Void

  /// An array whose elements are handed out one by one, and which is empty then; any other value as it is.
  private mutating func valueReadApart(
    depth: Int, _ receive: Receiver
  ) throws(StructuredTextError) -> StructuredValue {
    skipBlanks()
    guard next == UInt8(ascii: "[") else { return try value(depth: depth) }
    let place = cursor.place(at)
    try forEachElement(depth: depth, receive)
    return StructuredValue(content: .list([]), place: place)
  }

  mutating func document(
    apart name: String, _ receive: @escaping Receiver
  ) throws(StructuredTextError) -> StructuredValue {
    skipBlanks()
    let place = cursor.place(at)
    guard next == UInt8(ascii: "{") else { return try value(depth: 1) }
    let value = StructuredValue(content: .mapping(try members(depth: 1, apart: (name, receive))), place: place)
    skipBlanks()
    if let byte = next { throw unexpected(byte, "the end of the text") }
    return value
  }

  mutating func element() throws(StructuredTextError) -> StructuredValue { try value(depth: 1) }

  private mutating func number() throws(StructuredTextError) -> StructuredValue.Content {
    let start = at
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    var isInteger = true
    if next == UInt8(ascii: "-") { at += 1 }
    guard isDigit(next) else { throw unexpected(next, "a digit") }
    if next == UInt8(ascii: "0") {
      at += 1
      if isDigit(next) { throw error("a number cannot start with 0", at: start) }
    }
    while isDigit(next) { at += 1 }
    if next == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      guard isDigit(next) else { throw unexpected(next, "a digit") }
      while isDigit(next) { at += 1 }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      guard isDigit(next) else { throw unexpected(next, "a digit") }
      while isDigit(next) { at += 1 }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isInteger {
      guard let value = Int64(text) else { throw error("the integer does not fit into 64 bits", at: start) }
      return .integer(value)
    }
    guard let value = Double(text), value.isFinite else { throw error("the number is too large", at: start) }
    return .number(value)
  }

  // MARK: Strings

  private mutating func string() throws(StructuredTextError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw error("the string that starts here has no end", at: start) }
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&text)
      case 0..<0x20:
        throw error(
          "a control character in a string", hint: byte == 0x0A ? "write \\n" : "write it as \\u and four digits")
      default:
        text.append(byte)
        at += 1
      }
    }
  }

  private mutating func escape(_ text: inout [UInt8]) throws(StructuredTextError) {
    let start = at
    at += 1
    let plain: UInt8
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = bytes[at]
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      at += 1
      text += try scalar(from: start)
      return
    default: throw error("unknown escape sequence", at: start, hint: "write \\\\ for a backslash")
    }
    text.append(plain)
    at += 1
  }

  /// The UTF-8 of `\uXXXX`, or of a pair of them; the first `\u` has been passed.
  private mutating func scalar(from start: Int) throws(StructuredTextError) -> [UInt8] {
    var value = try unit(from: start)
    if (0xD800..<0xDC00).contains(value), next == UInt8(ascii: "\\"), at + 1 < bytes.count,
      bytes[at + 1] == UInt8(ascii: "u")
    {
      at += 2
      let low = try unit(from: start)
      guard (0xDC00..<0xE000).contains(low) else { throw error("an unpaired surrogate", at: start) }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw error("an unpaired surrogate", at: start) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func unit(from start: Int) throws(StructuredTextError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("\\u needs four hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
