import Basics

/// Whether to run slow tests that rarely find anything, such as waiting for a time limit: `BUNDLEPOLICY_EXHAUSTIVE_TESTS=1`, which CI sets
/// at night.
package enum Exhaustiveness {
  /// The value of the variable.
  package static let isOn = getenv("BUNDLEPOLICY_EXHAUSTIVE_TESTS").map { String(cString: $0) == "1" } ?? false
}
