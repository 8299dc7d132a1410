import CheckerKit

/// The parts of an Info.plist value that matter for icons. Tests have values in memory.
protocol InfoValue {
  subscript(_ key: String) -> Self? { get }
  /// The string; nil for other types.
  var text: String? { get }
  /// The values in a dictionary or array in order; empty for other types.
  var values: [Self] { get }
}

extension CheckedValue: InfoValue {
  var values: [CheckedValue] { entries.map(\.value) }
}
