import Basics

/// A time limit after which a test counts as hung, long enough for any machine. Results never depend on it.
package struct Patience: Sendable {
  private let end = ContinuousClock.now + .seconds(600)

  /// Starts the time.
  package init() {}

  /// Whether ten minutes have passed.
  package var isOver: Bool { ContinuousClock.now >= end }

  /// Polls `condition` every few milliseconds until it is true. Returns false if it never was.
  package static func wait(until condition: () throws -> Bool) rethrows -> Bool {
    let patience = Patience()
    while true {
      if try condition() { return true }
      if patience.isOver { return false }
      usleep(2_000)
    }
  }
}
