package import PolicyObjects
package import PolicySchema
package import LuaRuntime
package import Reports

/// Reads what files of tests declare. The engine knows when they may, and nothing of tests; the tool that runs them brings one for each
/// program that it loads.
package protocol TestDeclarations: AnyObject {
  /// `test "name" { … }`.
  func declareTest(_ name: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError)
  /// `fixture.application { … }` and so on; returns a node of kind `ObjectKind.fixture`.
  func makeFixture(_ kind: FixtureKind, _ call: LuaCall) throws(DeclarationError) -> LuaNode
  /// `base:with { … }`.
  func deriveFixture(_ call: LuaCall) throws(DeclarationError) -> LuaNode
  /// The kind of a fixture that was made, or nil.
  func kind(of fixture: LuaNode) -> FixtureKind?
  /// All policies have loaded: what is wrong with the rules and parameters that tests name, and which rules have other names by now.
  func resolve(_ names: RuleNames, _ parameters: [Parameter]) -> (errors: [EngineError], warnings: [EngineError])
}

package struct TestSources: Sendable {
  package let files: [String]
  /// For each program that is loaded.
  package let declarations: @Sendable () -> any TestDeclarations

  package init(files: [String], declarations: @escaping @Sendable () -> any TestDeclarations) {
    self.files = files
    self.declarations = declarations
  }
}
