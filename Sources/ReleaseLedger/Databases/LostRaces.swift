import Basics

/// Waits before a transaction that lost a race runs again: longer each time, up to a limit.
struct LostRaces {
  /// The total time of all attempts, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000
  /// The longest wait, in microseconds.
  private static let longest: UInt32 = 3_000_000

  private let deadline = Clocks.nanoseconds() &+ Self.patience
  private var longestNow: UInt32 = 50_000

  /// Waits. Throws `busy` once `patience` is over.
  mutating func wait(_ location: LedgerLocation) throws(LedgerError) {
    if Clocks.nanoseconds() >= deadline {
      throw LedgerError(
        .busy, "other processes recorded first, each time for 30 seconds; nothing was recorded", file: location.shown,
        hint: "try again; if it keeps failing, let fewer jobs record at the same time")
    }
    usleep(.random(in: longestNow / 4...longestNow))
    longestNow = min(longestNow * 2, Self.longest)
  }
}
