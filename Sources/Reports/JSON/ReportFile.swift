import Basics
import StructuredText

/// A report in JSON that has been read and found whole.
///
/// It keeps the text, and of each bundle only what it counts for: bundles are decoded again when they are wanted, so that
/// thousands take little memory.
package struct ReportFile {
  /// A bundle, as far as it is kept.
  struct Entry {
    let path: String
    let element: JSONDocument.Element
    /// What the report says of it.
    let verdict: Verdict
    /// Its open findings of the greatest severity.
    let worst: Severity?
    let hasErrors: Bool
    /// What it counts for, but for its verdict.
    let summary: ReportSummary

    /// What it comes to when findings from a severity on fail.
    func verdict(failOn: Severity) -> Verdict {
      if hasErrors || verdict == .error { return .error }
      return worst.map { $0 >= failOn } == true ? .fail : .pass
    }
  }

  /// The file, as messages name it.
  package let name: String
  /// All but the bundles.
  package let report: Report
  /// What the rules say of themselves; empty in reports of earlier versions.
  package let rules: [RuleDescription]
  /// The version of the program that made it.
  package let toolVersion: String?
  /// Whether it says which severity fails; earlier versions did not.
  let saysFailOn: Bool
  let entries: [Entry]
  private let document: JSONDocument

  /// Reads all of a report. Throws with the place of the first thing that is wrong with it.
  package init(_ bytes: [UInt8], name: String) throws(EngineError) {
    var entries: [Entry] = []
    let read: (document: JSONDocument, root: StructuredValue)
    do throws(StructuredTextError) {
      read = try ReportText.read(bytes) { value, element throws(StructuredTextError) in
        let bundle = try value.bundleReport()
        var tally = ReportTally(rules: 0)
        tally.add(bundle)
        entries.append(
          Entry(
            path: bundle.path, element: element, verdict: bundle.verdict,
            worst: bundle.findings.filter(\.isOpen).map(\.severity).max(), hasErrors: !bundle.errors.isEmpty,
            summary: tally.summary))
      }
      report = try read.root.reportWithoutBundles()
      rules = try read.root.listIfAny("rules").map { value throws(StructuredTextError) in
        try value.ruleDescription()
      }
      toolVersion = try read.root.object("tool")?.text("version")
      saysFailOn = try read.root.text("failOn") != nil
      // A report that somebody cut would pass with what it had no more.
      if let summary = try read.root.object("summary"), let count = try summary.count("bundles"), count != entries.count
      {
        throw StructuredTextError(
          "the summary counts \(counted(count, "bundle")), but the report has \(entries.count)", at: summary.place)
      }
    } catch {
      throw ReportText.error(error, in: name)
    }
    self.name = name
    self.entries = entries
    document = read.document
  }

  /// A bundle of it, decoded.
  func bundle(_ entry: Entry) throws(EngineError) -> BundleReport {
    do throws(StructuredTextError) {
      return try document.read(entry.element).bundleReport()
    } catch {
      throw ReportText.error(error, in: name)
    }
  }

  /// That a verdict of the report is not what its findings come to.
  func contradiction(_ entry: Entry, failOn: Severity) -> EngineError {
    ReportText.error(
      StructuredTextError(
        "the verdict '\(entry.verdict.rawValue)' of \(entry.path) does not follow from its findings",
        at: entry.element.place,
        hint: saysFailOn
          ? "make a new report with check --format json" : "if the check was run with --fail-on, give it here, too"),
      in: name)
  }
}
