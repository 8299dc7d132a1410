package import Reports

package struct FindingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case added
    case removed
    /// Both report it, with different severities.
    case severity
    /// Both report it, but only on one side a waiver covers it.
    case waiver
  }

  package let kind: Kind
  package let before: Finding?
  package let after: Finding?

  package var finding: Finding? { after ?? before }

  /// Returns the changes between a rule's findings on a bundle, in the order of reports.
  ///
  /// Findings are matched by fingerprint, regardless of message and line; of several with the same fingerprint, as many as are on both
  /// sides. `id` is the rule's id in the new policies.
  static func changes(from old: [Finding], to new: [Finding], rule id: String) -> [FindingChange] {
    if old.isEmpty && new.isEmpty { return [] }
    var before: [String: [Finding]] = [:]
    for finding in old {
      var renamed = finding
      renamed.rule = id
      before[renamed.placeFingerprint, default: []].append(finding)
    }
    var changes: [FindingChange] = []
    var unmatched: [(fingerprint: String, finding: Finding)] = []
    // Unchanged findings are matched first, so that a changed one does not take the place of another: first those with the same message,
    // then those with another.
    var pending = new.map { (fingerprint: $0.placeFingerprint, finding: $0) }
    for isWording in [false, true] {
      for (fingerprint, finding) in pending {
        if let same = before[fingerprint]?.firstIndex(where: {
          isSame($0, finding) && (isWording || $0.message == finding.message)
        }) {
          before[fingerprint]?.remove(at: same)
        } else {
          unmatched.append((fingerprint, finding))
        }
      }
      (pending, unmatched) = (unmatched, [])
    }
    for (fingerprint, finding) in pending {
      let candidates = before[fingerprint] ?? []
      guard let place = candidates.firstIndex(where: { $0.message == finding.message }) ?? candidates.indices.first
      else {
        changes.append(FindingChange(kind: .added, before: nil, after: finding))
        continue
      }
      let former = candidates[place]
      before[fingerprint]?.remove(at: place)
      let kind: Kind = former.severity != finding.severity ? .severity : .waiver
      changes.append(FindingChange(kind: kind, before: former, after: finding))
    }
    changes += before.values.joined().map { FindingChange(kind: .removed, before: $0, after: nil) }
    return changes.sorted(by: precedes)
  }

  private static func isSame(_ left: Finding, _ right: Finding) -> Bool {
    left.severity == right.severity && left.isWaived == right.isWaived
  }

  private static func precedes(_ left: FindingChange, _ right: FindingChange) -> Bool {
    guard let first = left.finding, let second = right.finding else { return false }
    if Finding.precedes(first, second) { return true }
    if Finding.precedes(second, first) { return false }
    return left.kind.rawValue.precedesInBytes(right.kind.rawValue)
  }
}
