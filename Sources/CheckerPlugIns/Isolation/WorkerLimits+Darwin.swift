#if canImport(Darwin)
  import Darwin

  extension WorkerLimits {
    /// `POSIX_SPAWN_CLOEXEC_DEFAULT` has done so.
    static func closeInherited(above last: Int32) {}

    enum Resource { case core, processorTime }

    static func resource(_ resource: Resource) -> Int32 {
      switch resource {
      case .core: RLIMIT_CORE
      case .processorTime: RLIMIT_CPU
      }
    }

    static var usageOfSelf: Int32 { RUSAGE_SELF }

    /// This system limits no memory of processes, so the process watches itself.
    static func allow(memory: Int) {}

    /// How often, in milliseconds.
    static let watchInterval: Int32 = 50

    /// Whether the process ever had more in memory (`getrusage(2)`: bytes on this system).
    static func isOver(memory: Int) -> Bool {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss > memory
    }
  }
#endif
