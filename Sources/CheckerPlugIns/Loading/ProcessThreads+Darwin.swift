#if os(macOS)
  import Basics

  extension ProcessThreads {
    /// The handles of all threads; nil if the system does not say.
    static func identifiers() -> Set<UInt64>? {
      var capacity = 64
      while capacity <= 1 << 16 {
        var handles = [UInt64](repeating: 0, count: capacity)
        let size = Int32(clamping: capacity * MemoryLayout<UInt64>.size)
        let filled = proc_pidinfo(getpid(), PROC_PIDLISTTHREADS, 0, &handles, size)
        guard filled > 0 else { return nil }
        let count = Int(filled) / MemoryLayout<UInt64>.size
        if count < capacity { return Set(handles.prefix(count)) }
        capacity *= 4
      }
      return nil
    }
  }
#endif
