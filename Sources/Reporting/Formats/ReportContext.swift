public import PolicyEngine

/// What formats tell besides the report.
public struct ReportContext: Sendable {
  /// The version of this program.
  public var toolVersion: String
  /// The rules that took part, in the order declared; empty when the policies could not be loaded.
  public var rules: [RuleDescription]
  /// Whether text may be coloured, for terminals.
  public var isColored: Bool

  /// What is known before a check begins.
  public init(toolVersion: String, rules: [RuleDescription] = [], isColored: Bool = false) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.isColored = isColored
  }
}
