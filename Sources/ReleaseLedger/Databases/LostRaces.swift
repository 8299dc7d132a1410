import Basics

/// How long a transaction waits before it runs again because others were faster: longer each time, and never as long as they do.
struct LostRaces {
  /// How long they are run for at the most, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000
  /// The longest wait, in microseconds.
  private static let longest: UInt32 = 3_000_000

  private let deadline = Clocks.nanoseconds() &+ Self.patience
  private var longestNow: UInt32 = 50_000

  /// Waits. Throws `busy` when it was run for long enough.
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
