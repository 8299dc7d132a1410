package import PolicyEngine

/// The whole report on a test's bundle, to be compared with one that is kept in a file.
package struct PolicyTestSnapshot: Sendable {
  /// The file's name without its extension: `[a-z0-9-]+`.
  package let name: String
  /// The file of tests that it belongs to; snapshots lie beside it.
  package let testFile: String
  /// What the check said, without places in the policy and in the bundle's property lists.
  package let report: Report
}

extension Report {
  /// The report without what changes when nothing about the bundle and its rules does: lines of the policy, where its files lie,
  /// its version, and the lines of a bundle's made property lists. `sources` are the policy's files.
  func withoutPolicyPlaces(_ sources: [String]) -> Report {
    let places = PolicyPlaces(sources)
    let nowhere = SourceLocation(file: "", line: 0)
    var report = self
    report.policies = []
    report.errors = errors.map(places.without)
    report.warnings = warnings.map(places.without)
    for number in report.bundles.indices {
      report.bundles[number].errors = bundles[number].errors.map(places.without)
      for rule in bundles[number].rules.indices {
        report.bundles[number].rules[rule].reason = bundles[number].rules[rule].reason.map(places.without)
      }
      for position in bundles[number].findings.indices {
        var finding = bundles[number].findings[position]
        (finding.line, finding.column, finding.declared, finding.overridden) = (nil, nil, nowhere, nil)
        finding.message = places.without(finding.message)
        report.bundles[number].findings[position] = finding
      }
    }
    return report
  }
}

/// Takes the places of policies out of messages.
private struct PolicyPlaces {
  /// The longest first, for one may end another.
  private let sources: [String]

  init(_ sources: [String]) { self.sources = sources.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) } }

  func without(_ error: EngineError) -> EngineError {
    var error = error
    if let file = error.file, sources.contains(file) { (error.file, error.line) = (nil, nil) }
    error.message = without(error.message)
    return error
  }

  /// `Policies/org.lua:12: what` is `org.lua: what`.
  func without(_ text: String) -> String {
    var text = text
    for source in sources where text.contains(source + ":") {
      let name = source.split(separator: "/").last.map(String.init) ?? source
      var parts = text.split(separator: source + ":", omittingEmptySubsequences: false)[...]
      var result = String(parts.removeFirst())
      for part in parts {
        let rest = part.drop { $0.isASCII && $0.isNumber }
        result += name + (rest.hasPrefix(":") || rest.count == part.count ? "" : ":") + rest
      }
      text = result
    }
    return text
  }
}
