/// What a row says about a build that an earlier row records. Rows are only ever added, so this is how a build changes its standing.
package struct BuildMark: Hashable, Sendable {
  /// What is said.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The build is withdrawn: later builds are not compared with it, and its number stays taken.
    case withdrawn
    /// The build is withdrawn, and another build may take its number.
    case freed
    /// The build has reached users.
    case shipped
    /// The build has further labels.
    case labeled

    /// Whether the build is withdrawn by it.
    package var isWithdrawal: Bool { self == .withdrawn || self == .freed }
  }

  /// What is said.
  package let kind: Kind
  /// The row that records the build.
  package let target: Int64
  /// Why; nil for marks that need no reason.
  package let reason: String?

  /// Makes a mark.
  package init(_ kind: Kind, of target: Int64, because reason: String?) {
    (self.kind, self.target, self.reason) = (kind, target, reason)
  }
}

extension RecordedBuild {
  private func mark(_ isMeant: (BuildMark.Kind) -> Bool) -> RecordedBuild? {
    marks.first { $0.entry.mark.map { isMeant($0.kind) } ?? false }
  }

  /// The row that withdrew the build; nil for one that stands.
  package var withdrawal: RecordedBuild? { mark(\.isWithdrawal) }

  /// Whether another build may take the number.
  package var isNumberFree: Bool { mark { $0 == .freed } != nil }

  /// The row that marked the build as shipped.
  package var shipment: RecordedBuild? { mark { $0 == .shipped } }

  /// The labels, sorted by name: those recorded with the build and those added since, of which the newer replaces the older one of its
  /// name.
  package var labels: [BuildEntry.Label] {
    var labels = entry.labels
    for label in marks.flatMap(\.entry.labels) {
      labels.removeAll { $0.name == label.name }
      labels.append(label)
    }
    return marks.isEmpty ? labels : labels.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
