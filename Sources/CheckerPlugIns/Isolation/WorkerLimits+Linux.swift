import Basics

#if os(Linux)
  extension WorkerLimits {
    enum Resource { case core, processorTime, memory }

    static func resource(_ resource: Resource) -> __rlimit_resource_t {
      switch resource {
      case .core: __rlimit_resource_t(RLIMIT_CORE.rawValue)
      case .processorTime: __rlimit_resource_t(RLIMIT_CPU.rawValue)
      case .memory: __rlimit_resource_t(RLIMIT_AS.rawValue)
      }
    }

    static var usageOfSelf: __rusage_who_t { RUSAGE_SELF.rawValue }

    /// Closes descriptors that the program inherited without close-on-exec. `posix_spawn` cannot do this in every C
    /// library.
    static func closeInherited(above last: Int32) {
      for case let descriptor? in (FileSystem.names(in: "/proc/self/fd") ?? []).map({ Int32($0) })
      where descriptor > last {
        close(descriptor)
      }
    }

    /// Limits the process to this many more mapped bytes than it has now. It cannot raise that limit itself.
    static func allow(memory: Int) {
      var limit = rlimit()
      guard getrlimit(resource(.memory), &limit) == 0, let now = mapped() else { return }
      let (wanted, overflow) = now.addingReportingOverflow(memory)
      limit.rlim_cur = min(overflow ? limit.rlim_max : rlim_t(clamping: wanted), limit.rlim_cur)
      limit.rlim_max = limit.rlim_cur
      _ = setrlimit(resource(.memory), &limit)
    }

    /// The first number of `/proc/self/statm`, in bytes.
    private static func mapped() -> Int? {
      let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var text = [UInt8](repeating: 0, count: 128)
      let count = read(descriptor, &text, text.count)
      guard count > 0 else { return nil }
      let pages = text.prefix(count).prefix { $0 != 0x20 }.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
      return pages.multipliedReportingOverflow(by: Int(sysconf(Int32(_SC_PAGESIZE)))).partialValue
    }

    /// The system enforces the limit.
    static func watch(memory: Int) -> Bool { true }
  }
#endif
