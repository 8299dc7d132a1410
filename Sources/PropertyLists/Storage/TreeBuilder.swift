/// Collects values in document order into the compact form of `PropertyList`.
///
/// Readers call `begin` and `end` for containers, `setKey` before each dictionary value, and `leaf` for other values.
struct TreeBuilder: ~Copyable {
  struct Frame: BitwiseCopyable {
    var node: UInt32
    /// The start of its children in `pending`.
    var firstPending: UInt32
    var kind: PropertyList.Kind
    var hasKey: Bool
  }

  /// Determines which of two equal keys is used; Core Foundation differs by format.
  enum DuplicateRule { case firstWins, lastWins }

  /// The source text; offsets below `textCount` refer to it.
  let text: UnsafePointer<UInt8>
  let textCount: Int
  let limits: Limits
  let duplicateRule: DuplicateRule

  var nodes: GrowingBuffer<NodeRecord>
  var links: GrowingBuffer<UInt32>
  /// Text that differs from the source: resolved escapes, converted UTF-16, decoded Base64.
  var decoded: GrowingBuffer<UInt8>
  private(set) var pending: GrowingBuffer<UInt32>
  private(set) var frames: GrowingBuffer<Frame>
  private var keyRange = TextRange(offset: 0, length: 0)
  private var keyPlace: UInt32 = 0
  var remarks = Remarks()

  init(
    text: UnsafePointer<UInt8>, textCount: Int, limits: Limits, duplicateRule: DuplicateRule, expectedNodes: Int,
    expectedDecoded: Int = 64
  ) {
    self.text = text
    self.textCount = textCount
    self.limits = limits
    self.duplicateRule = duplicateRule
    nodes = GrowingBuffer(capacity: expectedNodes)
    links = GrowingBuffer(capacity: expectedNodes)
    decoded = GrowingBuffer(capacity: expectedDecoded)
    pending = GrowingBuffer(capacity: 64)
    frames = GrowingBuffer(capacity: 16)
  }

  @inline(__always) var depth: Int { frames.count }
  @inline(__always) var top: UnsafeMutablePointer<Frame> { frames.base + (frames.count - 1) }
  @inline(__always) var isInDictionary: Bool { frames.count > 0 && top.pointee.kind == .dictionary }
  @inline(__always) var awaitsKey: Bool { isInDictionary && !top.pointee.hasKey }
  @inline(__always) var nextNode: UInt32 { UInt32(truncatingIfNeeded: nodes.count) }

  @inline(__always) mutating func setKey(_ range: TextRange, place: UInt32) {
    keyRange = range
    keyPlace = place
    top.pointee.hasKey = true
  }

  /// Adds a value to the open container and returns its index. The caller has checked `maximumNodes`.
  @inline(__always) @discardableResult
  mutating func leaf(_ kind: PropertyList.Kind, payload: UInt64, place: UInt32, flags: UInt8 = 0) -> UInt32 {
    let index = nextNode
    var record = NodeRecord(
      payload: payload, parent: NodeRecord.none, place: place, keyOffset: 0, keyLength: 0, keyPlace: 0, kind: kind,
      flags: flags)
    if frames.count > 0 {
      let frame = top
      record.parent = frame.pointee.node
      if frame.pointee.hasKey {
        record.keyOffset = keyRange.offset
        record.keyLength = keyRange.length
        record.keyPlace = keyPlace
        frame.pointee.hasKey = false
      }
      pending.append(index)
    }
    nodes.append(record)
    return index
  }

  @inline(__always) mutating func leaf(_ kind: PropertyList.Kind, _ range: TextRange, place: UInt32) {
    leaf(kind, payload: NodeRecord.pair(range.offset, range.length), place: place)
  }

  @inline(__always) @discardableResult
  mutating func begin(_ kind: PropertyList.Kind, place: UInt32) -> UInt32 {
    let index = leaf(kind, payload: 0, place: place)
    frames.append(
      Frame(node: index, firstPending: UInt32(truncatingIfNeeded: pending.count), kind: kind, hasKey: false))
    return index
  }

  /// Closes the innermost container: its children get their final, contiguous links.
  mutating func end() {
    let frame = top.pointee
    frames.truncate(to: frames.count - 1)
    let first = Int(frame.firstPending)
    var count = pending.count - first
    var flags: UInt8 = 0
    if frame.kind == .dictionary {
      if areKeysAscending(first, count) {
        flags = NodeRecord.isSorted
      } else if count <= KeyBytes.linearLimit {
        count = dropDuplicatesPairwise(first, count)
      } else {
        flags = NodeRecord.isHashed
      }
    }
    let start = links.count
    if flags == NodeRecord.isHashed {
      count = appendHashed(first, count)
    } else {
      links.append(UnsafePointer(pending.base) + first, count: count)
    }
    pending.truncate(to: first)
    let record = nodes.base + Int(frame.node)
    record.pointee.payload = NodeRecord.pair(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: count))
    record.pointee.flags = flags
  }

  /// Replaces the innermost container, which has one scalar child, by a scalar: `{CF$UID: n}` is a single value.
  mutating func replaceContainer(with kind: PropertyList.Kind, payload: UInt64) {
    let frame = top.pointee
    frames.truncate(to: frames.count - 1)
    pending.truncate(to: Int(frame.firstPending))
    nodes.truncate(to: Int(frame.node) + 1)
    let record = nodes.base + Int(frame.node)
    record.pointee.kind = kind
    record.pointee.payload = payload
  }

  @inline(__always) var openCount: Int { pending.count - Int(top.pointee.firstPending) }

  mutating func remark(_ code: SilentChange.Code, _ message: @autoclosure () -> String, at offset: Int, node: UInt32) {
    remarks.add(code, message(), at: offset, node: node)
  }

  @inline(__always) func bytes(_ offset: UInt32) -> UnsafePointer<UInt8> {
    let offset = Int(offset)
    return offset < textCount ? text + offset : UnsafePointer(decoded.base) + (offset - textCount)
  }

  /// The range decoded since `start`, an earlier `decoded.count`.
  @inline(__always) func decodedRange(since start: Int) -> TextRange {
    TextRange(
      offset: UInt32(truncatingIfNeeded: textCount + start),
      length: UInt32(truncatingIfNeeded: decoded.count - start))
  }
}

extension TreeBuilder {
  consuming func take() -> (
    decoded: (base: UnsafeMutablePointer<UInt8>, count: Int),
    nodes: (base: UnsafeMutablePointer<NodeRecord>, count: Int),
    links: (base: UnsafeMutablePointer<UInt32>, count: Int)
  ) {
    (decoded.take(), nodes.take(), links.take())
  }
}

extension TreeBuilder {
  var pendingKey: (text: String, place: Int) {
    (Excerpt.of(bytes(keyRange.offset), Int(keyRange.length)), Int(keyPlace))
  }

  /// Closes the innermost dictionary as a UID if it is `{CF$UID: integer}`. Adds a remark if only the number is invalid.
  mutating func closesAsUID() -> Bool {
    guard openCount == 1 else { return false }
    let frame = top.pointee
    let child = nodes.base + Int(pending.base[Int(frame.firstPending)])
    let name: StaticString = "CF$UID"
    guard
      KeyBytes.equal(
        bytes(child.pointee.keyOffset), Int(child.pointee.keyLength), name.utf8Start, name.utf8CodeUnitCount)
    else { return false }
    guard child.pointee.kind == .integer, child.pointee.payload <= UInt64(UInt32.max) else {
      remark(
        .malformedUID, "CF$UID must be an integer from 0 to 4294967295; this is read as a dictionary",
        at: Int(child.pointee.place), node: frame.node)
      return false
    }
    replaceContainer(with: .uid, payload: child.pointee.payload)
    return true
  }
}
