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
  var shortDigest: String { HexadecimalText.of(digest.bytes.prefix(6)) }

  /// `NAME=VALUE` of the first few, each shortened.
  var shortLabels: [String] {
    let most = 5
    let shown = labels.prefix(most).map { ColumnText.shortened("\($0.name)=\($0.value)", to: 48) }
    return labels.count > most ? shown + ["+\(labels.count - most) more"] : shown
  }
}
