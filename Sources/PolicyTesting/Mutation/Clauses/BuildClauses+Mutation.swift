import Basics
import LuaRuntime
import Measures
import PolicyEngine

// Clauses that compare a build with limits and with the build before it.

extension BudgetClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    if let max = budget.max {
      mutants.add(
        "'max' is twice \(max.text)", name, "max", at: position,
        with {
          $0.budget = Budget(measure: budget.measure, max: max.doubled, growth: budget.growth)
        }, hints: [Self.size(max.value / 2 &* 3)])
    }
    if let growth = budget.growth {
      let larger = growth.doubled
      let before: Int64 = 100_000_000
      let after = growth.limit(after: before) / 2 + larger.limit(after: before) / 2
      mutants.add(
        "'growth' is twice \(growth.text)", name, "growth", at: position,
        with { $0.budget = Budget(measure: budget.measure, max: budget.max, growth: larger) },
        hints: [
          { fixture in
            var earlier = Fixture()
            Self.size(before)(&earlier)
            earlier.files[0].path = Self.path(fixture)
            fixture.history = [EarlierBuild(fixture: earlier, fields: [])]
            Self.size(after)(&fixture)
          }
        ])
    }
  }

  private static func path(_ fixture: Fixture) -> String { fixture.hasContents ? "Contents/Resources/film" : "film" }

  /// Adds a file of a size, unless it is more than any bundle has.
  private static func size(_ bytes: Int64) -> FixtureEdit {
    { fixture in
      let path = path(fixture)
      fixture.files.removeAll { $0.path == path }
      if (0..<1 << 40).contains(bytes) { fixture.files.append((path, .zeros(Int(bytes), mode: 0o644))) }
    }
  }

  var violations: [FixtureEdit] {
    (budget.max.map { [Self.size($0.value / 2 &* 3)] } ?? []) + (budget.growth == nil ? [] : [{ $0.history = [] }])
  }
}

extension Budget.Growth {
  fileprivate var doubled: Budget.Growth {
    switch self {
    case .percent(let thousandths, let text):
      .percent(thousandths: thousandths == 0 ? 1_000 : thousandths * 2, text: text)
    case .amount(let amount): .amount(amount.doubled)
    }
  }
}

extension Budget.Amount {
  fileprivate var doubled: Budget.Amount {
    let double = value.multipliedReportingOverflow(by: 2)
    return Budget.Amount(value == 0 ? 1 : double.overflow ? .max : double.partialValue)
  }
}

extension UnchangedClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, set) in sets.enumerated() {
      mutants.add(
        "'\(set.rawValue)' may change", name, set.rawValue, at: position, with { $0.sets.remove(at: number) },
        hints: [Self.change(of: set)])
    }
  }

  /// An earlier build with another member.
  private static func change(of set: ComparedSet) -> FixtureEdit {
    { fixture in
      var earlier = Fixture()
      let folder = fixture.hasContents ? "Contents/" : ""
      func nested(_ path: String, _ kind: Fixture.Kind) {
        var inner = Fixture()
        (inner.kind, inner.platform) = (kind, fixture.platform)
        earlier.bundles = [NestedFixture(path: folder + path, fixture: inner)]
      }
      switch set {
      case .entitlements:
        earlier.entitlements = (fixture.entitlements ?? []) + [("com.apple.security.print", .boolean(true))]
      case .privacy:
        let list = "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>"
        let path = fixture.hasContents ? "Contents/Resources/PrivacyInfo.xcprivacy" : "PrivacyInfo.xcprivacy"
        earlier.files = [(path, .text(list, mode: 0o644))]
      case .frameworks: nested("Frameworks/Earlier.framework", .framework)
      case .extensions: nested("PlugIns/Earlier.appex", .extension)
      case .localizations: earlier.localizations = [("eo", [])]
      case .usageDescriptions: earlier.set(.string("x"), at: ["NSCameraUsageDescription"])
      case .urlSchemes:
        earlier.set(.list([.record([("CFBundleURLSchemes", .list([.string("x")]))])]), at: ["CFBundleURLTypes"])
      case .queriedSchemes, .backgroundModes: earlier.set(.list([.string("x")]), at: [set.key ?? ""])
      case .transportSecurity:
        earlier.set(.record([("NSAllowsArbitraryLoads", .boolean(true))]), at: ["NSAppTransportSecurity"])
      }
      fixture.history = [EarlierBuild(fixture: earlier, fields: [])]
    }
  }

  var violations: [FixtureEdit] { sets.map(Self.change) }
}

extension Fixture {
  var hasContents: Bool { platform.hasContents && kind != .framework }
}

extension IncreasesClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    let three = dialect == .semver ? ".0.0" : ""
    let equal = versions("42" + three, "42" + three)
    let lower = versions("41" + three, "42" + three)
    let higher = versions("43" + three, "42" + three)
    let older = versions("42" + three, "41" + three, "43" + three)
    let numbers = dialect == .semver ? versions("1.10.0", "1.9.0") : versions("1.10", "1.9")
    func add(_ change: String, _ hint: @escaping FixtureEdit, fault: (inout Self) -> Void) {
      mutants.add(change, name, key, at: position, with(fault), hints: [hint])
    }
    add("\(key) may equal that of the earlier build", equal) { $0.isIncrease = { $2 >= 0 } }
    add("\(key) may fall below that of the earlier build", lower) { $0.isIncrease = { $2 != 0 } }
    add("\(key) must fall below that of the earlier build", higher) { $0.isIncrease = { $2 < 0 } }
    add("\(key) is compared only with the newest earlier build", older) { $0.comparesAllEarlier = false }
    add("\(key) is compared as text, in which 10 comes before 9", numbers) {
      $0.isIncrease = { text, earlier, _ in earlier.utf8.lexicographicallyPrecedes(text.utf8) }
    }
    add("\(key) passes when it cannot be compared", versions("unreadable", "42" + three)) {
      $0.refusesUnreadable = false
    }
    if scope != .platform {
      mutants.add(
        "\(key) is compared with all earlier builds for the same platform", name, "scope", at: position,
        with { $0.scope = .platform }, hints: [])
    }
    for other in VersionDialect.allCases where other != dialect {
      mutants.add(
        "\(key) is compared in the dialect '\(other.rawValue)'", name, "dialect", at: position,
        with { $0.dialect = other },
        hints: [
          higher, numbers, versions("43-beta", "42"), versions("1.0", "1.0b1"), versions("1.0.0", "1.0.0-rc.1"),
          versions("1.0-2", "1.0-1"), versions("1.0fc1", "1.0b2"), versions("1.0.0-2", "1.0.0-1"),
        ])
    }
  }

  /// A bundle with this version, and earlier builds with others.
  private func versions(_ new: String, _ old: String...) -> FixtureEdit {
    let path = RuleViolations.path(key)
    return { fixture in
      fixture.set(.string(new), at: path)
      fixture.history = old.map { version in
        var earlier = Fixture()
        (earlier.kind, earlier.platform) = (fixture.kind, fixture.platform)
        earlier.set(.string(version), at: path)
        return EarlierBuild(fixture: earlier, fields: ["info"])
      }
    }
  }

  var violations: [FixtureEdit] {
    let path = RuleViolations.path(key)
    return [
      { fixture in
        fixture.set(.string("42"), at: path)
        fixture.history = [EarlierBuild(fixture: Fixture(), fields: [])]
      }
    ]
  }

  func addFaults(to mutants: inout DataMutants) {
    let path = RuleViolations.path(key)
    mutants.retype(path)
    let earlier = (mutants.fixture.history ?? []).compactMap { $0.fixture.value(at: path) }
    if let old = earlier.first, old != mutants.fixture.value(at: path) {
      mutants.add("\(key) is the same as in the earlier build") { $0.set(old, at: path) }
    }
  }
}
