import LuaRuntime
import PolicySchema

extension HostLibrary {
  static let fixture = HostLibrary(
    "fixture", "Bundles for tests, described by how they differ from valid ones.", isForTests: true,
    FixtureKind.allCases.map { kind in
      HostFunction("\(kind.rawValue)(differences?: Description): Fixture", kind.summary, traits: .final) {
        host, call, answer in
        host.declarations.makeFixture(kind, call, answer)
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
      host.declarations.makeFixture(nil, call, answer)
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
