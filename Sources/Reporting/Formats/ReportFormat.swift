/// The formats of `check`: each is a view of the one report.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people, at a terminal and in a log.
  case text
  /// The published document, format version 1.
  case json

  /// Whether it tells what the rules say of themselves, besides their findings.
  public var describesRules: Bool {
    switch self {
    case .text, .json: false
    }
  }

  /// A view that writes one report.
  public func view(_ context: ReportContext) -> any ReportView {
    switch self {
    case .text: TextReport(isColored: context.isColored)
    case .json: JSONReport(toolVersion: context.toolVersion)
    }
  }
}
