/// The text of a baseline, made of what a check finds: all findings that no waiver covers, baselined ones included.
public struct BaselineText: Sendable {
  private var lines: [String: (count: Int, rest: String)] = [:]

  /// Starts without findings.
  public init() {}

  /// Adds what was found of a bundle.
  public mutating func add(_ bundle: BundleReport) {
    for finding in bundle.findings where !finding.isWaived {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? ""].filter { !$0.isEmpty }
      let fields = [Baseline.key(finding, in: bundle).bundle, finding.rule, place.joined(separator: " ")]
      let rest = fields.map(Baseline.plain)
      let start = finding.fingerprint + "\t" + rest[0]
      lines[start] = ((lines[start]?.count ?? 0) + 1, rest.joined(separator: "\t"))
    }
  }

  /// The whole file, sorted.
  public var text: String {
    let sorted = lines.sorted { $0.value.rest + $0.key < $1.value.rest + $1.key }
    return Baseline.header + ": findings that are let be; bundlepolicy check --write-baseline FILE makes it anew\n"
      + sorted.map { "\($0.key.prefix(32))\t\($0.value.count)\t\($0.value.rest)\n" }.joined()
  }
}

extension Baseline {
  /// The baseline of a report that holds its bundles.
  public static func text(of report: Report) -> String {
    var text = BaselineText()
    for bundle in report.bundles { text.add(bundle) }
    return text.text
  }
}
