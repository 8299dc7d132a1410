package import Parameters
import PolicyObjects
package import PolicySchema
package import LuaRuntime
package import Reports

/// Reads the declarations of test files. The engine only knows when they are allowed; the tool that runs tests provides an
/// implementation for each program that it loads.
package protocol TestDeclarations: AnyObject {
  func declareTest(_ name: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError)
  /// `fixture.application { … }` and so on; returns a node of kind `ObjectKind.fixture`.
  func makeFixture(_ kind: FixtureKind, _ call: LuaCall) throws(DeclarationError) -> LuaNode
  func deriveFixture(_ call: LuaCall) throws(DeclarationError) -> LuaNode
  func kind(of fixture: LuaNode) -> FixtureKind?
  /// Called when all policies have loaded: the errors in the rules and parameters that tests name, and the rules that were renamed.
  func resolve(_ names: RuleNames, _ parameters: [Parameter]) -> (errors: [EngineError], warnings: [EngineError])
}

package struct TestSources: Sendable {
  package let files: [String]
  package let declarations: @Sendable () -> any TestDeclarations

  package init(files: [String], declarations: @escaping @Sendable () -> any TestDeclarations) {
    (self.files, self.declarations) = (files, declarations)
  }
}
