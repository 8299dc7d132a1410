/// The text of a baseline, made of what a check finds: all findings that no waiver covers, baselined ones included.
public struct BaselineText: Sendable {
  private let policies: [PolicySummary]
  private var lines: [String: (count: Int, rest: String)] = [:]
  private var named: Set<String> = []

  /// Starts without findings; `policies` are those that find them.
  public init(policies: [PolicySummary]) { self.policies = policies }

  /// How many findings it accepts.
  public private(set) var count = 0

  /// Adds what was found of a bundle.
  public mutating func add(_ bundle: BundleReport) {
    for finding in bundle.findings where !finding.isWaived {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? ""].filter { !$0.isEmpty }
      let known = Baseline.place(of: finding, in: bundle)
      let digests = [finding.valueDigest ?? "-", finding.messageDigest ?? "-"]
      let words = [finding.rule, place.joined(separator: " ")].map(Baseline.plain)
      let start = ([known.fingerprint, known.bundle] + digests).joined(separator: "\t")
      lines[start] = ((lines[start]?.count ?? 0) + 1, ([known.bundle] + digests + words).joined(separator: "\t"))
      named.insert(String(finding.rule.prefix { $0 != "/" }))
      count += 1
    }
  }

  /// The whole file, sorted: by bundle, rule and place.
  public var text: String {
    func order(_ line: (key: String, value: (count: Int, rest: String))) -> [String] {
      let fields = line.value.rest.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return [fields[0]] + fields.dropFirst(3) + [line.key]
    }
    let sorted = lines.map { (order($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    return Baseline.header + ": accepted findings; bundlepolicy check --write-baseline FILE makes it anew\n"
      + policies.filter { named.contains($0.id) }.sorted { $0.id < $1.id }
      .map { "policy\t\($0.id)\t\($0.digest)\n" }.joined()
      + sorted.map { "\($0.key.prefix(32))\t\($0.value.count)\t\($0.value.rest)\n" }.joined()
  }
}

extension Baseline {
  /// The baseline of a report that holds its bundles.
  public static func text(of report: Report) -> String {
    var text = BaselineText(policies: report.policies)
    for bundle in report.bundles { text.add(bundle) }
    return text.text
  }
}
