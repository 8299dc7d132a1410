/// Why something could not be compared.
package struct ComparisonError: Error, Hashable, Sendable {
  /// What it is about, as the user finds it.
  package let file: String
  /// What is wrong.
  package let message: String
}
