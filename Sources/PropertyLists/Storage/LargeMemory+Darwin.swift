#if !os(Linux)
  extension LargeMemory {
    /// Darwin chooses pages itself.
    static func adviseLargePages(_ memory: UnsafeMutableRawPointer, _ count: Int) {}
  }
#endif
