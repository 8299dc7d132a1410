/// Why something could not be compared.
public struct ComparisonError: Error, Hashable, Sendable {
  /// What it is about, as the user finds it.
  public let file: String
  /// What is wrong.
  public let message: String
}
