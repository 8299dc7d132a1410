import PolicyEngine

/// Names for the findings of one bundle that are the same in every report of it at its place: by their fingerprints.
struct FindingAnchors {
  private let prefix: String
  private var seen: [String: Int] = [:]

  /// - Parameter prefix: The anchor of the bundle; findings of two bundles may have one fingerprint.
  init(prefix: String) { self.prefix = prefix }

  /// The anchor of a finding that was not asked for before: one with a fingerprint that was there already has a number.
  mutating func anchor(of finding: Finding) -> String {
    let fingerprint = finding.fingerprint
    let count = seen[fingerprint, default: 0] + 1
    seen[fingerprint] = count
    return "\(prefix)-\(fingerprint)" + (count > 1 ? "-\(count)" : "")
  }
}
