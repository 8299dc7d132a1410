import Basics
import BuildRecords
import Presentation
import ReleaseLedger

extension BuildEntry {
  var isNested: Bool { !path.isEmpty }

  /// `1.2.3 (456)`. A missing version is `none`, an empty one `""`.
  var versionText: String {
    func shown(_ text: String?) -> String { text.map { $0.isEmpty ? "\"\"" : $0 } ?? "none" }
    guard shortVersion != nil || build != nil else { return "none" }
    return "\(shown(shortVersion)) (\(shown(build)))"
  }

  /// The first 12 hexadecimal digits, enough to distinguish the builds of a ledger by eye.
  var shortDigest: String { Hexadecimal.text(of: digest.bytes.prefix(6)) }

  /// Waivers with an owner.
  var answeredWaivers: [Waiver] { waivers.filter { !$0.isBaseline } }

  /// Waivers that represent findings in the baseline, one for each rule.
  var baselinedRules: [Waiver] { waivers.filter(\.isBaseline) }

  /// The accepted findings, as in `1 waiver, 2 baselined`, or nil if there are none.
  var exceptionsText: String? {
    let (waivers, baselined) = (answeredWaivers.count, baselinedRules.count)
    var parts = waivers > 0 ? [GroupedCount.text(waivers, "waiver", "waivers")] : []
    if baselined > 0 { parts.append("\(GroupedCount.text(baselined)) baselined") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The outcome of a build. Each has a mark of its own shape, in charts and tables.
enum Standing: String, CaseIterable {
  case passed, shipped, failed, withdrawn

  var sign: String {
    switch self {
    case .passed: "✓"
    case .shipped: "◆"
    case .failed: "✕"
    case .withdrawn: "⊘"
    }
  }
}

extension RecordedBuild {
  var standing: Standing {
    if entry.verdict == .fail { return .failed }
    return withdrawal != nil ? .withdrawn : shipment != nil ? .shipped : .passed
  }

  /// `shipped` or `withdrawn`, or nil if neither was recorded.
  var standingText: String? { withdrawal != nil ? "withdrawn" : shipment != nil ? "shipped" : nil }

  /// The first few labels as `NAME=VALUE`, each shortened.
  var shortLabels: [String] {
    let shown = firstLabels.map(\.shortText)
    return moreLabels.map { shown + [$0] } ?? shown
  }

  var firstLabels: ArraySlice<BuildEntry.Label> { labels.prefix(Self.mostLabels) }

  var moreLabels: String? {
    labels.count > Self.mostLabels ? "+\(labels.count - Self.mostLabels) more" : nil
  }

  private static let mostLabels = 5
}

extension BuildEntry.Waiver {
  /// Whether it represents findings in the baseline, which have no owner and do not expire.
  var isBaseline: Bool { owner.isEmpty && expires.isEmpty }
}

extension BuildEntry.Label {
  var shortText: String { ColumnText.shortened("\(name)=\(value)", to: 48) }
}

package struct BuildTime: Hashable, Sendable {
  private let civil: CivilTime
  private let millisecond: Int

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) {
    let remainder = milliseconds % 1000
    millisecond = Int(remainder < 0 ? remainder + 1000 : remainder)
    let seconds = milliseconds / 1000 - (remainder < 0 ? 1 : 0)
    civil = CivilTime(secondsSince1970: seconds)
  }

  /// `YYYY-MM-DDThh:mm:ss.sssZ` (RFC 3339). Years outside 0000…9999 have a sign or more digits, which RFC 3339 does not allow.
  package var text: String { civil.text.dropLast() + "." + String(1000 + millisecond).dropFirst() + "Z" }

  /// `YYYY-MM-DD`.
  package var day: String { String(civil.text.prefix { $0 != "T" }) }

  /// `YYYY-MM-DD hh:mm:ss`.
  package var dayAndTime: String { day + " " + civil.text.dropLast().suffix(8) }

  /// `YYYY-MM-DD hh:mm`.
  var dayAndMinute: String { String(dayAndTime.dropLast(3)) }

  /// `YYYY-MM`.
  var month: String { String(day.dropLast(3)) }

  var year: String { String(day.dropLast(6)) }

  /// Months since the year 0, for the ticks of an axis.
  var monthIndex: Int { civil.year * 12 + civil.month - 1 }
}
