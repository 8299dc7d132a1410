import Reports
import Testing

/// Findings of JSON reports, as used for waivers.
@Suite struct ReportedFindingTests {
  @Test(arguments: ["r", "p/r/s", "/r", "p/", "P/r", "p/r s", "", "p/a\\u000Ab"])
  func rulesOfReportsThatAreNone(_ id: String) throws {
    let report = """
      { "format": "bundlepolicy-report", "version": 1, "verdict": "fail", "bundles": [ { "path": "A.app", "identifier": null,
        "findings": [ { "rule": "\(id)", "bundle": "", "identifier": null, "file": null, "keyPath": null, "waiver": null } ] } ] }
      """
    let error = #expect(throws: EngineError.self) { try ReportedFinding.read(Array(report.utf8), file: "r.json") }
    #expect(error?.code == "report.malformed" && error?.line == 2)
    #expect(error?.message.hasSuffix("is not the full id of a rule, such as 'com.example.release/own-keys'") == true)
  }
}
