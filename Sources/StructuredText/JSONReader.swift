import Basics
package import PropertyLists

/// Reads JSON strictly by RFC 8259: no comments, trailing commas, duplicate names, or unpaired surrogates.
package enum JSONReader {
  /// With `replacesSurrogates`, an unpaired surrogate is read as U+FFFD, which is as long in UTF-16.
  package static func read(
    _ bytes: [UInt8], replacesSurrogates: Bool = false
  ) throws(StructuredTextError) -> StructuredValue {
    var parser = JSONParser(try PlainText.checked(bytes), ValueOutput())
    parser.replacesSurrogates = replacesSurrogates
    try parser.parse()
    return parser.output.value ?? StructuredValue(content: .null, place: Place())
  }

  /// Reads JSON as a property list, whose values know their places; `null` is a separate type of value. Errors are property list errors
  /// with the name of the file.
  package static func propertyList(
    _ bytes: [UInt8], file: String, limits: Limits = .documents
  ) throws(PropertyListError) -> PropertyList {
    do throws(StructuredTextError) {
      let text = try PlainText.checked(bytes)
      let assembler = PropertyListAssembler(text: text, limits: limits)
      var parser = JSONParser(text, PropertyListOutput(assembler: assembler))
      try parser.parse()
      return assembler.finish(.json, file: file)
    } catch {
      let code: PropertyListCode =
        error.code == .malformed ? "json.malformed" : PropertyListCode(rawValue: error.code.rawValue)
      throw PropertyListError(code, error.message, file: file, place: error.place, hint: error.hint)
    }
  }
}

/// Receives a parser's results in document order: `key` is called before each value in an object.
protocol JSONOutput {
  mutating func begin(isObject: Bool, at offset: Int, _ place: Place) throws(StructuredTextError)
  mutating func key(_ name: String, at offset: Int, _ place: Place)
  mutating func end()
  mutating func add(_ scalar: StructuredValue.Content, at offset: Int, _ place: Place) throws(StructuredTextError)
}

struct JSONParser<Output: JSONOutput> {
  private(set) var output: Output
  var replacesSurrogates = false
  private let bytes: [UInt8]
  private var at: Int
  private var cursor: TextCursor

  /// `bytes` must be UTF-8. Parsing starts at `offset`, which is at `place`.
  init(_ bytes: [UInt8], _ output: Output, at offset: Int = 0, _ place: Place = Place()) {
    (self.bytes, self.output, at) = (bytes, output, offset)
    cursor = TextCursor(bytes, at: offset, place)
  }

  /// Reads the value that starts here, and nothing after it.
  mutating func parseOne() throws(StructuredTextError) { try value(depth: 1) }

  mutating func parse() throws(StructuredTextError) {
    try value(depth: 1)
    skipBlanks()
    if let byte = next { throw unexpected(byte, "the end of the text") }
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

  private mutating func value(depth: Int) throws(StructuredTextError) {
    skipBlanks()
    let start = at
    let place = cursor.place(start)
    if depth > StructuredTextError.maximumDepth { throw .tooDeep(place) }
    let scalar: StructuredValue.Content
    switch next {
    case UInt8(ascii: "{"):
      try output.begin(isObject: true, at: start, place)
      try members(depth: depth)
      return output.end()
    case UInt8(ascii: "["):
      try output.begin(isObject: false, at: start, place)
      try elements(depth: depth)
      return output.end()
    case UInt8(ascii: "\""): scalar = .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): scalar = try number()
    case UInt8(ascii: "t") where take("true"): scalar = .boolean(true)
    case UInt8(ascii: "f") where take("false"): scalar = .boolean(false)
    case UInt8(ascii: "n") where take("null"): scalar = .null
    case let byte: throw unexpected(byte, "a value")
    }
    try output.add(scalar, at: start, place)
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - at >= length, word.withUTF8Buffer({ bytes[at..<at + length].elementsEqual($0) }) else {
      return false
    }
    at += length
    return true
  }

  private mutating func members(depth: Int) throws(StructuredTextError) {
    at += 1
    var seen: [ExactText: Place] = [:]
    while true {
      skipBlanks()
      if next == UInt8(ascii: "}"), seen.isEmpty { break }
      if next == UInt8(ascii: "}") { throw error("trailing comma after the last member", hint: "remove the comma") }
      guard next == UInt8(ascii: "\"") else { throw unexpected(next, "a name in double quotes") }
      let start = at
      let place = cursor.place(start)
      let key = try string()
      if let first = seen.updateValue(place, forKey: ExactText(key)) { throw .repeated(key, place, first: first) }
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw unexpected(next, "a colon") }
      at += 1
      output.key(key, at: start, place)
      try value(depth: depth + 1)
      skipBlanks()
      if next == UInt8(ascii: "}") { break }
      guard next == UInt8(ascii: ",") else { throw unexpected(next, "',' or '}'") }
      at += 1
    }
    at += 1
  }

  private mutating func elements(depth: Int) throws(StructuredTextError) {
    at += 1
    var isFirst = true
    while true {
      skipBlanks()
      if next == UInt8(ascii: "]"), isFirst { break }
      if next == UInt8(ascii: "]") { throw error("trailing comma after the last element", hint: "remove the comma") }
      try value(depth: depth + 1)
      isFirst = false
      skipBlanks()
      if next == UInt8(ascii: "]") { break }
      guard next == UInt8(ascii: ",") else { throw unexpected(next, "',' or ']'") }
      at += 1
    }
    at += 1
  }

  private mutating func number() throws(StructuredTextError) -> StructuredValue.Content {
    let start = at
    var isInteger = true
    if next == UInt8(ascii: "-") { at += 1 }
    let first = at
    try digits()
    if bytes[first] == UInt8(ascii: "0"), at > first + 1 { throw error("a number cannot start with 0", at: start) }
    if next == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isInteger {
      guard let value = Int64(text) else { throw error("the integer does not fit into 64 bits", at: start) }
      return .integer(value)
    }
    guard let value = Double(text), value.isFinite else { throw error("the number is too large", at: start) }
    return .number(value)
  }

  private mutating func digits() throws(StructuredTextError) {
    guard next?.isASCIIDigit == true else { throw unexpected(next, "a digit") }
    while next?.isASCIIDigit == true { at += 1 }
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
        let end = endOfPlain()
        text += bytes[at..<end]
        at = end
      }
    }
  }

  /// The end of the unescaped part of a string. This is where much of the time is spent.
  private func endOfPlain() -> Int {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return bytes.withUnsafeBytes { bytes in
      var end = at
      while end < bytes.count {
        let byte = bytes[end]
        if byte == quote || byte == backslash || byte < 0x20 { break }
        end += 1
      }
      return end
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

  /// The UTF-8 of `\uXXXX`, or of a surrogate pair; the first `\u` has been read.
  private mutating func scalar(from start: Int) throws(StructuredTextError) -> [UInt8] {
    var value = try unit(from: start)
    if (0xD800..<0xDC00).contains(value), next == UInt8(ascii: "\\"), at + 1 < bytes.count,
      bytes[at + 1] == UInt8(ascii: "u")
    {
      let second = at
      at += 2
      let low = try unit(from: start)
      guard (0xDC00..<0xE000).contains(low) else {
        at = second
        return try unpaired(from: start)
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { return try unpaired(from: start) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func unpaired(from start: Int) throws(StructuredTextError) -> [UInt8] {
    if replacesSurrogates { return Array("\u{FFFD}".utf8) }
    throw error("an unpaired surrogate", at: start)
  }

  private mutating func unit(from start: Int) throws(StructuredTextError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap(Hexadecimal.value) else {
        throw error("\\u needs four hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
