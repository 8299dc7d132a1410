package import Reports

/// A finding that one set of policies makes and another doesn't, or makes otherwise.
package struct FindingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The later policies alone make it.
    case added
    /// The earlier policies alone make it.
    case removed
    /// Both make it, as bad as they say.
    case severity
    /// Both make it, and a waiver covers it by one of them only.
    case waiver
  }

  package let kind: Kind
  /// As the earlier policies have it; nil for one that was added.
  package let before: Finding?
  /// As the later policies have it; nil for one that was removed.
  package let after: Finding?

  /// As the later policies have it, as the earlier ones had it where it is gone.
  package var finding: Finding? { after ?? before }

  /// The changes between the findings of one rule on one bundle, in the order of reports.
  ///
  /// Findings are the same by their fingerprints, whatever their wording and lines; of several with one fingerprint, as many as
  /// both sides have. `id` is the rule's id in the later policies.
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
    // Those that nothing changed about go first, so that a changed one is not taken for another: those that say the same, then
    // those that are worded anew.
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
