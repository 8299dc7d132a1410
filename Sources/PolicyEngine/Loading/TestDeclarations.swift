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
  /// The kind of a fixture that was made; nil when there is none.
  func kind(of fixture: LuaNode) -> FixtureKind?
  /// All policies have loaded: what is wrong with the rules and parameters that tests name, and which rules have other names by now.
  func resolve(_ names: RuleNames, _ parameters: [Parameter]) -> (errors: [EngineError], warnings: [EngineError])
}

/// The words of `fixture`: what tests can describe.
package enum FixtureKind: String, CaseIterable, Sendable {
  case application, framework, `extension`, plugin, xcframework, settings, archive, plist
}

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

// Bundles for tests. What they are, the tool that runs tests tells.
extension HostLibrary {
  static let fixture = HostLibrary(
    "fixture", "Bundles for tests, described by how they differ from valid ones.", isForTests: true,
    FixtureKind.allCases.map { kind in
      HostFunction("\(kind.rawValue)(differences?: Description): Fixture", kind.summary, traits: .final) {
        host, call, answer in
        host.recorder.makeFixture(call, answer) { (tests) throws(DeclarationError) in
          try tests.makeFixture(kind, call)
        }
      }
    })
}

extension FixtureKind {
  fileprivate var summary: String {
    switch self {
    case .application: "An application."
    case .framework: "A framework."
    case .extension: "An app extension."
    case .plugin: "A plug-in."
    case .xcframework: "An XCFramework."
    case .settings: "A settings bundle."
    case .archive: "An Xcode archive of an application."
    case .plist: "A bare property list."
    }
  }
}

extension HostFunction {
  static let fixtureMethods = [
    HostFunction(
      "with(differences: Description): Fixture", "A copy of the bundle with these differences.", traits: .final
    ) { host, call, answer in
      host.recorder.makeFixture(call, answer) { (tests) throws(DeclarationError) in try tests.deriveFixture(call) }
    }
  ]
}

extension PolicyHost {
  static let fixtureClass = APIClass(
    "Fixture", .object, "A bundle that a test describes.",
    methods: HostFunction.fixtureMethods.compactMap(\.definition))

  func readFixture(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let name) = key, let function = HostFunction.number(of: name, in: .fixture) else {
      return answer.fail("a fixture's only function is fixture:with { … }")
    }
    answer.set(function: function)
  }
}
