import PolicyEngine
import Bundles
import KeyRegistry
import PropertyLists

/// Looks at waivers: what can be told of them without any bundle.
struct WaiverLint {
  /// The remarks on the waivers of a program; without a day none has expired.
  static func remarks(on program: PolicyProgram, asOf: CalendarDate?) -> [PolicyLint.Remark] {
    let (waivers, rules) = (program.waivers, program.rules)
    var remarks: [PolicyLint.Remark] = []
    var seen: [[String?]: Waiver] = [:]
    for waiver in waivers {
      func add(_ code: LintCode, _ message: String, fix: String) {
        remarks.append(PolicyLint.Remark(code: code, message: message, place: waiver.declared, fix: fix))
      }
      let name = "the waiver of '\(waiver.rule)'"
      if let asOf, waiver.expires.utf8.lexicographicallyPrecedes(asOf.text.utf8) {
        add(
          .waiverExpired, "\(name) expired on \(waiver.expires)",
          fix: "take it away, or agree with \(waiver.owner) on another day")
      }
      if let earlier = seen.updateValue(waiver, forKey: [waiver.rule, waiver.bundle, waiver.key.map(pointer)]) {
        add(
          .waiverDuplicate,
          "\(name) covers what another already does, at \(earlier.declared.file):\(earlier.declared.line)",
          fix: "keep one of the two")
      }
      guard let rule = rules.first(where: { $0.id == waiver.rule }) else { continue }
      let policies = waivers.filter { $0.rule == rule.id }.map(\.policy)
      if !policies.contains(nil),
        let bypass = program.reach.bypass(of: Set(policies.compactMap(\.self)), to: rule.policy)
      {
        add(.waiverShared, "\(name) covers nothing: \(bypass.phrase(rule.policy))", fix: bypass.hint("waive the rule"))
      }
      if rule.adjustment?.because != nil {
        add(.waiverUnused, "\(name) covers nothing: the rule is left out", fix: "take it away")
      } else if let key = waiver.key, !mayReport(rule, key) {
        add(
          .waiverUnused, "\(name) covers nothing: the rule reports nothing about '\(key)'",
          fix: "name a key that the rule asks about, or leave 'key' out")
      }
    }
    return remarks
  }

  private static func pointer(_ key: String) -> String {
    JSONPointer.isPointer(key) ? key : "/" + JSONPointer.escape(key)
  }

  /// Whether a rule may find something at that place of Info.plist.
  private static func mayReport(_ rule: Rule, _ key: String) -> Bool {
    guard let steps = JSONPointer.tokens(pointer(key)), !steps.isEmpty else { return true }
    return rule.clauses.contains { $0.mayReport(at: steps) }
  }
}
