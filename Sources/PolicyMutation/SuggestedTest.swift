import PolicyTesting
import PolicyEngine
import LuaRuntime

/// A bundle that a rule judges otherwise than the same rule with a fault: found by trying, so that it is a test which notices.
struct SuggestedTest {
  let fixture: Fixture
  /// What the sound rule comes to.
  let status: RuleResult.Status

  /// What to do where no bundle was found that tells.
  static let none =
    "add an example or a test with a bundle for which that matters; if there is none, it can go"

  /// Bundles that are tried for one fault.
  static let limit = 1_500

  /// Bundles that are tried once one is found, for one that is shorter to write.
  private static let furtherLimit = 60

  /// A bundle that is tried, and what the sound rule comes to on it.
  struct Candidate {
    let built: BuiltFixture
    let status: RuleResult.Status?

    /// Nil when the bundle can't be made.
    init?(_ fixture: Fixture, _ rule: Rule, _ run: PolicyTestRun) {
      guard let built = try? BuiltFixture(fixture, "") else { return nil }
      self.built = built
      status = MutationGround.status(of: rule, on: built, run)
    }
  }

  /// The shortest found of the candidates that both judge, and not alike.
  static func best(
    of candidates: some Sequence<Candidate?>, faulty: (BuiltFixture) -> RuleResult.Status?
  ) -> SuggestedTest? {
    var best: (test: SuggestedTest, length: Int)?
    var rest = limit
    for candidate in candidates {
      if rest == 0 { break }
      rest -= 1
      guard let candidate, let status = candidate.status, status != .error,
        let other = faulty(candidate.built), other != status
      else { continue }
      let fixture = candidate.built.fixture
      let length = FixtureText.call(fixture).utf8.count
      if best.map({ length < $0.length }) ?? true { best = (SuggestedTest(fixture: fixture, status: status), length) }
      rest = min(rest, furtherLimit)
    }
    return best?.test
  }

  /// What to write, and where.
  func advice(for rule: Rule) -> String {
    let kind = rule.applicability.kinds.lazy.compactMap(Fixture.Kind.init(rawValue:)).first ?? .application
    let platform = rule.applicability.platforms.lazy.compactMap(Fixture.Platform.init(rawValue:)).first ?? .macos
    switch status {
    case .pass, .fail:
      return
        "add to examples.\(status.rawValue): \(FixtureText.table(fixture, kind: kind, platform: platform))"
    default:
      return
        "add a test: test \"…\" { given = \(FixtureText.call(fixture)), expect = { [\"\(rule.localID)\"] = \"\(status.rawValue)\" } }"
    }
  }
}
