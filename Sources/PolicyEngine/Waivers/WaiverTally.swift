import Basics
import Bundles
import Reports

struct WaiverTally {
  private let program: PolicyProgram
  private let asOf: CalendarDate
  private var used: Set<Int> = []
  private var withheld: Set<Int> = []

  private struct Target: Hashable {
    let rule: String
    /// How waivers call the bundle; nil for every one.
    let bundle: ExactText?
    let key: ExactText?
    /// The file of a waiver without a key; nil for every file.
    let file: ExactText?
  }

  private let byTarget: [Target: [Int]]
  private let byPlace: [SourceLocation: [Int]]

  init(_ program: PolicyProgram, asOf: CalendarDate) {
    (self.program, self.asOf) = (program, asOf)
    byPlace = Dictionary(grouping: program.waivers.indices) { program.waivers[$0].declared }
    byTarget = Dictionary(grouping: program.waivers.indices) { position in
      let waiver = program.waivers[position]
      return Target(
        rule: waiver.rule, bundle: waiver.bundle.map(ExactText.init), key: waiver.pointer.map(ExactText.init),
        file: waiver.key == nil ? waiver.file.map(ExactText.init) : nil)
    }
  }

  private func covering(_ finding: Finding, of subject: Waiver.Subject) -> [Int] {
    var found: [Int] = []
    for bundle in [ExactText(subject.name), nil] {
      var targets = [
        Target(rule: finding.rule, bundle: bundle, key: nil, file: nil),
        Target(rule: finding.rule, bundle: bundle, key: nil, file: ExactText(finding.file ?? Waiver.wholeBundle)),
      ]
      if let key = finding.keyPath {
        targets.append(Target(rule: finding.rule, bundle: bundle, key: ExactText(key), file: nil))
      }
      for target in targets {
        found += (byTarget[target] ?? []).filter { program.waivers[$0].covers(finding, of: subject) }
      }
    }
    return found.sorted()
  }

  struct Part: Sendable {
    fileprivate let used: Set<Int>
    fileprivate let withheld: Set<Int>
  }

  var part: Part { Part(used: used, withheld: withheld) }

  mutating func add(_ part: Part) {
    used.formUnion(part.used)
    withheld.formUnion(part.withheld)
  }

  mutating func cover(_ findings: [Finding], of subject: Waiver.Subject) -> [Finding] {
    if program.waivers.isEmpty { return findings }
    return findings.map { finding in
      let covering = covering(finding, of: subject)
      if covering.isEmpty { return finding }
      let inForce = covering.filter { !isExpired(program.waivers[$0]) }
      let chosen: Int?
      if bypass(of: inForce) == nil {
        chosen = inForce.first
      } else {
        // The finding would be waived if no waiver had expired, and the report says so.
        chosen = bypass(of: covering) == nil ? covering.last { isExpired(program.waivers[$0]) } : nil
      }
      guard let chosen else {
        withheld.formUnion(covering)
        return finding
      }
      used.formUnion(covering)
      let waiver = program.waivers[chosen]
      var finding = finding
      finding.waiver = AppliedWaiver(
        because: waiver.because, owner: waiver.owner, expires: waiver.expires, isExpired: isExpired(waiver),
        declared: waiver.declared)
      return finding
    }
  }

  /// The warning that a waiver ends soon; nil before its last seven days, and for an expired one, which findings show.
  private func lastWeek(_ waiver: Waiver) -> EngineError? {
    guard let end = CalendarDate(waiver.expires) else { return nil }
    let days = (end.millisecondsSince1970 - asOf.millisecondsSince1970) / 86_400_000
    guard (0..<7).contains(days) else { return nil }
    let when = days == 0 ? "today" : days == 1 ? "tomorrow" : "in \(days) days"
    return EngineError(
      code: "waiver.ends", message: "the waiver of '\(waiver.rule)' ends \(when), on \(waiver.expires)",
      at: waiver.declared, rule: waiver.rule, hint: "fix what it accepts, or agree with \(waiver.owner) on a new date")
  }

  private func isExpired(_ waiver: Waiver) -> Bool { waiver.expires.utf8.lexicographicallyPrecedes(asOf.text.utf8) }

  /// How the rule of these waivers is included without a policy that agrees to one of them; nil if they are effective. The waivers are of
  /// one rule. An empty list is never effective, and a waiver file always is: the user named it.
  private func bypass(of waivers: [Int]) -> PolicyReach.Bypass? {
    guard let first = waivers.first else { return .named }
    let policies = waivers.map { program.waivers[$0].policy }
    if policies.contains(nil) { return nil }
    let owner = String(program.waivers[first].rule.prefix { $0 != "/" })
    return program.reach.bypass(of: Set(policies.compactMap(\.self)), to: owner)
  }

  func idle() -> [EngineError] { program.waivers.indices.compactMap(remark) }

  /// The warning that a waiver covered nothing, after one of `rules`, which was pending, has been evaluated.
  func revised(_ warning: EngineError, of rules: Set<String>) -> EngineError? {
    guard warning.code == "waiver.unused", let rule = warning.rule, rules.contains(rule),
      let declared = byPlace[SourceLocation(file: warning.file ?? "", line: warning.line ?? 0)],
      let number = declared.first(where: { program.waivers[$0].rule == rule })
    else { return warning }
    return remark(number)
  }

  private func remark(_ number: Int) -> EngineError? {
    let waiver = program.waivers[number]
    if withheld.contains(number), let bypass = bypass(of: [number]) {
      let owner = String(waiver.rule.prefix { $0 != "/" })
      return EngineError(
        code: "waiver.shared",
        message: "the waiver of '\(waiver.rule)' does not cover what was found: \(bypass.phrase(owner))",
        at: waiver.declared, rule: waiver.rule, hint: bypass.hint("waive the rule"))
    }
    if used.contains(number) { return lastWeek(waiver) }
    return EngineError(
      code: "waiver.unused", message: "the waiver of '\(waiver.rule)' matched no finding", at: waiver.declared,
      rule: waiver.rule, hint: "remove it, unless a bundle that needs it was not checked")
  }
}
