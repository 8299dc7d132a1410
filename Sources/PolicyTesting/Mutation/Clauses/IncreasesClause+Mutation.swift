import LuaRuntime
import PolicyEngine

import Basics

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
