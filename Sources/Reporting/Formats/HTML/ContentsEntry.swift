import Presentation
import Reports

struct ContentsEntry {
  let number: Int
  let path: String
  let identifier: String?
  let verdict: Verdict
  let counts: ReportSummary
  let errors: Int
  let name: String
  let version: String?
  let passed: Int
  let asOf: String?
  let isSound: Bool

  init(_ bundle: BundleReport, number: Int) {
    self.number = number
    path = ColumnText.shortened(bundle.path, to: 400)
    identifier = bundle.identifier.map { ColumnText.shortened($0, to: 120) }
    verdict = bundle.verdict
    counts = ReportSummary(bundle.findings)
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

extension [ContentsEntry] {
  func count(_ verdict: Verdict) -> Int { count { $0.verdict == verdict } }

  /// `1 failed, 2 passed`
  func outcomes(_ verdicts: Verdict...) -> String {
    verdicts.filter { count($0) > 0 }.map { "\(GroupedCount.text(count($0))) \($0.outcome)" }.joined(separator: ", ")
  }
}

extension Verdict {
  func write(to html: inout HTMLWriter) {
    html.element("span", ["class": "word " + style]) { html in
      html.element("span", ["aria-hidden": "true"], text: sign)
      html.text(" " + word)
    }
  }
}
