package import LuaRuntime

/// Receives the declarations of policies while they load. Each function fails `answer` if nothing can be declared, or if the declaration
/// is invalid.
package protocol PolicyDeclarations: AnyObject {
  var shapes: ShapeTable { get }

  /// A word with its name, `rule "id"`, and then with its table.
  func declare(_ word: String, _ call: LuaCall, _ answer: LuaAnswer)

  /// `import "name"`: answers with the source of the module.
  func importModule(_ call: LuaCall, _ answer: LuaAnswer)

  /// Answers with the source of a standard module, also inside rules.
  func libraryModule(_ name: String, _ answer: LuaAnswer)

  /// The source of the module has run.
  func finishImport(_ name: String)

  /// `text { … }` and the other words that are shapes.
  func makeShape(of node: LuaNode, _ call: LuaCall, _ answer: LuaAnswer)

  /// `one_of { … }` and the other functions that make shapes.
  func makeShape(
    _ call: LuaCall, _ answer: LuaAnswer,
    _ make: (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading)

  /// `fixture.application { … }`, or `base:with { … }` if `kind` is nil.
  func makeFixture(_ kind: FixtureKind?, _ call: LuaCall, _ answer: LuaAnswer)

  func kind(ofFixture node: LuaNode) -> FixtureKind?
}

package enum FixtureKind: String, CaseIterable, Sendable {
  case application, framework, `extension`, plugin, xcframework, settings, archive, plist
}

extension FixtureKind {
  package var summary: String {
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
