import Basics

/// Whether tests also do what takes long and tells little more, such as waiting for a time limit: `BUNDLEPOLICY_EXHAUSTIVE_TESTS=1`,
/// which CI sets at night.
package enum Exhaustiveness {
  /// The value of that variable.
  package static let isOn = getenv("BUNDLEPOLICY_EXHAUSTIVE_TESTS").map { String(cString: $0) == "1" } ?? false
}
