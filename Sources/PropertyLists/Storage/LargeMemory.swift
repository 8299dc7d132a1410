import Basics

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
