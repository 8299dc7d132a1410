import Basics
internal import CLibXML2

/// Reads an XML property list from UTF-8 using libxml2's SAX2 events.
///
/// libxml2 checks well-formedness and finds the tags. Values are read from the source bytes between the tags, so that line endings and the
/// like are unchanged, as in Core Foundation, and so that a value without escapes needs no copy.
enum XMLReader {
  /// The state of the event handlers, passed to them as a raw pointer.
  struct State: ~Copyable {
    let context: xmlParserCtxtPtr
    let text: UnsafePointer<UInt8>
    let textCount: Int
    let start: Int
    var builder: TreeBuilder
    var leaf = XMLTag.none
    var leafStart = 0
    var contentStart = 0
    /// The number of bytes of text that libxml2 reported since `contentStart`.
    var textLength = 0
    var hasCDATA = false
    var isEmptyElement = false
    var sawPlist = false
    var isComplete = false
    var hasFailed = false
    var failure: PropertyListError?
    /// libxml2 stores each name once, so its address identifies the tag after the first time.
    private let knownNames = State.allocateNames()

    private struct KnownName: BitwiseCopyable {
      var name: UnsafePointer<UInt8>?
      var tag: XMLTag
    }

    private static let knownNameCount = 32

    private static func allocateNames() -> UnsafeMutablePointer<KnownName> {
      let names = UnsafeMutablePointer<KnownName>.allocate(capacity: knownNameCount)
      names.initialize(repeating: KnownName(name: nil, tag: .none), count: knownNameCount)
      return names
    }

    consuming func finish() -> TreeBuilder {
      knownNames.deallocate()
      return builder
    }

    @inline(__always) func tag(named name: UnsafePointer<UInt8>) -> XMLTag {
      let slot = knownNames + (Int(bitPattern: name) >> 1) & (State.knownNameCount - 1)
      if slot.pointee.name == name { return slot.pointee.tag }
      let tag = XMLTag.named(name)
      slot.pointee = KnownName(name: name, tag: tag)
      return tag
    }

    /// The offset in the text of libxml2's position.
    @inline(__always) var offset: Int {
      guard let input = context.pointee.input, let current = input.pointee.cur, let base = input.pointee.base else {
        return textCount
      }
      // libxml2 uses a moving buffer. It does not convert UTF-8, so its byte counts are offsets in the text.
      let read = start &+ Int(bitPattern: UInt(input.pointee.consumed)) &+ (current - base)
      return min(max(read, 0), textCount)
    }

    mutating func fail(_ failure: PropertyListError) {
      guard !hasFailed else { return }
      hasFailed = true
      self.failure = failure
      xmlStopParser(context)
    }

    mutating func fail(_ code: PropertyListCode, _ message: String, at offset: Int, hint: String? = nil) {
      fail(PropertyListError(code, message, at: offset, hint: hint))
    }
  }

  private static let isPrepared: Void = xmlInitParser()

  /// Reads the text from `start`; `text` must be valid UTF-8 followed by zeros.
  static func read(
    _ text: UnsafePointer<UInt8>, _ count: Int, from start: Int, limits: Limits
  ) throws(PropertyListError) -> TreeBuilder {
    isPrepared
    if let null = memchr(text + start, 0, count - start) {
      throw PropertyListError(
        "xml.null-character", "a null character, which XML does not allow",
        at: UnsafeRawPointer(null) - UnsafeRawPointer(text),
        hint: "the file may be UTF-16 without a byte order mark; save it as UTF-8")
    }
    var builder = TreeBuilder(
      text: text, textCount: count, limits: limits, duplicateRule: .lastWins, expectedNodes: count / 48 + 16,
      expectedDecoded: count / 16)
    var begin = start
    while begin < count, Blank.isXML(text[begin]) { begin += 1 }
    if begin > start {
      builder.remark(.leadingBlanks, "whitespace before the XML, which other readers reject", at: start, node: 0)
    }
    guard let context = xmlNewParserCtxt() else {
      throw PropertyListError("xml.out-of-memory", "libxml2 could not be started")
    }
    defer { xmlFreeParserCtxt(context) }
    let feed = UnsafeMutablePointer<XMLFeed>.allocate(capacity: 1)
    let copy = XMLCharacters.copyWithoutForbidden(text + begin, count - begin)
    defer { free(copy) }
    feed.initialize(to: XMLFeed(next: copy.map { UnsafePointer($0) } ?? text + begin, left: count - begin))
    defer { feed.deallocate() }
    install(on: context)

    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State(context: context, text: text, textCount: count, start: begin, builder: builder))
    context.pointee.userData = UnsafeMutableRawPointer(state)
    // HUGE disables libxml2's own limits, such as depth 256; ours apply instead. No entity can be declared: see `documentType`.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    // None of the handlers creates a document, so there is none to free.
    _ = xmlCtxtReadIO(context, XMLFeed.read, nil, feed, nil, nil, Int32(truncatingIfNeeded: options))
    let failure = state.pointee.failure
    let isComplete = state.pointee.isComplete
    let end = state.move().finish()
    state.deallocate()
    if let failure { throw failure }
    guard isComplete else { throw .malformedXML("the document has no element", at: count) }
    return end
  }

  @inline(__always) private static func state(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
    data?.assumingMemoryBound(to: State.self)
  }

  private static func install(on context: xmlParserCtxtPtr) {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, name, prefix, _, _, _, _, _, _ in
      if let name { XMLReader.state(data)?.pointee.startElement(name, prefix) }
    }
    handler.endElementNs = { data, _, _, _ in XMLReader.state(data)?.pointee.endElement() }
    handler.characters = { data, text, count in
      if let text { XMLReader.state(data)?.pointee.characters(text, Int(count)) }
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = { data, _, _ in XMLReader.state(data)?.pointee.markup(.cdata) }
    handler.comment = { data, text in XMLReader.state(data)?.pointee.comment(isEmpty: text?.pointee ?? 0 == 0) }
    handler.processingInstruction = { data, _, _ in XMLReader.state(data)?.pointee.markup(.instruction) }
    handler.internalSubset = { data, _, external, system in
      XMLReader.state(data)?.pointee.documentType([external, system])
    }
    handler.getEntity = { data, name in
      if let name { XMLReader.state(data)?.pointee.entity(name) }
      return nil
    }
    handler.serror = { data, error in
      guard let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
      let message = error.message.map { String(cString: $0) } ?? ""
      XMLReader.state(data)?.pointee.malformed(code: Int(error.code), message)
    }
    context.pointee.sax.pointee = handler
  }
}

/// Passes the text to libxml2 in small pieces, so that its buffer stays in the cache; a second copy of a large text would take as long as
/// parsing it.
struct XMLFeed {
  var next: UnsafePointer<UInt8>
  var left: Int

  static let read: xmlInputReadCallback = { context, buffer, wanted in
    guard let context, let buffer else { return -1 }
    let feed = context.assumingMemoryBound(to: XMLFeed.self)
    let count = min(Int(wanted), feed.pointee.left)
    guard count > 0 else { return 0 }
    memcpy(buffer, feed.pointee.next, count)
    feed.pointee.next += count
    feed.pointee.left -= count
    return Int32(truncatingIfNeeded: count)
  }
}
