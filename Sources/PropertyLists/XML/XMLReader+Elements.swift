extension XMLReader {
  typealias StatePointer = UnsafeMutablePointer<State>

  @inline(__always)
  static func startElement(_ state: StatePointer, _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?) {
    let tag = prefix == nil ? state.pointee.tag(named: name) : .none
    // libxml2 reports the element at the `>` or `/>` of its start tag.
    let end = state.pointee.offset
    let text = state.pointee.text
    let place = tagStart(text, before: end, nameLength: tag.length)
    let isEmpty = text[end] == UInt8(ascii: "/")
    let builder = state.pointee.builder.position
    if end &- place &- 1 != tag.length, let quoted = (place..<end).first(where: { text[$0] == UInt8(ascii: ">") }) {
      return state.pointee.fail(
        "xml.quoted-tag-end", "a '>' between quotes, where Core Foundation ends the tag", at: quoted,
        hint: "write &gt; instead, or remove the attribute")
    }
    guard tag.rawValue > XMLTag.plist.rawValue, state.pointee.leaf == .none, !(builder.awaitsKey && tag != .key),
      builder.depth > 0 || builder.nodes == 0, builder.nodes < builder.maximumNodes, text[place] == UInt8(ascii: "<"),
      isEmpty || text[end] == UInt8(ascii: ">"), !state.pointee.hasFailed
    else { return unusualStart(state, tag, name, prefix, place) }
    if tag.rawValue <= XMLTag.array.rawValue {
      guard builder.depth < builder.maximumDepth else {
        return state.pointee.fail(.tooDeep(builder.maximumDepth, at: place))
      }
      state.pointee.builder.begin(tag == .dict ? .dictionary : .array, place: UInt32(truncatingIfNeeded: place))
      return
    }
    state.pointee.leaf = tag
    state.pointee.leafStart = place
    state.pointee.contentStart = end &+ 1
    state.pointee.textLength = 0
    state.pointee.hasCDATA = false
    state.pointee.isEmptyElement = isEmpty
  }

  /// Handles `<plist>`, or an element that is not allowed here.
  @inline(never)
  private static func unusualStart(
    _ state: StatePointer, _ tag: XMLTag, _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ place: Int
  ) {
    guard !state.pointee.hasFailed else { return }
    guard tag != .none else {
      let shown = (prefix.map { Excerpt.of($0) + ":" } ?? "") + Excerpt.of(name)
      return state.pointee.fail(
        "xml.unknown-element", "unknown element <\(shown)>", at: place,
        hint: "valid elements: dict, array, key, string, integer, real, true, false, date, data")
    }
    if state.pointee.leaf != .none {
      return state.pointee.fail(.elementInside(state.pointee.leaf, "<\(tag.name)>", at: place))
    }
    if tag == .plist {
      guard !state.pointee.sawPlist, state.pointee.builder.nodes.count == 0 else {
        return state.pointee.fail("xml.misplaced-plist", "<plist> inside another element", at: place)
      }
      state.pointee.sawPlist = true
      return
    }
    let builder = state.pointee.builder.position
    if builder.depth == 0, builder.nodes > 0 {
      return state.pointee.fail("xml.second-object", "a second value; <plist> must contain exactly one", at: place)
    }
    if builder.awaitsKey, tag != .key {
      return state.pointee.fail(
        "xml.value-without-key", "<\(tag.name)> in a dictionary where a <key> must come first", at: place)
    }
    if builder.nodes >= builder.maximumNodes {
      return state.pointee.fail(.tooManyNodes(builder.maximumNodes, at: place))
    }
    state.pointee.fail(.malformedXML("a start tag could not be located", at: place))
  }

  @inline(__always) static func endElement(_ state: StatePointer) {
    guard !state.pointee.hasFailed else { return }
    let tag = state.pointee.leaf
    if tag != .none {
      state.pointee.leaf = .none
      if state.pointee.isEmptyElement { return emptyLeaf(state, tag) }
      let start = state.pointee.contentStart
      let end = contentEnd(state.pointee.text, before: state.pointee.offset, nameLength: tag.length)
      guard end >= start else {
        return state.pointee.fail(.malformedXML("an end tag could not be located", at: state.pointee.leafStart))
      }
      return leaf(state, tag, start, end &- start)
    }
    if state.pointee.builder.depth > 0 { return endContainer(state) }
    if state.pointee.builder.nodes.count == 0 {
      return state.pointee.fail("xml.no-object", "<plist> is empty; expected one value", at: state.pointee.offset)
    }
    state.pointee.isComplete = true
  }

  private static func endContainer(_ state: StatePointer) {
    let frame = state.pointee.builder.top.pointee
    if frame.kind == .dictionary {
      if frame.hasKey {
        let key = state.pointee.builder.pendingKey
        return state.pointee.fail("xml.key-without-value", "the key '\(key.text)' has no value", at: key.place)
      }
      if state.pointee.builder.openCount > 0, state.pointee.builder.closesAsUID() { return rootEnded(state) }
    }
    state.pointee.builder.end()
    rootEnded(state)
  }

  /// Without `<plist>`, the document ends with its value.
  @inline(__always) private static func rootEnded(_ state: StatePointer) {
    if state.pointee.builder.depth == 0, !state.pointee.sawPlist { state.pointee.isComplete = true }
  }

  @inline(__always) private static func leaf(_ state: StatePointer, _ tag: XMLTag, _ start: Int, _ count: Int) {
    let place = UInt32(truncatingIfNeeded: state.pointee.leafStart)
    switch tag {
    case .key, .string:
      guard let range = textRange(state, start, count) else { return }
      if tag == .key, state.pointee.builder.awaitsKey {
        state.pointee.builder.setKey(range, place: place)
        return
      }
      state.pointee.builder.leaf(.string, range, place: place)
    case .integer: integer(state, start, count, place)
    default: rareLeaf(state, tag, start, count, place)
    }
    rootEnded(state)
  }

  /// The text of a string: a range of the source if nothing is escaped. Core Foundation treats U+FEFF at its beginning as a byte order mark
  /// and drops it.
  @inline(__always) static func textRange(_ state: StatePointer, _ start: Int, _ count: Int) -> TextRange? {
    guard let range = storedRange(state, start, count) else { return nil }
    let bytes = state.pointee.builder.bytes(range.offset)
    guard range.length >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return range }
    return TextRange(offset: range.offset + 3, length: range.length - 3)
  }

  @inline(__always) private static func storedRange(_ state: StatePointer, _ start: Int, _ count: Int) -> TextRange? {
    // libxml2 reports less text than the source has if it contains an entity, a CR LF or markup.
    if count == state.pointee.textLength, !state.pointee.hasCDATA {
      return TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: count))
    }
    return decodedText(state, start, count)
  }

  @inline(__always)
  private static func tagStart(_ text: UnsafePointer<UInt8>, before end: Int, nameLength: Int) -> Int {
    let near = end &- nameLength &- 1
    if near >= 0, nameLength > 0, text[near] == UInt8(ascii: "<") { return near }
    // Attributes or blanks, which cannot contain `<`.
    var at = end
    while at > 0, text[at] != UInt8(ascii: "<") { at -= 1 }
    return at
  }

  /// The end of an element's text; negative if there is no end tag before `end`.
  @inline(__always)
  private static func contentEnd(_ text: UnsafePointer<UInt8>, before end: Int, nameLength: Int) -> Int {
    let near = end &- nameLength &- 3
    if near >= 0, text[near] == UInt8(ascii: "<"), text[near &+ 1] == UInt8(ascii: "/") { return near }
    var at = end - 1
    while at > 0, text[at] != UInt8(ascii: "<") { at -= 1 }
    return at > 0 && text[at + 1] == UInt8(ascii: "/") ? at : -1
  }
}
