import Basics

#if os(Linux)
  extension AddressSpace {
    /// One byte written must not take two megabytes: where the kernel makes large pages of everything, not here.
    static func keepPagesSmall(_ base: UnsafeMutableRawPointer, _ count: Int) {
      // A kernel without large pages refuses, which is as good.
      _ = madvise(base, count, Int32(MADV_NOHUGEPAGE))
    }
  }
#endif
