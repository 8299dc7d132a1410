import BuildRecords
import PropertyLists
package import StructuredText

// Reads the objects that `JSONReport` writes.

extension StructuredValue {
  func reportWithoutBundles() throws(StructuredTextError) -> Report {
    var report = Report(
      verdict: try requiredWord("verdict"), policies: [], bundles: [],
      errors: try diagnostics(listIfAny("errors")), warnings: try diagnostics(listIfAny("warnings")),
      summary: ReportSummary())
    report.policies = try list("policies").map { value throws(StructuredTextError) in
      PolicySummary(
        id: try value.requiredText("id"), version: try value.text("version"),
        source: try value.requiredText("source"), digest: try value.requiredText("digest"))
    }
    report.failOn = try word("failOn") ?? .error
    report.isBaselineStrict = try flag("strictBaseline")
    report.shard = try object("shard").map { value throws(StructuredTextError) in try value.shard() }
    if let policy = try object("defaultPolicy") {
      report.defaultPolicy = DefaultPolicy(
        id: try policy.requiredText("id"), because: try policy.requiredText("because"))
    }
    report.project = try object("project").map { value throws(StructuredTextError) in
      ProjectSettings(
        file: try value.requiredText("file"), names: try value.strings("settings", try value.list("settings")))
    }
    report.waiverFiles = try listIfAny("waivers").map { value throws(StructuredTextError) in
      WaiverFile(source: try value.requiredText("source"), digest: try value.requiredText("digest"))
    }
    report.ledger = try object("ledger")?.ledgerAccount()
    report.pending = try object("across")?.pendingRules()
    report.unusedPrevious = try diagnostics(listIfAny("unusedPrevious"))
    return report
  }

  private func shard() throws(StructuredTextError) -> Shard {
    let whole = Shard.Whole(bundles: try count("allBundles") ?? 0, digest: try requiredText("list"))
    guard let shard = Shard(try count("index") ?? 0, of: try count("count") ?? 0, whole: whole) else {
      throw StructuredTextError("there is no such part of a run", at: place)
    }
    return shard
  }

  private func ledgerAccount() throws(StructuredTextError) -> LedgerUse {
    LedgerUse(
      location: try requiredText("location"), id: try requiredText("id"),
      records: try list("recorded").map { value throws(StructuredTextError) in
        LedgerUse.Record(
          identifier: try value.requiredText("identifier"), platform: try value.text("platform"),
          shortVersion: try value.text("shortVersion"), build: try value.text("build"),
          path: try value.requiredText("path"), verdict: try value.requiredWord("verdict"),
          digest: try value.requiredText("digest"), sequence: Int64(try value.count("sequence") ?? 0),
          hash: try value.requiredText("hash"), isNew: try value.flag("new"))
      })
  }

  // MARK: Bundles

  func bundleReport() throws(StructuredTextError) -> BundleReport {
    var bundle = BundleReport(
      path: try requiredText("path"), identifier: try text("identifier"), kind: try text("kind"),
      platform: try text("platform"), verdict: try requiredWord("verdict"),
      rules: try list("rules").map { value throws(StructuredTextError) in try value.ruleResult() },
      findings: try list("findings").map { value throws(StructuredTextError) in try value.finding() },
      errors: try diagnostics(list("errors")))
    for position in bundle.findings.indices where bundle.findings[position].bundle.isEmpty {
      bundle.findings[position].bundleName = bundle.waiverName
    }
    bundle.builds = try listIfAny("builds").map { value throws(StructuredTextError) in try value.buildFacts() }
    bundle.asOf = try day("asOf")
    bundle.collected = try collectedBundles(rules: bundle.rules)
    return bundle
  }

  package func buildFacts() throws(StructuredTextError) -> BuildFacts {
    let info = try requiredObject("info")
    var texts: [String: String?] = [:]
    // A null value represents a value that is not a string.
    for entry in info.entries ?? [] { texts[entry.key] = .some(try info.text(entry.key)) }
    var facts = BuildFacts(
      path: try requiredText("bundle"), name: try requiredText("name"), kind: try requiredText("kind"),
      platform: try text("platform"), info: texts)
    facts.details = BuildDetails(measures: try measures(), sets: try sets())
    facts.earlier = try object("earlier").map { value throws(StructuredTextError) in
      EarlierMeasures(build: try value.requiredText("build"), measures: try value.measures())
    }
    return facts
  }

  private func measures() throws(StructuredTextError) -> [BuildMeasure] {
    try (object("measures")?.entries ?? []).map { entry throws(StructuredTextError) in
      guard let number = entry.value.integer else {
        throw StructuredTextError("the measure '\(entry.key)' is not an integer", at: entry.value.place)
      }
      return BuildMeasure(name: entry.key, value: number)
    }
  }

  private func sets() throws(StructuredTextError) -> [BuildSet] {
    try (object("sets")?.entries ?? []).map { set throws(StructuredTextError) in
      guard let members = set.value.entries else {
        throw StructuredTextError("the set '\(set.key)' is not an object", at: set.value.place)
      }
      return BuildSet(
        name: set.key,
        members: try members.map { member throws(StructuredTextError) in
          BuildSet.Member(name: member.key, value: try set.value.text(member.key))
        })
    }
  }

  private func ruleResult() throws(StructuredTextError) -> RuleResult {
    var result = RuleResult(
      id: try requiredText("id"), status: try requiredWord("status"), findings: try count("findings") ?? 0,
      fuel: UInt64(try count("fuel") ?? 0), reason: try text("reason"))
    let (overridden, disabled) = (try object("overridden"), try object("disabled"))
    if let rule = try object("declared"), let change = overridden ?? disabled {
      result.adjustment = AppliedAdjustment(
        severity: overridden == nil ? nil : try word("severity") ?? .error, because: try text("because"),
        rule: try rule.sourceLocation(), declared: try change.sourceLocation())
    }
    if self["explanations"] != nil {
      result.explanations = try list("explanations").map { value throws(StructuredTextError) in
        try value.ruleExplanation()
      }
    }
    return result
  }

  private func finding() throws(StructuredTextError) -> Finding {
    var finding = Finding(
      rule: try requiredText("rule"), severity: try requiredWord("severity"), message: try requiredText("message"),
      bundle: try requiredText("bundle"), bundleName: try text("identifier") ?? "", file: try text("file"),
      keyPath: try text("keyPath"), isMissing: try flag("missing"), line: try count("line"),
      column: try count("column"), value: try text("value"), expected: try text("expected"), fix: try text("fix"),
      help: try text("help"), declared: try requiredObject("declared").sourceLocation(),
      overridden: try object("overridden")?.sourceLocation(), discriminator: try text("discriminator") ?? "",
      waiver: try object("waiver")?.waiver())
    finding.edits = try listIfAny("edits").map { value throws(StructuredTextError) in try value.edit() }
    finding.recordedFingerprint = try requiredText("fingerprint")
    finding.valueDigest = try text("valueDigest")
    finding.recordedMessageDigest = try text("messageDigest")
    finding.isBaselined = try flag("baselined")
    finding.replacements = try listIfAny("replacements").map { value throws(StructuredTextError) in
      try SourceReplacement(value)
    }
    if let excerpt = try object("excerpt") { finding.excerpt = try PropertyListExcerpt(excerpt) }
    finding.source = try object("source").map { value throws(StructuredTextError) in try FindingSource(value) }
    return finding
  }

  private func waiver() throws(StructuredTextError) -> AppliedWaiver {
    AppliedWaiver(
      because: try requiredText("because"), owner: try requiredText("owner"), expires: try requiredText("expires"),
      isExpired: try flag("expired"), declared: try requiredObject("declared").sourceLocation())
  }

  private func sourceLocation() throws(StructuredTextError) -> SourceLocation {
    SourceLocation(file: try requiredText("file"), line: try count("line") ?? 0)
  }

  private func diagnostics(_ values: [StructuredValue]) throws(StructuredTextError) -> [EngineError] {
    try values.map { value throws(StructuredTextError) in try value.diagnostic() }
  }

  private func diagnostic() throws(StructuredTextError) -> EngineError {
    var error = EngineError(
      code: try requiredText("code"), message: try requiredText("message"), file: try text("file"),
      line: try count("line"), rule: try text("rule"), hint: try text("hint"), subject: try text("subject"))
    error.column = try count("column")
    let trace = try listIfAny("trace")
    if !trace.isEmpty { error.trace = try Self.traceback(trace) }
    return error
  }

  private static func traceback(_ places: [StructuredValue]) throws(StructuredTextError) -> Traceback {
    var (inner, outer): ([Traceback.Place], [Traceback.Place]) = ([], [])
    var omitted = 0
    for value in places {
      if let count = try value.count("omitted") {
        omitted = count
        continue
      }
      let place = Traceback.Place(
        file: try value.requiredText("file"), line: try value.count("line") ?? 0, owner: try value.requiredText("in"))
      if omitted > 0 { outer.append(place) } else { inner.append(place) }
    }
    return Traceback(inner: inner, omitted: omitted, outer: outer)
  }

  // MARK: Rules

  func ruleDescription() throws(StructuredTextError) -> RuleDescription {
    func texts(_ name: String) throws(StructuredTextError) -> [String] { try strings(name, try listIfAny(name)) }
    let examples = try object("examples")
    return RuleDescription(
      id: try requiredText("id"), summary: try requiredText("summary"), severity: try requiredWord("severity"),
      rationale: try text("rationale"), sources: try texts("sources"), help: try text("help"), tags: try texts("tags"),
      formerIDs: try texts("deprecated"), appliesTo: try texts("applies"), asks: try texts("asks"),
      examples: try examples.map { value throws(StructuredTextError) in
        (pass: try value.count("pass") ?? 0, fail: try value.count("fail") ?? 0)
      }, declared: try requiredObject("declared").sourceLocation())
  }

  private func ruleExplanation() throws(StructuredTextError) -> RuleExplanation {
    let omitted = try count("readsOmitted") ?? 0
    let isComplete = try flag("readsComplete")
    return RuleExplanation(
      bundle: try requiredText("bundle"), status: try requiredWord("status"), reason: try text("reason"),
      clauses: try list("clauses").map { value throws(StructuredTextError) in
        RuleExplanation.Clause(
          name: try value.requiredText("clause"), outcome: try value.requiredWord("outcome"),
          because: try value.requiredText("because"))
      },
      reads: try list("reads").map { value throws(StructuredTextError) in
        Read(
          kind: try value.requiredWord("kind"), build: try value.text("build"),
          bundle: try value.requiredText("bundle"),
          file: try value.text("file"), name: try value.requiredText("name"), type: try value.text("type"),
          value: try value.text("value"), isPresent: try value.flag("present"), line: try value.count("line"))
      }, isCut: !isComplete && omitted == 0, omitted: omitted, infoKeys: [])
  }
}

extension BundleReport {
  var waiverName: String { Self.waiverName(identifier, path: path) }

  static func waiverName(_ identifier: String?, path: String) -> String {
    identifier ?? path.split(separator: "/").last.map(String.init) ?? path
  }
}
