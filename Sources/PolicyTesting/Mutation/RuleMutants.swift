import PolicyEngine
import Basics
import Bundles
import LuaRuntime
import PropertyLists

/// A rule with one fault in its declaration.
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

  static func all(of rule: Rule, _ outline: PolicyOutline, hasSource: Bool) -> [RuleMutant] {
    var maker = RuleMutants(rule: rule, outline: outline, hasSource: hasSource)
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

  private init(rule: Rule, outline: PolicyOutline, hasSource: Bool) {
    self.rule = rule
    self.outline = outline
    self.hasSource = hasSource
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

  /// Adds a fault that replaces the clause at a position.
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
    if applies.platforms.count > 1 {
      for (number, platform) in applies.platforms.enumerated() {
        add(
          "the rule does not apply to \(platform)", "platform", platform,
          hints: RuleViolations.on(platform, applies, broken)
        ) { $0.applicability.platforms.remove(at: number) }
      }
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
    if applies.keys.count > 1 {
      for (number, key) in applies.keys.enumerated() {
        add("the rule does not apply to bundles that have only \(key)", "key", key, hints: broken) {
          $0.applicability.keys.remove(at: number)
        }
      }
    }
    if applies.absentKeys.count > 1 {
      for (number, key) in applies.absentKeys.enumerated() {
        add("the rule also applies to bundles that have \(key)", "without", key, hints: broken) {
          $0.applicability.absentKeys.remove(at: number)
        }
      }
    }
    mutateNames(applies.entitlements, "entitlement", \.entitlements, broken)
    mutateNames(applies.libraries, "links", \.libraries, broken)
    if applies.files.count > 1 {
      for (number, file) in applies.files.enumerated() {
        add(
          "the rule does not apply to bundles with files for only \(file.pattern)", "files", file.pattern, hints: broken
        ) { $0.applicability.files.remove(at: number) }
      }
    }
    mutateMinimum(applies, broken)
    if applies.condition != nil {
      add("the rule applies regardless of what 'when' returns", "when", hints: broken) {
        $0.applicability.condition = nil
      }
    }
  }

  private mutating func mutateNames(
    _ patterns: [NamePattern], _ field: String, _ path: WritableKeyPath<Applicability, [NamePattern]>,
    _ broken: [FixtureEdit]
  ) {
    guard patterns.count > 1 else { return }
    for (number, pattern) in patterns.enumerated() {
      add(
        "the rule does not apply to bundles with only the \(field == "links" ? "library" : field) \(pattern.text)",
        field,
        pattern.text, hints: broken
      ) { $0.applicability[keyPath: path].remove(at: number) }
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
            fixture.set(
              .string(version.text),
              at: [fixture.platform == .macos ? "LSMinimumSystemVersion" : "MinimumOSVersion"])
          }
        }
      }
    }
    if let from = applies.minimumOSFrom {
      for step in [1, -1] {
        guard let other = from.moved(by: step) else { continue }
        add(
          "the rule applies from a minimum system of \(other.text), not \(from.text)", "minimum_os", from.text,
          hints: hints(from, other)
        ) { $0.applicability.minimumOSFrom = other }
      }
    }
    if let below = applies.minimumOSBelow {
      for step in [1, -1] {
        guard let other = below.moved(by: step) else { continue }
        add(
          "the rule applies below a minimum system of \(other.text), not \(below.text)", "minimum_os", below.text,
          hints: hints(below, other)
        ) { $0.applicability.minimumOSBelow = other }
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
