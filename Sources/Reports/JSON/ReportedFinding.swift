import StructuredText

package struct ReportedFinding: Hashable {
  package let rule: String
  package let bundle: String
  package let file: String?
  package let keyPath: String?

  package static func read(_ report: [UInt8], file: String) throws(EngineError) -> [ReportedFinding] {
    do throws(StructuredTextError) {
      var findings: [ReportedFinding] = []
      let root = try ReportText.read(report) { bundle, _ throws(StructuredTextError) in
        findings += try Self.findings(of: bundle)
      }.root
      if let verdict = root["verdict"], verdict.string == "error" {
        throw StructuredTextError(
          "the check of this report did not complete, so findings may be missing", at: verdict.place,
          hint: "fix its 'errors', then make a new report with check --format json --output FILE")
      }
      return findings
    } catch {
      throw ReportText.error(error, in: file)
    }
  }

  private static func findings(of bundle: StructuredValue) throws(StructuredTextError) -> [ReportedFinding] {
    let path = try bundle.requiredText("path")
    let identifier = BundleReport.waiverName(try bundle.text("identifier"), path: path)
    var findings: [ReportedFinding] = []
    for finding in try bundle.list("findings") where isOpen(finding) {
      let nested = try finding.requiredText("bundle")
      let own = nested.isEmpty ? identifier : try finding.text("identifier")
      guard let own else {
        throw StructuredTextError(
          "the finding does not say which bundle it is about", at: finding.place,
          hint: "make a new report with this version of bundlepolicy")
      }
      findings.append(
        ReportedFinding(
          rule: try rule(of: finding), bundle: own, file: try finding.text("file"),
          keyPath: try finding.text("keyPath")))
    }
    return findings
  }

  private static func isOpen(_ finding: StructuredValue) -> Bool {
    if finding["baselined"]?.content == .boolean(true) { return false }
    guard let waiver = finding["waiver"], waiver.content != .null else { return true }
    return waiver["expired"]?.content == .boolean(true)
  }

  /// Returns a valid full id. Otherwise a waiver would be written that the next check rejects.
  private static func rule(of finding: StructuredValue) throws(StructuredTextError) -> String {
    let id = try finding.requiredText("rule")
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ PolicyIdentifier.problem(in: $0) == nil }) else {
      throw StructuredTextError(
        "'\(id)' is not the full id of a rule, such as 'com.example.release/own-keys'",
        at: (finding["rule"] ?? finding).place)
    }
    return id
  }
}
