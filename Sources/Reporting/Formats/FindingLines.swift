import BuildRecords
import Presentation
import Reports

/// Findings and errors as lines, unescaped, for formats that contain text.
enum FindingLines {
  static func place(_ finding: Finding, in bundle: BundleReport) -> SourcePlace {
    finding.source?.place ?? finding.builtPlace(in: bundle.path)
  }

  /// The places of a finding with a source that are not named first.
  static func otherPlaces(_ finding: Finding, in bundle: BundleReport) -> [(name: String, text: String)] {
    guard let source = finding.source else { return [] }
    let related = source.related.map { place in (place.settingText.map { $0 + " at " } ?? "") + place.text }
    let list = related.joined(separator: ", ")
    var details: [(name: String, text: String)] = []
    if let setting = source.place.settingText {
      details.append(("setting", setting + (list.isEmpty ? "" : ", used at " + list)))
    } else if !list.isEmpty {
      details.append((related.count == 1 ? "setting" : "settings", list))
    }
    let remark =
      source.isNewer
      ? " (built before the source was changed)"
      : source.isAddedByBuild ? " (the build adds this value, or the source is newer)" : ""
    return details + [("built", finding.builtPlace(in: bundle.path).text + remark)]
  }

  static func state(_ finding: Finding) -> String {
    if finding.isWaived { return "waived" }
    return finding.isBaselined ? "baselined" : finding.severity.rawValue
  }

  /// `PLACE: SEVERITY: MESSAGE`, as compilers write it.
  static func headline(_ finding: Finding, in bundle: BundleReport) -> String {
    "\(place(finding, in: bundle).text): \(state(finding)): \(finding.message)"
  }

  /// Returns the subject of a finding and the remedy, as named facts.
  static func facts(_ finding: Finding, in bundle: BundleReport) -> [(name: String, text: String)] {
    let facts: [(name: String, text: String?)] = [
      ("key", finding.keyPath), ("value", finding.value.map { $0.isEmpty ? "\"\"" : $0 }),
      ("expected", finding.expected), ("fix", finding.fix),
      ("edit", edits(finding)), ("help", finding.help),
    ]
    return facts.compactMap { fact in fact.text.map { (fact.name, $0) } } + otherPlaces(finding, in: bundle)
  }

  static func details(_ finding: Finding, in bundle: BundleReport) -> [(name: String, text: String)] {
    var details = facts(finding, in: bundle)
    let declared = finding.declared
    // A snapshot has no places in policies.
    if !declared.file.isEmpty { details.append(("rule", "\(declared.file):\(declared.line)")) }
    if let place = finding.overridden { details.append(("severity", "changed at \(place.file):\(place.line)")) }
    if let waiver = finding.waiver { details.append(("waiver", self.waiver(waiver))) }
    return details
  }

  static func edits(_ finding: Finding) -> String? {
    guard finding.isFixable else { return nil }
    let more = finding.edits.count > 3 ? ", and \(finding.edits.count - 3) more" : ""
    let phrase = finding.edits.prefix(3).map(\.phrase).joined(separator: ", ") + more
    return phrase + (finding.source?.obstacle.map { "; --fix leaves it, because \($0)" } ?? " (--fix)")
  }

  static func lines(_ finding: Finding, in bundle: BundleReport) -> [String] {
    [headline(finding, in: bundle)] + details(finding, in: bundle).map { "  \($0.name): \($0.text)" }
  }

  static func waiver(_ waiver: AppliedWaiver) -> String {
    let place = waiver.declared.file.isEmpty ? "" : " (\(waiver.declared.file):\(waiver.declared.line))"
    let state = waiver.isExpired ? "expired on" : "until"
    return "\(state) \(waiver.expires), \(waiver.owner): \(waiver.because)\(place)"
  }

  static func excuse(_ finding: Finding) -> String? {
    if finding.isWaived, let waiver = finding.waiver { return "waived " + self.waiver(waiver) }
    return finding.isBaselined ? "baselined" : nil
  }

  /// An error with its trace and fix. Unlike a finding, it says that the check is incomplete.
  static func lines(_ error: EngineError) -> [String] {
    [DiagnosticLine.render(error, label: "check incomplete")] + (error.trace?.detailLines ?? [])
      + [error.rule.map { "  rule: \($0)" }, error.hint.map { "  fix: \($0)" }].compactMap { $0 }
  }
}

struct MeasureLine {
  let name: String
  let value: String
  let change: (text: String, build: String)?

  /// `83.1 MB (+1.2 MB, +1.5 % since #3 of builds.db)`
  var text: String { value + (change.map { " (\($0.text) since \($0.build))" } ?? "") }

  var markdown: String {
    let text = change.map { " (\(MarkdownText.escaped($0.text)) since \(MarkdownText.code($0.build)))" } ?? ""
    return "\(MarkdownText.code(name)): \(MarkdownText.escaped(value))" + text
  }

  static func lines(of build: BuildFacts) -> [MeasureLine] {
    build.comparedMeasures.map { measure, earlier in
      let name = build.earlier?.build ?? ""
      return MeasureLine(
        name: measure.name, value: MeasureText.text(measure.value, of: measure.name),
        change: earlier.map { earlier in
          (MeasureText.change(from: earlier, to: measure.value, of: measure.name), name)
        })
    }
  }
}
