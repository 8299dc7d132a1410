import Basics

enum WorkerLimits {
  /// The exit status of a process that exceeded its memory, on systems without such a limit.
  static let memoryStatus: Int32 = 86

  static func forbidCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(resource(.core), &none)
  }

  /// The limit of the user, read before it is changed.
  private static let allowedTime: rlim_t? = {
    var limit = rlimit()
    return getrlimit(resource(.processorTime), &limit) == 0 ? limit.rlim_cur : nil
  }()

  /// Lets the process use this many more seconds of processor time; then a signal ends it.
  static func allow(seconds: Int) {
    var usage = rusage()
    getrusage(usageOfSelf, &usage)
    let used = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
    var limit = rlimit()
    guard let allowedTime, getrlimit(resource(.processorTime), &limit) == 0 else { return }
    let wanted = rlim_t(
      clamping: used.addingReportingOverflow(seconds).partialValue.addingReportingOverflow(2).partialValue)
    // Never above the user's limit.
    limit.rlim_cur = min(wanted, allowedTime, limit.rlim_max)
    _ = setrlimit(resource(.processorTime), &limit)
  }
}
