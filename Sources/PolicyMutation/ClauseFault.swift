import Bundles
import PolicyEngine

/// A mistake in how a clause is judged that its fields can't express, made on purpose to see whether a test notices.
enum ClauseFault: Hashable {
  /// `require` takes an empty value for one.
  case acceptsBlank
  /// `forbid` looks at no qualified forms.
  case overlooksVariants
  /// `increases` takes a version that equals the earlier one.
  case acceptsEqual
  /// `increases` takes every version but an equal one.
  case acceptsLower
  /// `increases` wants versions to fall.
  case isReversed
  /// `increases` compares as words are sorted.
  case ordersAsText
  /// `increases` looks at one earlier build.
  case comparesNewestOnly
  /// `increases` takes what it can't read.
  case acceptsUnreadable
  /// `qualified_keys` doesn't see those for a platform.
  case overlooksPlatforms
  /// `qualified_keys` doesn't see those for a device.
  case overlooksDevices
  /// `qualified_keys` doesn't see the default.
  case missesDefault

  /// What a clause with this fault decides.
  var decisions: ClauseDecisions {
    var decisions = ClauseDecisions()
    switch self {
    case .acceptsBlank: decisions.refusesBlank = false
    case .overlooksVariants: decisions.forbidsVariants = false
    case .acceptsEqual: decisions.isIncrease = { $2 >= 0 }
    case .acceptsLower: decisions.isIncrease = { $2 != 0 }
    case .isReversed: decisions.isIncrease = { $2 < 0 }
    case .ordersAsText: decisions.isIncrease = { text, earlier, _ in earlier.utf8.lexicographicallyPrecedes(text.utf8) }
    case .comparesNewestOnly: decisions.comparesAllEarlier = false
    case .acceptsUnreadable: decisions.refusesUnreadable = false
    case .overlooksPlatforms: decisions.needsDefault = { $0.isQualified && $0.platform == nil }
    case .overlooksDevices: decisions.needsDefault = { $0.isQualified && $0.device == nil }
    case .missesDefault: decisions.acceptsDefault = false
    }
    return decisions
  }
}
