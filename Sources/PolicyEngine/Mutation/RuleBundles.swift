import LuaRuntime

/// The bundles that tests hold against a rule.
struct RuleBundles {
  /// One that the rule passes, by an example or a test.
  struct Passing {
    let fixture: Fixture
    let file: String
    let line: Int
  }

  let rule: Rule
  /// Those that the rule is expected to pass.
  private(set) var passing: [Passing] = []
  /// Those that the rule passes or isn't for.
  private(set) var accepted: [Fixture] = []
  /// All, those of examples first, and a sound bundle of the rule's kind at the end.
  private(set) var all: [Fixture] = []

  /// `statuses` tells what each test of the program came to.
  init(_ rule: Rule, _ program: PolicyProgram, _ outline: PolicyOutline, statuses: [[String: RuleResult.Status]]) {
    self.rule = rule
    let kind = rule.applicability.kinds.lazy.compactMap(Fixture.Kind.init).first ?? .application
    let platform = rule.applicability.platforms.lazy.compactMap(Fixture.Platform.init).first ?? .macos
    func read(_ value: LuaValue) -> Fixture? {
      try? FixtureReader(table: FixtureTable()).fixture(value, kind: kind, platform: platform, in: "")
    }
    let line = outline.line(of: rule, "pass")
    let shown = rule.examples.pass.compactMap(read)
    passing = shown.map { Passing(fixture: $0, file: rule.declared.file, line: line) }
    accepted = shown
    all = shown + rule.examples.fail.compactMap(read)
    for (test, statuses) in zip(program.tests, statuses) {
      let status = statuses[rule.id]
      if status == .pass || status == .notApplicable { accepted.append(test.given) }
      let expectation = test.expectations.first { $0.rule == rule.localID || $0.rule == rule.id }?.status
      if status == .pass, expectation == .pass || (expectation == nil && test.verdict == .pass) {
        passing.append(Passing(fixture: test.given, file: test.declared.file, line: test.declared.line))
      }
      if status != nil { all.append(test.given) }
    }
    var sound = Fixture()
    (sound.kind, sound.platform) = (kind, platform)
    all.append(sound)
  }

  /// Changes of all those bundles.
  func candidates(_ edits: [FixtureEdit]) -> some Sequence<Fixture> {
    edits.lazy.flatMap { edit in
      all.lazy.map { fixture in
        var changed = fixture
        edit(&changed)
        return changed
      }
    }
  }

  /// Changes that may matter to functions: what they name is missing, empty, or one of the values that they name.
  func edits(for vocabulary: Vocabulary) -> [FixtureEdit] {
    let keys = Set(
      all.flatMap { $0.wholeInfo.map(\.key) }.filter(vocabulary.names)
        + vocabulary.strings.filter { text in !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || ".-~_".contains($0) } }
        + vocabulary.words.filter { $0.first?.isUppercase ?? false }
    ).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let numbers = vocabulary.integers.sorted().flatMap { [$0 &- 1, $0, $0 &+ 1] }
    let texts = vocabulary.strings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let values: [LuaValue] =
      [.string(""), .boolean(true), .boolean(false), .list([.boolean(true)])] + numbers.map { .integer($0) }
      + texts.flatMap { text in [.string(text), .string("x" + text), .string(text + "x")] }
    let lengths = numbers.filter { (0...200).contains($0) }.map { String(repeating: "x", count: Int($0)) }
    let all: [LuaValue?] = [nil] + values + lengths.map { .string($0) }
    return [{ _ in }] + all.flatMap { value in keys.map { key in { $0.set(value, at: [key]) } } }
      + texts.filter { $0.contains("/") }.flatMap { path in
        [{ $0.add(file: path) }, { $0.remove(file: path) }] as [FixtureEdit]
      }
  }
}
