#if os(Linux)
  import Basics

  extension LargeMemory {
    /// Asks for large pages where the system gives them to those who ask; without them it is only slower.
    static func adviseLargePages(_ memory: UnsafeMutableRawPointer, _ count: Int) {
      _ = madvise(memory, count, 14)  // MADV_HUGEPAGE, which the C library's module leaves out
    }
  }
#endif
