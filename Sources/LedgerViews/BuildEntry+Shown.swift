import Basics
import Presentation
import ReleaseLedger

/// The short forms that lists and charts share. Nothing in them is escaped yet.
extension BuildEntry {
  /// Whether it was recorded as a part of a product.
  var isNested: Bool { !path.isEmpty }

  /// `1.2.3 (456)`; what the bundle does not have is `none`, what is empty is `""`.
  var versionText: String {
    func shown(_ text: String?) -> String { text.map { $0.isEmpty ? "\"\"" : $0 } ?? "none" }
    guard shortVersion != nil || build != nil else { return "none" }
    return "\(shown(shortVersion)) (\(shown(build)))"
  }

  /// The first 12 hexadecimal digits, enough to tell the builds of one ledger apart by eye.
  var shortDigest: String { Hexadecimal.text(of: digest.bytes.prefix(6)) }

  /// Waivers that somebody answers for.
  var answeredWaivers: [Waiver] { waivers.filter { !$0.isBaseline } }

  /// Those that stand for findings a baseline let be, one for each rule.
  var baselinedRules: [Waiver] { waivers.filter(\.isBaseline) }

  /// `1 waiver, 2 baselined`: what was let be; nil when nothing was.
  var exceptionsText: String? {
    let (waivers, baselined) = (answeredWaivers.count, baselinedRules.count)
    var parts = waivers > 0 ? [GroupedCount.text(waivers, "waiver", "waivers")] : []
    if baselined > 0 { parts.append("\(GroupedCount.text(baselined)) baselined") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension RecordedBuild {
  /// `shipped`, `withdrawn`: what became of the build; nil when nobody said.
  var standingText: String? { withdrawal != nil ? "withdrawn" : shipment != nil ? "shipped" : nil }

  /// `NAME=VALUE` of the first few, each shortened.
  var shortLabels: [String] {
    let shown = firstLabels.map(\.shortText)
    return moreLabels.map { shown + [$0] } ?? shown
  }

  /// The first few labels.
  var firstLabels: ArraySlice<BuildEntry.Label> { labels.prefix(Self.mostLabels) }

  /// How many labels are not among the first few, if any.
  var moreLabels: String? {
    labels.count > Self.mostLabels ? "+\(labels.count - Self.mostLabels) more" : nil
  }

  private static let mostLabels = 5
}

extension BuildEntry.Waiver {
  /// Whether it stands for findings that a baseline let be: nobody answers for them, and they have no last day.
  var isBaseline: Bool { owner.isEmpty && expires.isEmpty }
}

extension BuildEntry.Label {
  /// `NAME=VALUE`, shortened.
  var shortText: String { ColumnText.shortened("\(name)=\(value)", to: 48) }
}
