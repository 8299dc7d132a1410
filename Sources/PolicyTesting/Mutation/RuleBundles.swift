import Basics
import Bundles
import LuaRuntime
import PolicyEngine
import PropertyLists
import Reports

struct RuleBundles {
  struct Passing {
    let fixture: Fixture
    let file: String
    let line: Int
  }

  let rule: Rule
  /// The bundles that the rule is expected to pass.
  private(set) var passing: [Passing] = []
  /// The bundles that the rule passes or does not apply to.
  private(set) var accepted: [Fixture] = []
  /// All bundles: first the examples, and at the end a valid bundle of the rule's kind.
  private(set) var all: [Fixture] = []

  /// `statuses` are the results of the program's tests.
  init(_ rule: Rule, _ program: PolicyProgram, _ outline: PolicyOutline, statuses: [[String: RuleResult.Status]]) {
    self.rule = rule
    let (kind, platform) = (rule.exampleKind, rule.examplePlatform)
    func read(_ value: LuaValue) -> Fixture? { try? rule.example(value, in: "") }
    let line = outline.line(of: rule, "pass")
    let shown = rule.examples.pass.compactMap(read)
    passing = shown.map { Passing(fixture: $0, file: rule.declared.file, line: line) }
    accepted = shown
    all = shown + rule.examples.fail.map(\.description).compactMap(read)
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
    var complete = sound
    for case let clause as any MutableClause in rule.clauses { clause.complete(&complete) }
    all.append(complete)
  }

  mutating func add(_ fixture: Fixture) { all.append(fixture) }

  func candidates(_ edits: [FixtureEdit]) -> some Sequence<Fixture> {
    edits.lazy.flatMap { edit in
      all.lazy.map { fixture in
        var changed = fixture
        edit(&changed)
        return changed
      }
    }
  }

  /// Changes that may matter to functions: the named keys and files are missing, empty, or have one of the named values.
  func edits(for vocabulary: Vocabulary) -> [FixtureEdit] {
    let paths = paths(for: vocabulary)
    let numbers = vocabulary.integers.sorted().flatMap { [$0 &- 1, $0, $0 &+ 1] }
    let texts = vocabulary.strings.sortedByBytes()
    let samples = Set(texts + texts.map(ShapeWitness.text(matching:))).sortedByBytes()
    let short = numbers.filter { (0...200).contains($0) }
    let scalars: [LuaValue] =
      numbers.map { .integer($0) }
      + samples.flatMap { text in [.string(text), .string("x" + text), .string(text + "x")] }
      + short.map { .string(String(repeating: "x", count: Int($0))) } + [.string(""), .boolean(true), .boolean(false)]
    let values: [LuaValue?] = [nil] + scalars + scalars.map { .list([$0]) }
    var edits: [FixtureEdit] = [{ _ in }]
    for value in values { edits += paths.map { path in { $0.set(value, at: path) } } }
    for count in short {
      edits += paths.map { path in
        { fixture in
          guard let first = fixture.value(at: path)?.table?.list?.first else { return }
          fixture.set(.list(Array(repeating: first, count: Int(count))), at: path)
        }
      }
    }
    for path in texts where path.contains("/") {
      let name = String(path.map { $0 == "*" || $0 == "?" ? "x" : $0 })
      edits += [{ $0.add(file: name) }, { $0.remove(file: name) }]
    }
    return edits
  }

  /// The paths of named values: keys that bundles have, at any depth, and words that look like keys.
  private func paths(for vocabulary: Vocabulary) -> [[String]] {
    var paths = all.flatMap { $0.namedPaths(vocabulary) }
    for case let clause as ShapeClause in rule.clauses { paths += clause.keys.map { [$0] } }
    let others = vocabulary.words.filter { $0.first?.isUppercase ?? false }
      .union(vocabulary.strings.filter { text in text.contains(where: \.isUppercase) && text.allSatisfy(Self.isOfKey) })
    paths += others.sortedByBytes().map { [$0] }
    return paths.unique(by: \.self)
  }

  private static func isOfKey(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || ".-~_".contains(character)
  }
}

/// Changes of bundles that violate a clause; suggestions for tests are chosen from these.
enum RuleViolations {
  static func path(_ key: String) -> [String] {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key) ?? [key] : [key]
  }

  /// Edits that violate each clause of a rule in turn.
  static func all(of rule: Rule) -> [FixtureEdit] {
    rule.clauses.flatMap { ($0 as? any MutableClause)?.violations ?? [] }
  }

  // MARK: Other bundles

  /// Edits that make a bundle of another kind with the same keys, valid and with violations.
  static func of(_ kind: Fixture.Kind, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    // A bare property list has no default keys. Try it with the keys of the default bundle, and with the described keys alone.
    return [true, false].flatMap { (isWhole: Bool) -> [FixtureEdit] in
      (edits + [{ _ in }]).map { edit in
        { fixture in
          if kind == .plist {
            if isWhole { fixture.info = fixture.wholeInfo }
            (fixture.without, fixture.files, fixture.localizations, fixture.bundles) = ([], [], [], [])
          }
          if !kind.hasExecutable { (fixture.entitlements, fixture.signing) = (nil, nil) }
          fixture.kind = kind
          edit(&fixture)
        }
      }
    }
  }

  /// Edits that make a bundle for another platform, with a minimum system that the rule applies to, valid and with violations.
  static func on(_ platform: String, _ applies: Applicability, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    let minimum = applies.minimumOSFrom ?? applies.minimumOSBelow?.moved(by: -1)
    return (edits + [{ _ in }]).map { edit in
      { fixture in
        fixture.platform = Fixture.Platform(rawValue: platform) ?? .ios
        if let minimum { fixture.set(.string(minimum.text), at: [fixture.platform.minimumSystemKey]) }
        edit(&fixture)
      }
    }
  }

  /// Edits that nest a broken bundle in a valid one.
  static func nested(_ edits: [FixtureEdit]) -> [FixtureEdit] {
    [Fixture.Kind.framework, .extension, .plugin].flatMap { kind in
      edits.map { edit in
        { fixture in
          var inner = Fixture()
          inner.kind = kind
          inner.platform = fixture.platform
          edit(&inner)
          if let history = inner.history, fixture.history == nil { fixture.history = history }
          inner.history = nil
          let contents = fixture.platform.hasContents ? "Contents/" : ""
          let path =
            switch kind {
            case .extension: "PlugIns/Share.appex"
            case .plugin: "PlugIns/Plug.bundle"
            default: "Frameworks/Vendor.framework"
            }
          fixture.bundles = [NestedFixture(path: contents + path, fixture: inner)]
          fixture.depth = max(fixture.depth, 2)
        }
      }
    }
  }
}

extension Fixture {
  var filePaths: [String] {
    let own = files.map(\.path)
    return own + SoundBundle(kind, platform, stem: "App").files.map(\.path).filter { !own.contains($0) }
  }

  /// Changes a table of strings, which is created if it does not exist.
  mutating func change(_ language: String, _ table: String, _ body: (inout [(key: String, value: LuaValue)]) -> Void) {
    if !localizations.contains(where: { $0.language == language }) { localizations.append((language, [])) }
    guard let at = localizations.firstIndex(where: { $0.language == language }) else { return }
    if !localizations[at].tables.contains(where: { $0.name == table }) { localizations[at].tables.append((table, [])) }
    guard let position = localizations[at].tables.firstIndex(where: { $0.name == table }) else { return }
    body(&localizations[at].tables[position].strings)
  }
}
