/// The system's clocks. Swift's own clocks would add its concurrency library.
package enum Clocks {
  package static func nanoseconds() -> UInt64 {
    let time = time(of: CLOCK_MONOTONIC)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// Milliseconds since 1970; leap seconds are not counted.
  package static func millisecondsSince1970() -> Int64 {
    let time = time(of: CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The processor time of this thread.
  package static func processorNanoseconds() -> UInt64 {
    let time = time(of: CLOCK_THREAD_CPUTIME_ID)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  private static func time(of clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
