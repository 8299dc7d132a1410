import Basics

/// Decodes the values of a binary property list when they are first asked for. Whoever uses it sees to it that one thread
/// at a time does.
///
/// Nodes are numbered as containers are opened: all children of one get numbers in a row. What a defect spoils reads as
/// null or empty, and the defect is remembered. Taken together, the checks of all values are those of `BinaryReader` but for what no
/// value leads to: unused entries of the offset table, and values that lost to an equal key. Those only `validate` finds.
struct LazyDecoder: ~Copyable {
  /// Defects remembered one by one; the last stands for all that come after it.
  private static let failureLimit = 64

  let file: PagedFile
  let objects: BinaryObjects<PagedFile>
  let limits: Limits
  var records = LazyRecords()
  var runs = GrowingBuffer<LazyRun>(capacity: 16)
  var nodeCount = 1
  private(set) var failures: [PropertyListError] = []
  /// The first failure that was met since somebody took the last.
  private(set) var unseenFailure: Int?
  /// UTF-8 of strings that are stored otherwise, by object.
  var recoded: [Int: UnsafeMutableBufferPointer<UInt8>] = [:]
  /// Containers, by object, that have been opened at least once.
  private let wasOpened: UnsafeMutablePointer<Bool>
  var expandedSize = 0
  /// Bytes of text kept in `recoded`.
  var recodedSize = 0
  private var sharedNodes = 0

  /// A decoder that still has to read the root. `trailer` is that of `file`.
  private init(_ file: PagedFile, _ trailer: BinaryTrailer, _ limits: Limits) {
    // Zeros the system gives: nothing is written for objects that are never opened.
    guard let memory = calloc(trailer.objectCount, 1) else {
      // Out of memory: stop as the standard library's own containers do.
      abort()
    }
    wasOpened = memory.bindMemory(to: Bool.self, capacity: trailer.objectCount)
    self.file = file
    self.limits = limits
    objects = BinaryObjects(file: UnsafePointer(file.base), trailer: trailer, bytes: file)
  }

  /// Checks what every value depends on: the trailer and the root. `file` must begin as binary lists do.
  static func open(_ file: PagedFile, limits: Limits) throws(PropertyListError) -> LazyDecoder {
    try file.load(0, min(file.count, BinaryTrailer.headerSize))
    let tail = min(file.count, BinaryTrailer.size)
    try file.load(file.count - tail, tail)
    let trailer = try BinaryTrailer(file.base, file.count)
    guard trailer.objectCount <= limits.maximumNodes else {
      throw .tooManyNodes(limits.maximumNodes, at: trailer.offsetTable)
    }
    var decoder = LazyDecoder(file, trailer, limits)
    let root = decoder.records.at(0)
    root.pointee.parent = NodeRecord.none
    root.pointee.state = LazyRecord.isKnown
    try decoder.decode(root)
    return decoder
  }

  deinit {
    free(wasOpened)
    for text in recoded.values { free(text.baseAddress) }
    for number in 0..<runs.count { runs.base[number].keys?.free() }
  }

  /// The record of a node with its parent and position; a number that isn't in this tree reads as the root.
  mutating func known(_ index: UInt32) -> UnsafeMutablePointer<LazyRecord> {
    let index = Int(index) < nodeCount ? index : 0
    let record = records.at(index)
    if !record.pointee.has(LazyRecord.isKnown) {
      // Runs are made in ascending order. The last that begins at or before the node is the node's own.
      var low = 0
      var high = runs.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs.base[middle].first <= index { low = middle } else { high = middle }
      }
      introduce(record, index, runs.base[low])
    }
    return record
  }

  /// Notes where in the tree a node stands.
  func introduce(_ record: UnsafeMutablePointer<LazyRecord>, _ index: UInt32, _ run: LazyRun) {
    record.pointee.parent = run.container
    record.pointee.position = index - run.first
    record.pointee.state |= LazyRecord.isKnown
  }

  /// The record of a node with its value, of containers with their kind.
  mutating func decoded(_ index: UInt32) -> UnsafeMutablePointer<LazyRecord> {
    let record = known(index)
    if !record.pointee.has(LazyRecord.isDecoded) {
      let before = expandedSize
      do throws(PropertyListError) {
        try decode(record)
      } catch {
        expandedSize = before
        spoil(record, error)
      }
    }
    if record.pointee.has(LazyRecord.isBroken) { meet(Int(record.pointee.low)) }
    return record
  }

  /// The children of a container, valid until the next call; nil for everything else, and where they are malformed.
  mutating func opened(_ index: UInt32) -> UnsafePointer<LazyRun>? {
    let record = decoded(index)
    guard record.pointee.kind.rawValue <= PropertyList.Kind.set.rawValue else { return nil }
    if !record.pointee.has(LazyRecord.isOpened | LazyRecord.cannotOpen) {
      let before = expandedSize
      do throws(PropertyListError) {
        try open(record, Int(index) < nodeCount ? index : 0)
      } catch {
        expandedSize = before
        record.pointee.state |= LazyRecord.cannotOpen
        record.pointee.payload = remember(error)
      }
    }
    if record.pointee.has(LazyRecord.cannotOpen) {
      meet(Int(record.pointee.low))
      return nil
    }
    return UnsafePointer(runs.base + Int(record.pointee.low))
  }

  /// Makes a value null because of a defect.
  mutating func spoil(_ record: UnsafeMutablePointer<LazyRecord>, _ failure: PropertyListError) {
    record.pointee.kind = .null
    record.pointee.state |= LazyRecord.isDecoded | LazyRecord.isBroken
    record.pointee.payload = remember(failure)
  }

  /// Keeps a defect and returns its number.
  mutating func remember(_ failure: PropertyListError) -> UInt64 {
    if failures.count < LazyDecoder.failureLimit { failures.append(failure) }
    return UInt64(failures.count - 1)
  }

  /// Somebody has come upon a defect, whether it is new or not.
  mutating func meet(_ failure: Int) { if unseenFailure == nil { unseenFailure = failure } }

  /// The first defect somebody came upon since the last call.
  mutating func takeFailure() -> PropertyListError? {
    guard let number = unseenFailure else { return nil }
    unseenFailure = nil
    return failures[number]
  }

  // MARK: Decoding

  private mutating func decode(_ record: UnsafeMutablePointer<LazyRecord>) throws(PropertyListError) {
    let object = try object(of: record)
    let offset = try objects.offset(of: object)
    let marker = try objects.marker(at: offset)
    record.pointee.object = UInt32(truncatingIfNeeded: object)
    switch marker >> 4 {
    case 0x5, 0x6:
      let (text, isRecoded) = try text(object, offset, charges: true)
      record.pointee.kind = .string
      if isRecoded { record.pointee.state |= LazyRecord.isRecoded } else { put(text, in: record) }
    case 0xA, 0xC, 0xD:
      let kind: PropertyList.Kind = marker >> 4 == 0xD ? .dictionary : marker >> 4 == 0xA ? .array : .set
      _ = try references(offset, kind)
      try checkAncestors(of: record, object, at: offset)
      record.pointee.kind = kind
    case 0x4:
      let (start, count) = try objects.body(offset, unit: 1)
      try charge(count, at: offset)
      record.pointee.kind = .data
      put(UnsafeBufferPointer(start: objects.file + start, count: count), in: record)
    default:
      let scalar = try objects.scalar(marker, offset)
      record.pointee.kind = scalar.kind
      record.pointee.payload = scalar.payload
      if scalar.isUnsigned { record.pointee.state |= LazyRecord.isUnsigned }
    }
    record.pointee.state |= LazyRecord.isDecoded
  }

  private func put(_ bytes: UnsafeBufferPointer<UInt8>, in record: UnsafeMutablePointer<LazyRecord>) {
    let offset = bytes.baseAddress.map { $0 - objects.file } ?? 0
    record.pointee.payload = NodeRecord.pair(
      UInt32(truncatingIfNeeded: offset), UInt32(truncatingIfNeeded: bytes.count))
  }

  /// The object that a known node stands for.
  private mutating func object(of record: UnsafeMutablePointer<LazyRecord>) throws(PropertyListError) -> Int {
    if record.pointee.parent == NodeRecord.none { return objects.trailer.topObject }
    let run = runs.base[Int(records.at(record.pointee.parent).pointee.low)]
    let position = Int(record.pointee.position) + (run.keys == nil ? 0 : Int(run.count))
    return try objects.object(at: Int(run.references) + position * objects.trailer.referenceSize)
  }

  /// The object that is the key of a known entry of a dictionary.
  func keyObject(_ entry: Int, of run: LazyRun) throws(PropertyListError) -> (object: Int, offset: Int) {
    let object = try objects.object(at: Int(run.references) + entry * objects.trailer.referenceSize)
    return (object, try objects.offset(of: object))
  }

  private func references(_ offset: Int, _ kind: PropertyList.Kind) throws(PropertyListError) -> (
    start: Int, count: Int
  ) {
    try objects.body(offset, unit: objects.trailer.referenceSize * (kind == .dictionary ? 2 : 1))
  }

  private mutating func checkAncestors(
    of record: UnsafeMutablePointer<LazyRecord>, _ object: Int, at offset: Int
  ) throws(PropertyListError) {
    var depth = 0
    var index = record.pointee.parent
    while index != NodeRecord.none {
      let ancestor = records.at(index)
      if Int(ancestor.pointee.object) == object {
        throw .binary("cycle", "a container that contains itself", at: offset)
      }
      depth += 1
      index = ancestor.pointee.parent
    }
    if depth >= limits.maximumDepth { throw .tooDeep(limits.maximumDepth, at: offset) }
  }

  private mutating func keys(of run: LazyRun) throws(PropertyListError) -> KeyTable {
    let table = KeyTable(room: Int(run.count))
    do throws(PropertyListError) {
      for entry in 0..<Int(run.count) {
        let (key, offset) = try keyObject(entry, of: run)
        let (text, _) = try text(key, offset, charges: true)
        table.keys[entry] = KeyTable.Key(
          start: text.baseAddress ?? objects.file, length: UInt32(truncatingIfNeeded: text.count),
          entry: UInt32(truncatingIfNeeded: entry))
      }
    } catch {
      table.free()
      throw error
    }
    table.complete()
    return table
  }

  /// Numbers the children of a container and, in a dictionary, reads the keys.
  private mutating func open(_ record: UnsafeMutablePointer<LazyRecord>, _ index: UInt32) throws(PropertyListError) {
    let object = Int(record.pointee.object)
    let offset = try objects.offset(of: object)
    let (start, count) = try references(offset, record.pointee.kind)
    guard nodeCount + count <= min(limits.maximumNodes, Int(UInt32.max) - 1) else {
      throw .tooManyNodes(limits.maximumNodes, at: offset)
    }
    let isShared = wasOpened[object]
    if isShared, sharedNodes + count > limits.maximumSharedNodes {
      throw .sharedNodes(limits.maximumSharedNodes, at: offset)
    }
    var run = LazyRun(
      first: UInt32(truncatingIfNeeded: nodeCount), container: index,
      count: UInt32(truncatingIfNeeded: count), references: UInt32(truncatingIfNeeded: start), keys: nil)
    if record.pointee.kind == .dictionary { run.keys = try keys(of: run) }
    if isShared { sharedNodes += count }
    wasOpened[object] = true
    nodeCount += count
    runs.append(run)
    record.pointee.payload = UInt64(runs.count - 1)
    record.pointee.state |= LazyRecord.isOpened
  }
}
