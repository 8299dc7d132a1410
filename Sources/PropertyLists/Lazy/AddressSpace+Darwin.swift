#if os(macOS)
  extension AddressSpace {
    /// Darwin makes large pages only for those who ask.
    static func keepPagesSmall(_ base: UnsafeMutableRawPointer, _ count: Int) {}
  }
#endif
