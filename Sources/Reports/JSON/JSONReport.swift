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
      json.name("bundles")
      json.arrayWithSeparateElements(isEmpty: !hasBundles)
      writeOutcome(of: report, &json)
    }
    return (Array(json.parts.head), json.parts.tail + [0x0A])
  }

  /// Writes the settings and the verdict.
  package func writeInputs(of report: Report, _ json: inout JSONWriter) {
    json.name("tool")
    json.object {
      $0.member("name", "bundlepolicy")
      $0.member("version", toolVersion)
    }
    json.member("verdict", report.verdict.rawValue)
    json.member("failOn", report.failOn.rawValue)
    if report.isBaselineStrict { json.member("strictBaseline", true) }
    if let shard = report.shard {
      json.name("shard")
      json.object {
        $0.member("index", shard.index)
        $0.member("count", shard.count)
        $0.member("allBundles", shard.whole?.bundles)
        $0.member("list", shard.whole?.digest)
      }
    }
    json.name("policies")
    json.array { for policy in report.policies { write(policy, &$0) } }
    if let pending = report.pending {
      json.name("across")
      json.object { json in
        json.name("rules")
        json.array { json in for rule in pending.rules { json.string(rule) } }
        json.member("asOf", pending.asOf.text)
        json.member("parameters", pending.parameters)
      }
    }
    if let policy = report.defaultPolicy {
      json.name("defaultPolicy")
      json.object {
        $0.member("id", policy.id)
        $0.member("because", policy.because)
      }
    }
    if let project = report.project {
      json.name("project")
      json.object { json in
        json.member("file", project.file)
        json.name("settings")
        json.array { json in for name in project.names { json.string(name) } }
      }
    }
    if !report.waiverFiles.isEmpty {
      json.name("waivers")
      json.array { json in
        for file in report.waiverFiles {
          json.object {
            $0.member("source", file.source)
            $0.member("digest", file.digest)
          }
        }
      }
    }
    if let ledger = report.ledger {
      json.name("ledger")
      write(ledger, &json)
    }
    if !report.unusedPrevious.isEmpty {
      json.name("unusedPrevious")
      json.array { for error in report.unusedPrevious { write(error, &$0) } }
    }
    if !rules.isEmpty {
      json.name("rules")
      json.array { for rule in rules { rule.write(to: &$0) } }
    }
  }

  package func writeOutcome(of report: Report, _ json: inout JSONWriter) {
    json.name("errors")
    json.array { for error in report.errors { write(error, &$0) } }
    json.name("warnings")
    json.array { for warning in report.warnings { write(warning, &$0) } }
    json.name("summary")
    write(report.summary, &json)
  }

  package func write(_ policy: PolicySummary, _ json: inout JSONWriter) {
    json.object {
      $0.member("id", policy.id)
      $0.member("version", policy.version)
      $0.member("source", policy.source)
      $0.member("digest", policy.digest)
    }
  }

  /// Writes the members of a bundle. `isBrief` omits rules that did not apply, and excerpts.
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
    if !bundle.builds.isEmpty {
      json.name("builds")
      json.array { for build in bundle.builds { write(build, &$0) } }
    }
    json.name("rules")
    json.array { json in
      for rule in bundle.rules where !isBrief || rule.status != .notApplicable {
        json.object {
          $0.member("id", rule.id)
          $0.member("status", rule.status.rawValue)
          $0.member("findings", rule.findings)
          $0.name("fuel")
          $0.number(rule.fuel)
          if let reason = rule.reason { $0.member("reason", reason) }
          if let explanations = rule.explanations {
            $0.name("explanations")
            write(explanations, &$0)
          }
          if let adjustment = rule.adjustment {
            $0.name("declared")
            write(adjustment.rule, &$0)
            $0.name(adjustment.severity == nil ? "disabled" : "overridden")
            write(adjustment.declared, &$0)
            if let severity = adjustment.severity { $0.member("severity", severity.rawValue) }
            if let because = adjustment.because { $0.member("because", because) }
          }
        }
      }
    }
    if !bundle.collected.isEmpty {
      json.name("across")
      json.array { for collected in bundle.collected { CollectedText.write(collected, &$0) } }
    }
    json.name("findings")
    json.array { for finding in bundle.findings { write(finding, isBrief: isBrief, &$0) } }
    json.name("errors")
    json.array { for error in bundle.errors { write(error, &$0) } }
  }

  private func write(_ build: BuildFacts, _ json: inout JSONWriter) {
    json.object { json in
      json.member("bundle", build.path)
      json.member("name", build.name)
      json.member("kind", build.kind)
      json.member("platform", build.platform)
      json.name("info")
      json.object { json in
        for key in BuildFacts.keys { if let text = build.info[key] { json.member(key, text) } }
      }
      if !build.details.measures.isEmpty { write(build.details.measures, &json) }
      if let earlier = build.earlier {
        json.name("earlier")
        json.object { json in
          json.member("build", earlier.build)
          write(earlier.measures, &json)
        }
      }
      if !build.details.sets.isEmpty {
        json.name("sets")
        json.object { json in
          for set in build.details.sets {
            json.name(set.name)
            json.object { for member in set.members { $0.member(member.name, member.value) } }
          }
        }
      }
    }
  }

  private func write(_ measures: [BuildMeasure], _ json: inout JSONWriter) {
    json.name("measures")
    json.object { json in
      for measure in measures {
        json.name(measure.name)
        json.number(measure.value)
      }
    }
  }

  private func write(_ ledger: LedgerUse, _ json: inout JSONWriter) {
    json.object { json in
      json.member("location", ledger.location)
      json.member("id", ledger.id)
      json.name("recorded")
      json.array { json in
        for record in ledger.records {
          json.object {
            $0.name("sequence")
            $0.number(record.sequence)
            $0.member("new", record.isNew)
            $0.member("identifier", record.identifier)
            $0.member("platform", record.platform)
            $0.member("path", record.path)
            $0.member("shortVersion", record.shortVersion)
            $0.member("build", record.build)
            $0.member("verdict", record.verdict.rawValue)
            $0.member("digest", record.digest)
            $0.member("hash", record.hash)
          }
        }
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
      if let source = finding.source {
        json.name("source")
        source.write(isBrief: isBrief, &json)
      }
      json.member("value", finding.value)
      json.member("expected", finding.expected)
      json.member("fix", finding.fix)
      if !finding.edits.isEmpty {
        json.name("edits")
        json.array { json in for edit in finding.edits { edit.write(&json) } }
        if !isBrief, !finding.replacements.isEmpty {
          json.name("replacements")
          json.array { json in for replacement in finding.replacements { replacement.write(&json) } }
        }
      }
      json.member("help", finding.help)
      json.name("declared")
      write(finding.declared, &json)
      if let overridden = finding.overridden {
        json.name("overridden")
        write(overridden, &json)
      }
      json.member("fingerprint", finding.fingerprint)
      if !finding.discriminator.isEmpty { json.member("discriminator", finding.discriminator) }
      if let digest = finding.valueDigest { json.member("valueDigest", digest) }
      if let digest = finding.messageDigest { json.member("messageDigest", digest) }
      if finding.isBaselined { json.member("baselined", true) }
      json.name("waiver")
      if let waiver = finding.waiver { write(waiver, &json) } else { json.null() }
      if !isBrief, let excerpt = finding.excerpt {
        json.name("excerpt")
        excerpt.write(&json)
      }
    }
  }

  package func write(_ location: SourceLocation, _ json: inout JSONWriter) {
    json.object {
      $0.member("file", location.file)
      $0.member("line", location.line)
    }
  }

  private func write(_ waiver: AppliedWaiver, _ json: inout JSONWriter) {
    json.object { json in
      json.member("because", waiver.because)
      json.member("owner", waiver.owner)
      json.member("expires", waiver.expires)
      json.member("expired", waiver.isExpired)
      json.name("declared")
      write(waiver.declared, &json)
    }
  }

  package func write(_ error: EngineError, _ json: inout JSONWriter) {
    json.object {
      $0.member("code", error.code.rawValue)
      $0.member("message", error.message)
      $0.member("file", error.file)
      $0.member("line", error.line)
      $0.member("column", error.column)
      $0.member("rule", error.rule)
      $0.member("hint", error.hint)
      if let subject = error.subject { $0.member("subject", subject) }
      if let trace = error.trace {
        $0.name("trace")
        write(trace, &$0)
      }
    }
  }

  private func write(_ summary: ReportSummary, _ json: inout JSONWriter) {
    json.object { json in
      json.member("bundles", summary.bundles)
      json.member("errors", summary.errors)
      json.member("warnings", summary.warnings)
      json.member("notes", summary.notes)
      json.member("waived", summary.waived)
      json.member("baselined", summary.baselined)
      json.name("rules")
      json.object {
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
