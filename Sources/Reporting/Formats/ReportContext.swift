public import PolicyEngine

/// What formats tell besides the report.
public struct ReportContext: Sendable {
  /// The version of this program.
  public var toolVersion: String
  /// The rules that took part, in the order declared; empty when the policies could not be loaded.
  public var rules: [RuleDescription]
  /// Open findings from this severity on fail a bundle; the same as in the report.
  public var failOn: Severity
  /// Whether text may be coloured, for terminals.
  public var isColored: Bool
  /// What paths are named from in a pipeline; nil to name them as given.
  public var workspace: Workspace?
  /// How many bytes the report may have, for formats that can be cut; nil for any number.
  public var budget: Int?

  /// What is known before a check begins.
  public init(
    toolVersion: String, rules: [RuleDescription] = [], failOn: Severity = .error, isColored: Bool = false
  ) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.failOn = failOn
    self.isColored = isColored
  }
}
