/// Reads old-style property lists and strings files from UTF-8 (`CFOldStylePList.c`), including GNUstep's typed values.
struct OldStyleReader: ~Copyable {
  let text: UnsafePointer<UInt8>
  let end: Int
  let limits: Limits
  let hint: PropertyList.Hint
  var at: Int
  var builder: TreeBuilder

  /// Reads the text from `start`; `text` must be valid UTF-8 followed by zeros. Sets `format` to the detected format.
  static func read(
    _ text: UnsafePointer<UInt8>, _ count: Int, from start: Int, hint: PropertyList.Hint, limits: Limits,
    format: inout PropertyList.Format
  ) throws(PropertyListError) -> TreeBuilder {
    var reader = OldStyleReader(
      text: text, end: count, limits: limits, hint: hint, at: start,
      builder: TreeBuilder(
        text: text, textCount: count, limits: limits, duplicateRule: .lastWins, expectedNodes: count / 96 + 16))
    format = try reader.readAll()
    return reader.finish()
  }

  private consuming func finish() -> TreeBuilder { builder }

  private mutating func readAll() throws(PropertyListError) -> PropertyList.Format {
    skipBlanks()
    let start = at
    guard at < end else {
      builder.begin(.dictionary, place: UInt32(truncatingIfNeeded: min(start, end)))
      builder.end()
      if hint != .strings {
        builder.remark(
          .emptyFile, "the file has only whitespace and comments; it is read as an empty dictionary",
          at: builder.textCount,
          node: 0)
      }
      return .strings
    }
    guard isStringStart(text[at]) else {
      try tree()
      skipBlanks()
      guard at >= end else { throw .oldStyle("after-value", "text after the end of the property list", at: at) }
      return .oldStyle
    }
    // A single string is a property list; a string followed by more text starts a strings file without braces.
    let whole = try string()
    skipBlanks()
    if at >= end {
      builder.leaf(.string, whole, place: UInt32(truncatingIfNeeded: start))
      return .oldStyle
    }
    builder.decoded.truncate(to: 0)
    builder.remarks.removeAll {
      $0.code == .unknownEscape || $0.code == .unterminatedComment || $0.code == .malformedUTF16
    }
    at = start
    builder.begin(.dictionary, place: UInt32(truncatingIfNeeded: start))
    try pairs()
    builder.end()
    return .strings
  }

  /// Reads `key = value;` and `key;` up to the end of the text, or up to a character that cannot start a key.
  private mutating func pairs() throws(PropertyListError) {
    while true {
      skipBlanks()
      guard at < end else { return }
      guard isStringStart(text[at]) else {
        // C programs may leave a null at the very end, which is reported, too.
        builder.remark(
          .trailingContent, "expected a key or a comment; the rest of the file is ignored", at: at,
          node: 0)
        return
      }
      let start = at
      do throws(PropertyListError) {
        try entryKey()
      } catch {
        guard error.code == .unterminatedString else { throw error }
        builder.remark(
          .trailingContent, "the string that starts here has no closing quote; the rest of the file is ignored",
          at: start, node: 0)
        return
      }
      if builder.isInDictionary, !builder.top.pointee.hasKey { continue }
      try tree()
      try semicolon()
    }
  }

  /// Reads a key up to its `=`. For `key;` the value is the key itself, and no key is left pending.
  private mutating func entryKey() throws(PropertyListError) {
    let place = UInt32(truncatingIfNeeded: at)
    let key = try string()
    builder.setKey(key, place: place)
    skipBlanks()
    guard at < end else {
      throw .oldStyle(
        "unfinished-entry",
        "the file ends after the key '\(builder.pendingKey.text)'; expected '=' and a value, or ';'", at: at)
    }
    if text[at] == UInt8(ascii: "=") {
      at += 1
      return
    }
    guard text[at] == UInt8(ascii: ";") else {
      throw .oldStyle(
        "after-key", "\(describe(at)) after the key '\(builder.pendingKey.text)'; expected '=' or ';'", at: at,
        hint: describe(at) == "':'" ? "this looks like JSON, which is not a property list" : nil)
    }
    at += 1
    try count()
    builder.leaf(.string, key, place: place)
  }

  private mutating func semicolon() throws(PropertyListError) {
    skipBlanks()
    guard at < end, text[at] == UInt8(ascii: ";") else {
      throw .oldStyle(
        "missing-semicolon", "\(describe(at)) where a ';' must end the entry", at: at,
        hint: "look for a missing ';' or an unescaped quote before this place")
    }
    at += 1
  }

  private mutating func tree() throws(PropertyListError) {
    let outer = builder.depth
    try value()
    while builder.depth > outer {
      skipBlanks()
      guard at < end else { throw .unclosed(builder.top.pointee.kind, at: at) }
      if builder.top.pointee.kind == .dictionary {
        try dictionaryStep()
      } else {
        try arrayStep()
      }
    }
  }

  private mutating func dictionaryStep() throws(PropertyListError) {
    if text[at] == UInt8(ascii: "}") {
      at += 1
      return try close()
    }
    guard isStringStart(text[at]) else {
      throw .oldStyle("missing-key", "\(describe(at)) in a dictionary; expected a key or '}'", at: at)
    }
    try entryKey()
    guard builder.top.pointee.hasKey else { return }
    let depth = builder.depth
    try value()
    if builder.depth == depth { try semicolon() }
  }

  private mutating func arrayStep() throws(PropertyListError) {
    if text[at] == UInt8(ascii: ")") {
      at += 1
      return try close()
    }
    let depth = builder.depth
    try value()
    if builder.depth == depth { try comma() }
  }

  /// Reads a comma after an element, which may be a trailing one, or the end of the array.
  private mutating func comma() throws(PropertyListError) {
    skipBlanks()
    guard at < end else { throw .unclosed(.array, at: at) }
    if text[at] == UInt8(ascii: ",") {
      at += 1
    } else if text[at] != UInt8(ascii: ")") {
      throw .oldStyle("missing-comma", "\(describe(at)) after an element; expected ',' or ')'", at: at)
    }
  }

  private mutating func close() throws(PropertyListError) {
    builder.end()
    if innerDepth == 0 { return }
    if builder.top.pointee.kind == .dictionary { try semicolon() } else { try comma() }
  }

  /// The number of open containers that were written with a brace; the dictionary of a strings file has none.
  private var innerDepth: Int { builder.depth - (isStringsFile ? 1 : 0) }

  private var isStringsFile: Bool {
    builder.frames.count > 0 && isStringStart(text[Int(builder.nodes.base[0].place)])
  }

  private mutating func value() throws(PropertyListError) {
    skipBlanks()
    guard at < end else { throw .missingValue("the end of the file", at: at) }
    try count()
    let place = UInt32(truncatingIfNeeded: at)
    let byte = text[at]
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      if builder.depth >= limits.maximumDepth { throw .tooDeep(limits.maximumDepth, at: at) }
      at += 1
      builder.begin(byte == UInt8(ascii: "{") ? .dictionary : .array, place: place)
    case UInt8(ascii: "<"): try angleValue()
    default:
      guard isStringStart(byte) else { throw .missingValue(describe(at), at: at) }
      let range = try string()
      builder.leaf(.string, range, place: place)
    }
  }

  private func count() throws(PropertyListError) {
    if builder.nodes.count >= limits.maximumNodes { throw .tooManyNodes(limits.maximumNodes, at: at) }
  }

  func describe(_ offset: Int) -> String {
    guard offset < end else { return "the end of the file" }
    let length = text[offset] < 0x80 ? 1 : UTF8Check.sequence(text + offset, end - offset) ?? 1
    let found = String(decoding: UnsafeBufferPointer(start: text + offset, count: length), as: UTF8.self)
    return found.unicodeScalars.first.map(Excerpt.character) ?? "a character"
  }
}

extension PropertyListError {
  static func oldStyle(_ code: String, _ message: String, at offset: Int, hint: String? = nil)
    -> PropertyListError
  {
    PropertyListError(PropertyListCode(rawValue: "text.\(code)"), message, at: offset, hint: hint)
  }

  static func missingValue(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle(
      "missing-value", "\(found) where a value is expected", at: offset,
      hint: found == "'['" ? "this looks like JSON, which is not a property list" : nil)
  }

  static func unclosed(_ kind: PropertyList.Kind, at offset: Int) -> PropertyListError {
    kind == .dictionary
      ? oldStyle("unclosed", "the file ends within a dictionary; expected '}'", at: offset)
      : oldStyle("unclosed", "the file ends within an array; expected ')'", at: offset)
  }

  static func unterminatedString(at offset: Int) -> PropertyListError {
    oldStyle("unterminated-string", "the string that starts here has no closing quote", at: offset)
  }

  static func unterminatedData(at offset: Int) -> PropertyListError {
    oldStyle("unterminated-data", "the data that starts here has no closing '>'", at: offset)
  }

  static func badTyped(_ what: String, at offset: Int) -> PropertyListError {
    oldStyle("typed-value", what, at: offset)
  }
}
