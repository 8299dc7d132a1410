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
      } else if let key = waiver.key, rule.clauses.allSatisfy({ !canReport($0, key) }) {
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

  /// Whether a clause may find something at that place of Info.plist.
  private static func canReport(_ clause: Clause, _ key: String) -> Bool {
    guard let tokens = JSONPointer.tokens(pointer(key)), let top = tokens.first else { return true }
    switch clause {
    case .require(let keys): return keys.contains { pointer($0) == pointer(key) }
    case .increases(let clause): return pointer(clause.key) == pointer(key)
    // A shape judges variants and everything below; what is forbidden is so in every variant.
    case .forbid(let keys): return keys.contains { JSONPointer.tokens(pointer($0))?.first.map(base) == base(top) }
    case .shape(let shape):
      return shape.isClosed || shape.others != nil || shape.fields.contains { base($0.key) == base(top) }
    case .customKeys(let prefixes):
      return tokens.count == 1 && !prefixes.contains { top.utf8.starts(with: $0.utf8) }
        && !KeyRegistry.contains(base(top))
    case .qualifiedKeys: return tokens.count == 1 && base(top) != top
    case .files: return false
    case .localize, .checker, .check: return true
    }
  }

  private static func base(_ key: String) -> String { QualifiedKey.split(key).base }
}
