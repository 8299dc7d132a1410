import Basics

/// A contiguous buffer of plain values that grows in place if the allocator can.
///
/// Used instead of `Array`, which checks uniqueness and bounds for each element, because this is the parsers' inner loop.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    let room = max(capacity, 8)
    self.capacity = room
    guard let memory = LargeMemory.allocate(room * MemoryLayout<Element>.stride) else { abort() }
    base = memory.bindMemory(to: Element.self, capacity: room)
  }

  deinit { free(base) }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Reserves space for `extra` more elements, and returns its address. Call `advance` with the number of elements written.
  @inline(__always) mutating func reserve(_ extra: Int) -> UnsafeMutablePointer<Element> {
    if capacity - count < extra { grow(by: extra) }
    return base + count
  }

  /// Adds `written` elements, stored at the address from `reserve`, to the count.
  @inline(__always) mutating func advance(_ written: Int) { count &+= written }

  @inline(__always) mutating func append(_ source: UnsafePointer<Element>, count extra: Int) {
    reserve(extra).initialize(from: source, count: extra)
    count &+= extra
  }

  @inline(__always) mutating func truncate(to newCount: Int) { count = newCount }

  @inline(never) private mutating func grow(by extra: Int) {
    // Both are bounded by the file size limit, far below Int.max.
    let wanted = max(capacity * 2, count + extra)
    let stride = MemoryLayout<Element>.stride
    guard let moved = LargeMemory.resize(base, using: count * stride, to: wanted * stride) else {
      // Out of memory: stop like the standard library's containers.
      abort()
    }
    base = moved.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
  }

  /// Transfers ownership of the memory, reduced to its size; the caller must `free` it.
  consuming func take() -> (base: UnsafeMutablePointer<Element>, count: Int) {
    let count = count
    var base = base
    // Unwritten parts of large memory take no space.
    if capacity > 64, capacity - count > capacity / 8,
      capacity * MemoryLayout<Element>.stride < LargeMemory.threshold,
      let cut = realloc(base, max(count, 1) * MemoryLayout<Element>.stride)
    {
      base = cut.bindMemory(to: Element.self, capacity: max(count, 1))
    }
    discard self
    return (base, count)
  }
}

/// Allocates memory for the buffers of a tree.
///
/// A file of some megabytes results in a tree of tens of megabytes, which is written once from start to end. With pages of 4 KiB, thousands
/// of page faults would take as long as reading the file.
enum LargeMemory {
  static let threshold = 4 << 20
  private static let pageSize = 2 << 20

  /// Allocates `count` bytes, for `free` and `realloc`; returns nil if out of memory.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    if count < threshold { return malloc(count) }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, pageSize, count) == 0, let memory else { return malloc(count) }
    MemoryPages.adviseLarge(memory, count)
    return memory
  }

  /// Moves the first `used` bytes of `memory` to memory of `new` bytes; returns nil if out of memory.
  static func resize(
    _ memory: UnsafeMutableRawPointer, using used: Int, to new: Int
  ) -> UnsafeMutableRawPointer? {
    if new < threshold { return realloc(memory, new) }
    guard let moved = allocate(new) else { return nil }
    memcpy(moved, memory, used)
    free(memory)
    return moved
  }
}
