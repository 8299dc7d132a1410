import PolicyTesting
import PolicyEngine
import Bundles
import LuaRuntime
import PropertyLists
import Versions

/// A rule with one deliberate fault in what it declares.
struct RuleMutant {
  let rule: Rule
  let line: Int
  /// What is different, in words.
  let change: String
  /// Changes of bundles that may tell it from the sound rule, likeliest first.
  let hints: [FixtureEdit]
}

/// Makes the faults of a rule's clauses and of what it applies to: each the least that its field allows, for whoever notices
/// that notices greater ones.
struct RuleMutants {
  let rule: Rule
  let outline: PolicyOutline
  /// Whether the functions of the rule are at hand as source, where faults are finer.
  let hasSource: Bool
  private var mutants: [RuleMutant] = []

  static func all(of rule: Rule, _ outline: PolicyOutline, hasSource: Bool) -> [RuleMutant] {
    var maker = RuleMutants(rule: rule, outline: outline, hasSource: hasSource)
    maker.mutateApplicability()
    for position in rule.clauses.indices { maker.mutate(position) }
    return maker.mutants
  }

  private init(rule: Rule, outline: PolicyOutline, hasSource: Bool) {
    self.rule = rule
    self.outline = outline
    self.hasSource = hasSource
  }

  private mutating func add(
    _ change: String, _ field: String, _ text: String? = nil, hints: [FixtureEdit], _ apply: (inout Rule) -> Void
  ) {
    var mutant = rule
    apply(&mutant)
    // What is judged lies inside, then.
    let hints = rule.applicability.nested == true ? RuleViolations.nested(hints) + hints : hints
    mutants.append(
      RuleMutant(rule: mutant, line: outline.line(of: rule, field, text), change: change, hints: hints))
  }

  private mutating func add(
    _ change: String, _ field: String, _ text: String? = nil, at position: Int, _ clause: Clause, hints: [FixtureEdit]
  ) {
    add(change, field, text, hints: hints) { $0.clauses[position] = clause }
  }

  // MARK: Clauses

  private mutating func mutate(_ position: Int) {
    switch rule.clauses[position] {
    case .require(let keys):
      for (number, key) in keys.enumerated() {
        add(
          "\(key) is not required", "require", key, at: position, .require(keys.removing(number)),
          hints: RuleViolations.require(key))
      }
      add("'require' takes an empty value for one", "require", hints: keys.map(RuleViolations.blank)) {
        $0.decisions = ClauseFault.acceptsBlank.decisions
      }
    case .forbid(let keys):
      for (number, key) in keys.enumerated() {
        add(
          "\(key) is not forbidden", "forbid", key, at: position, .forbid(keys.removing(number)),
          hints: RuleViolations.forbid(key))
      }
      add(
        "'forbid' overlooks qualified keys such as \(keys.first ?? "")~ipad", "forbid",
        hints: keys.map(RuleViolations.forbidVariant)
      ) { $0.decisions = ClauseFault.overlooksVariants.decisions }
    case .shape(let shape):
      for variant in ShapeMutants.variants(of: shape, label: "", path: []) {
        add(variant.change, "shape", variant.key, at: position, .shape(variant.shape), hints: variant.hints)
      }
    case .increases(let clause): mutateIncreases(clause, position)
    case .customKeys(let prefixes): mutateCustomKeys(prefixes, position)
    case .qualifiedKeys:
      let device = RuleViolations.qualified("UIMainStoryboardFile~ipad")
      let platform = RuleViolations.qualified("UIMainStoryboardFile-macos")
      add("keys for a device, such as Key~ipad, need no default", "qualified_keys", hints: [device]) {
        $0.decisions = ClauseFault.overlooksDevices.decisions
      }
      add("keys for a platform, such as Key-macos, need no default", "qualified_keys", hints: [platform]) {
        $0.decisions = ClauseFault.overlooksPlatforms.decisions
      }
      let sound: FixtureEdit = { fixture in
        fixture.set(.string("Main"), at: ["UIMainStoryboardFile"])
        fixture.set(.string("Main-iPad"), at: ["UIMainStoryboardFile~ipad"])
      }
      add("a qualified key is refused beside its default, too", "qualified_keys", hints: [sound]) {
        $0.decisions = ClauseFault.missesDefault.decisions
      }
    case .localize(let clause): mutateLocalize(clause, position)
    case .files(let clause): mutateFiles(clause, position)
    case .checker: add("the checker is left out", "checker", at: position, .require([]), hints: [])
    case .check:
      // Of a function whose source is there, each report is dropped in turn.
      if !hasSource { add("'check' is left out", "check", at: position, .require([]), hints: []) }
    }
  }

  private mutating func mutateIncreases(_ clause: IncreasesClause, _ position: Int) {
    let (key, dialect) = (clause.key, clause.dialect)
    let path = RuleViolations.path(key)
    func versions(_ new: String, _ old: String...) -> FixtureEdit {
      { fixture in
        fixture.set(.string(new), at: path)
        fixture.history = old.map { version in
          var earlier = Fixture()
          (earlier.kind, earlier.platform) = (fixture.kind, fixture.platform)
          earlier.set(.string(version), at: path)
          return EarlierBuild(fixture: earlier, fields: ["info"])
        }
      }
    }
    let three = dialect == .semver ? ".0.0" : ""
    let equal = versions("42" + three, "42" + three)
    let lower = versions("41" + three, "42" + three)
    let higher = versions("43" + three, "42" + three)
    let older = versions("42" + three, "41" + three, "43" + three)
    let numbers = dialect == .semver ? versions("1.10.0", "1.9.0") : versions("1.10", "1.9")
    func add(_ change: String, _ fault: ClauseFault, _ hints: FixtureEdit...) {
      self.add(change, "increases", key, hints: hints) { $0.decisions = fault.decisions }
    }
    add("\(key) may equal that of the earlier build", .acceptsEqual, equal)
    add("\(key) may fall below that of the earlier build", .acceptsLower, lower)
    add("\(key) must fall below that of the earlier build", .isReversed, higher)
    add("\(key) is compared with the newest earlier build alone", .comparesNewestOnly, older)
    add("\(key) is compared as text, by which 10 comes before 9", .ordersAsText, numbers)
    add("\(key) passes where it can't be compared", .acceptsUnreadable, versions("unreadable", "42" + three))
    if clause.scope != .platform {
      self.add(
        "\(key) is held against all earlier builds for the same system", "increases", "scope", at: position,
        .increases(IncreasesClause(key: key, dialect: dialect)), hints: [])
    }
    for other in VersionDialect.allCases where other != dialect {
      self.add(
        "\(key) is compared in the dialect '\(other.rawValue)'", "increases", "dialect", at: position,
        .increases(IncreasesClause(key: key, dialect: other, scope: clause.scope)),
        hints: [
          higher, numbers, versions("43-beta", "42"), versions("1.0", "1.0b1"), versions("1.0.0", "1.0.0-rc.1"),
          versions("1.0-2", "1.0-1"), versions("1.0fc1", "1.0b2"), versions("1.0.0-2", "1.0.0-1"),
        ])
    }
  }

  private mutating func mutateCustomKeys(_ prefixes: [String], _ position: Int) {
    for (number, prefix) in prefixes.enumerated() {
      // Names of other owners often start as ours do; the character that ends the prefix tells them apart.
      let shorter = String(prefix.dropLast())
      let name = shorter.isEmpty ? "the empty prefix" : "'\(shorter)'"
      add(
        "\(name) is taken for our prefix in place of '\(prefix)'", "custom_keys", prefix, at: position,
        shorter.isEmpty ? .require([]) : .customKeys(prefixes: prefixes.replacing(number, with: shorter)),
        hints: [RuleViolations.custom(shorter + "sHost"), RuleViolations.custom("OurHost")])
      add(
        "'\(prefix)' is not among the prefixes of ours", "custom_keys", prefix, at: position,
        .customKeys(prefixes: prefixes.removing(number)), hints: [RuleViolations.custom(prefix + "Host")])
    }
  }

  private mutating func mutateLocalize(_ clause: LocalizeClause, _ position: Int) {
    for (number, language) in clause.languages.enumerated() {
      var less = clause
      less.languages = clause.languages.removing(number)
      add(
        "the language '\(language)' is not asked for", "localize", language, at: position, .localize(less),
        hints: [RuleViolations.language(missing: language, clause)])
    }
    for (number, key) in clause.keys.enumerated() {
      var less = clause
      less.keys = clause.keys.removing(number)
      add(
        "\(key) need not be localized", "localize", key, at: position, .localize(less),
        hints: RuleViolations.localized(missing: key, clause))
    }
    for (number, table) in clause.tables.enumerated() {
      var less = clause
      less.tables = clause.tables.removing(number)
      add(
        "the table '\(table)' need not be the same in all languages", "localize", table, at: position,
        .localize(less), hints: RuleViolations.table(incomplete: table, clause))
    }
  }

  private mutating func mutateFiles(_ clause: FilesClause, _ position: Int) {
    for (number, entry) in clause.require.enumerated() {
      var less = clause
      less.require.remove(at: number)
      add(
        "no file \(entry.pattern) is required", "files", entry.pattern, at: position, .files(less),
        hints: [RuleViolations.file(missing: entry.pattern)])
    }
    for (number, entry) in clause.forbid.enumerated() {
      var less = clause
      less.forbid.remove(at: number)
      let present = RuleViolations.file(present: entry.pattern)
      if entry.pattern.hasPrefix("**/"), let glob = Glob(String(entry.pattern.dropFirst(3))) {
        let top = String(entry.pattern.dropFirst(3))
        less.forbid.insert((top, glob), at: number)
        add(
          "\(entry.pattern) is forbidden at the top alone, as \(top)", "files", entry.pattern, at: position,
          .files(less), hints: [present])
      } else {
        add(
          "\(entry.pattern) is not forbidden", "files", entry.pattern, at: position, .files(less), hints: [present])
      }
    }
  }

  // MARK: Applicability

  private mutating func mutateApplicability() {
    let applies = rule.applicability
    let broken = RuleViolations.all(of: rule)
    mutateKinds(applies, broken)
    if applies.platforms.count > 1 {
      for (number, platform) in applies.platforms.enumerated() {
        add(
          "it is not for \(platform)", "platform", platform,
          hints: RuleViolations.on(platform, applies, broken)
        ) { $0.applicability.platforms.remove(at: number) }
      }
    }
    let others = Bundle.Platform.allCases.map(\.rawValue).filter { !applies.platforms.contains($0) }
    if !applies.platforms.isEmpty, !others.isEmpty {
      add("it is for every platform", "platform", hints: others.flatMap { RuleViolations.on($0, applies, broken) }) {
        $0.applicability.platforms = []
      }
    }
    if let nested = applies.nested {
      add(
        nested ? "it is for outer bundles, too" : "it is for nested bundles, too", "nested",
        hints: nested ? broken : RuleViolations.nested(broken)
      ) { $0.applicability.nested = nil }
    }
    mutateMinimum(applies, broken)
    if applies.condition != nil {
      add("it applies whatever its 'when' says", "when", hints: broken) { $0.applicability.condition = nil }
    }
  }

  private mutating func mutateKinds(_ applies: Applicability, _ broken: [FixtureEdit]) {
    if applies.kinds.count > 1 {
      for (number, kind) in applies.kinds.enumerated() {
        // Of other kinds no test can describe a bundle.
        guard let described = Fixture.Kind(rawValue: kind) else { continue }
        add("it is not for \(kind) bundles", "kind", kind, hints: RuleViolations.of(described, broken)) {
          $0.applicability.kinds.remove(at: number)
        }
      }
    }
    let others = Fixture.Kind.allCases.filter { !applies.kinds.contains($0.rawValue) }
    if applies.kinds.isEmpty || others.isEmpty { return }
    add("it is for every kind of bundle", "kind", hints: others.flatMap { RuleViolations.of($0, broken) }) {
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
          "it is from a minimum system of \(other.text) on, not \(from.text)", "minimum_os", from.text,
          hints: hints(from, other)
        ) { $0.applicability.minimumOSFrom = other }
      }
    }
    if let below = applies.minimumOSBelow {
      for step in [1, -1] {
        guard let other = below.moved(by: step) else { continue }
        add(
          "it is for a minimum system below \(other.text), not \(below.text)", "minimum_os", below.text,
          hints: hints(below, other)
        ) { $0.applicability.minimumOSBelow = other }
      }
    }
  }
}

extension Version {
  /// The system version whose last number that is not 0 is higher or lower by a step: 14 and 12 for 13.0.
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
