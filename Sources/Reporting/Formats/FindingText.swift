import Presentation
import PropertyLists
import Reports

extension TextReport {
  /// Writes a finding: its place and message on one line, the lines of the file, and labeled details. A value that the lines show is not
  /// repeated, and an accepted finding only has its waiver.
  ///
  /// - Parameter isExplained: Whether the fingerprint is included, for `explain`.
  func write(_ finding: Finding, in bundle: BundleReport, isExplained: Bool, _ out: inout TerminalText) {
    out.breakLine(at: 4)
    out.add(FindingLines.place(finding, in: bundle).text + ": ")
    let state = FindingLines.state(finding)
    out.add(label: state, finding.isOpen ? finding.severity : nil)
    out.addLine(": " + finding.message, .bold)
    if finding.isOpen {
      let excerpt = finding.shownExcerpt.flatMap { ExcerptText($0, finding, width: out.width) }
      excerpt?.write(to: &out)
      for (name, text) in FindingLines.facts(finding, in: bundle) {
        if name != "value" || excerpt?.showsValue != true { out.addDetail(name, text) }
      }
    }
    out.addDetail("rule", RulePlace.text(finding))
    if isExplained { out.addDetail("finding", String(finding.fingerprint.prefix(12))) }
    if let waiver = finding.waiver { out.addDetail("waiver", FindingLines.waiver(waiver)) }
  }
}

struct ExcerptText {
  /// The most columns of a line if no terminal sets a limit. A longer line is cut around the place.
  private static let mostColumns = 120
  private static let lead = 20

  private struct Line {
    let number: Int
    let text: String
    /// Spaces and carets, or nil if nothing is underlined.
    let carets: (blanks: Int, count: Int)?
  }

  private let lines: [Line]
  private let gutter: Int
  private let severity: Severity
  let showsValue: Bool

  init?(_ excerpt: PropertyListExcerpt, _ finding: Finding, width: Int?) {
    let own = excerpt.form == .source ? excerpt.ownLines : []
    guard let last = own.compactMap(\.number).max() else { return nil }
    gutter = max(2, String(last).count)
    severity = finding.severity
    let room = max(Self.lead * 2, min(width ?? Self.mostColumns, Self.mostColumns) - gutter - 3)
    var showsValue = false
    let pointsAtKey = Self.isAboutKey(finding, own)
    lines = own.map { line in
      let cut = Self.cut(line, at: pointsAtKey ? line.key : line.value, to: room)
      if line.hasValue, !cut.isShorter { showsValue = true }
      return Line(number: line.number ?? 0, text: cut.text, carets: cut.carets)
    }
    self.showsValue = showsValue
  }

  func write(to out: inout TerminalText) {
    let margin = String(repeating: " ", count: gutter)
    out.addLine(margin + " |", .dim)
    for line in lines {
      let number = String(line.number)
      out.add(String(repeating: " ", count: max(0, gutter - number.count)) + number + " |", .dim)
      out.addLine(line.text.isEmpty ? "" : " " + line.text)
      guard let carets = line.carets else { continue }
      out.add(margin + " |", .dim)
      out.add(" " + String(repeating: " ", count: carets.blanks))
      out.add(label: String(repeating: "^", count: carets.count), severity)
      out.newLine()
    }
  }

  /// Whether to underline the key: if no value is visible, or the message names the key and does not quote the value.
  private static func isAboutKey(_ finding: Finding, _ lines: [PropertyListExcerpt.Line]) -> Bool {
    guard lines.contains(where: { $0.value != nil }) else { return true }
    guard lines.contains(where: { $0.key != nil }) else { return false }
    if let value = finding.value, !value.isEmpty, finding.message.contains(value) { return false }
    guard let name = finding.keyPath.flatMap(JSONPointer.tokens)?.last else { return false }
    return finding.message.contains(name)
  }

  private static func cut(
    _ line: PropertyListExcerpt.Line, at pointed: Range<Int>?, to room: Int
  ) -> (text: String, carets: (blanks: Int, count: Int)?, isShorter: Bool) {
    // A tab has no width that is known.
    let scalars = line.text.unicodeScalars.map { $0 == "\t" ? " " : $0 }
    var start = 0
    var isCutAtStart = line.isCutAtStart
    if let pointed, width(scalars[..<min(pointed.upperBound, scalars.count)]) > room - 1 {
      // Cut the text before the place first. Of a place that is too long, keep the beginning.
      let end = min(pointed.lowerBound, scalars.count)
      var columns = 0
      start = end
      while start > 0, columns < lead {
        start -= 1
        columns += width(scalars[start...start])
      }
      if start > 0 { isCutAtStart = true }
    }
    var (end, columns) = (start, isCutAtStart ? 1 : 0)
    while end < scalars.count {
      let next = width(scalars[end...end])
      // The last column is reserved for the ellipsis.
      if columns + next > room - (end + 1 < scalars.count || line.isCutAtEnd ? 1 : 0) { break }
      columns += next
      end += 1
    }
    let isCutAtEnd = line.isCutAtEnd || end < scalars.count
    var shown = String.UnicodeScalarView()
    if isCutAtStart { shown.append("…") }
    shown.append(contentsOf: scalars[start..<end])
    if isCutAtEnd { shown.append("…") }
    let carets = pointed.map { $0.clamped(to: start..<end) }.flatMap { place in
      place.isEmpty
        ? nil
        : (
          blanks: (isCutAtStart ? 1 : 0) + width(scalars[start..<place.lowerBound]),
          count: max(1, width(scalars[place]))
        )
    }
    return (String(shown), carets, start > 0 || end < scalars.count)
  }

  private static func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    ColumnText.width(String(String.UnicodeScalarView(scalars)))
  }
}
