import Basics

/// Memory for the buffers of a tree.
///
/// A file of some megabytes makes a tree of tens of them, which is written once from end to end: with pages of 4 KiB the
/// kernel would be asked for each of thousands, and that would cost as much as reading the file.
enum LargeMemory {
  /// From this many bytes on pages of `pageSize` are asked for.
  static let threshold = 4 << 20
  private static let pageSize = 2 << 20

  /// `count` bytes, for `free` and `realloc`; nil without memory.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    if count < threshold { return malloc(count) }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, pageSize, count) == 0, let memory else { return malloc(count) }
    MemoryPages.adviseLarge(memory, count)
    return memory
  }

  /// The first `used` bytes of `memory` in one of `new` bytes; nil without memory.
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
