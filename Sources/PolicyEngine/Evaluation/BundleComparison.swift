import PolicyObjects
import Basics
import Bundles
import PropertyLists
import Reports

package struct BundleComparison {
  struct Conditions {
    let asOf: CalendarDate
    var isBare = false
    var addsExcerpts = false
  }

  /// The maximum memory for the values collected from all bundles: 128 MiB.
  private static let sizeLimit = 128 << 20
  /// The maximum size of the texts of all bundles' Info.plists: 64 MiB. Findings about further bundles have no excerpts.
  private static let sourceLimit = 64 << 20

  private(set) var waiting: Set<String> = []
  private let missing: EngineError?
  private var incomplete: String?
  /// By rule, the first bundle on which it could not be evaluated.
  private var failed: [String: String] = [:]
  private var size = 0
  private var sourceSize = 0

  init(_ inputErrors: [EngineError]) { missing = inputErrors.first }

  mutating func note(_ bundle: BundleReport) {
    for collected in bundle.collected { waiting.formUnion(collected.facts.lazy.map(\.rule)) }
    if bundle.errors.isEmpty { return }
    if bundle.isIncomplete { incomplete = Self.first(incomplete, bundle.path) }
    for rule in bundle.rules where rule.status == .error { failed[rule.id] = Self.first(failed[rule.id], bundle.path) }
  }

  private static func first(_ known: String?, _ path: String) -> String {
    guard let known, !path.utf8.lexicographicallyPrecedes(known.utf8) else { return path }
    return known
  }

  /// Counts the data stored for a bundle, and removes it once all bundles together exceed the limit: then nothing is compared.
  mutating func limitSize(of bundle: inout BundleReport) {
    sourceSize += bundle.collected.reduce(0) { $0 + ($1.infoSource?.count ?? 0) }
    if sourceSize > Self.sourceLimit {
      for number in bundle.collected.indices { bundle.collected[number].infoSource = nil }
    }
    size += bundle.collected.reduce(0) { $0 + $1.size }
    if size <= Self.sizeLimit { return }
    bundle.collected = bundle.collected.map { collected in
      CollectedBundle(
        path: collected.path, name: collected.name, kind: collected.kind, platform: nil, identifier: nil, version: nil,
        build: nil, infoFile: nil, infoPlace: Place(), keys: [],
        facts: collected.facts.map { .init(rule: $0.rule, value: nil) })
    }
  }

  /// Why a rule cannot be evaluated: a bundle that is missing might contain the violation.
  private func obstacle(to rule: Rule) -> EngineError? {
    if let missing {
      let hint = "see the error of the whole check"
      return Self.error(rule, missing.file.map { "\($0) was not checked" } ?? "not everything was checked", hint)
    }
    if let path = self.incomplete {
      return Self.error(rule, "\(path) could not be checked completely", "see the error for that bundle")
    }
    if let path = failed[rule.id] {
      return Self.error(rule, "it could not be evaluated on \(path)", "see the error for that bundle")
    }
    if size > Self.sizeLimit {
      return Self.error(
        rule, "the rules of this kind collected more than \(Self.sizeLimit >> 20) MiB of data",
        "return less from 'collect', or select fewer bundles with 'applies'", code: "limit.facts")
    }
    return nil
  }

  private static func error(
    _ rule: Rule, _ reason: String, _ hint: String, code: String = "across.incomplete"
  ) -> EngineError {
    EngineError(
      code: code, message: "rule '\(rule.localID)' was not evaluated across bundles: \(reason)", at: rule.declared,
      rule: rule.id, hint: hint)
  }

  /// Evaluates every waiting rule, and adds the results to the bundles. Releases the values that were collected for them.
  func evaluate(
    _ bundles: inout [BundleReport], by program: PolicyProgram, _ conditions: Conditions, _ waivers: inout WaiverTally,
    _ budget: RunBudget
  ) {
    let order = bundles.indices.sorted(byBytesOf: { bundles[$0].path })
    var room = EvaluationBudget.findingLimit
    for rule in program.rules where waiting.contains(rule.id) {
      evaluate(rule, &bundles, order, by: program, conditions, &waivers, &room, budget)
    }
    for number in bundles.indices where !bundles[number].collected.isEmpty {
      if conditions.addsExcerpts {
        FindingEvidence.addExcerpts(ofRules: waiting, to: &bundles[number].findings, from: bundles[number].collected)
      }
      bundles[number].collected = []
    }
  }

  private func evaluate(
    _ rule: Rule, _ bundles: inout [BundleReport], _ order: [Int], by program: PolicyProgram, _ conditions: Conditions,
    _ waivers: inout WaiverTally, _ room: inout Int, _ budget: RunBudget
  ) {
    var compared: [ComparedBundle] = []
    /// Of each, the position of its bundle.
    var owners: [Int] = []
    for number in order {
      for collected in bundles[number].collected {
        guard let facts = collected.facts.first(where: { $0.rule == rule.id }) else { continue }
        compared.append(ComparedBundle(outerPath: bundles[number].path, bundle: collected, facts: facts.value))
        owners.append(number)
      }
    }
    var outcome = RuleEvaluator.Comparison()
    if let obstacle = obstacle(to: rule) {
      outcome.error = obstacle
    } else {
      outcome = program.evaluator.compare(rule, compared, findings: room, asOf: conditions.asOf, run: budget)
      room -= outcome.findingSize
    }
    var found: [Int: [(subject: Int, finding: Finding)]] = [:]
    for (subject, finding) in outcome.findings { found[owners[subject], default: []].append((subject, finding)) }
    var error = outcome.error
    var fuel = outcome.fuel
    for (number, owner) in owners.enumerated() where number == 0 || owners[number - 1] != owner {
      guard let position = bundles[owner].rules.firstIndex(where: { $0.id == rule.id && $0.status == .pending }) else {
        continue
      }
      var tally = RuleTally()
      // The first bundle gets the cost of the whole comparison.
      tally.fuel = bundles[owner].rules[position].fuel.addingReportingOverflow(fuel).partialValue
      fuel = 0
      let own = (found[owner] ?? []).map { subject, finding in
        conditions.isBare ? [finding] : waivers.cover([finding], of: Waiver.Subject(compared[subject]))
      }
      tally.add(own.flatMap(\.self), fuel: 0)
      if compared.count < 2 { tally.remark = AcrossClause.loneBundle }
      tally.tellApart()
      if let denyFrom = rule.denyFrom, conditions.asOf < denyFrom { tally.soften(until: denyFrom) }
      let stopped = error
      if let known = error {
        tally.hasFailed = true
        bundles[owner].errors.append(known)
        if outcome.wasRun {
          // The errors of the other bundles refer to this one.
          error = Self.error(rule, "its function failed", "see the error for \(bundles[owners[0]].path)")
        }
      }
      tally.conclude(&bundles[owner].rules[position])
      bundles[owner].rules[position].explanations = bundles[owner].rules[position].explanations?.map { explanation in
        explanation.concluded(tally.findings.count { $0.bundle == explanation.bundle }, stopped)
      }
      bundles[owner].findings += tally.findings
      bundles[owner].findings.sort(by: Finding.precedes)
      if outcome.hasReadDay { bundles[owner].asOf = conditions.asOf }
    }
  }
}

extension RuleExplanation {
  /// The explanation of a waiting rule after its evaluation. `error` is what stopped it.
  fileprivate func concluded(_ findings: Int, _ error: EngineError?) -> RuleExplanation {
    guard status == .pending else { return self }
    let status: RuleResult.Status = error != nil ? .error : findings == 0 ? .pass : .fail
    let clause = Clause(
      name: AcrossClause.field, outcome: findings == 0 ? .satisfied : .violated,
      because: AcrossClause.because(findings: findings))
    return RuleExplanation(
      bundle: bundle, status: status, reason: error?.message, clauses: error == nil ? clauses + [clause] : clauses,
      reads: reads, isCut: isCut, omitted: omitted, infoKeys: infoKeys)
  }
}

extension CollectedBundle {
  /// Keeps the top-level keys with their places, since a finding may be about any of them, and the text around them
  /// if it is to be shown.
  init(_ bundle: Bundle, _ facts: [Facts], keepsSource: Bool) {
    let info = bundle.info
    var digests = ValueDigests()
    func place(_ place: Place) -> Place { Place(line: place.line, column: place.column) }
    let keys = (0..<info.count(of: info.root)).compactMap { position -> Key? in
      guard let value = info.element(of: info.root, at: position) else { return nil }
      return Key(
        name: info.key(of: info.root, at: position), value: ValueText.describe(value, in: info),
        digest: digests.digest(of: value, in: info), place: place(info.keyPlace(of: info.root, at: position)))
    }
    self.init(
      path: bundle.path, name: bundle.name, kind: bundle.kind.rawValue, platform: bundle.platform?.rawValue,
      identifier: bundle.identifier, version: bundle.string("CFBundleShortVersionString"),
      build: bundle.string("CFBundleVersion"), infoFile: bundle.infoPath, infoPlace: place(info.place(of: info.root)),
      keys: keys, facts: facts)
    if keepsSource, info.sourceSize <= Self.sourceLimit { infoSource = info.source }
  }

  /// Bytes of an Info.plist's text that are kept: 256 KiB. Nobody writes longer ones.
  private static let sourceLimit = 256 << 10
}

extension Waiver.Subject {
  init(_ compared: ComparedBundle) { self.init(name: compared.bundle.waiverName, infoFile: compared.bundle.infoFile) }
}
