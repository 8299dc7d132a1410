internal import CLibXML2

extension XMLReader.State {
  enum Markup {
    case cdata, comment, instruction

    var name: String {
      switch self {
      case .cdata: "a CDATA section"
      case .comment: "a comment"
      case .instruction: "a processing instruction"
      }
    }
  }

  @inline(__always) mutating func characters(_ text: UnsafePointer<UInt8>, _ count: Int) {
    if leaf != .none {
      textLength &+= count
      return
    }
    for at in 0..<count where !Blank.isXML(text[at]) {
      guard !hasFailed else { return }
      return fail(.misplacedText(at: misplacedTextStart()))
    }
    // A blank written as a character reference, which Core Foundation also treats as text.
    if count == 1, offset > 0, self.text[offset - 1] == UInt8(ascii: ";") {
      fail(.misplacedText(at: misplacedTextStart()))
    }
  }

  /// libxml2 may report text before or after its position has passed it; the text is always nearby.
  private mutating func misplacedTextStart() -> Int {
    let text = text
    var at = min(offset, textCount)
    while at > 0, text[at - 1] != UInt8(ascii: ">") { at -= 1 }
    while at < textCount, Blank.isXML(text[at]) { at += 1 }
    return at
  }

  mutating func comment(isEmpty: Bool) {
    // Before the first element, Core Foundation looks for the end of a comment one byte too late (`parseXMLPropertyList`): for it,
    // `<!---->` extends to the next `-->`, so that it may read a different list.
    if isEmpty, !sawPlist, builder.nodes.count == 0, !hasFailed {
      var at = min(offset, max(textCount - 1, 0))
      while at > 0, text[at] != UInt8(ascii: "<") { at -= 1 }
      return fail(
        "xml.empty-comment",
        "an empty comment before the first element, which Core Foundation does not end before the next '-->'", at: at,
        hint: "remove the comment, or write something in it")
    }
    markup(.comment)
  }

  mutating func markup(_ markup: Markup) {
    guard !hasFailed else { return }
    switch markup {
    case .cdata:
      if leaf == .none { return fail(.misplacedText(at: misplacedTextStart())) }
      if leaf == .string || leaf == .key || leaf == .real {
        hasCDATA = true
        return
      }
    case .comment, .instruction:
      if leaf == .none { return }
    }
    fail(.elementInside(leaf, markup.name, at: contentStart))
  }

  /// libxml2's position is at the `>` of a plain DOCTYPE, or at the `[` of one with declarations. Core Foundation looks for the first of
  /// these from the start of the DOCTYPE, even between quotes.
  mutating func documentType(_ identifiers: [UnsafePointer<UInt8>?]) {
    let at = offset
    for identifier in identifiers {
      var next = identifier
      while let byte = next?.pointee, byte != 0 {
        if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "[") {
          return fail(
            "xml.quoted-tag-end",
            "a '\(Character(Unicode.Scalar(byte)))' between the quotes of the DOCTYPE, which Core Foundation does not see",
            at: at, hint: "remove the DOCTYPE, or use Apple's")
        }
        next = next.map { $0 + 1 }
      }
    }
    // libxml2 reports an error for other characters.
    guard text[at] == UInt8(ascii: "[") else { return }
    fail(
      "xml.dtd-subset", "the DOCTYPE has a part in brackets […], with which Core Foundation refuses the file", at: at,
      hint: "remove the brackets; tools for .NET and Xamarin write [] into sources, and their build replaces the file")
  }

  mutating func entity(_ name: UnsafePointer<UInt8>) {
    guard !hasFailed else { return }
    var at = offset
    while at > 0, text[at] != UInt8(ascii: "&") { at -= 1 }
    fail(.unknownEntity(Excerpt.of(name), at: at))
  }

  mutating func malformed(code: Int, _ message: String) {
    guard !hasFailed else { return }
    let at = offset
    if isComplete {
      // Core Foundation stops reading at the end of the property list.
      builder.remark(
        .trailingContent, "text after the end of the property list is ignored", at: at, node: 0)
      hasFailed = true
      xmlStopParser(context)
      return
    }
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let detail = Excerpt.line(words.count > 200 ? words.prefix(200) + "…" : words)
    fail(.malformedXML(detail.isEmpty ? "libxml2 error \(code)" : detail, at: at))
  }
}
