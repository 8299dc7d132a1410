/// A place that names a module of policies.
public struct ModuleUse: Hashable, Sendable {
  /// The name, as it is written there.
  public let module: String
  /// The file that it is, as messages call it.
  public let file: String
  /// Whether it is imported; else included, with its rules.
  public let isImport: Bool
  /// Where it is named.
  public let at: SourceLocation
}
