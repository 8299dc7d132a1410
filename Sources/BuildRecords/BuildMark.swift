/// A row's statement about the build in an earlier row. Rows are only ever added, so this is how a build changes its
/// state.
package struct BuildMark: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The build is withdrawn: later builds are not compared with it, and its number stays taken.
    case withdrawn
    /// The build is withdrawn, and another build may take its number.
    case freed
    case shipped
    case labeled
    /// The build has not reached users: an earlier row that says so was a mistake.
    case unshipped
    /// The nested bundle is not part of the product's build that was recorded before this row, nor of later ones
    /// until it is recorded again.
    case dropped

    package var isWithdrawal: Bool { self == .withdrawn || self == .freed }

    /// Whether marks, in the order recorded, leave a build shipped.
    package static func isShipped(_ marks: some Sequence<Kind>) -> Bool {
      marks.reduce(false) { isShipped, kind in kind == .shipped || isShipped && kind != .unshipped }
    }
  }

  package let kind: Kind
  package let target: Int64
  package let reason: String?

  package init(_ kind: Kind, of target: Int64, because reason: String?) {
    (self.kind, self.target, self.reason) = (kind, target, reason)
  }
}

extension RecordedBuild {
  private func mark(_ isMeant: (BuildMark.Kind) -> Bool) -> RecordedBuild? {
    marks.first { $0.entry.mark.map { isMeant($0.kind) } ?? false }
  }

  package var withdrawal: RecordedBuild? { mark(\.isWithdrawal) }

  package var isNumberFree: Bool { mark { $0 == .freed } != nil }

  /// The row that marked the build as shipped; nil if none did, or if a later row took that back.
  package var shipment: RecordedBuild? {
    marks.reduce(nil) { shipment, mark in
      switch mark.entry.mark?.kind {
      case .shipped: shipment ?? mark
      case .unshipped: nil
      default: shipment
      }
    }
  }

  /// The row that took back the last shipment; nil if the build is shipped, or never was.
  package var takenBackShipment: RecordedBuild? {
    shipment == nil ? marks.last { $0.entry.mark?.kind == .unshipped } : nil
  }

  /// The row that says that a later build of the product does not have this nested bundle.
  package var drop: RecordedBuild? { mark { $0 == .dropped } }

  /// The labels, sorted by name: those recorded with the build and those added later, which replace earlier ones of
  /// the same name.
  package var labels: [BuildEntry.Label] {
    var labels = entry.labels
    for label in marks.flatMap(\.entry.labels) {
      labels.removeAll { $0.name == label.name }
      labels.append(label)
    }
    return marks.isEmpty ? labels : labels.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func entry(of mark: BuildMark, tool: String) -> BuildEntry {
    var entry = entry
    (entry.policies, entry.waivers, entry.labels, entry.info, entry.entitlements) = ([], [], [], [], nil)
    (entry.details, entry.tool, entry.mark) = (BuildDetails(), tool, mark)
    return entry
  }
}
