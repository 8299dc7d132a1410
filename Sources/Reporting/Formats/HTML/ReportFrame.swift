import Presentation
import Reports

/// The parts about the whole check: errors before the bundles; after them remarks, the policies, and what was recorded in a ledger.
struct ReportFrame {
  /// The most policies in a list that is not folded. An organization's policy may include dozens.
  private static let mostOpen = 4

  let report: Report
  /// Rules that passed because there was nothing to compare.
  let notes: [EngineError]

  private var hasPolicies: Bool { !report.policies.isEmpty || !report.setup.isEmpty }
  private var remarks: [EngineError] { report.warnings + notes }

  var jumps: [(title: String, anchor: String)] {
    var jumps: [(title: String, anchor: String)] = []
    if !remarks.isEmpty { jumps.append((GroupedCount.text(remarks.count, "remark", "remarks"), "remarks")) }
    if hasPolicies { jumps.append(("Policies", "policies")) }
    if report.ledger != nil { jumps.append(("Release ledger", "ledger")) }
    return jumps
  }

  func writeErrors(to html: inout HTMLWriter) {
    if report.errors.isEmpty { return }
    ProblemList(problems: report.errors).write(in: "section", "h2", "Could not be completed", to: &html)
  }

  func writeRest(to html: inout HTMLWriter) {
    if !remarks.isEmpty {
      html.line("section", ["id": "remarks", "aria-labelledby": "remarks-title"]) { html in
        html.element("h2", ["id": "remarks-title"], text: "Remarks")
        html.element("p", ["class": "note"], text: "They do not change the verdict.")
        ProblemList(problems: remarks).write(to: &html)
      }
    }
    if hasPolicies { writePolicies(&html) }
    if let ledger = report.ledger { write(ledger, &html) }
  }

  private func writePolicies(_ html: inout HTMLWriter) {
    html.line("section", ["id": "policies", "aria-labelledby": "policies-title"]) { html in
      html.element("h2", ["id": "policies-title"], text: "Policies")
      for note in report.setup { html.element("p", ["class": "note"], text: note.message + ".") }
      let count = report.policies.count
      if count > Self.mostOpen {
        html.element("details") { html in
          html.element("summary", text: GroupedCount.text(count, "policy", "policies"))
          writeTable(&html)
        }
      } else if count > 0 {
        writeTable(&html)
      }
      if !report.waiverFiles.isEmpty {
        TableFrame.write(
          title: "Waiver files", style: "policies", caption: "Waiver files",
          columns: [.text("File"), .text("SHA-256 of its bytes")], rows: report.waiverFiles.count, to: &html
        ) { html in
          for file in report.waiverFiles {
            html.element("tr") { html in
              html.element("th", ["scope": "row", "class": "name"]) { $0.element("code", text: file.source) }
              html.element("td", ["class": "digest"]) { $0.element("code", text: file.digest) }
            }
          }
        }
      }
    }
  }

  private func writeTable(_ html: inout HTMLWriter) {
    TableFrame.write(
      title: "Policies", style: "policies",
      caption: "In the order loaded. The digest covers every file read for a policy.",
      columns: [.text("Policy"), .text("Version"), .text("File"), .text("Digest")], rows: report.policies.count,
      to: &html
    ) { html in
      for policy in report.policies {
        html.newLine()
        html.element("tr") { html in
          html.element("th", ["scope": "row", "class": "name"]) { $0.dottedText(policy.id) }
          html.element("td", text: policy.version ?? "no version")
          html.element("td", ["class": "labels"]) { $0.element("code", text: policy.source) }
          html.element("td", ["class": "digest"]) { $0.element("code", text: policy.digest) }
        }
      }
    }
  }

  private func write(_ ledger: LedgerUse, _ html: inout HTMLWriter) {
    html.line("section", ["id": "ledger", "aria-labelledby": "ledger-title"]) { html in
      html.element("h2", ["id": "ledger-title"], text: "Release ledger")
      html.element("p", ["class": "note"]) { html in
        html.element("code", text: ledger.location)
        html.text(", id ")
        html.element("code", text: ledger.id)
      }
      let products = ledger.records.filter(\.path.isEmpty)
      if products.isEmpty { html.element("p", text: "This check recorded nothing.") }
      for record in products {
        html.element("div", ["class": "record"]) { html in
          html.element("p") { html in
            let state = record.shownState.prefix(1).uppercased() + record.shownState.dropFirst()
            html.element("strong", text: "\(state) as #\(record.sequence)")
            html.text(": " + record.shownName)
          }
          html.element("p", ["class": "digest"]) { html in
            html.text("contents ")
            html.element("code", text: record.digest)
            html.text(", chain ")
            html.element("code", text: record.hash)
          }
        }
      }
    }
  }
}
