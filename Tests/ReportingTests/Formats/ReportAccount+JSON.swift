import PolicyTestSupport
import Reports

/// The formats that are JSON.
extension ReportAccount {
  static let json: Reader = { bytes in
    let json = try JSONText(bytes)
    let bundles = try found(json["bundles"], "bundles").elements
    let findings = bundles.flatMap { $0["findings"]?.elements ?? [] }
    let waived = findings.count { $0["waiver"]?["expired"] == .boolean(false) }
    let baselined = findings.count { $0["baselined"]?.isTrue == true && $0["waiver"]?["expired"] != .boolean(false) }
    let verdict = try found(json["verdict"]?.text.flatMap(Verdict.init), "verdict")
    return ReportAccount(
      verdict: verdict, open: findings.count - waived - baselined, waived: waived, baselined: baselined,
      shape: shape(json))
  }

  /// As a job that streams goes about it: a line at a time, of which the last must be the report.
  static let jsonLines: Reader = { bytes in
    try expect(bytes.last == 0x0A, "the last line has no end")
    let lines = try bytes.split(separator: 0x0A).map { try JSONText(Array($0)) }
    let last = try found(lines.last, "line")
    try expect(last["type"]?.text == "report", "the last line is not that of the report")
    let bundles = lines.dropLast()
    try expect(bundles.allSatisfy { $0["type"]?.text == "bundle" }, "a line is not about a bundle")
    try expect(last["summary"]?["bundles"]?.digits == "\(bundles.count)", "the summary counts other bundles")
    let findings = bundles.flatMap { $0["findings"]?.elements ?? [] }
    let waived = findings.count { $0["waiver"]?["expired"] == .boolean(false) }
    let baselined = findings.count { $0["baselined"]?.isTrue == true && $0["waiver"]?["expired"] != .boolean(false) }
    return ReportAccount(
      verdict: try found(last["verdict"]?.text.flatMap(Verdict.init), "verdict"),
      open: findings.count - waived - baselined, waived: waived, baselined: baselined,
      shape: lines.flatMap { shape($0) })
  }

  /// Reads like a viewer: suppressed results do not count, and an unsuccessful run says nothing.
  static let sarif: Reader = { bytes in
    let json = try JSONText(bytes)
    try expect(json["version"]?.text == "2.1.0", "not SARIF 2.1.0")
    let runs = try found(json["runs"], "runs").elements
    try expect(runs.count == 1, "\(runs.count) runs")
    let run = runs[0]
    let rules = try found(run["tool"]?["driver"]?["rules"], "rules").elements
    let results = try found(run["results"], "results").elements
    let findings = results.filter { $0["ruleIndex"] != nil }
    for result in findings {
      let index = Int(result["ruleIndex"]?.digits ?? "") ?? -1
      try expect(rules.indices.contains(index) && rules[index]["id"] == result["ruleId"], "rule \(index)")
    }
    let prints = results.compactMap { $0["partialFingerprints"]?["bundlepolicy/v1"]?.text }
    try expect(Set(prints).count == results.count, "fingerprints are not of one finding each")
    try expect(results.allSatisfy { $0["suppressions"] != nil }, "suppressions are all or none")
    let suppressed = findings.filter { $0["suppressions"]?.elements.isEmpty == false }
    let waived = suppressed.count { $0["suppressions"]?[0]?["justification"]?.text?.hasPrefix("waived") == true }
    let invocation = try found(run["invocations"]?[0], "invocation")
    let notifications = try found(invocation["toolExecutionNotifications"], "notifications").elements
    let isIncomplete = invocation["executionSuccessful"]?.isTrue != true
    try expect(
      isIncomplete == notifications.contains { $0["level"]?.text == "error" }, "a failed run tells why, and no other")
    let failOn = try found(run["properties"]?["failOn"]?.text.flatMap(FailureThreshold.init), "failOn")
    let fails = results.contains { result in
      guard let level = result["level"]?.text.flatMap(Severity.init) else { return true }
      return failOn.includes(level) && result["suppressions"]?.elements.isEmpty == true
    }
    let verdict: Verdict = isIncomplete ? .error : fails ? .fail : .pass
    try expect(run["properties"]?["verdict"]?.text == verdict.rawValue, "the verdict is said to be another")
    return ReportAccount(
      verdict: verdict, open: findings.count - suppressed.count, waived: waived, baselined: suppressed.count - waived,
      // Only relative paths have a base.
      shape: shape(json).filter { !$0.contains("uriBaseId") })
  }

  /// It has no accepted findings.
  static let openSARIF: Reader = { bytes in
    let account = try sarif(bytes)
    try expect(account.waived == 0 && account.baselined == 0, "it has accepted findings")
    return ReportAccount(verdict: account.verdict, open: account.open, shape: account.shape)
  }

  static let gitlab: Reader = { bytes in
    let json = try JSONText(bytes)
    guard case .array(let issues) = json else { throw Malformed("not an array") }
    var levels: [String] = []
    for issue in issues {
      try expect(
        issue.names == ["description", "check_name", "fingerprint", "severity", "location"], "\(issue.names)")
      let path = try found(issue["location"]?["path"]?.text, "path")
      try expect(!path.isEmpty && !path.hasPrefix("./"), "path '\(path)'")
      let line = try found(issue["location"]?["lines"]?["begin"]?.digits, "line")
      try expect(Int(line) ?? 0 >= 1, "line \(line)")
      try expect(issue["description"]?.text?.isEmpty == false, "no description")
      levels.append(try found(issue["severity"]?.text, "severity"))
    }
    try expect(Set(issues.compactMap { $0["fingerprint"]?.text }).count == issues.count, "fingerprints repeat")
    try expect(Set(levels).isSubset(of: ["info", "minor", "major", "critical", "blocker"]), "\(levels)")
    let others = issues.count { $0["check_name"]?.text == "baseline.gone" }
    let blockers = levels.count { $0 == "blocker" }
    let fails = levels.contains { $0 == "major" || $0 == "critical" }
    return ReportAccount(
      verdict: blockers > 0 ? .error : fails ? .fail : .pass, open: issues.count - blockers - others, shape: shape(json)
    )
  }
}
