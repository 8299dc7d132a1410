public import PolicyEngine

/// A format of the report that is written bundle by bundle, so that thousands need not be kept.
///
/// The whole is `head`, then what `add` gave for each bundle, then `tail`; the same report gives the same bytes.
public protocol ReportView: Sendable {
  /// Whether something stands before the bundles. Without it each bundle can be shown as soon as it is judged.
  var hasHead: Bool { get }

  /// What a bundle comes to. Called once for each, in the order of the report, before `head` and `tail` are.
  mutating func add(_ bundle: BundleReport) -> [UInt8]

  /// What stands before the bundles. Looks at everything of the report but its bundles, which may not be in it any more.
  func head(_ report: Report) -> [UInt8]

  /// What stands after the bundles. Looks at everything of the report but its bundles, as `head` does.
  func tail(_ report: Report) -> [UInt8]
}

extension ReportView {
  /// Most formats begin with what is only known at the end.
  public var hasHead: Bool { true }

  /// The whole of a report that holds its bundles, by a view that has not been used.
  public func render(_ report: Report) -> [UInt8] {
    var view = self
    var bundles: [UInt8] = []
    for bundle in report.bundles { bundles += view.add(bundle) }
    return view.head(report) + bundles + view.tail(report)
  }
}
