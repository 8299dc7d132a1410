import Basics
import PropertyLists
import Testing

extension PropertyList {
  /// Opens bytes lazily however few there are.
  static func lazily(_ source: any ByteSource, _ limits: Limits = .default) throws(PropertyListError) -> PropertyList {
    var limits = limits
    limits.lazyThreshold = 0
    return try open(source, file: "t", limits: limits)
  }

  static func lazily(_ bytes: [UInt8], _ limits: Limits = .default) throws(PropertyListError) -> PropertyList {
    try lazily(ByteArray(bytes), limits)
  }
}

/// Bytes that count how many of them were read, and can be made unreadable.
struct CountingSource: ByteSource {
  private let bytes: [UInt8]
  private let state = Locked((read: 0, failsFrom: Int.max))

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }
  var bytesRead: Int { state.withValue { $0.read } }
  /// From this offset on nothing can be read any more.
  func breakOff(at offset: Int) { state.withValue { $0.failsFrom = offset } }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let size = buffer.count
    let fails = state.withValue { state in
      state.read += size
      return offset + size > state.failsFrom
    }
    if fails { throw ByteSourceError("t has become shorter") }
    return try ByteArray(bytes).read(at: offset, into: buffer)
  }
}

/// Bytes that are better read from their start.
struct SequentialSource: ByteSource {
  let bytes: ByteArray
  let isSequential = true
  var count: Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    try bytes.read(at: offset, into: buffer)
  }
}

/// Random binary property lists: every kind of object, shared ones, equal keys, all widths.
struct BinaryGenerator {
  var generator: SeededGenerator

  init(_ seed: UInt64) { generator = SeededGenerator(state: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Containers refer to objects behind them, so that nothing contains itself.
  mutating func file() -> BinaryFixture {
    let count = number(3..<40)
    let containers = number(1..<count)
    let size = number(1..<4)
    var objects: [[UInt8]] = []
    // The last objects are keys; some are equal.
    let firstKey = max(containers, count - number(1..<8))
    for at in 0..<count {
      if at >= firstKey {
        objects.append(string(short: true))
      } else if at >= containers {
        objects.append(scalar())
      } else {
        let entries = number(0..<(number(0..<8) == 0 ? 40 : 5))
        let kind = [0xA0, 0xC0, 0xD0, 0xD0][number(0..<4)] as UInt8
        let keys = kind == 0xD0 ? (0..<entries).map { _ in reference(firstKey..<count, size) } : []
        let values = (0..<entries).map { _ in reference((at + 1)..<count, size) }
        objects.append(BinaryFixture.marker(kind, entries) + keys.joined() + values.joined())
      }
    }
    var file = BinaryFixture(objects: objects)
    file.referenceSize = size
    file.offsetSize = number(2..<9)
    return file
  }

  private mutating func reference(_ range: Range<Int>, _ size: Int) -> [UInt8] {
    BinaryFixture.number(UInt64(number(range)), size)
  }

  private mutating func string(short: Bool) -> [UInt8] {
    let texts = ["", "a", "b", "key", "\u{E9}", "\u{1F600}", "a long name for a key", "zz"]
    let text = texts[number(0..<texts.count)] + (short ? "" : String(repeating: "x", count: number(0..<40)))
    switch number(0..<4) {
    case 0: return BinaryFixture.unicode(text)
    case 1: return [0x52, 0x41, UInt8(number(0x80..<0x100))]
    case 2 where number(0..<4) == 0: return [0x61, 0xD8, 0x3D]
    default: return BinaryFixture.ascii(text.utf8.allSatisfy { $0 < 0x80 } ? text : "ascii")
    }
  }

  private mutating func scalar() -> [UInt8] {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(0..<256)) } }
    switch number(0..<9) {
    case 0: return [[0x00, 0x08, 0x09][number(0..<3)]]
    case 1:
      let power = number(0..<5)
      return [0x10 | UInt8(power)] + bytes(1 << power)
    case 2: return [0x22] + bytes(4)
    case 3: return [0x23] + bytes(8)
    case 4: return [0x33, 0x41] + bytes(7)
    case 5:
      let count = number(0..<30)
      return BinaryFixture.marker(0x40, count) + bytes(count)
    case 6: return [0x80] + bytes(1)
    default: return string(short: false)
    }
  }

  /// Changes a few bytes.
  mutating func spoil(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<number(1..<4) {
      let at = number(8..<bytes.count)
      bytes[at] = number(0..<2) == 0 ? UInt8(number(0..<256)) : bytes[at] ^ (1 << UInt8(number(0..<8)))
    }
    return bytes
  }
}
