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
  fileprivate var hasContents: Bool { (platform == .macos || platform == .catalyst) && kind != .framework }
}
