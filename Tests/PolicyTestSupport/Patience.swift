import Basics

/// How long a test waits for what must come, before it counts as hung: so long that no machine is too slow. No verdict depends on it.
package struct Patience: Sendable {
  private let end = ContinuousClock.now + .seconds(600)

  /// Begins now.
  package init() {}

  /// Whether ten minutes have passed.
  package var isOver: Bool { ContinuousClock.now >= end }

  /// Looks again and again, a few milliseconds apart, until `condition` holds. False when it never did.
  package static func wait(until condition: () throws -> Bool) rethrows -> Bool {
    let patience = Patience()
    while true {
      if try condition() { return true }
      if patience.isOver { return false }
      usleep(2_000)
    }
  }
}
