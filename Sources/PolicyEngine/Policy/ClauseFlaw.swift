import Bundles
import Versions

/// A mistake in how a clause is judged that its fields can't express, made on purpose to see whether a test notices.
package enum ClauseFlaw: Hashable {
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

  /// Whether `increases` with this flaw takes `text`, which stands to the earlier version in `order`.
  func accepts(_ text: String, after earlier: String, order: Int) -> Bool {
    switch self {
    case .acceptsEqual: order >= 0
    case .acceptsLower: order != 0
    case .isReversed: order < 0
    case .ordersAsText: earlier.utf8.lexicographicallyPrecedes(text.utf8)
    default: order > 0
    }
  }

  /// Whether `qualified_keys` with this flaw passes over a key.
  func overlooks(_ key: QualifiedKey) -> Bool {
    switch self {
    case .overlooksPlatforms: key.platform != nil
    case .overlooksDevices: key.device != nil
    default: false
    }
  }
}
