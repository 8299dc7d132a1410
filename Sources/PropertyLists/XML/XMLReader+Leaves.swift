import Basics

extension XMLReader.State {
  mutating func integer(_ start: Int, _ count: Int, _ place: UInt32) {
    let bytes = text + start
    switch NumberText.integer(bytes, count) {
    case .signed(let value):
      builder.leaf(.integer, payload: UInt64(bitPattern: value), place: place)
    case .unsigned(let value):
      builder.leaf(.integer, payload: value, place: place, flags: NodeRecord.isUnsigned)
    case .empty: fail(.emptyElement(.integer, at: Int(place)))
    case .overflow:
      fail(
        "xml.integer-overflow", "\(Excerpt.of(bytes, count)) is out of range; integers must be from -2^63 to 2^64-1",
        at: start)
    case .unexpected(let offset):
      fail(
        "xml.integer", "'\(Excerpt.of(bytes, count))' is not an integer", at: start + offset,
        hint: "expected decimal or 0x hexadecimal digits and nothing else")
    }
  }

  mutating func rareLeaf(_ tag: XMLTag, _ start: Int, _ count: Int, _ place: UInt32) {
    let bytes = text + start
    switch tag {
    case .yes, .no:
      guard count == 0 else {
        return fail(
          "xml.boolean-content", "<\(tag.name)> must be empty", at: Int(place), hint: "write <\(tag.name)/>")
      }
      builder.leaf(.boolean, payload: tag == .yes ? 1 : 0, place: place)
    case .real: real(start, count, place)
    case .date:
      guard let date = DateText.xml(bytes, count) else {
        return fail(
          "xml.date", "'\(Excerpt.of(bytes, count))' is not a date", at: start, hint: "expected YYYY-MM-DDThh:mm:ssZ")
      }
      let node = builder.leaf(.date, payload: date.seconds.bitPattern, place: place)
      if date.isRolledOver {
        builder.remark(
          .dateRolledOver, "\(Excerpt.of(bytes, count)) does not exist in the calendar; it is normalized", at: start,
          node: node)
      }
    case .data: data(start, count, place)
    default: break
    }
  }

  private mutating func real(_ start: Int, _ count: Int, _ place: UInt32) {
    guard let range = textRange(start, count) else { return }
    let bytes = builder.bytes(range.offset)
    guard let value = NumberText.real(bytes, Int(range.length)) else {
      let shown = Excerpt.of(bytes, Int(range.length))
      return fail(
        count == 0
          ? .emptyElement(.real, at: Int(place))
          : PropertyListError(
            "xml.real", "'\(shown)' is not a real", at: start,
            hint: "expected a number such as 1.5, -2e10, nan or infinity"))
    }
    let node = builder.leaf(.real, payload: value.bitPattern, place: place)
    let hasDigits = (0..<Int(range.length)).contains { bytes[$0] >= 0x31 && bytes[$0] <= 0x39 }
    if hasDigits, value.isInfinite || (value == 0 && Self.mantissaIsNonzero(bytes, Int(range.length))) {
      builder.remark(
        .realOutOfRange, "\(Excerpt.of(bytes, Int(range.length))) is read as \(value)", at: start, node: node)
    }
  }

  private static func mantissaIsNonzero(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for at in 0..<count {
      if bytes[at] | 0x20 == UInt8(ascii: "e") { return false }
      if bytes[at] >= 0x31, bytes[at] <= 0x39 { return true }
    }
    return false
  }

  private mutating func data(_ start: Int, _ count: Int, _ place: UInt32) {
    let before = builder.decoded.count
    switch Base64Text.decode(text + start, count, into: &builder.decoded) {
    case .unexpected(let offset): fail("xml.data", "not Base64", at: start + offset)
    case .decoded(let defect):
      let node = builder.nextNode
      let range = builder.decodedRange(since: before)
      builder.leaf(.data, range, place: place)
      switch defect {
      case .truncated:
        builder.remark(
          .truncatedBase64, "the last group of Base64 is incomplete; its bytes are ignored", at: Int(place), node: node)
      case .malformed:
        builder.remark(
          .malformedBase64, "characters that are not Base64 are ignored", at: Int(place), node: node)
      case nil: break
      }
    }
  }

  mutating func emptyLeaf(_ tag: XMLTag) {
    let start = leafStart
    switch tag {
    case .yes, .no, .key, .string:
      isEmptyElement = false
      let place = UInt32(truncatingIfNeeded: start)
      if tag == .yes || tag == .no {
        builder.leaf(.boolean, payload: tag == .yes ? 1 : 0, place: place)
      } else if tag == .key, builder.awaitsKey {
        return builder.setKey(TextRange(offset: place, length: 0), place: place)
      } else {
        builder.leaf(.string, TextRange(offset: place, length: 0), place: place)
      }
      if builder.depth == 0, !sawPlist { isComplete = true }
    default: fail(.emptyElement(tag, at: start))
    }
  }

  /// Resolves the five entities, character references and CDATA sections of a string.
  mutating func decodedText(_ start: Int, _ count: Int) -> TextRange? {
    let text = text
    let end = start + count
    let before = builder.decoded.count
    // Resolving never makes text longer.
    let out = builder.decoded.reserve(count)
    var to = out
    var at = start
    while at < end {
      let byte = text[at]
      if byte == UInt8(ascii: "&") {
        if let digits = Self.tooManyDigits(text, at, end) {
          fail(
            "xml.long-reference", "a character reference of \(digits) digits; Core Foundation reads at most 8", at: at,
            hint: "remove the zeros at its beginning")
          return nil
        }
        guard let (scalar, next) = Self.reference(text, at, end) else {
          fail(.unknownEntity(Excerpt.of(text + at + 1, min(16, end - at - 1)), at: at))
          return nil
        }
        to += Transcoding.encode(scalar, to)
        at = next
      } else if byte == UInt8(ascii: "<") {
        // libxml2 has found CDATA here; comments and elements were rejected before.
        let content = at + 9
        var close = content
        while close + 2 < end,
          !(text[close] == UInt8(ascii: "]") && text[close + 1] == UInt8(ascii: "]")
            && text[close + 2] == UInt8(ascii: ">"))
        { close += 1 }
        guard close + 2 < end else {
          fail(.malformedXML("a CDATA section without an end", at: at))
          return nil
        }
        to.initialize(from: text + content, count: close - content)
        to += close - content
        at = close + 3
      } else {
        to[0] = byte
        to += 1
        at += 1
      }
    }
    builder.decoded.advance(to - out)
    return builder.decodedRange(since: before)
  }

  /// The number of digits of a character reference if there are more than Core Foundation reads; otherwise nil.
  private static func tooManyDigits(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard start + 2 < end, text[start + 1] == UInt8(ascii: "#") else { return nil }
    let first = start + (text[start + 2] == UInt8(ascii: "x") ? 3 : 2)
    var stop = first
    while stop < end, text[stop] != UInt8(ascii: ";") { stop += 1 }
    return stop - first > 8 ? stop - first : nil
  }

  private static func reference(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> (UInt32, Int)? {
    var stop = start + 1
    while stop < end, text[stop] != UInt8(ascii: ";") { stop += 1 }
    guard stop < end, stop > start + 1 else { return nil }
    if text[start + 1] == UInt8(ascii: "#") {
      let isHex = text[start + 2] == UInt8(ascii: "x")
      var value: UInt32 = 0
      for at in (start + (isHex ? 3 : 2))..<max(stop, start + (isHex ? 3 : 2)) {
        guard let digit = Hexadecimal.value(text[at]), isHex || digit < 10, value <= 0x10FFFF else { return nil }
        value = value * (isHex ? 16 : 10) + UInt32(digit)
      }
      guard value <= 0x10FFFF, value & 0xFFFF_F800 != 0xD800 else { return nil }
      return (value, stop + 1)
    }
    let name = String(
      decoding: UnsafeBufferPointer(start: text + start + 1, count: min(stop - start - 1, 8)), as: UTF8.self)
    let scalar: UInt32? =
      switch name {
      case "lt": 0x3C
      case "gt": 0x3E
      case "amp": 0x26
      case "apos": 0x27
      case "quot": 0x22
      default: nil
      }
    return scalar.map { ($0, stop + 1) }
  }
}
