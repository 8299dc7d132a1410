/// What a policy says of itself, for reading.
public struct PolicyDescription: Sendable {
  /// As declared.
  public let id: String
  /// What it is for.
  public let summary: String
  /// As declared, if it was.
  public let version: String?
  /// The file, as given.
  public let source: String
  /// The ids of the policies that it includes, directly or through others, sorted.
  public let includes: [String]
}
