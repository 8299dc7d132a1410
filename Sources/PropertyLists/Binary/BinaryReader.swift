import Basics

/// Reads a binary property list (`CFBinaryPList.c`) without recursion, and checks all offsets.
///
/// Each reference to an object becomes a separate node, which has one parent and one pointer; the bytes of strings and data are shared.
/// `Limits` bounds the expansion of references.
struct BinaryReader: ~Copyable {
  private struct Frame: BitwiseCopyable {
    var object: Int
    /// The start of its references; in a dictionary the references to values follow those to keys.
    var references: Int
    var count: Int
    var next: Int
    var isDictionary: Bool
    /// Whether this container is referenced for at least the second time.
    var isShared: Bool
  }

  private struct ObjectState {
    static let open: UInt8 = 1
    static let seen: UInt8 = 2
    static let recoded: UInt8 = 4
  }

  let objects: BinaryObjects
  let limits: Limits
  var builder: TreeBuilder
  private var frames: GrowingBuffer<Frame>
  private var states: GrowingBuffer<UInt8>
  /// The converted UTF-16 strings by object; empty until the first one.
  private var recoded: GrowingBuffer<TextRange>
  private var expandedSize = 0
  private var sharedNodes = 0

  static func recognises(_ file: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    count >= 6 && memcmp(file, "bplist", 6) == 0
  }

  static func read(_ file: UnsafePointer<UInt8>, _ count: Int, limits: Limits) throws(PropertyListError) -> TreeBuilder
  {
    let trailer = try BinaryTrailer(file, count)
    guard trailer.objectCount <= limits.maximumNodes else {
      throw .tooManyNodes(limits.maximumNodes, at: trailer.offsetTable)
    }
    var reader = BinaryReader(file, count, trailer, limits.ofBinary(count, objects: trailer.objectCount))
    try reader.readAll()
    return reader.finish()
  }

  private init(_ file: UnsafePointer<UInt8>, _ count: Int, _ trailer: BinaryTrailer, _ limits: Limits) {
    objects = BinaryObjects(file: file, trailer: trailer)
    self.limits = limits
    builder = TreeBuilder(
      text: file, textCount: count, limits: limits, duplicateRule: .firstWins,
      expectedNodes: min(trailer.objectCount * 4 + 16, limits.maximumNodes))
    frames = GrowingBuffer(capacity: 16)
    states = GrowingBuffer(capacity: trailer.objectCount)
    states.reserve(trailer.objectCount).initialize(repeating: 0, count: trailer.objectCount)
    states.advance(trailer.objectCount)
    recoded = GrowingBuffer(capacity: 8)
  }

  @inline(__always) private var file: UnsafePointer<UInt8> { objects.file }
  @inline(__always) private var trailer: BinaryTrailer { objects.trailer }

  private consuming func finish() -> TreeBuilder { builder }

  private mutating func readAll() throws(PropertyListError) {
    try value(trailer.topObject)
    while frames.count > 0 {
      let frame = frames.base + (frames.count - 1)
      let at = frame.pointee.next
      guard at < frame.pointee.count else {
        states.base[frame.pointee.object] &= ~ObjectState.open
        frames.truncate(to: frames.count - 1)
        builder.end()
        continue
      }
      frame.pointee.next = at + 1
      let size = trailer.referenceSize
      var reference = frame.pointee.references + at * size
      if frame.pointee.isDictionary {
        let key = try objects.object(at: reference)
        let offset = try objects.offset(of: key)
        let range = try string(key, offset, isKey: true)
        builder.setKey(range, place: UInt32(truncatingIfNeeded: offset))
        reference += frame.pointee.count * size
      }
      try value(try objects.object(at: reference))
    }
    // Core Foundation rejects a file with an offset outside the objects, even if nothing refers to it.
    for object in 0..<trailer.objectCount { _ = try objects.offset(of: object) }
  }

  @inline(__always) private mutating func value(_ object: Int) throws(PropertyListError) {
    let offset = try objects.offset(of: object)
    if builder.nodes.count >= limits.maximumNodes { throw .tooManyNodes(limits.maximumNodes, at: offset) }
    if frames.count > 0, (frames.base + (frames.count - 1)).pointee.isShared {
      sharedNodes += 1
      if sharedNodes > limits.maximumSharedNodes {
        throw PropertyListError(
          "limit.shared-nodes", "repeated references expand to more than \(limits.maximumSharedNodes) values",
          at: offset)
      }
    }
    let marker = file[offset]
    let place = UInt32(truncatingIfNeeded: offset)
    switch marker >> 4 {
    case 0x5, 0x6:
      builder.leaf(.string, try string(object, offset, isKey: false), place: place)
    case 0x1 where marker <= 0x13:
      builder.leaf(.integer, payload: try objects.shortInteger(marker, offset), place: place)
    case 0xA, 0xC, 0xD: try container(object, marker, offset, place)
    case 0x4:
      let (start, count) = try objects.body(offset, unit: 1)
      try charge(count, at: offset)
      builder.leaf(
        .data, TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: count)),
        place: place)
    default:
      let scalar = try objects.scalar(marker, offset)
      if scalar.isTruncated {
        builder.remark(
          .integerTruncated, "an integer outside 0 to 2^64-1; its lower 64 bits are read, as \(scalar.payload)",
          at: offset,
          node: builder.nextNode)
      }
      builder.leaf(
        scalar.kind, payload: scalar.payload, place: place, flags: scalar.isUnsigned ? NodeRecord.isUnsigned : 0)
    }
  }

  private mutating func container(_ object: Int, _ marker: UInt8, _ offset: Int, _ place: UInt32)
    throws(PropertyListError)
  {
    let kind: PropertyList.Kind = marker >> 4 == 0xD ? .dictionary : marker >> 4 == 0xA ? .array : .set
    let (start, count) = try objects.body(offset, unit: trailer.referenceSize * (kind == .dictionary ? 2 : 1))
    let state = states.base[object]
    if state & ObjectState.open != 0 { throw .binary("cycle", "a container that contains itself", at: offset) }
    if frames.count >= limits.maximumDepth { throw .tooDeep(limits.maximumDepth, at: offset) }
    states.base[object] = state | ObjectState.open | ObjectState.seen
    builder.begin(kind, place: place)
    let isInShared = frames.count > 0 && (frames.base + (frames.count - 1)).pointee.isShared
    frames.append(
      Frame(
        object: object, references: start, count: count, next: 0, isDictionary: kind == .dictionary,
        isShared: isInShared || state & ObjectState.seen != 0))
  }

  /// The text of a string object; UTF-16 is converted at the first reference.
  @inline(__always)
  private mutating func string(_ object: Int, _ offset: Int, isKey: Bool) throws(PropertyListError) -> TextRange {
    let marker = file[offset]
    if marker >> 4 == 0x5 {
      let (start, count) = try objects.body(offset, unit: 1)
      try charge(count, at: offset)
      if !BigEndianBytes.isASCII(file + start, count) { return try recodedLatin1(object, offset, start, count) }
      return TextRange(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: count))
    }
    guard marker >> 4 == 0x6 else { throw .binary("key", "a dictionary key that is not a string", at: offset) }
    return try recodedString(object, offset)
  }

  private mutating func recodedString(_ object: Int, _ offset: Int) throws(PropertyListError) -> TextRange {
    if states.base[object] & ObjectState.recoded != 0 {
      let range = recoded.base[object]
      try charge(Int(range.length), at: offset)
      return range
    }
    let (start, count) = try objects.body(offset, unit: 2)
    let before = builder.decoded.count
    guard builder.textCount + before + count * 3 < Int(UInt32.max) else {
      throw .expandedSize(limits.maximumExpandedSize, at: offset)
    }
    var outcome = Transcoding.Outcome()
    let written = Transcoding.utf16(
      file + start, units: count, Transcoding.BigEndian.self, into: builder.decoded.reserve(count * 3), &outcome)
    builder.decoded.advance(written)
    try charge(written, at: offset)
    if outcome.firstReplacement != nil {
      builder.remark(
        .malformedUTF16, "an unpaired surrogate in a string; it is read as U+FFFD", at: offset, node: builder.nextNode)
    }
    return remember(builder.decodedRange(since: before), of: object)
  }

  /// A string stored as ASCII that is not ASCII: Core Foundation reads the bytes as Latin-1.
  @inline(never)
  private mutating func recodedLatin1(
    _ object: Int, _ offset: Int, _ start: Int, _ count: Int
  ) throws(PropertyListError) -> TextRange {
    if states.base[object] & ObjectState.recoded != 0 { return recoded.base[object] }
    let before = builder.decoded.count
    guard builder.textCount + before + count * 2 < Int(UInt32.max) else {
      throw .expandedSize(limits.maximumExpandedSize, at: offset)
    }
    let out = builder.decoded.reserve(count * 2)
    var to = out
    for at in 0..<count { to += Transcoding.encode(UInt32(file[start + at]), to) }
    builder.decoded.advance(to - out)
    builder.remark(
      .nonASCIIString, "a string stored as ASCII has bytes above 0x7F; they are read as Latin-1", at: offset,
      node: builder.nextNode)
    return remember(builder.decodedRange(since: before), of: object)
  }

  private mutating func remember(_ range: TextRange, of object: Int) -> TextRange {
    if recoded.count == 0 {
      recoded.reserve(trailer.objectCount).initialize(
        repeating: TextRange(offset: 0, length: 0), count: trailer.objectCount)
      recoded.advance(trailer.objectCount)
    }
    recoded.base[object] = range
    states.base[object] |= ObjectState.recoded
    return range
  }

  @inline(__always) private mutating func charge(_ bytes: Int, at offset: Int) throws(PropertyListError) {
    expandedSize += bytes
    if expandedSize > limits.maximumExpandedSize { throw .expandedSize(limits.maximumExpandedSize, at: offset) }
  }
}

extension Limits {
  /// Limits on the expansion of references, proportional to the file. References can repeat a string or number a million times with one
  /// byte each, and code that prints or walks the list takes time for each.
  fileprivate func ofBinary(_ fileSize: Int, objects: Int) -> Limits {
    // Neither is more than 2³¹.
    var limits = self
    limits.maximumNodes = min(maximumNodes, 2_000_000 + 8 * objects)
    limits.maximumExpandedSize = min(maximumExpandedSize, (32 << 20) + 64 * fileSize)
    return limits
  }
}

extension PropertyListError {
  static func binary(_ code: String, _ message: String, at offset: Int) -> PropertyListError {
    PropertyListError(PropertyListCode(rawValue: "binary.\(code)"), message, at: offset)
  }

  static func unknownMarker(_ marker: UInt8, at offset: Int) -> PropertyListError {
    PropertyListError(
      "binary.marker", "0x\(Hexadecimal.text(of: [marker], uppercase: true)) is not a valid object type",
      at: offset)
  }

  static func expandedSize(_ limit: Int, at offset: Int) -> PropertyListError {
    PropertyListError(
      "limit.expanded-size", "references expand to more than \(limit) bytes of text and data", at: offset)
  }
}
