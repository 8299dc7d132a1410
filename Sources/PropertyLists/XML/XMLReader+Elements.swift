extension XMLReader.State {
  @inline(__always)
  mutating func startElement(_ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?) {
    let tag = prefix == nil ? tag(named: name) : .none
    // libxml2 reports the element at the `>` or `/>` of its start tag.
    let end = offset
    let text = text
    let place = Self.tagStart(text, before: end, nameLength: tag.length)
    let isEmpty = text[end] == UInt8(ascii: "/")
    let nodes = builder.nodes.count
    if end &- place &- 1 != tag.length, let quoted = (place..<end).first(where: { text[$0] == UInt8(ascii: ">") }) {
      return fail(
        "xml.quoted-tag-end", "a '>' between quotes, where Core Foundation ends the tag", at: quoted,
        hint: "write &gt; instead, or remove the attribute")
    }
    guard tag.rawValue > XMLTag.plist.rawValue, leaf == .none, !(builder.awaitsKey && tag != .key),
      builder.depth > 0 || nodes == 0, nodes < builder.limits.maximumNodes, text[place] == UInt8(ascii: "<"),
      isEmpty || text[end] == UInt8(ascii: ">"), !hasFailed
    else { return unusualStart(tag, name, prefix, place) }
    if tag.rawValue <= XMLTag.array.rawValue {
      let limit = builder.limits.maximumDepth
      guard builder.depth < limit else { return fail(.tooDeep(limit, at: place)) }
      builder.begin(tag == .dict ? .dictionary : .array, place: UInt32(truncatingIfNeeded: place))
      return
    }
    leaf = tag
    leafStart = place
    contentStart = end &+ 1
    textLength = 0
    hasCDATA = false
    isEmptyElement = isEmpty
  }

  /// Handles `<plist>`, or an element that is not allowed here.
  @inline(never)
  private mutating func unusualStart(
    _ tag: XMLTag, _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ place: Int
  ) {
    guard !hasFailed else { return }
    guard tag != .none else {
      let shown = (prefix.map { Excerpt.of($0) + ":" } ?? "") + Excerpt.of(name)
      return fail(
        "xml.unknown-element", "unknown element <\(shown)>", at: place,
        hint: "valid elements: dict, array, key, string, integer, real, true, false, date, data")
    }
    if leaf != .none { return fail(.elementInside(leaf, "<\(tag.name)>", at: place)) }
    if tag == .plist {
      guard !sawPlist, builder.nodes.count == 0 else {
        return fail("xml.misplaced-plist", "<plist> inside another element", at: place)
      }
      sawPlist = true
      return
    }
    if builder.depth == 0, builder.nodes.count > 0 {
      return fail("xml.second-object", "a second value; <plist> must contain exactly one", at: place)
    }
    if builder.awaitsKey, tag != .key {
      return fail("xml.value-without-key", "<\(tag.name)> in a dictionary where a <key> must come first", at: place)
    }
    let limit = builder.limits.maximumNodes
    if builder.nodes.count >= limit { return fail(.tooManyNodes(limit, at: place)) }
    fail(.malformedXML("a start tag could not be located", at: place))
  }

  @inline(__always) mutating func endElement() {
    guard !hasFailed else { return }
    let tag = leaf
    if tag != .none {
      leaf = .none
      if isEmptyElement { return emptyLeaf(tag) }
      let start = contentStart
      let end = Self.contentEnd(text, before: offset, nameLength: tag.length)
      guard end >= start else { return fail(.malformedXML("an end tag could not be located", at: leafStart)) }
      return readLeaf(tag, start, end &- start)
    }
    if builder.depth > 0 { return endContainer() }
    if builder.nodes.count == 0 {
      return fail("xml.no-object", "<plist> is empty; expected one value", at: offset)
    }
    isComplete = true
  }

  private mutating func endContainer() {
    let frame = builder.top.pointee
    if frame.kind == .dictionary {
      if frame.hasKey {
        let key = builder.pendingKey
        return fail("xml.key-without-value", "the key '\(key.text)' has no value", at: key.place)
      }
      if builder.openCount > 0, builder.closesAsUID() { return rootEnded() }
    }
    builder.end()
    rootEnded()
  }

  /// Without `<plist>`, the document ends with its value.
  @inline(__always) private mutating func rootEnded() {
    if builder.depth == 0, !sawPlist { isComplete = true }
  }

  @inline(__always) private mutating func readLeaf(_ tag: XMLTag, _ start: Int, _ count: Int) {
    let place = UInt32(truncatingIfNeeded: leafStart)
    switch tag {
    case .key, .string:
      guard let range = textRange(start, count) else { return }
      if tag == .key, builder.awaitsKey {
        builder.setKey(range, place: place)
        return
      }
      builder.leaf(.string, range, place: place)
    case .integer: integer(start, count, place)
    default: rareLeaf(tag, start, count, place)
    }
    rootEnded()
  }

  /// The text of a string: a range of the source if nothing is escaped. Core Foundation treats U+FEFF at its beginning as a byte order mark
  /// and drops it.
  @inline(__always) mutating func textRange(_ start: Int, _ count: Int) -> TextRange? {
    guard let range = storedRange(start, count) else { return nil }
    let bytes = builder.bytes(range.offset)
    guard range.length >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return range }
    return TextRange(offset: range.offset + 3, length: range.length - 3)
  }

  @inline(__always) private mutating func storedRange(_ start: Int, _ count: Int) -> TextRange? {
    // libxml2 reports less text than the source has if it contains an entity, a CR LF or markup.
    if count == textLength, !hasCDATA {
      return TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: count))
    }
    return decodedText(start, count)
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
