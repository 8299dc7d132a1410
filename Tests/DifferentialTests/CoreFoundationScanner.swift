import CanonicalText

/// Reads an XML property list like Core Foundation: a reimplementation of the scanner in `CFPropertyList.c` (swift-corelibs-foundation) for
/// lists of dictionaries, arrays, strings without references, and Booleans.
///
/// It is not an XML parser. Which of several lists in a file it reads depends on where it stops, what it skips, and what it accepts as a
/// tag.
struct CoreFoundationScanner {
  private struct Refusal: Error {}

  private struct Element {
    /// The canonical text of the value.
    let value: [UInt8]
    /// The key, if it is one.
    var key: [UInt8]?
  }

  private let text: [UInt8]
  private var at = 0

  /// Returns the canonical text of the list; nil if the scanner rejects the file.
  static func reading(of text: [UInt8]) -> [UInt8]? {
    var scanner = CoreFoundationScanner(text: text)
    return try? scanner.document()
  }

  private init(text: [UInt8]) { self.text = text }

  private func byte(_ offset: Int) -> UInt8? { text.indices.contains(offset) ? text[offset] : nil }

  private func begins(with word: String, at offset: Int) -> Bool {
    offset <= text.count && text[offset...].starts(with: word.utf8)
  }

  private mutating func skipBlanks() {
    while let byte = byte(at), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
  }

  // MARK: Before the first element

  private mutating func document() throws -> [UInt8] {
    while at < text.count {
      skipBlanks()
      guard at + 1 < text.count, byte(at) == UInt8(ascii: "<") else { throw Refusal() }
      at += 1
      switch byte(at) {
      case UInt8(ascii: "!"):
        at += 1
        if begins(with: "--", at: at) {
          // One more than the number of dashes.
          at += 3
          try comment()
        } else {
          try documentType()
        }
      case UInt8(ascii: "?"):
        at += 1
        try instruction()
      // Anything after the element is ignored.
      default: return try element().value
      }
    }
    throw Refusal()
  }

  /// Skips to `-->`, which must not be the last bytes of the file.
  private mutating func comment() throws {
    var scan = at
    while scan < text.count - 3 {
      if begins(with: "-->", at: scan) {
        at = scan + 3
        return
      }
      scan += 1
    }
    throw Refusal()
  }

  /// Skips to `?>`, which must not be the last bytes of the file.
  private mutating func instruction() throws {
    while at < text.count - 2 {
      if begins(with: "?>", at: at) {
        at += 2
        return
      }
      at += 1
    }
    throw Refusal()
  }

  /// Skips to the first `>`, in quotes or not; a `[` must be followed by it.
  private mutating func documentType() throws {
    guard begins(with: "DOCTYPE", at: at) else { throw Refusal() }
    at += 7
    while let byte = byte(at), byte != UInt8(ascii: "["), byte != UInt8(ascii: ">") { at += 1 }
    guard byte(at) == UInt8(ascii: ">") else { throw Refusal() }
    at += 1
  }

  // MARK: Elements

  /// Returns the next element; nil before an end tag and at the end of the file.
  private mutating func content() throws -> Element? {
    while at < text.count {
      skipBlanks()
      guard byte(at) == UInt8(ascii: "<"), at + 1 < text.count else { throw Refusal() }
      at += 1
      switch byte(at) {
      // The `?` is part of the instruction.
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!"):
        guard at + 2 < text.count, begins(with: "--", at: at + 1) else { throw Refusal() }
        at += 3
        try comment()
      case UInt8(ascii: "/"):
        at -= 1
        return nil
      default: return try element()
      }
    }
    return nil
  }

  /// Reads the element whose `<` was read.
  private mutating func element() throws -> Element {
    let start = at
    var nameEnd: Int?
    while let byte = byte(at), byte != UInt8(ascii: ">") {
      if nameEnd == nil, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { nameEnd = at }
      at += 1
    }
    guard at < text.count else { throw Refusal() }
    let isEmpty = byte(at - 1) == UInt8(ascii: "/")
    let name = String(decoding: text[start..<max(start, nameEnd ?? (isEmpty ? at - 1 : at))], as: UTF8.self)
    at += 1
    switch name {
    case "plist":
      guard !isEmpty, let value = try content(), try content() == nil else { throw Refusal() }
      try close("plist")
      return value
    case "array":
      var values: [[UInt8]] = []
      if !isEmpty {
        while let value = try content() { values.append(value.value) }
        try close("array")
      }
      return Element(value: CanonicalText.array(values))
    case "dict":
      var entries: [(key: [UInt8], value: [UInt8])] = []
      if !isEmpty {
        while let key = try content() {
          guard let name = key.key, let value = try content() else { throw Refusal() }
          entries.removeAll { $0.key == name }
          entries.append((name, value.value))
        }
        try close("dict")
      }
      return Element(value: CanonicalText.dictionary(entries))
    case "key", "string":
      let content = isEmpty ? [] : try string()
      if !isEmpty { try close(name) }
      return Element(value: CanonicalText.string(content), key: name == "key" ? content : nil)
    case "true", "false":
      if !isEmpty { try close(name) }
      return Element(value: CanonicalText.boolean(name == "true"))
    default: throw Refusal()
    }
  }

  private mutating func string() throws -> [UInt8] {
    var content: [UInt8] = []
    while let byte = byte(at) {
      guard byte == UInt8(ascii: "<") else {
        content.append(byte)
        at += 1
        continue
      }
      guard self.byte(at + 1) == UInt8(ascii: "!") else { break }
      guard begins(with: "<![CDATA[", at: at) else { throw Refusal() }
      at += 9
      while at < text.count - 2, !begins(with: "]]>", at: at) {
        content.append(text[at])
        at += 1
      }
      guard at < text.count - 2 else { throw Refusal() }
      at += 3
    }
    return content
  }

  private mutating func close(_ name: String) throws {
    guard text.count - at >= name.utf8.count + 3, begins(with: "</" + name, at: at) else { throw Refusal() }
    at += 2 + name.utf8.count
    skipBlanks()
    guard byte(at) == UInt8(ascii: ">") else { throw Refusal() }
    at += 1
  }
}
