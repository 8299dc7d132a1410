#if os(macOS)
  import Basics

  extension WorkerLimits {
    /// `POSIX_SPAWN_CLOEXEC_DEFAULT` has already done this.
    static func closeInherited(above last: Int32) {}

    enum Resource { case core, processorTime }

    static func resource(_ resource: Resource) -> Int32 {
      switch resource {
      case .core: RLIMIT_CORE
      case .processorTime: RLIMIT_CPU
      }
    }

    static var usageOfSelf: Int32 { RUSAGE_SELF }

    /// macOS cannot limit the memory of a process, so the process watches itself.
    static func allow(memory: Int) {}

    /// Ends the process when it exceeds the limit. Returns whether a thread for this could be started.
    static func watch(memory: Int) -> Bool {
      limit = memory
      var thread: pthread_t?
      return pthread_create(&thread, nil, { _ in WorkerLimits.work() }, nil) == 0
    }

    /// Set once, before the thread begins.
    nonisolated(unsafe) private static var limit = Int.max

    private static func work() -> UnsafeMutableRawPointer? {
      while !isOver(memory: limit) { usleep(50_000) }
      _exit(memoryStatus)
    }

    /// Whether the process ever had more memory of its own than that, compressed or not. Mapped files do not count:
    /// they are shared, and most of the memory at the start.
    private static func isOver(memory: Int) -> Bool {
      var usage = rusage_info_v4()
      let status = withUnsafeMutablePointer(to: &usage) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) { proc_pid_rusage(getpid(), RUSAGE_INFO_V4, $0) }
      }
      return status == 0 && usage.ri_lifetime_max_phys_footprint > memory
    }
  }
#endif
