import PolicyEngine

/// What identifies findings and errors of one report, each differently.
///
/// A bundle is known by its identifier and its name, so that a checkout may lie elsewhere; among bundles that have both in
/// common, and among findings that are alike, the order tells. Kept is a number for each bundle, and for findings of the last.
struct ReportFingerprints {
  private var bundles: [[String]: Int] = [:]
  private var bundle: [String] = []
  private var uses: [String: Int] = [:]

  /// Goes on to the next bundle; nil for what belongs to none.
  mutating func begin(_ report: BundleReport?) {
    uses = [:]
    let name = report.map { $0.path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "" }
    let words = [report?.identifier ?? "", name].compactMap { $0 }
    let before = bundles[words, default: 0]
    bundles[words] = before + 1
    bundle = words + ["\(before)"]
  }

  /// 32 hexadecimal digits that no other finding of the report has.
  mutating func next(_ finding: Finding) -> String { next { finding.fingerprint(within: $0) } }

  /// 32 hexadecimal digits that no other error of the report has.
  mutating func next(_ error: EngineError) -> String { next { error.fingerprint(within: $0) } }

  private mutating func next(_ fingerprint: ([String]) -> String) -> String {
    let first = fingerprint(bundle)
    let before = uses[first, default: 0]
    uses[first] = before + 1
    return before == 0 ? first : fingerprint(bundle + ["again", "\(before)"])
  }
}
