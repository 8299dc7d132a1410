package import LuaRuntime

/// Reads what files of tests declare. The engine knows when they may, and nothing of tests; the tool that runs them brings one for each
/// program that it loads.
package protocol TestDeclarations: AnyObject {
  /// `test "name" { … }`.
  func declareTest(_ name: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError)
  /// `fixture.application { … }` and so on; returns a node of kind `ObjectKind.fixture`.
  func makeFixture(_ kind: FixtureKind, _ call: LuaCall) throws(DeclarationError) -> LuaNode
  /// `base:with { … }`.
  func deriveFixture(_ call: LuaCall) throws(DeclarationError) -> LuaNode
  /// The kind of a fixture that was made; nil when there is none.
  func kind(of fixture: LuaNode) -> FixtureKind?
  /// All policies have loaded: what is wrong with the rules that tests name, and which of these have other names by now.
  func resolve(_ names: RuleNames) -> (errors: [EngineError], warnings: [EngineError])
}

/// The words of `fixture`: what tests can describe.
package enum FixtureKind: String, CaseIterable, Sendable {
  case application, framework, `extension`, plugin, xcframework, settings, archive, plist
}

/// Files of tests, and what reads them.
package struct TestSources: Sendable {
  /// Paths, as given.
  package let files: [String]
  /// For each program that is loaded.
  package let declarations: @Sendable () -> any TestDeclarations

  package init(files: [String], declarations: @escaping @Sendable () -> any TestDeclarations) {
    self.files = files
    self.declarations = declarations
  }
}
