import Basics

/// One value of a lazily read tree, 24 bytes. All zeros: nothing is known of it but its number.
struct LazyRecord: BitwiseCopyable {
  /// Scalars: the bits of the value. Strings and data: offset (low half) and length (high half) in the file. Containers:
  /// number of the run of their children (low half), once there is one. Whatever failed: number of the failure.
  var payload: UInt64
  /// Index of the container; the root's is `NodeRecord.none`.
  var parent: UInt32
  /// Which of the container's references leads here.
  var position: UInt32
  var object: UInt32
  var kind: PropertyList.Kind
  var state: UInt8
  var reserved: UInt16 = 0

  /// `parent` and `position` are set.
  static let isKnown: UInt8 = 1
  /// `object`, `kind` and, but for containers, `payload` are set.
  static let isDecoded: UInt8 = 2
  /// Container whose children have a run.
  static let isOpened: UInt8 = 4
  /// Malformed; reads as null.
  static let isBroken: UInt8 = 8
  /// Container whose references or keys are malformed; reads as empty.
  static let cannotOpen: UInt8 = 16
  /// Integer above `Int64.max`.
  static let isUnsigned: UInt8 = 32
  /// String that had to be recoded; its text is kept by object.
  static let isRecoded: UInt8 = 64

  @inline(__always) func has(_ flag: UInt8) -> Bool { state & flag != 0 }
  @inline(__always) var low: UInt32 { UInt32(truncatingIfNeeded: payload) }
  @inline(__always) var high: UInt32 { UInt32(truncatingIfNeeded: payload >> 32) }
}

/// Records by number, of which memory is taken in blocks around those in use. A record's address never changes.
struct LazyRecords: ~Copyable {
  private static let blockShift = 8
  private var blocks: [UnsafeMutablePointer<LazyRecord>?] = []

  deinit { for block in blocks { free(block) } }

  /// The record of a number.
  @inline(__always) mutating func at(_ index: UInt32) -> UnsafeMutablePointer<LazyRecord> {
    let number = Int(index) >> LazyRecords.blockShift
    let within = Int(index) & (1 << LazyRecords.blockShift - 1)
    if number < blocks.count, let block = blocks[number] { return block + within }
    return makeBlock(number) + within
  }

  @inline(never) private mutating func makeBlock(_ number: Int) -> UnsafeMutablePointer<LazyRecord> {
    let room = 1 << LazyRecords.blockShift
    if number >= blocks.count { blocks.append(contentsOf: repeatElement(nil, count: number + 1 - blocks.count)) }
    guard let memory = calloc(room, MemoryLayout<LazyRecord>.stride) else {
      // Out of memory: stop as the standard library's own containers do.
      abort()
    }
    let block = memory.bindMemory(to: LazyRecord.self, capacity: room)
    blocks[number] = block
    return block
  }
}

/// The children of a container: numbers in a row, one for each reference.
struct LazyRun: BitwiseCopyable {
  var first: UInt32
  var container: UInt32
  /// References to children, those of equal keys included.
  var count: UInt32
  /// Where in the file they begin; in a dictionary the references to the keys, those to the children behind them.
  var references: UInt32
  /// Dictionaries only.
  var keys: KeyTable?

  /// Children that can be reached.
  @inline(__always) var visibleCount: Int { keys?.count ?? Int(count) }
}
