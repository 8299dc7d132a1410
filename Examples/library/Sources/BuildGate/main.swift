import PolicyEngine
import Presentation
import Reports

let paths = Array(CommandLine.arguments.dropFirst())
let report = try Check.report(on: paths, policies: ["apple.recommended"])
for bundle in report.bundles {
  for finding in bundle.findings where finding.isOpen {
    print(TerminalText.escape("\(bundle.path): \(finding.severity): \(finding.message) (\(finding.rule))"))
  }
}
print("\(report.verdict)")
