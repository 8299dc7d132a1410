import Basics

package struct ReportMerge {
  private struct Member {
    let file: Int
    let entry: ReportFile.Entry
  }

  /// Evaluates pending rules on the bundles of all shards, and revises the warnings of the report.
  package typealias PendingEvaluator = (PendingRules, inout [BundleReport], inout Report) throws(EngineError) -> Void

  private let files: [ReportFile]
  private let members: [Member]
  private let isFailOnGiven: Bool
  /// All bundles, if pending rules were evaluated or a baseline was applied; otherwise nil.
  private var compared: [BundleReport]?

  /// The report without its bundles.
  package let report: Report
  package let rules: [RuleDescription]
  /// The version of the program that made the reports, or nil if there are several.
  package let toolVersion: String?

  /// `isStrict`: whether a finding of the baseline that is gone fails the check.
  package typealias BaselineUse = (baseline: Baseline, isStrict: Bool)

  /// Merges reports. `failOn` replaces their severity, `evaluator` evaluates pending rules, and `baseline` replaces their baselines.
  ///
  /// Throws if they contradict each other: one bundle with two results, one policy or waiver file with two digests, two severities that
  /// fail, two ledgers. Also throws if there are pending rules but no evaluator.
  package init(
    _ files: [ReportFile], failOn: FailureThreshold?, evaluator: PendingEvaluator? = nil, baseline: BaselineUse? = nil
  ) throws(EngineError) {
    self.files = files
    isFailOnGiven = failOn != nil
    let severity: FailureThreshold
    if let failOn { severity = failOn } else { severity = try Self.commonFailOn(files) }
    members = try Self.members(of: files)
    rules = files.flatMap(\.rules).unique(by: \.id)
    let versions = Set(files.map(\.toolVersion))
    toolVersion = versions.count == 1 ? versions.first ?? nil : nil

    var report = Report(
      verdict: .pass, policies: try Self.policies(files), bundles: [], errors: Self.errors(files),
      warnings: ReportWarnings.merged(files.map(\.report), isEmpty: files.map(\.hasNoEvaluation)),
      summary: ReportSummary())
    if versions.count > 1 {
      report.warnings.append(
        EngineError(
          code: "report.versions",
          message: "the reports were made by different versions of bundlepolicy: "
            + versions.map { $0 ?? "unknown" }.sorted().joined(separator: ", "),
          hint: "check all bundles with the same version"))
    }
    try report.errors += Self.missingShards(files)
    report.errors += Self.unusedPrevious(files)
    if members.isEmpty, report.errors.isEmpty {
      report.errors.append(
        EngineError(code: "report.empty", message: "the reports have no bundles", hint: "name reports of bundles"))
    }
    report.failOn = severity
    report.isBaselineStrict = baseline?.isStrict ?? files.contains { $0.report.isBaselineStrict }
    report.defaultPolicy = files.lazy.compactMap(\.report.defaultPolicy).first
    report.project = files.lazy.compactMap(\.report.project).first
    report.waiverFiles = try Self.waiverFiles(files)
    report.ledger = try Self.ledger(files)
    var isAnyIncomplete = !report.errors.isEmpty
    for member in members {
      let verdict = member.entry.verdict(failOn: severity)
      if failOn == nil, verdict != member.entry.verdict {
        throw files[member.file].contradiction(member.entry, failOn: severity)
      }
      report.summary.add(member.entry.summary, verdict)
      if verdict == .error { isAnyIncomplete = true }
    }
    let pending = try Self.pending(files)
    if pending != nil || baseline != nil {
      var bundles = try Self.decoded(members, files)
      if let pending {
        guard let evaluator else { throw Self.unevaluated(pending) }
        try evaluator(pending, &bundles, &report)
      }
      if let baseline { Self.apply(baseline.baseline, to: &bundles, of: members, files, rules, &report) }
      var tally = ReportTally(rules: 0)
      for number in bundles.indices {
        bundles[number].updateVerdict(failOn: severity)
        tally.add(bundles[number])
      }
      report.summary = tally.summary
      if tally.summary.incompleteBundles > 0 { isAnyIncomplete = true }
      compared = bundles
    }
    if report.isBaselineStrict, severity != .never, report.warnings.contains(where: { $0.code == "baseline.gone" }) {
      report.verdict = .fail
    }
    if report.summary.failedBundles > 0 { report.verdict = .fail }
    if isAnyIncomplete || files.contains(where: { $0.report.verdict == .error }) { report.verdict = .error }
    // Reports of earlier versions have no `failOn`; they may have failed because of findings that are gone from a strict baseline.
    if failOn == nil, report.verdict == .pass, files.contains(where: { $0.report.verdict == .fail && !$0.hasFailOn }) {
      report.verdict = .fail
    }
    self.report = report
  }

  package func forEachBundle(_ body: (BundleReport) throws -> Void) throws {
    if let compared { return try compared.forEach(body) }
    for member in members {
      var bundle = try files[member.file].bundle(member.entry)
      if isFailOnGiven { bundle.verdict = member.entry.verdict(failOn: report.failOn) }
      try body(bundle)
    }
  }

  // MARK: Baseline

  /// Accepts the findings of a baseline, as one check of all bundles does. Baselines of the reports no longer count.
  private static func apply(
    _ baseline: Baseline, to bundles: inout [BundleReport], of members: [Member], _ files: [ReportFile],
    _ rules: [RuleDescription], _ report: inout Report
  ) {
    report.warnings.removeAll(where: ReportWarnings.isAboutBaseline)
    let formerIDs = rules.lazy.filter { !$0.formerIDs.isEmpty }.map { ($0.id, $0.formerIDs) }
    var tally = BaselineTally(
      baseline, formerIDs: Dictionary(formerIDs, uniquingKeysWith: { first, _ in first }), report.policies)
    // A part of the rules cannot show which findings are gone.
    var isWhole = true
    let described = files.map { Set($0.rules.map(\.id)) }
    for (number, member) in zip(bundles.indices, members) {
      bundles[number].removeBaseline()
      let bundle = bundles[number]
      tally.mark(&bundles[number].findings, in: bundle)
      if !bundle.rules.isEmpty, !described[member.file].isSubset(of: bundle.rules.lazy.map(\.id)) { isWhole = false }
    }
    report.warnings += tally.warnings + (isWhole ? tally.gone : [])
  }

  // MARK: Rules that wait

  private static func pending(_ files: [ReportFile]) throws(EngineError) -> PendingRules? {
    var merged: (pending: PendingRules, file: String)?
    for file in files {
      guard let own = file.report.pending else {
        if file.entries.contains(where: { $0.summary.rulesPending > 0 }) {
          throw EngineError(
            code: "report.malformed",
            message: "rules are pending in it, but it has no 'across' that says how to evaluate them",
            file: file.name, hint: "make a report with check --format json --output FILE")
        }
        continue
      }
      guard let known = merged else {
        merged = (own, file.name)
        continue
      }
      guard known.pending.asOf == own.asOf, known.pending.parameters == own.parameters else {
        let what = known.pending.asOf == own.asOf ? "values of parameters" : "days (--as-of)"
        throw file.conflict(
          "\(known.file) and \(file.name) were made with different \(what), and rules compare their bundles",
          hint: "check all shards with the same options")
      }
      let rules = Set(known.pending.rules).union(own.rules).sortedByBytes()
      merged = (PendingRules(rules: rules, asOf: own.asOf, parameters: own.parameters), known.file)
    }
    return merged?.pending
  }

  private static func unevaluated(_ pending: PendingRules) -> EngineError {
    let rules = pending.rules.prefix(3).joined(separator: ", ") + (pending.rules.count > 3 ? ", …" : "")
    return EngineError(
      code: "report.pending",
      message:
        "\(counted(pending.rules.count, "rule")) of the reports \(pending.rules.count == 1 ? "compares" : "compare") all bundles and \(pending.rules.count == 1 ? "was" : "were") not evaluated yet: \(rules)",
      hint: "name the policies that the shards were checked with: report --policy FILE …")
  }

  // MARK: What must agree

  private static func members(of files: [ReportFile]) throws(EngineError) -> [Member] {
    let members = files.enumerated().flatMap { number, file in file.entries.map { Member(file: number, entry: $0) } }
    var kept: [Member] = []
    for (path, group) in members.sorted(byBytesOf: \.entry.path).grouped(by: { ExactText($0.entry.path) }) {
      let byFile = group.grouped(by: \.file)
      kept += byFile[0].elements
      // A report may have been named twice, or two may contain the same bundle.
      for other in byFile.dropFirst() {
        guard try decoded(byFile[0].elements, files) == decoded(other.elements, files) else {
          throw files[other.key].conflict(
            "\(path.text) has other results in \(files[byFile[0].key].name) than in \(files[other.key].name)",
            hint: "leave out the older report, or name the bundles by different paths when you check them")
        }
      }
    }
    return kept
  }

  private static func decoded(
    _ members: [Member], _ files: [ReportFile]
  ) throws(EngineError) -> [BundleReport] {
    try members.map { member throws(EngineError) in try files[member.file].bundle(member.entry) }
  }

  private static func commonFailOn(_ files: [ReportFile]) throws(EngineError) -> FailureThreshold {
    guard let first = files.first else { return .error }
    if let other = files.first(where: { $0.report.failOn != first.report.failOn }) {
      throw other.conflict(
        "\(first.name) was made with --fail-on \(first.report.failOn.rawValue), "
          + "and \(other.name) with --fail-on \(other.report.failOn.rawValue)",
        hint: "say which findings fail with --fail-on")
    }
    return first.report.failOn
  }

  private static func policies(_ files: [ReportFile]) throws(EngineError) -> [PolicySummary] {
    try union(files, { $0.report.policies }, hint: "check all bundles by one version of the policy") {
      ($0.id, "policy '\($0.id)'", $0.digest)
    }
  }

  private static func waiverFiles(_ files: [ReportFile]) throws(EngineError) -> [WaiverFile] {
    try union(files, { $0.report.waiverFiles }, hint: "check all bundles with one version of the waivers") {
      ($0.source, $0.source, $0.digest)
    }
  }

  private static func union<Input: Equatable>(
    _ files: [ReportFile], _ inputs: (ReportFile) -> [Input], hint: String,
    _ identity: (Input) -> (id: String, name: String, digest: String)
  ) throws(EngineError) -> [Input] {
    var known: [String: (digest: String, file: String)] = [:]
    var merged: [Input] = []
    for file in files {
      for input in inputs(file) {
        let (id, name, digest) = identity(input)
        if let other = known[id], other.digest != digest {
          throw file.conflict(
            "\(name) is not the same in \(file.name) as in \(other.file): its digests differ", hint: hint)
        }
        known[id] = known[id] ?? (digest, file.name)
        if !merged.contains(input) { merged.append(input) }
      }
    }
    return merged
  }

  private static func missingShards(_ files: [ReportFile]) throws(EngineError) -> [EngineError] {
    let parts = files.compactMap { file in file.report.shard.map { (shard: $0, file: file) } }
    guard let first = parts.first else { return [] }
    // The report of a shard lacks policies that could not be loaded, and has an error for each.
    func hasOtherPolicies(_ file: ReportFile) -> Bool {
      let (one, other) = (first.file.report.policies, file.report.policies)
      return !one.isEmpty && !other.isEmpty && Set(one.map(\.id)) != Set(other.map(\.id))
    }
    if let other = parts.first(where: {
      $0.shard.count != first.shard.count || $0.shard.whole != first.shard.whole || hasOtherPolicies($0.file)
    }) {
      let difference =
        other.shard.count != first.shard.count
        ? "one has \(first.shard.count) shards, the other \(other.shard.count)"
        : other.shard.whole != first.shard.whole ? "the lists of bundles differ" : "the policies differ"
      throw other.file.conflict(
        "\(first.file.name) and \(other.file.name) are shards of different runs: \(difference)",
        hint: "give every shard the same bundles by the same paths, the same policies, and the same number of shards")
    }
    let present = Set(parts.map(\.shard.index))
    let missing = (1...first.shard.count).filter { !present.contains($0) }
    if missing.isEmpty { return [] }
    let shown = missing.prefix(10).map(String.init).joined(separator: ", ") + (missing.count > 10 ? ", …" : "")
    return [
      EngineError(
        code: "report.shards",
        message: "\(counted(missing.count, "shard")) of \(first.shard.count) missing: \(shown)",
        hint: "name the reports of all shards; a shard that did not finish has to run again")
    ]
  }

  private static func unusedPrevious(_ files: [ReportFile]) -> [EngineError] {
    let shards = files.lazy.map(\.report).filter { $0.shard != nil }
    guard let first = shards.first, !files.contains(where: { $0.report.verdict == .error }) else { return [] }
    return first.unusedPrevious.filter { error in
      shards.allSatisfy { shard in shard.unusedPrevious.contains { $0.file == error.file } }
    }
  }

  private static func ledger(_ files: [ReportFile]) throws(EngineError) -> LedgerUse? {
    var account: (ledger: LedgerUse, file: String)?
    for file in files {
      guard let ledger = file.report.ledger else { continue }
      if let first = account, first.ledger.id != ledger.id {
        throw file.conflict(
          "\(first.file) and \(file.name) are about different ledgers", hint: "merge only reports of one ledger")
      }
      let known = account?.ledger.records ?? []
      account = account ?? (ledger, file.name)
      account?.ledger.records = known + ledger.records.filter { !known.contains($0) }
    }
    return account?.ledger
  }

  /// Returns each warning as often as the report that has it most often.
  private static func errors(_ files: [ReportFile]) -> [EngineError] {
    var counts: [EngineError: Int] = [:]
    var merged: [EngineError] = []
    for file in files {
      var own: [EngineError: Int] = [:]
      for error in file.report.errors {
        own[error, default: 0] += 1
        if own[error, default: 0] <= counts[error, default: 0] { continue }
        counts[error, default: 0] += 1
        merged.append(error)
      }
    }
    return merged
  }
}

extension ReportFile {
  /// Whether no rule applied to any bundle of a report. Such a report cannot show which policies are unused.
  fileprivate var hasNoEvaluation: Bool {
    entries.allSatisfy { $0.summary.rulesEvaluated + $0.summary.rulesPending == 0 }
  }

  fileprivate func conflict(_ message: String, hint: String) -> EngineError {
    EngineError(code: "report.conflict", message: message, file: name, hint: hint)
  }
}

extension BundleReport {
  /// Undoes the effects of a baseline. The verdict must be computed again.
  fileprivate mutating func removeBaseline() {
    for position in findings.indices { findings[position].isBaselined = false }
    for position in rules.indices where rules[position].status == .baselined { rules[position].status = .fail }
  }
}

extension ReportSummary {
  fileprivate mutating func add(_ bundle: ReportSummary, _ verdict: Verdict) {
    bundles += bundle.bundles
    failedBundles += verdict == .fail ? 1 : 0
    incompleteBundles += verdict == .error ? 1 : 0
    errors += bundle.errors
    warnings += bundle.warnings
    notes += bundle.notes
    waived += bundle.waived
    baselined += bundle.baselined
    rulesPassed += bundle.rulesPassed
    rulesFailed += bundle.rulesFailed
    rulesNotApplicable += bundle.rulesNotApplicable
    rulesPending += bundle.rulesPending
  }
}

enum ReportWarnings {
  static func merged(_ reports: [Report], isEmpty: [Bool]) -> [EngineError] {
    var merged: [EngineError] = []
    var seen: Set<EngineError> = []
    var files: [String: Int] = [:]
    // Warnings that something did not happen, which is false for the run if it happened in another shard.
    let absences = ["waiver.unused", "policy.idle", "previous.unused"]
    for report in reports {
      for remark in report.warnings where seen.insert(remark).inserted {
        if let file = remark.file, files[file] == nil { files[file] = files.count }
        let holds = zip(reports, isEmpty).allSatisfy { other, isEmpty in
          guard absences.contains(remark.code.rawValue), other.policies == report.policies,
            other.waiverFiles == report.waiverFiles
          else { return true }
          return other.warnings.contains(remark) || isEmpty && remark.code == "policy.idle"
        }
        if holds { merged.append(remark) }
      }
    }
    func key(_ remark: EngineError) -> (rank: Int, subject: String, file: Int, line: Int) {
      let rank = rank(remark)
      let isPlaced = rank == 3
      return (
        rank, remark.subject ?? (rank == 4 ? remark.message : ""),
        isPlaced ? remark.file.flatMap { files[$0] } ?? 0 : 0, isPlaced ? remark.line ?? 0 : 0
      )
    }
    let keyed = merged.map { (key: key($0), remark: $0) }.sorted { left, right in
      let subjects = left.key.subject.comparedByBytes(to: right.key.subject)
      return (left.key.rank, subjects, left.key.file, left.key.line) < (
        right.key.rank, 0, right.key.file, right.key.line
      )
    }
    return keyed.map(\.remark)
  }

  static func isAboutBaseline(_ remark: EngineError) -> Bool { [4, 5].contains(rank(remark)) }

  /// The position in the order of `Check.report()`.
  private static func rank(_ remark: EngineError) -> Int {
    switch remark.code.rawValue {
    case "policy.idle": 2
    case "waiver.unused", "waiver.shared", "waiver.ends": 3
    case "baseline.old", "baseline.outdated": 4
    case "rule.renamed" where remark.file != nil: 4
    case "baseline.gone": 5
    case let code: code.hasPrefix("bundle.") && remark.subject != nil ? 1 : 0
    }
  }
}
