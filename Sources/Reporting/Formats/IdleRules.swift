import Basics
import Reports

/// The rules that passed although they compared nothing, such as with the first build of a product, for formats that do not show the
/// result of every rule. A rule is kept once, however many bundles there are.
struct IdleRules {
  private struct Idle {
    /// The first bundle by path.
    let path: String
    let reason: String
    var others = 0
  }

  private var rules: [String: Idle] = [:]

  mutating func count(_ bundle: BundleReport) {
    for rule in bundle.rules where rule.status == .pass {
      guard let reason = rule.reason else { continue }
      if rules[rule.id] == nil {
        rules[rule.id] = Idle(path: bundle.path, reason: reason)
      } else {
        rules[rule.id]?.others += 1
      }
    }
  }

  var notes: [EngineError] {
    rules.sorted(byBytesOf: \.key).map { id, idle in
      let others = idle.others == 0 ? "" : " (the same for \(counted(idle.others, "other bundle")))"
      return EngineError(
        code: "rule.nothing-compared", message: "the rule passed: \(idle.reason)\(others)", file: idle.path, rule: id)
    }
  }
}
