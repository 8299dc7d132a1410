import Presentation
import Reports

struct ContentsEntry {
  struct Counts: Hashable {
    var errors = 0
    var warnings = 0
    var notes = 0
    var waived = 0
    var baselined = 0

    init(_ findings: some Sequence<Finding>) {
      for finding in findings {
        if finding.isWaived {
          waived += 1
        } else if finding.isBaselined {
          baselined += 1
        } else {
          switch finding.severity {
          case .error: errors += 1
          case .warning: warnings += 1
          case .note: notes += 1
          }
        }
      }
    }

    var all: Int { errors + warnings + notes + waived + baselined }

    /// `2 errors, 1 waived`, or `no findings`.
    var text: String {
      var parts: [String] = []
      func count(_ number: Int, _ singular: String, _ plural: String) {
        if number > 0 { parts.append(GroupedCount.text(number, singular, plural)) }
      }
      count(errors, "error", "errors")
      count(warnings, "warning", "warnings")
      count(notes, "note", "notes")
      count(waived, "waived", "waived")
      count(baselined, "baselined", "baselined")
      return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    }
  }

  let number: Int
  let path: String
  let identifier: String?
  let verdict: Verdict
  let counts: Counts
  let errors: Int
  let name: String
  let version: String?
  let passed: Int
  /// The day of the check, if a rule read it.
  let asOf: String?
  /// Whether it passed without findings, errors or a history.
  let isSound: Bool

  init(_ bundle: BundleReport, number: Int) {
    self.number = number
    path = ColumnText.shortened(bundle.path, to: 400)
    identifier = bundle.identifier.map { ColumnText.shortened($0, to: 120) }
    verdict = bundle.verdict
    counts = Counts(bundle.findings)
    errors = bundle.errors.count
    let last = bundle.path.unicodeScalars.split(separator: "/").last.map { String($0) }
    name = ColumnText.shortened(last ?? bundle.path, to: 60)
    version = BundleSection.version(of: bundle).map { ColumnText.shortened($0, to: 60) }
    asOf = bundle.asOf?.text
    passed = bundle.rules.count { $0.status == .pass }
    isSound =
      bundle.verdict == .pass && bundle.findings.isEmpty && bundle.errors.isEmpty && bundle.history == nil
  }

  var anchor: String { "b\(number)" }
}

extension Verdict {
  /// In capitals, as in the text report.
  var word: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .error: "INCOMPLETE"
    }
  }

  var sign: String {
    switch self {
    case .pass: "✓"
    case .fail: "✕"
    case .error: "!"
    }
  }

  var style: String {
    switch self {
    case .pass: "is-pass"
    case .fail: "is-fail"
    case .error: "is-incomplete"
    }
  }

  func write(to html: inout HTMLWriter) {
    html.element("span", ["class": "word " + style]) { html in
      html.element("span", ["aria-hidden": "true"], text: sign)
      html.text(" " + word)
    }
  }
}
