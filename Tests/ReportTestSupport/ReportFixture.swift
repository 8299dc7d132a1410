import Bundles
package import PolicyTestSupport

import PolicyEngine
package import Reports

/// A report with something of everything in it.
package func fullReport() throws -> (report: Report, folder: TemporaryFolder) {
  let run = try PolicyRun(
    """
    rule "named" { summary = "s", help = "https://example.com/", require = { "CFBundleName" } }
    rule "own" { summary = "s", severity = "warning", custom_keys = { prefix = "com.x." } }
    rule "old" { summary = "s", severity = "note", forbid = "Old" }
    rule "grows" { summary = "s", increases = "CFBundleVersion" }
    rule "broken" { summary = "s", applies = { nested = false }, check = function(bundle, report)
      report("about the bundle")
      report:file("Contents/none", "about a file")
      error("no luck")
    end }
    waive "own" { because = "later", owner = "jo", expires = "2026-12-31" }
    waive "old" { because = "never", owner = "al", expires = "2026-01-31" }
    waive "named" { because = "none", owner = "al", expires = "2026-01-31", bundle = "com.none" }

    """)
  let graph = try BundleGraph.fixture(
    "App.app",
    [
      "Contents/Info.plist": .info(
        """
        <key>CFBundleIdentifier</key><string>com.x.app</string>
        <key>Host</key><string>h</string>
        <key>Old</key><string>o</string>
        """),
      "Contents/PlugIns/Share.appex/Contents/Info.plist": .info(["CFBundleName": "Share"]),
    ])
  return (try run.report(graph, rules: ["named", "own", "old", "grows", "broken", "gone"]), run.folder)
}

extension Finding {
  /// A finding to change in one place.
  package static let sample = Finding(
    rule: "p/r", severity: .error, message: "m", bundle: "", file: "Info.plist", keyPath: "/K", isMissing: false,
    line: 5,
    column: 2, value: "v", expected: "e", fix: "f", help: "h", declared: SourceLocation(file: "p.lua", line: 3),
    discriminator: "", waiver: nil)
}

extension Report {
  /// A report on one bundle with these findings and errors.
  package static func sample(path: String = "App.app", findings: [Finding] = [], errors: [EngineError] = []) -> Report {
    Report(
      verdict: .pass, policies: [],
      bundles: [
        BundleReport(
          path: path, identifier: "com.x", kind: "application", platform: "macos", verdict: .pass, rules: [],
          findings: findings,
          errors: errors)
      ], errors: [], warnings: [], summary: ReportSummary())
  }
}
