import Basics

/// Memory that is taken only where it is written to, and reads as zeros elsewhere.
struct AddressSpace: ~Copyable {
  let base: UnsafeMutableRawPointer
  let count: Int

  /// Reserves `count` bytes of addresses; nil where the process may not have that many (`ulimit -v`).
  init?(count: Int) {
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    guard count > 0, let base = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0),
      base != UnsafeMutableRawPointer(bitPattern: -1)  // MAP_FAILED
    else { return nil }
    self.base = base
    self.count = count
    AddressSpace.keepPagesSmall(base, count)
  }

  deinit { munmap(base, count) }
}
