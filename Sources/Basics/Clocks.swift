/// The system's clocks. Swift's own clocks would add its concurrency library.
package enum Clocks {
  package static func nanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  package static func processorNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}
