import LuaRuntime
package import Reports

package struct ComparedBundle {
  let outerPath: String
  package let bundle: CollectedBundle
  let facts: CollectedValue?

  package init(outerPath: String, bundle: CollectedBundle, facts: CollectedValue?) {
    (self.outerPath, self.bundle, self.facts) = (outerPath, bundle, facts)
  }

  var displayPath: String { bundle.path.isEmpty ? outerPath : "\(outerPath)/\(bundle.path)" }

  var place: (path: String, name: String) { (bundle.path, bundle.waiverName) }
}

package struct ComparedBundles {
  let rule: FindingRule
  let bundles: [ComparedBundle]
  /// Each with the position of the bundle that it is about.
  package private(set) var findings: [(bundle: Int, finding: Finding)] = []
  private var textSize = 0
  package private(set) var size = 0
  /// Whether there was a finding that had no room.
  package private(set) var isFull = false
  /// Whether the findings of other rules took the remaining room.
  package private(set) var isCrowded = false
  private let room: Int

  /// `room`: the bytes that remain of the limit on the findings of all such rules.
  package init(_ rule: FindingRule, _ bundles: [ComparedBundle], room: Int) {
    (self.rule, self.bundles, self.room) = (rule, bundles, room)
  }

  mutating func add(_ finding: Finding, to bundle: Int) {
    if isFull { return }
    let text = finding.textSize
    let isOwnLimit = findings.count >= FindingCollector.limit || text > FindingCollector.textLimit - textSize
    guard !isOwnLimit, finding.size <= room - size else {
      isFull = true
      isCrowded = !isOwnLimit
      return
    }
    textSize += text
    size += finding.size
    findings.append((bundle, finding))
  }
}

extension CollectedValue {
  var luaValue: LuaValue {
    switch self {
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    // An empty table of the policy may be meant to have names.
    case .list(let elements): elements.isEmpty ? .record([]) : .list(elements.map(\.luaValue))
    case .mapping(let entries): .record(entries.map { ($0.name, $0.value.luaValue) })
    }
  }
}
