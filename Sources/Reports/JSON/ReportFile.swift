import Basics
import StructuredText

/// A JSON report that has been read and validated.
///
/// It keeps the text, and only totals of each bundle. Bundles are decoded again when needed, so that thousands take little memory.
package struct ReportFile {
  struct Entry {
    let path: String
    let element: JSONDocument.Element
    let verdict: Verdict
    let worst: Severity?
    let hasErrors: Bool
    let summary: ReportSummary

    func verdict(failOn: FailureThreshold) -> Verdict {
      if hasErrors || verdict == .error { return .error }
      return worst.map(failOn.includes) == true ? .fail : .pass
    }
  }

  package let name: String
  package let report: Report
  /// The descriptions of rules; empty in reports of earlier versions.
  package let rules: [RuleDescription]
  package let toolVersion: String?
  /// Whether the report names the severity that fails; reports of earlier versions do not.
  let hasFailOn: Bool
  let entries: [Entry]
  private let document: JSONDocument

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
      hasFailOn = try read.root.text("failOn") != nil
      // A report with bundles removed must not pass.
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

  func bundle(_ entry: Entry) throws(EngineError) -> BundleReport {
    try mapError(try document.read(entry.element).bundleReport()) { (error: StructuredTextError) in
      ReportText.error(error, in: name)
    }
  }

  func contradiction(_ entry: Entry, failOn: FailureThreshold) -> EngineError {
    ReportText.error(
      StructuredTextError(
        "the verdict '\(entry.verdict.rawValue)' of \(entry.path) does not follow from its findings",
        at: entry.element.place,
        hint: hasFailOn
          ? "make a new report with check --format json" : "if the check was run with --fail-on, give it here, too"),
      in: name)
  }
}

package enum InputFile {
  package static let limit = 64 << 20
  /// The maximum size of a report, in bytes: 1 GiB.
  package static let reportLimit = 1 << 30

  package static func text(_ path: String, what: String) throws(EngineError) -> String {
    guard let text = String(validating: try bytes(path, what: what), as: UTF8.self) else {
      throw EngineError(code: "input.unreadable", message: "\(what) is not UTF-8", file: path)
    }
    return text
  }

  /// Returns the bytes of a file to append to, or nil if it does not exist or is a pipe or device. With `isFound`, the user did not name
  /// the file, so it must be a regular file.
  package static func existing(
    _ path: String, what: String, limit: Int = limit, isFound: Bool = false
  ) throws(EngineError) -> [UInt8]? {
    if !isFound, let status = FileSystem.status(path), ![S_IFREG, S_IFDIR].contains(status.type) { return nil }
    do throws(EngineError) {
      return try bytes(path, what: what, limit: limit, isFound: true)
    } catch {
      if error.code == "input.not-found" { return nil }
      throw error
    }
  }

  package static func bytes(
    _ path: String, what: String, limit: Int = limit, isFound: Bool = false
  ) throws(EngineError) -> [UInt8] {
    do throws(NamedFile.Failure) {
      return try NamedFile.bytes(path, limit: limit, isFound: isFound)
    } catch {
      throw EngineError(
        code: error.isMissing ? "input.not-found" : "input.unreadable",
        message: "\(what) cannot be read: \(error.reason)", file: path)
    }
  }
}
