import PolicyEngine
import Basics
import Bundles
import LuaRuntime
import PropertyLists

struct RuleMutant {
  let rule: Rule
  let line: Int
  let change: String
  /// Changes of bundles on which it may differ from the unmodified rule, likeliest first.
  let hints: [FixtureEdit]
}

/// Mutates a rule's clauses and `applies`. Each change is the smallest that its field allows: tests that kill it kill larger ones,
/// too.
struct RuleMutants {
  let rule: Rule
  let outline: PolicyOutline
  /// Whether the source of the rule's functions is available, in which mutants are finer.
  let hasSource: Bool
  private var mutants: [RuleMutant] = []

  static func all(of rule: Rule, _ outline: PolicyOutline) -> [RuleMutant] {
    var maker = RuleMutants(
      rule: rule, outline: outline, hasSource: !outline.vocabulary(of: rule).words.isEmpty)
    maker.mutateApplicability()
    for (position, clause) in rule.clauses.enumerated() {
      if let clause = clause as? any MutableClause {
        clause.addMutants(to: &maker, at: position)
      } else {
        maker.add("'\(clause.name)' is removed", clause.name, at: position, RequireClause([]), hints: [])
      }
    }
    return maker.mutants
  }

  private mutating func add(
    _ change: String, _ field: String, _ text: String? = nil, hints: [FixtureEdit],
    _ apply: (inout (applicability: Applicability, clauses: [any Clause])) -> Void
  ) {
    var parts = (applicability: rule.applicability, clauses: rule.clauses)
    apply(&parts)
    let mutant = rule.changed(parts.applicability, parts.clauses)
    // The rule applies to nested bundles only.
    let hints = rule.applicability.nested == true ? RuleViolations.nested(hints) + hints : hints
    mutants.append(RuleMutant(rule: mutant, line: outline.line(of: rule, field, text), change: change, hints: hints))
  }

  mutating func add(
    _ change: String, _ field: String, _ text: String? = nil, at position: Int, _ clause: any Clause,
    hints: [FixtureEdit]
  ) {
    add(change, field, text, hints: hints) { $0.clauses[position] = clause }
  }

  // MARK: Applicability

  private mutating func mutateApplicability() {
    let applies = rule.applicability
    let broken = RuleViolations.all(of: rule)
    mutateKinds(applies, broken)
    mutateElements(\.platforms, "platform", \.self, { RuleViolations.on($0, applies, broken) }) {
      "the rule does not apply to \($0)"
    }
    let others = Bundle.Platform.allCases.map(\.rawValue).filter { !applies.platforms.contains($0) }
    if !applies.platforms.isEmpty, !others.isEmpty {
      add(
        "the rule applies to every platform", "platform",
        hints: others.flatMap { RuleViolations.on($0, applies, broken) }
      ) {
        $0.applicability.platforms = []
      }
    }
    if let nested = applies.nested {
      add(
        nested ? "the rule also applies to outer bundles" : "the rule also applies to nested bundles", "nested",
        hints: nested ? broken : RuleViolations.nested(broken)
      ) { $0.applicability.nested = nil }
    }
    let anyway = { (_: String) in broken }
    mutateElements(\.keys, "key", \.self, anyway) { "the rule does not apply to bundles that have only \($0)" }
    mutateElements(\.absentKeys, "without", \.self, anyway) { "the rule also applies to bundles that have \($0)" }
    mutateElements(\.entitlements, "entitlement", \.text, anyway) {
      "the rule does not apply to bundles with only the entitlement \($0)"
    }
    mutateElements(\.libraries, "links", \.text, anyway) {
      "the rule does not apply to bundles with only the library \($0)"
    }
    mutateElements(\.files, "files", \.pattern, anyway) {
      "the rule does not apply to bundles with files for only \($0)"
    }
    mutateMinimum(applies, broken)
    if applies.condition != nil {
      add("the rule applies regardless of what 'when' returns", "when", hints: broken) {
        $0.applicability.condition = nil
      }
    }
  }

  /// Adds a fault for each element of a list, which is removed, unless it is the only one.
  private mutating func mutateElements<Element>(
    _ path: WritableKeyPath<Applicability, [Element]>, _ field: String, _ text: (Element) -> String,
    _ hints: (String) -> [FixtureEdit], _ change: (String) -> String
  ) {
    let texts = rule.applicability[keyPath: path].map(text)
    guard texts.count > 1 else { return }
    for (number, text) in texts.enumerated() {
      add(change(text), field, text, hints: hints(text)) { $0.applicability[keyPath: path].remove(at: number) }
    }
  }

  private mutating func mutateKinds(_ applies: Applicability, _ broken: [FixtureEdit]) {
    if applies.kinds.count > 1 {
      for (number, kind) in applies.kinds.enumerated() {
        // Tests cannot describe bundles of other kinds.
        guard let described = Fixture.Kind(rawValue: kind) else { continue }
        add(
          "the rule does not apply to bundles of kind \(kind)", "kind", kind,
          hints: RuleViolations.of(described, broken)
        ) {
          $0.applicability.kinds.remove(at: number)
        }
      }
    }
    let others = Fixture.Kind.allCases.filter { !applies.kinds.contains($0.rawValue) }
    if applies.kinds.isEmpty || others.isEmpty { return }
    add("the rule applies to every kind of bundle", "kind", hints: others.flatMap { RuleViolations.of($0, broken) }) {
      $0.applicability.kinds = []
    }
  }

  private mutating func mutateMinimum(_ applies: Applicability, _ broken: [FixtureEdit]) {
    func hints(_ versions: Version...) -> [FixtureEdit] {
      versions.flatMap { version in
        ([{ _ in }] + broken).map { edit in
          { fixture in
            edit(&fixture)
            fixture.set(.string(version.text), at: [fixture.platform.minimumSystemKey])
          }
        }
      }
    }
    let bounds: [(String, WritableKeyPath<Applicability, Version?>)] = [
      ("from", \.minimumOSFrom), ("below", \.minimumOSBelow),
    ]
    for (word, path) in bounds {
      guard let bound = applies[keyPath: path] else { continue }
      for other in [1, -1].compactMap(bound.moved) {
        add(
          "the rule applies \(word) a minimum system of \(other.text), not \(bound.text)", "minimum_os", bound.text,
          hints: hints(bound, other)
        ) { $0.applicability[keyPath: path] = other }
      }
    }
  }
}

extension Version {
  /// The system version with the last nonzero number changed by a step: 14 and 12 for 13.0.
  func moved(by step: Int) -> Version? {
    var parts = numbers
    while parts.count > 1, parts.last == "0" { parts.removeLast() }
    guard let last = parts.popLast().flatMap({ Int($0) }) else { return nil }
    let (moved, isTooLarge) = last.addingReportingOverflow(step)
    guard !isTooLarge, moved >= 0 else { return nil }
    return Version((parts + [String(moved)]).joined(separator: "."), dialect: dialect)
  }
}

extension Array {
  func removing(_ position: Int) -> [Element] {
    var copy = self
    copy.remove(at: position)
    return copy
  }

  func replacing(_ position: Int, with element: Element) -> [Element] {
    var copy = self
    copy[position] = element
    return copy
  }
}
