import Basics
import BuildRecords
package import StructuredText

/// The report as a JSON document, format version 1.
public struct JSONReport: ReportView {
  /// The value of `tool.version`.
  public let toolVersion: String

  private let rules: [RuleDescription]

  /// Creates the format.
  ///
  /// - Parameters:
  ///   - toolVersion: The version of the program for the report.
  ///   - rules: The descriptions of the rules, including those that apply to no bundle, so that reports can be merged.
  public init(toolVersion: String, rules: [RuleDescription] = []) {
    self.toolVersion = toolVersion
    self.rules = rules
  }

  private var hasBundles = false

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    var json = JSONWriter(elementAtDepth: 2, isFirst: !hasBundles)
    json.object { members(of: bundle, &$0) }
    hasBundles = true
    return json.bytes
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-report")
      json.member("version", 1)
      writeInputs(of: report, &json)
      json.arrayWithSeparateElements("bundles", isEmpty: !hasBundles)
      writeOutcome(of: report, &json)
    }
    return (Array(json.parts.head), json.parts.tail + [0x0A])
  }

  package func writeInputs(of report: Report, _ json: inout JSONWriter) {
    json.object("tool", ["name": "bundlepolicy", "version": toolVersion])
    json.member("verdict", report.verdict.rawValue)
    json.member("failOn", report.failOn.rawValue)
    if report.isBaselineStrict { json.member("strictBaseline", true) }
    if let shard = report.shard {
      json.object(
        "shard",
        [
          "index": shard.index, "count": shard.count, "allBundles": shard.whole?.bundles, "list": shard.whole?.digest,
        ])
    }
    json.array("policies", of: report.policies, write)
    if let pending = report.pending {
      json.object("across") { json in
        json.strings("rules", pending.rules)
        json.member("asOf", pending.asOf.text)
        json.member("parameters", pending.parameters)
      }
    }
    if let policy = report.defaultPolicy { json.object("defaultPolicy", ["id": policy.id, "because": policy.because]) }
    if let project = report.project {
      json.object("project") { json in
        json.member("file", project.file)
        json.strings("settings", project.names)
      }
    }
    if !report.waiverFiles.isEmpty {
      json.objects("waivers", report.waiverFiles) { ["source": $0.source, "digest": $0.digest] }
    }
    if let ledger = report.ledger { json.member("ledger", ledger, write) }
    if !report.unusedPrevious.isEmpty { json.array("unusedPrevious", of: report.unusedPrevious, write) }
    if !rules.isEmpty { json.array("rules") { for rule in rules { rule.write(to: &$0) } } }
  }

  package func writeOutcome(of report: Report, _ json: inout JSONWriter) {
    json.array("errors", of: report.errors, write)
    json.array("warnings", of: report.warnings, write)
    json.member("summary", report.summary, write)
  }

  package func write(_ policy: PolicySummary, _ json: inout JSONWriter) {
    json.object(["id": policy.id, "version": policy.version, "source": policy.source, "digest": policy.digest])
  }

  package func members(of bundle: BundleReport, isBrief: Bool = false, _ json: inout JSONWriter) {
    json.member("path", bundle.path)
    json.member("identifier", bundle.identifier)
    json.member("kind", bundle.kind)
    json.member("platform", bundle.platform)
    json.member("verdict", bundle.verdict.rawValue)
    if let day = bundle.asOf { json.member("asOf", day.text) }
    if let outer = bundle.builds.first(where: \.path.isEmpty), !outer.details.measures.isEmpty {
      write(outer.details.measures, &json)
    }
    if !bundle.builds.isEmpty { json.array("builds", of: bundle.builds, write) }
    json.array("rules") { json in
      for rule in bundle.rules where !isBrief || rule.status != .notApplicable {
        json.object {
          $0.member("id", rule.id)
          $0.member("status", rule.status.rawValue)
          $0.member("findings", rule.findings)
          $0.member("fuel", rule.fuel)
          if let reason = rule.reason { $0.member("reason", reason) }
          if let explanations = rule.explanations { $0.array("explanations", of: explanations, write) }
          if let adjustment = rule.adjustment {
            $0.member("declared", adjustment.rule, write)
            $0.member(adjustment.severity == nil ? "disabled" : "overridden", adjustment.declared, write)
            if let severity = adjustment.severity { $0.member("severity", severity.rawValue) }
            if let because = adjustment.because { $0.member("because", because) }
          }
        }
      }
    }
    if !bundle.collected.isEmpty { json.array("across", of: bundle.collected, CollectedText.write) }
    json.array("findings", of: bundle.findings) { write($0, isBrief: isBrief, &$1) }
    json.array("errors", of: bundle.errors, write)
  }

  private func write(_ build: BuildFacts, _ json: inout JSONWriter) {
    json.object { json in
      json.members(["bundle": build.path, "name": build.name, "kind": build.kind, "platform": build.platform])
      json.object("info") { json in
        for key in BuildFacts.keys { if let text = build.info[key] { json.member(key, text) } }
      }
      if !build.details.measures.isEmpty { write(build.details.measures, &json) }
      if let earlier = build.earlier {
        json.object("earlier") { json in
          json.member("build", earlier.build)
          write(earlier.measures, &json)
        }
      }
      if !build.details.sets.isEmpty {
        json.object("sets") { json in
          for set in build.details.sets { json.object(set.name, of: set.members) { ($0.name, $0.value) } }
        }
      }
    }
  }

  private func write(_ measures: [BuildMeasure], _ json: inout JSONWriter) {
    json.object("measures", of: measures) { ($0.name, $0.value) }
  }

  private func write(_ ledger: LedgerUse, _ json: inout JSONWriter) {
    json.object { json in
      json.member("location", ledger.location)
      json.member("id", ledger.id)
      json.objects("recorded", ledger.records) {
        [
          "sequence": $0.sequence, "new": $0.isNew, "identifier": $0.identifier, "platform": $0.platform,
          "path": $0.path, "shortVersion": $0.shortVersion, "build": $0.build, "verdict": $0.verdict.rawValue,
          "digest": $0.digest, "hash": $0.hash,
        ]
      }
    }
  }

  package func write(_ finding: Finding, isBrief: Bool = false, _ json: inout JSONWriter) {
    json.object { json in
      json.member("rule", finding.rule)
      json.member("severity", finding.severity.rawValue)
      json.member("message", finding.message)
      json.member("bundle", finding.bundle)
      // The identifier of the outer bundle is a member of the bundle.
      if !finding.bundle.isEmpty { json.member("identifier", finding.bundleName) }
      json.member("file", finding.file)
      json.member("keyPath", finding.keyPath)
      json.member("missing", finding.isMissing)
      json.member("line", finding.line)
      json.member("column", finding.column)
      if let source = finding.source { json.member("source", source) { $0.write(isBrief: isBrief, &$1) } }
      json.members(["value": finding.value, "expected": finding.expected, "fix": finding.fix])
      if !finding.edits.isEmpty {
        json.array("edits", of: finding.edits) { $0.write(&$1) }
        if !isBrief, !finding.replacements.isEmpty {
          json.array("replacements", of: finding.replacements) { $0.write(&$1) }
        }
      }
      json.member("help", finding.help)
      json.member("declared", finding.declared, write)
      if let overridden = finding.overridden { json.member("overridden", overridden, write) }
      json.member("fingerprint", finding.fingerprint)
      if !finding.discriminator.isEmpty { json.member("discriminator", finding.discriminator) }
      if let digest = finding.valueDigest { json.member("valueDigest", digest) }
      if let digest = finding.messageDigest { json.member("messageDigest", digest) }
      if finding.isBaselined { json.member("baselined", true) }
      json.member("waiver", finding.waiver, write)
      if !isBrief, let excerpt = finding.excerpt { json.member("excerpt", excerpt) { $0.write(&$1) } }
    }
  }

  package func write(_ location: SourceLocation, _ json: inout JSONWriter) {
    json.object(["file": location.file, "line": location.line])
  }

  private func write(_ waiver: AppliedWaiver, _ json: inout JSONWriter) {
    json.object { json in
      json.member("because", waiver.because)
      json.member("owner", waiver.owner)
      json.member("expires", waiver.expires)
      json.member("expired", waiver.isExpired)
      json.member("declared", waiver.declared, write)
    }
  }

  package func write(_ error: EngineError, _ json: inout JSONWriter) {
    json.object {
      $0.members([
        "code": error.code.rawValue, "message": error.message, "file": error.file, "line": error.line,
        "column": error.column, "rule": error.rule, "hint": error.hint,
      ])
      if let subject = error.subject { $0.member("subject", subject) }
      if let trace = error.trace { $0.member("trace", trace, write) }
    }
  }

  private func write(_ summary: ReportSummary, _ json: inout JSONWriter) {
    json.object { json in
      json.members([
        "bundles": summary.bundles, "errors": summary.errors, "warnings": summary.warnings, "notes": summary.notes,
        "waived": summary.waived, "baselined": summary.baselined,
      ])
      json.object("rules") {
        $0.member("evaluated", summary.rulesEvaluated)
        $0.member("passed", summary.rulesPassed)
        $0.member("failed", summary.rulesFailed)
        $0.member("notApplicable", summary.rulesNotApplicable)
        if summary.rulesPending > 0 { $0.member("pending", summary.rulesPending) }
      }
      json.member("failedBundles", summary.failedBundles)
      json.member("incompleteBundles", summary.incompleteBundles)
    }
  }
}

// Members of the JSON report for explanations and tracebacks.
extension JSONReport {
  static let readLimit = 1000

  private func write(_ explanation: RuleExplanation, _ json: inout JSONWriter) {
    let omitted = explanation.omitted + max(0, explanation.reads.count - Self.readLimit)
    json.object { json in
      json.members(["bundle": explanation.bundle, "status": explanation.status.rawValue, "reason": explanation.reason])
      json.objects("clauses", explanation.clauses) {
        ["clause": $0.name, "outcome": $0.outcome.rawValue, "because": $0.because]
      }
      json.array("reads", of: explanation.reads.prefix(Self.readLimit), write)
      json.member("readsOmitted", omitted)
      json.member("readsComplete", !explanation.isCut && omitted == 0)
    }
  }

  private func write(_ read: Read, _ json: inout JSONWriter) {
    json.object([
      "kind": read.kind.rawValue, "build": read.build, "bundle": read.bundle, "file": read.file, "name": read.name,
      "present": read.isPresent, "type": read.type, "value": read.value, "line": read.line,
    ])
  }

  func write(_ trace: Traceback, _ json: inout JSONWriter) {
    json.array { json in
      for place in trace.inner { write(place, &json) }
      if trace.omitted > 0 { json.object { $0.member("omitted", trace.omitted) } }
      for place in trace.outer { write(place, &json) }
    }
  }

  private func write(_ place: Traceback.Place, _ json: inout JSONWriter) {
    json.object(["file": place.file, "line": place.line, "in": place.owner])
  }
}

/// The report as JSON Lines (jsonlines.org): an object for each bundle as soon as it was checked, and a last one for the totals.
///
/// The members are the same as in the JSON report. Rules that did not apply to a bundle and descriptions of rules are omitted, because a
/// fleet has millions of bundles and the same rules for each. So are excerpts.
public struct JSONLinesReport: ReportView {
  private let members: JSONReport

  /// Creates the format.
  ///
  /// - Parameter toolVersion: The version of the program for the report.
  public init(toolVersion: String) { members = JSONReport(toolVersion: toolVersion) }

  /// See `ReportView`.
  public var hasHead: Bool { false }

  /// See `ReportView`.
  public func add(_ bundle: BundleReport) -> [UInt8] {
    Self.line("bundle") { members.members(of: bundle, isBrief: true, &$0) }
  }

  /// See `ReportView`. Without the last line, a check did not finish.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let line = Self.line("report") { json in
      json.member("version", 1)
      members.writeInputs(of: report, &json)
      members.writeOutcome(of: report, &json)
    }
    return ([], line)
  }

  private static func line(_ type: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object { json in
      json.member("type", type)
      body(&json)
    }
    return json.bytes + [0x0A]
  }
}
