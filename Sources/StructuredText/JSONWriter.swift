import Basics

/// Writes JSON (RFC 8259) with members in the given order: indented by two spaces, or on one line.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true
  private var isAfterName = false
  /// The position of the elements that are written separately.
  private var gap = 0
  private var isInShortObject = false
  private let isOnOneLine: Bool
  private let escapesMinimally: Bool

  /// Starts an empty document. On one line there are no spaces, so that equal values give equal bytes. With `escapesMinimally`, for
  /// hashing, the set of escaped characters never changes.
  package init(isOnOneLine: Bool = false, escapesMinimally: Bool = false) {
    self.isOnOneLine = isOnOneLine
    self.escapesMinimally = escapesMinimally
  }

  /// Starts with an element, at nesting depth `depth`, of an array for which another writer called `arrayWithSeparateElements`.
  package init(elementAtDepth depth: Int, isFirst: Bool) {
    self.init()
    self.depth = depth
    self.isFirst = isFirst
  }

  /// Returns a document of an object, which ends with a newline.
  package static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    return json.bytes + [0x0A]
  }

  /// Writes an array without its elements, which belong between the two `parts`. At most one for each writer.
  package mutating func arrayWithSeparateElements(_ name: String, isEmpty: Bool) {
    array(name) { json in
      json.gap = json.bytes.count
      json.isFirst = isEmpty
    }
  }

  /// The output before and after the elements of the array that is written separately.
  package var parts: (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) { (bytes[..<gap], bytes[gap...]) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { container("{", "}", body) }

  /// Writes an object on one line, in a document with several lines.
  package mutating func shortObject(_ body: (inout JSONWriter) -> Void) {
    let isInside = isInShortObject
    separate()
    // The separator has already been written.
    isAfterName = true
    isInShortObject = true
    container("{", "}", body)
    isInShortObject = isInside
  }

  /// Writes an object with scalar members.
  package mutating func object(_ members: KeyValuePairs<String, any JSONScalar>) { object { $0.members(members) } }

  package mutating func array(_ body: (inout JSONWriter) -> Void) { container("[", "]", body) }

  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if !isOnOneLine { bytes.append(UInt8(ascii: " ")) }
    isAfterName = true
  }

  package mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a string of valid UTF-8.
  package mutating func string(utf8: UnsafeBufferPointer<UInt8>) {
    separate()
    quote(utf8)
  }

  package mutating func number(_ value: some BinaryInteger) {
    separate()
    guard let value = UInt64(exactly: value) else { return bytes += String(value).utf8 }
    // Reports contain many small numbers; avoid creating a string for each.
    var unit: UInt64 = 1
    while value / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
      unit /= 10
    }
  }

  /// Writes a finite number, always with a point or an exponent, in the shortest form that reads back as the same value.
  package mutating func number(_ value: Double) {
    separate()
    bytes += value.description.utf8
  }

  package mutating func boolean(_ value: Bool) {
    separate()
    bytes += (value ? "true" : "false").utf8
  }

  package mutating func null() {
    separate()
    bytes += "null".utf8
  }

  /// Writes a value with all its contents. Values that only property lists have are written as `null`.
  package mutating func value(_ value: StructuredValue) {
    switch value.content {
    case .null, .foreign: null()
    case .boolean(let truth): boolean(truth)
    case .integer(let number): self.number(number)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .list(let elements): array { json in for element in elements { json.value(element) } }
    case .mapping(let entries):
      object { json in for entry in entries { json.member(entry.key, entry.value) { $1.value($0) } } }
    }
  }

  package mutating func member(_ name: String, _ value: some JSONScalar) {
    self.name(name)
    value.write(to: &self)
  }

  package mutating func members(_ members: KeyValuePairs<String, any JSONScalar>) {
    for (name, value) in members { member(name, value) }
  }

  /// Writes a member with what `write` writes for a value, or `null`.
  package mutating func member<Value>(_ name: String, _ value: Value?, _ write: (Value, inout JSONWriter) -> Void) {
    self.name(name)
    if let value { write(value, &self) } else { null() }
  }

  package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    object(body)
  }

  package mutating func object(_ name: String, _ members: KeyValuePairs<String, any JSONScalar>) {
    self.name(name)
    object(members)
  }

  /// Writes a member with an object that has a member for each element.
  package mutating func object<Element>(
    _ name: String, of elements: some Sequence<Element>, _ member: (Element) -> (String, any JSONScalar)
  ) {
    object(name) { json in
      for element in elements {
        let (name, value) = member(element)
        json.name(name)
        value.write(to: &json)
      }
    }
  }

  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    array(body)
  }

  package mutating func array<Element>(
    _ name: String, of elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { json in for element in elements { write(element, &json) } }
  }

  /// Writes a member with an array of objects, whose members `write` writes.
  package mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { json in for element in elements { json.object { write(element, &$0) } } }
  }

  package mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ members: (Element) -> KeyValuePairs<String, any JSONScalar>
  ) {
    array(name) { json in for element in elements { json.object(members(element)) } }
  }

  package mutating func strings(_ name: String, _ texts: [String]) {
    array(name) { json in for text in texts { json.string(text) } }
  }

  private mutating func container(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    depth += 1
    isFirst = true
    body(&self)
    depth -= 1
    if !isFirst { newLine() }
    isFirst = false
    bytes.append(UInt8(ascii: close))
  }

  private mutating func separate() {
    if isAfterName {
      isAfterName = false
      return
    }
    if depth > 0 {
      if !isFirst {
        bytes.append(UInt8(ascii: ","))
        if isInShortObject && !isOnOneLine { bytes.append(UInt8(ascii: " ")) }
      }
      newLine()
    }
    isFirst = false
  }

  private static let spaces: StaticString = "                "

  private mutating func newLine() {
    if isOnOneLine || isInShortObject { return }
    bytes.append(UInt8(ascii: "\n"))
    var missing = 2 * depth
    while missing > 0 {
      let count = min(missing, Self.spaces.utf8CodeUnitCount)
      Self.spaces.withUTF8Buffer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count])) }
      missing -= count
    }
  }

  private mutating func quote(_ text: String) {
    var text = text
    text.withUTF8 { quote($0) }
  }

  private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    append(utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// The printable characters that may need an escape.
  private static let escaped = UnusualBytes("\"\\[")

  /// Appends the contents of a string. Most bytes certainly need no escapes.
  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < utf8.count {
      let position = Self.escaped.first(in: utf8, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<position]))
      if position < utf8.count { append(utf8[position]) }
      start = position + 1
    }
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x20, 0x7F: escape(UInt32(byte))
    case UInt8(ascii: "[") where endsLikeCommand: escape(UInt32(byte))
    default:
      bytes.append(byte)
      if byte & 0xC0 == 0x80 { escapeSteering() }
    }
  }

  /// Whether a bracket after the output so far would form a command for a CI runner: `##[` of GitHub, `##vso[` of Azure Pipelines and
  /// `##teamcity[` of TeamCity are commands anywhere in a log. Characters beyond ASCII may be invisible ones, which runners ignore.
  private var endsLikeCommand: Bool {
    if escapesMinimally { return bytes.suffix(2).elementsEqual("##".utf8) }
    func isInWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x80...:
        true
      default: false
      }
    }
    let hash = UInt8(ascii: "#")
    guard let second = bytes.lastIndex(where: { !isInWord($0) }), bytes[second] == hash else { return false }
    return bytes[..<second].last { $0 < 0x80 } == hash
  }

  private mutating func escape(_ unit: UInt32) {
    let digits = Array("0123456789abcdef".utf8)
    bytes += "\\u".utf8
    for shift in [UInt32(12), 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 15)]) }
  }

  /// Escapes the last scalar if it is one that `TerminalText` makes visible, because the report may be shown unchanged.
  private mutating func escapeSteering() {
    let end = bytes.count
    if end >= 2, bytes[end - 2] == 0xC2 || bytes[end - 2] == 0xD8 {
      let scalar = UInt32(bytes[end - 2] & 0x1F) << 6 | UInt32(bytes[end - 1] & 0x3F)
      escapeTail(of: 2, scalar)
    } else if end >= 3, bytes[end - 3] == 0xE2 || bytes[end - 3] == 0xEF {
      let scalar =
        UInt32(bytes[end - 3] & 0x0F) << 12 | UInt32(bytes[end - 2] & 0x3F) << 6 | UInt32(bytes[end - 1] & 0x3F)
      escapeTail(of: 3, scalar)
    }
  }

  private mutating func escapeTail(of count: Int, _ scalar: UInt32) {
    guard Unicode.Scalar(scalar)?.isControlOrInvisible == true else { return }
    bytes.removeLast(count)
    escape(scalar)
  }
}

package protocol JSONScalar {
  func write(to json: inout JSONWriter)
}

extension String: JSONScalar {
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension JSONScalar where Self: BinaryInteger {
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Int: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt64: JSONScalar {}

extension Bool: JSONScalar {
  package func write(to json: inout JSONWriter) { json.boolean(self) }
}

extension Optional: JSONScalar where Wrapped: JSONScalar {
  package func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
}
