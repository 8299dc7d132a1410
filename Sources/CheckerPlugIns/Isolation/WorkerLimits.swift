import Basics

/// The limits that the process of checkers sets itself before foreign code runs.
enum WorkerLimits {
  /// The status of a process that ended because it had too much memory, where the system has no limit of its own.
  static let memoryStatus: Int32 = 86

  /// A crash leaves no file.
  static func forbidCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(resource(.core), &none)
  }

  /// What the user allows, asked before anything is changed.
  private static let allowedTime: rlim_t? = {
    var limit = rlimit()
    return getrlimit(resource(.processorTime), &limit) == 0 ? limit.rlim_cur : nil
  }()

  /// From now on the process may use so many seconds of processor time more; then a signal ends it.
  static func allow(seconds: Int) {
    var usage = rusage()
    getrusage(usageOfSelf, &usage)
    let used = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
    var limit = rlimit()
    guard let allowedTime, getrlimit(resource(.processorTime), &limit) == 0 else { return }
    let wanted = rlim_t(
      clamping: used.addingReportingOverflow(seconds).partialValue.addingReportingOverflow(2).partialValue)
    // What the user allows is never raised.
    limit.rlim_cur = min(wanted, allowedTime, limit.rlim_max)
    _ = setrlimit(resource(.processorTime), &limit)
  }
}
