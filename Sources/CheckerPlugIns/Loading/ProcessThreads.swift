import Basics

enum ProcessThreads {
  /// How often to look for a thread that was joined, at intervals of a millisecond: the system lists it for another
  /// moment.
  private static let looks = 100

  /// Whether there are other threads than `known`: code that they may be running must stay in memory. True if the
  /// system does not say.
  static func hasMore(than known: Set<UInt64>?) -> Bool {
    guard let known else { return true }
    for look in 0..<looks {
      guard let now = identifiers() else { return true }
      if now.isSubset(of: known) { return false }
      if look < looks - 1 { usleep(1000) }
    }
    return true
  }
}
