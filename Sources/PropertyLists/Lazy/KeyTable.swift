import Basics

/// The keys of one dictionary that is read lazily. Of equal ones the first stays, as in `CFBinaryPList.c`.
///
/// One block of memory, never changed once made: how many, the keys, and for large unsorted dictionaries a hash table.
struct KeyTable: BitwiseCopyable {
  struct Key: BitwiseCopyable {
    var start: UnsafePointer<UInt8>
    var length: UInt32
    /// Which of the dictionary's references, counted with those of equal keys.
    var entry: UInt32

    @inline(__always) var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(length)) }

    @inline(__always) func equals(_ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
      KeyBytes.equal(start, Int(length), other, count)
    }

    @inline(__always) func compare(_ other: UnsafePointer<UInt8>, _ count: Int) -> Int {
      KeyBytes.compare(start, Int(length), other, count)
    }
  }

  private struct Header: BitwiseCopyable {
    var count: UInt32
    /// Keys there is room for: those that stay and those that were equal to one of them.
    var room: UInt32
    /// A power of two, or 0 without a hash table.
    var slotCount: UInt32
    var isSorted: Bool
  }

  private let block: UnsafeMutableRawPointer

  /// Keys that stay, in document order.
  @inline(__always) var keys: UnsafeMutablePointer<Key> {
    (block + MemoryLayout<Header>.stride).assumingMemoryBound(to: Key.self)
  }
  @inline(__always) var count: Int { Int(header.pointee.count) }
  /// Whether document order is byte order.
  @inline(__always) var isSorted: Bool { header.pointee.isSorted }
  @inline(__always) private var header: UnsafeMutablePointer<Header> { block.assumingMemoryBound(to: Header.self) }

  /// Positions in `keys`, from 1, by hash; 0 is free.
  @inline(__always) private var slots: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(keys + Int(header.pointee.room)).assumingMemoryBound(to: UInt32.self)
  }

  /// Room for `count` keys, to be filled through `keys` and then completed or freed.
  init(room count: Int) {
    let header = MemoryLayout<Header>.stride
    let slotCount = count > KeyBytes.linearLimit ? KeyBytes.tableSize(for: count) : 0
    let size = header + count * MemoryLayout<Key>.stride + slotCount * MemoryLayout<UInt32>.stride
    guard let block = malloc(size) else {
      // Out of memory: stop as the standard library's own containers do.
      abort()
    }
    self.block = block
    block.bindMemory(to: Header.self, capacity: 1).initialize(
      to: Header(
        count: UInt32(truncatingIfNeeded: count), room: UInt32(truncatingIfNeeded: count), slotCount: 0, isSorted: true)
    )
    (block + header).bindMemory(to: Key.self, capacity: count)
    if slotCount > 0 { UnsafeMutableRawPointer(keys + count).bindMemory(to: UInt32.self, capacity: slotCount) }
  }

  /// Puts the keys in order once all are there.
  func complete() {
    let found = count
    let keys = keys
    let isSorted = (1..<max(found, 1)).allSatisfy { at in
      keys[at - 1].compare(keys[at].start, Int(keys[at].length)) < 0
    }
    if isSorted { return }
    header.pointee.isSorted = false
    header.pointee.count = 0
    if found > KeyBytes.linearLimit {
      header.pointee.slotCount = UInt32(KeyBytes.tableSize(for: found))
      slots.initialize(repeating: 0, count: KeyBytes.tableSize(for: found))
    }
    for at in 0..<found {
      let key = keys[at]
      if header.pointee.slotCount == 0 {
        if position(of: key.start, Int(key.length)) != nil { continue }
      } else {
        let slot = slot(of: key.start, Int(key.length))
        if slots[slot] != 0 { continue }
        slots[slot] = UInt32(truncatingIfNeeded: count + 1)
      }
      keys[count] = key
      header.pointee.count += 1
    }
  }

  func free() { release(block) }

  /// Position of a key.
  func position(of key: UnsafePointer<UInt8>, _ length: Int) -> Int? {
    if header.pointee.slotCount != 0 {
      let position = slots[slot(of: key, length)]
      return position == 0 ? nil : Int(position) - 1
    }
    guard isSorted, count > 4 else { return (0..<count).first { keys[$0].equals(key, length) } }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let order = keys[middle].compare(key, length)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The slot a key has, or would have.
  private func slot(of key: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let slots = self.slots
    let mask = Int(header.pointee.slotCount) - 1
    var slot = Int(truncatingIfNeeded: KeyBytes.hash(key, length)) & mask
    while slots[slot] != 0, !keys[Int(slots[slot]) - 1].equals(key, length) { slot = (slot + 1) & mask }
    return slot
  }
}

/// `free(3)`; inside `KeyTable` the name means something else.
private func release(_ block: UnsafeMutableRawPointer) { free(block) }
