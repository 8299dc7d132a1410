package import Parameters
import PolicyObjects
package import PolicySchema
package import LuaRuntime
package import PolicyEngine
package import Reports

/// Collects the tests that test files declare, and the fixtures that they make.
package final class TestRecorder: TestDeclarations {
  private(set) var tests: [PolicyTest] = []
  private var fixtures = FixtureTable()
  /// The lines of tests and snapshots, by file and name.
  private var testLines: [[String]: Int] = [:]
  private var snapshotLines: [[String]: Int] = [:]

  package func declareTest(_ name: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) {
    let file = declared.file
    if let line = testLines[[file, name]] {
      throw DeclarationError("test '\(name)' is already declared at line \(line)")
    }
    let test = try PolicyTestReader(fixtures: fixtures).test(name, value, at: declared)
    if let name = test.snapshot, let line = snapshotLines.updateValue(test.declared.line, forKey: [file, name]) {
      throw DeclarationError(
        "test '\(test.name)': the test at line \(line) already uses the snapshot '\(name)'; name one of the two: snapshot = \"…\""
      )
    }
    testLines[[file, name]] = declared.line
    tests.append(test)
  }

  package func makeFixture(_ kind: FixtureKind, _ call: LuaCall) throws(DeclarationError) -> LuaNode {
    let place = "fixture.\(kind.rawValue)"
    guard call[0].table?["kind"] == nil else { throw DeclarationError("\(place) determines the kind; remove 'kind'") }
    let value = call.arguments.isEmpty ? .table(LuaTable(entries: [])) : call[0]
    return try fixtures.add(try FixtureReader(table: fixtures).fixture(value, kind: kind, in: place))
  }

  package func deriveFixture(_ call: LuaCall) throws(DeclarationError) -> LuaNode {
    guard case .node(let node) = call[0], let base = fixtures[node], case .table(let changes) = call[1] else {
      throw DeclarationError("write base:with { … } with a colon and a table")
    }
    guard changes["kind"] == nil else { throw DeclarationError("with: a fixture's kind cannot be changed") }
    let other = try FixtureReader(table: fixtures).fixture(
      call[1], kind: base.kind, platform: base.platform, in: "with")
    var made = base.merged(with: other, fields: Set(changes.entries.compactMap(\.key.string)))
    try FixtureReader.count(&made, "with")
    return try fixtures.add(made)
  }

  package func kind(of fixture: LuaNode) -> FixtureKind? { fixtures[fixture]?.kind }

  package func resolve(
    _ names: RuleNames, _ parameters: [Parameter]
  ) -> (errors: [EngineError], warnings: [EngineError]) {
    let warnings = tests.flatMap { test in
      test.expectations.compactMap { expectation in
        names.rules(named: expectation.rule).first.flatMap {
          names.renaming(expectation.rule, of: $0, at: test.declared)
        }
      }
    }
    let errors: [EngineError]
    (tests, errors) = PolicyTest.resolve(tests, names)
    return (errors + tests.flatMap { $0.problems(with: parameters) }, warnings)
  }
}

extension PolicyProgram {
  /// The tests of the files that the program was loaded with, in the order declared.
  package var tests: [PolicyTest] { (testDeclarations as? TestRecorder)?.tests ?? [] }
}

extension PolicyProgram.Options {
  /// Like the engine's own initializer, with test files for rules of these policies.
  package init(
    policies: [String], tests: [String], standardPolicies: String? = nil, parameters: PolicyParameters = [:]
  ) {
    self.init(policies: policies, standardPolicies: standardPolicies, parameters: parameters)
    self.tests = TestSources(files: tests) { TestRecorder() }
  }
}

extension PolicyLanguage {
  package static let complete: PolicyLanguage = {
    var language = ofPolicies
    language.classes += [
      FixtureSigning.definition, FixtureFileReader.definition,
      FixtureFileReader.pngDefinition,
      FixtureFileReader.iconsDefinition, FixtureCatalog.definition, FixtureCatalog.assetDefinition,
      FixtureCatalog.imageDefinition, FixtureProfile.definition, FixtureProfile.certificateDefinition,
      FixtureDelivery.definition, FixtureFileReader.fontDefinition, FixtureCode.definition,
      FixtureCode.segmentDefinition, FixtureCode.sectionDefinition,
      FixtureCode.encryptionDefinition,
      FixtureArchive.definition, FixtureArchive.memberDefinition, PolicyTestReader.definition,
      PolicyTestReader.expectations, PolicyTestReader.expectation,
    ]
    let kinds = language.aliases.firstIndex { $0.name == "FixtureKind" } ?? language.aliases.endIndex - 1
    language.aliases.insert(
      APIAlias("FixturePlatform", "The platforms that fixtures support.", Fixture.Platform.self),
      at: kinds + 1)
    return language
  }()
}
