/// A format of the report that is written bundle by bundle, so that thousands need not be kept in memory.
///
/// The text is the head, then the result of `add` for each bundle, then the tail; the same report gives the same bytes.
public protocol ReportView: Sendable {
  /// Whether there is text before the bundles. Without it each bundle can be written as soon as it has been checked.
  var hasHead: Bool { get }

  /// Returns the text for a bundle. Call it once for each bundle, in the order of the report.
  mutating func add(_ bundle: BundleReport) -> [UInt8]

  /// Returns the text before and after the bundles. Call it once, when all bundles have been added. The report's own list of bundles is
  /// not read and may be empty.
  func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8])
}

extension ReportView {
  /// Most formats start with totals, which are known only at the end.
  public var hasHead: Bool { true }

  /// Returns the whole report. Use a new view for each report.
  ///
  /// - Parameter report: A report that contains its bundles.
  public func render(_ report: Report) -> [UInt8] {
    var view = self
    var bundles: [UInt8] = []
    for bundle in report.bundles { bundles += view.add(bundle) }
    let (head, tail) = view.finish(report)
    return head + bundles + tail
  }
}
