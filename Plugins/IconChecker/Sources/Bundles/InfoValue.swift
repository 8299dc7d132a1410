import CheckerKit

/// A value of Info.plist, as far as names of icons need it: one of the program, or a test's.
protocol InfoValue {
  /// The value under a key of a dictionary.
  subscript(_ key: String) -> Self? { get }
  /// The string; nil for all else.
  var text: String? { get }
  /// What is in a dictionary or array, in order; empty for all else.
  var values: [Self] { get }
}

extension CheckedValue: InfoValue {
  var values: [CheckedValue] { entries.map(\.value) }
}
