internal import CLibXML2

extension XMLReader {
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

  @inline(__always) static func characters(_ state: StatePointer, _ text: UnsafePointer<UInt8>, _ count: Int) {
    if state.pointee.leaf != .none {
      state.pointee.textLength &+= count
      return
    }
    for at in 0..<count where !Blank.isXML(text[at]) {
      guard !state.pointee.hasFailed else { return }
      return state.pointee.fail(.misplacedText(at: misplacedTextStart(state)))
    }
    // A blank written as a character reference, which Core Foundation also treats as text.
    if count == 1, state.pointee.offset > 0, state.pointee.text[state.pointee.offset - 1] == UInt8(ascii: ";") {
      state.pointee.fail(.misplacedText(at: misplacedTextStart(state)))
    }
  }

  /// libxml2 may report text before or after its position has passed it; the text is always nearby.
  private static func misplacedTextStart(_ state: StatePointer) -> Int {
    let text = state.pointee.text
    var at = min(state.pointee.offset, state.pointee.textCount)
    while at > 0, text[at - 1] != UInt8(ascii: ">") { at -= 1 }
    while at < state.pointee.textCount, Blank.isXML(text[at]) { at += 1 }
    return at
  }

  static func comment(_ state: StatePointer, isEmpty: Bool) {
    // Before the first element, Core Foundation looks for the end of a comment one byte too late (`parseXMLPropertyList`): for it,
    // `<!---->` extends to the next `-->`, so that it may read a different list.
    if isEmpty, !state.pointee.sawPlist, state.pointee.builder.nodes.count == 0, !state.pointee.hasFailed {
      var at = min(state.pointee.offset, max(state.pointee.textCount - 1, 0))
      while at > 0, state.pointee.text[at] != UInt8(ascii: "<") { at -= 1 }
      return state.pointee.fail(
        "xml.empty-comment",
        "an empty comment before the first element, which Core Foundation does not end before the next '-->'", at: at,
        hint: "remove the comment, or write something in it")
    }
    markup(state, .comment)
  }

  static func markup(_ state: StatePointer, _ markup: Markup) {
    guard !state.pointee.hasFailed else { return }
    let leaf = state.pointee.leaf
    switch markup {
    case .cdata:
      if leaf == .none { return state.pointee.fail(.misplacedText(at: misplacedTextStart(state))) }
      if leaf == .string || leaf == .key || leaf == .real {
        state.pointee.hasCDATA = true
        return
      }
    case .comment, .instruction:
      if leaf == .none { return }
    }
    state.pointee.fail(.elementInside(leaf, markup.name, at: state.pointee.contentStart))
  }

  /// libxml2's position is at the `>` of a plain DOCTYPE, or at the `[` of one with declarations. Core Foundation looks for the first of
  /// these from the start of the DOCTYPE, even between quotes.
  static func documentType(_ state: StatePointer, _ identifiers: [UnsafePointer<UInt8>?]) {
    let at = state.pointee.offset
    for identifier in identifiers {
      var next = identifier
      while let byte = next?.pointee, byte != 0 {
        if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "[") {
          return state.pointee.fail(
            "xml.quoted-tag-end",
            "a '\(Character(Unicode.Scalar(byte)))' between the quotes of the DOCTYPE, which Core Foundation does not see",
            at: at, hint: "remove the DOCTYPE, or use Apple's")
        }
        next = next.map { $0 + 1 }
      }
    }
    // libxml2 reports an error for other characters.
    guard state.pointee.text[at] == UInt8(ascii: "[") else { return }
    state.pointee.fail(
      "xml.dtd-subset", "the DOCTYPE has a part in brackets […], with which Core Foundation refuses the file", at: at,
      hint: "remove the brackets; tools for .NET and Xamarin write [] into sources, and their build replaces the file")
  }

  static func entity(_ state: StatePointer, _ name: UnsafePointer<UInt8>) {
    guard !state.pointee.hasFailed else { return }
    var at = state.pointee.offset
    while at > 0, state.pointee.text[at] != UInt8(ascii: "&") { at -= 1 }
    state.pointee.fail(.unknownEntity(Excerpt.of(name), at: at))
  }

  static func malformed(_ state: StatePointer, code: Int, _ message: String) {
    guard !state.pointee.hasFailed else { return }
    let at = state.pointee.offset
    if state.pointee.isComplete {
      // Core Foundation stops reading at the end of the property list.
      state.pointee.builder.remark(
        .trailingContent, "text after the end of the property list is ignored", at: at, node: 0)
      state.pointee.hasFailed = true
      xmlStopParser(state.pointee.context)
      return
    }
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let detail = Excerpt.line(words.count > 200 ? words.prefix(200) + "…" : words)
    state.pointee.fail(.malformedXML(detail.isEmpty ? "libxml2 error \(code)" : detail, at: at))
  }
}
