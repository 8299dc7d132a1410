import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Waivers that could never cover anything, refused where they are written.
@Suite struct WaiverPlaceTests {
  @Test(arguments: [
    ("key = '/a~9'", "'key' is not a JSON Pointer: '/a~9' (write ~0 for '~' in a key, ~1 for '/')"),
    ("key = '/a~'", "'key' is not a JSON Pointer: '/a~' (write ~0 for '~' in a key, ~1 for '/')"),
    ("file = '../x'", "'../x' would cover nothing"), ("file = '/x'", "'/x' would cover nothing"),
    ("file = 'a//b'", "'a//b' would cover nothing"), ("file = './x'", "'./x' would cover nothing"),
    ("file = 'a/'", "'a/' would cover nothing"),
  ])
  func refused(_ field: String, _ message: String) throws {
    let waiver = "\nwaive \"p/r\" { \(field), because = 'b', owner = 'o', expires = '2026-12-31' }"
    do {
      _ = try WaiverFile.waivers(in: WaiverFile(source: "waivers.lua", contents: Array(waiver.utf8)))
      Issue.record("it loaded")
    } catch {
      let text = PolicyRun.describe(error)
      #expect(text.hasPrefix("policy.invalid waivers.lua:2: waive 'p/r': ") && text.hasSuffix(message), "\(text)")
    }
  }

  @Test(arguments: ["key = 'a~9'", "key = '/a~0/b~1'", "key = '/'", "file = '.'", "file = '...'", "file = '.x/..y'"])
  func allowed(_ field: String) throws {
    let waiver = "waive \"p/r\" { \(field), because = 'b', owner = 'o', expires = '2026-12-31' }"
    #expect(try WaiverFile.waivers(in: WaiverFile(source: "waivers.lua", contents: Array(waiver.utf8))).count == 1)
  }

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
